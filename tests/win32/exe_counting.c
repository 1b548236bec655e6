/* Several threads count: under a critical section, with interlocked instructions, and under a
 * mutex. */

#include <stdio.h>
#include <windows.h>

enum { THREADS = 4, ROUNDS = 5000, SLOW_ROUNDS = 200 };

static CRITICAL_SECTION section;
static HANDLE mutex, places;
static volatile long locked_count, mutex_count, inside, most_inside;
static LONG interlocked_count;

static DWORD WINAPI counter(void *parameter)
{
    for (int i = 0; i < ROUNDS; i++) {
        EnterCriticalSection(&section);
        locked_count++;
        LeaveCriticalSection(&section);
        InterlockedIncrement(&interlocked_count);
    }
    for (int i = 0; i < SLOW_ROUNDS; i++) {
        WaitForSingleObject(mutex, INFINITE);
        mutex_count++;
        ReleaseMutex(mutex);
    }
    WaitForSingleObject(places, INFINITE);
    EnterCriticalSection(&section);
    if (++inside > most_inside)
        most_inside = inside;
    LeaveCriticalSection(&section);
    Sleep(20);
    EnterCriticalSection(&section);
    inside--;
    LeaveCriticalSection(&section);
    ReleaseSemaphore(places, 1, NULL);
    return 0;
}

static DWORD WINAPI owner(void *parameter) { return WaitForSingleObject(mutex, 0); }

int main(void)
{
    HANDLE threads[THREADS];
    DWORD status;
    InitializeCriticalSection(&section);
    mutex = CreateMutexA(NULL, FALSE, "exe_counting");
    places = CreateSemaphoreA(NULL, 2, 2, NULL);
    for (int i = 0; i < THREADS; i++)
        threads[i] = CreateThread(NULL, 0, counter, NULL, 0, NULL);
    printf("all ended: %lu\n", WaitForMultipleObjects(THREADS, threads, TRUE, INFINITE));
    printf("%ld %ld %ld\n", locked_count, interlocked_count, mutex_count);
    printf("at most two: %d\n", most_inside >= 1 && most_inside <= 2);

    EnterCriticalSection(&section);
    printf("again: %d\n", TryEnterCriticalSection(&section));
    LeaveCriticalSection(&section);
    LeaveCriticalSection(&section);
    DeleteCriticalSection(&section);
    HANDLE same = CreateMutexA(NULL, FALSE, "exe_counting");
    printf("it exists: %lu\n", GetLastError());
    printf("not mine: %d", ReleaseMutex(same));
    printf(" %lu\n", GetLastError());
    HANDLE thread = CreateThread(NULL, 0, owner, NULL, 0, NULL);
    WaitForSingleObject(thread, INFINITE);
    GetExitCodeThread(thread, &status);
    printf("taken: %lu, ", status);
    printf("and left behind: %lu\n", WaitForSingleObject(same, INFINITE));
    return 0;
}
