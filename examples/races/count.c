/* The last of two users of a thing closes it. A count that is taken down and then looked at again
 * may be 0 for both.
 */
#include <stdio.h>
#include <windows.h>

static volatile LONG users = 2, closed;

static void leave(void)
{
#ifdef REPAIRED
    if (InterlockedDecrement(&users) == 0)
        closed++;
#else
    InterlockedDecrement(&users);
    if (users == 0)
        closed++;
#endif
}

static DWORD WINAPI uses(void *argument)
{
    leave();
    return 0;
}

int main(void)
{
    HANDLE other = CreateThread(NULL, 0, uses, NULL, 0, NULL);
    leave();
    WaitForSingleObject(other, INFINITE);
    printf("closed %ld time%s\n", closed, closed == 1 ? "" : "s");
    return closed != 1;
}
