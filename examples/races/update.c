/* Two threads count visits. Each loads the number, adds one and stores it; one preempted in between
 * stores what is old.
 */
#include <stdio.h>
#include <windows.h>

static volatile LONG visits;

static void visit(void)
{
#ifdef REPAIRED
    InterlockedIncrement(&visits);
#else
    visits++;
#endif
}

static DWORD WINAPI visits_once(void *argument)
{
    visit();
    return 0;
}

int main(void)
{
    HANDLE other = CreateThread(NULL, 0, visits_once, NULL, 0, NULL);
    visit();
    WaitForSingleObject(other, INFINITE);
    printf("%ld visits\n", visits);
    return visits != 2;
}
