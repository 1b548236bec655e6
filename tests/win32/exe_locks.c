/* Slim locks, condition variables, and what is done once. */

#include <stdio.h>
#include <windows.h>

static SRWLOCK lock = SRWLOCK_INIT;
static CONDITION_VARIABLE filled = CONDITION_VARIABLE_INIT, emptied = CONDITION_VARIABLE_INIT;
static INIT_ONCE once = INIT_ONCE_STATIC_INIT;
static int items, taken, made;

static BOOL CALLBACK make(INIT_ONCE *init, void *parameter, void **context)
{
    made++;
    Sleep(10);
    return TRUE;
}

static DWORD WINAPI consumer(void *parameter)
{
    int mine = 0;
    InitOnceExecuteOnce(&once, make, NULL, NULL);
    while (mine < 50) {
        AcquireSRWLockExclusive(&lock);
        while (items == 0)
            SleepConditionVariableSRW(&filled, &lock, INFINITE, 0);
        items--;
        taken++;
        mine++;
        ReleaseSRWLockExclusive(&lock);
        WakeConditionVariable(&emptied);
    }
    return mine;
}

static DWORD WINAPI reader(void *parameter)
{
    AcquireSRWLockShared(&lock);
    ReleaseSRWLockShared(&lock);
    return 1;
}

int main(void)
{
    HANDLE threads[2];
    for (int i = 0; i < 2; i++)
        threads[i] = CreateThread(NULL, 0, consumer, NULL, 0, NULL);
    for (int i = 0; i < 100; i++) {
        AcquireSRWLockExclusive(&lock);
        while (items == 3)
            SleepConditionVariableSRW(&emptied, &lock, INFINITE, 0);
        items++;
        ReleaseSRWLockExclusive(&lock);
        WakeConditionVariable(&filled);
    }
    printf("ended: %lu\n", WaitForMultipleObjects(2, threads, TRUE, INFINITE));
    printf("taken %d, left %d, made %d\n", taken, items, made);
    AcquireSRWLockShared(&lock);
    HANDLE thread = CreateThread(NULL, 0, reader, NULL, 0, NULL);
    printf("two readers: %lu\n", WaitForSingleObject(thread, 10000));
    printf("no writer: %d\n", TryAcquireSRWLockExclusive(&lock));
    printf("timeout: %d", SleepConditionVariableSRW(&filled, &lock, 10, 1));
    printf(" %lu\n", GetLastError());
    ReleaseSRWLockShared(&lock);
    return 0;
}
