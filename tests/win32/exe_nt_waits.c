/* Events, semaphores, mutants, threads and waits for them, by system calls. */

#include <stdio.h>
#include <windows.h>

static HMODULE ntdll;
#define CALL(result, name, ...) ((result(NTAPI *)(__VA_ARGS__))GetProcAddress(ntdll, #name))

static void CALLBACK call_me(ULONG_PTR value) { printf("called with %lu\n", value); }

static void check_objects(void)
{
    HANDLE event = NULL, semaphore = NULL, mutant = NULL;
    LARGE_INTEGER none = {.QuadPart = 0}, late = {.QuadPart = -100000000};
    LONG before = 9;
    LONG(NTAPI * wait)
    (HANDLE, BOOLEAN, LARGE_INTEGER *) =
        CALL(LONG, NtWaitForSingleObject, HANDLE, BOOLEAN, LARGE_INTEGER *);
    printf("event: %lX", CALL(LONG, NtCreateEvent, HANDLE *, ULONG, void *, ULONG,
                              BOOLEAN)(&event, EVENT_ALL_ACCESS, NULL, 1, TRUE));
    printf(" %lX", wait(event, FALSE, &none));
    printf(" %lX, type %lX\n", wait(event, FALSE, &none),
           CALL(LONG, NtCreateEvent, HANDLE *, ULONG, void *, ULONG,
                BOOLEAN)(&event, EVENT_ALL_ACCESS, NULL, 2, TRUE));
    printf("semaphore: %lX", CALL(LONG, NtCreateSemaphore, HANDLE *, ULONG, void *, LONG,
                                  LONG)(&semaphore, SEMAPHORE_ALL_ACCESS, NULL, 1, 2));
    LONG status = CALL(LONG, ZwReleaseSemaphore, HANDLE, LONG, LONG *)(semaphore, 1, &before);
    printf(" %lX %ld, too many %lX\n", status, before,
           CALL(LONG, ZwReleaseSemaphore, HANDLE, LONG, LONG *)(semaphore, 1, &before));
    printf("mutant: %lX", CALL(LONG, NtCreateMutant, HANDLE *, ULONG, void *,
                               BOOLEAN)(&mutant, MUTANT_ALL_ACCESS, NULL, TRUE));
    printf(" %lX", CALL(LONG, NtReleaseMutant, HANDLE, LONG *)(mutant, &before));
    printf(", not owned %lX\n", CALL(LONG, NtReleaseMutant, HANDLE, LONG *)(mutant, &before));
    HANDLE both[2] = {event, semaphore};
    printf("any: %lX", CALL(LONG, NtWaitForMultipleObjects, ULONG, HANDLE *, ULONG, BOOLEAN,
                            LARGE_INTEGER *)(2, both, 1, FALSE, &none));
    printf(", all: %lX, bad %lX\n",
           CALL(LONG, NtWaitForMultipleObjects, ULONG, HANDLE *, ULONG, BOOLEAN,
                LARGE_INTEGER *)(2, both, 0, FALSE, &none),
           wait((HANDLE)0xBAD0, FALSE, &none));
    QueueUserAPC(call_me, GetCurrentThread(), 5);
    printf("alertable: %lX\n", wait(event, TRUE, &late));
    HANDLE thread =
        CreateThread(NULL, 0, (LPTHREAD_START_ROUTINE)(void *)Sleep, NULL, CREATE_SUSPENDED, NULL);
    ULONG count = 9;
    CALL(LONG, NtSuspendThread, HANDLE, ULONG *)(thread, &count);
    printf("suspended before: %lu", count);
    CALL(LONG, NtResumeThread, HANDLE, ULONG *)(thread, &count);
    printf(", %lu", count);
    CALL(LONG, NtResumeThread, HANDLE, ULONG *)(thread, NULL);
    printf(", ends %lX\n", wait(thread, FALSE, NULL));
}

int main(void)
{
    ntdll = GetModuleHandleA("ntdll.dll");
    check_objects();
    return 0;
}
