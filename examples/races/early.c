/* A thread is given time for its work by Sleep. A thread that takes longer is read too early.
 * `./trapline explore --sleep any` finds it, because under a schedule a sleep ends when all others
 * wait. */
#include <stdio.h>
#include <windows.h>

static volatile LONG sum;

static DWORD WINAPI adds(void *argument)
{
    for (LONG i = 1; i <= 4; i++)
        sum += i;
    return 0;
}

int main(void)
{
    HANDLE adder = CreateThread(NULL, 0, adds, NULL, 0, NULL);
#ifdef REPAIRED
    WaitForSingleObject(adder, INFINITE);
#else
    Sleep(1000);
#endif
    LONG found = sum;
    printf("the sum is %ld\n", found);
    CloseHandle(adder);
    return found != 10;
}
