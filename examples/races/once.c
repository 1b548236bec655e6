/* Two threads look whether a thing is there, and make it where it is not. A thread that is
 * preempted in between makes a second.
 */
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>

static int *volatile one;
static volatile LONG made;

static int *make(void)
{
    InterlockedIncrement(&made);
    return calloc(1, sizeof(int));
}

#ifdef REPAIRED
static SRWLOCK lock = SRWLOCK_INIT;

static int *the_one(void)
{
    AcquireSRWLockExclusive(&lock);
    if (!one)
        one = make();
    ReleaseSRWLockExclusive(&lock);
    return one;
}
#else
static int *the_one(void)
{
    if (!one)
        one = make();
    return one;
}
#endif

static DWORD WINAPI uses(void *argument)
{
    return *the_one();
}

int main(void)
{
    HANDLE other = CreateThread(NULL, 0, uses, NULL, 0, NULL);
    the_one();
    WaitForSingleObject(other, INFINITE);
    printf("%ld %s made\n", made, made == 1 ? "was" : "were");
    return made != 1;
}
