/* ntdll's resources: locks of several readers or one writer, from before SRW locks. */

#include <stdio.h>
#include <windows.h>

static HMODULE ntdll;
#define CALL(result, name, ...) ((result(NTAPI *)(__VA_ARGS__))GetProcAddress(ntdll, #name))

/* A look from another thread says which locks it may have meanwhile. */
static BYTE resource[0x38];
#define ACQUIRE(name, waits) CALL(BOOLEAN, name, void *, BOOLEAN)(resource, waits)
#define RELEASE()            CALL(void, RtlReleaseResource, void *)(resource)

static DWORD WINAPI looks(void *parameter)
{
    DWORD shared = ACQUIRE(RtlAcquireResourceShared, FALSE) != 0;
    if (shared)
        RELEASE();
    DWORD exclusive = ACQUIRE(RtlAcquireResourceExclusive, FALSE) != 0;
    if (exclusive)
        RELEASE();
    return shared * 10 + exclusive;
}

static DWORD WINAPI waits_for_it(void *parameter)
{
    if (parameter)
        ACQUIRE(RtlAcquireResourceExclusive, TRUE);
    else
        ACQUIRE(RtlAcquireResourceShared, TRUE);
    RELEASE();
    return 7;
}

static DWORD result_of(LPTHREAD_START_ROUTINE function, void *parameter)
{
    DWORD status = 0;
    HANDLE thread = CreateThread(NULL, 0, function, parameter, 0, NULL);
    WaitForSingleObject(thread, INFINITE);
    GetExitCodeThread(thread, &status);
    CloseHandle(thread);
    return status;
}

static void check_resources(void)
{
    CALL(void, RtlInitializeResource, void *)(resource);
    printf("free: %02lu", result_of(looks, NULL));
    ACQUIRE(RtlAcquireResourceShared, TRUE);
    printf(", read: %02lu %d", result_of(looks, NULL), ACQUIRE(RtlAcquireResourceExclusive, FALSE));
    RELEASE();
    printf(", written: %d", ACQUIRE(RtlAcquireResourceExclusive, TRUE));
    printf(" %d %d", ACQUIRE(RtlAcquireResourceExclusive, FALSE),
           ACQUIRE(RtlAcquireResourceShared, FALSE));
    printf(" %02lu", result_of(looks, NULL));
    RELEASE();
    RELEASE();
    printf(" %02lu", result_of(looks, NULL));
    CALL(void, RtlConvertExclusiveToShared, void *)(resource);
    printf(", read again: %02lu", result_of(looks, NULL));
    RELEASE();
    ACQUIRE(RtlAcquireResourceExclusive, TRUE);
    HANDLE waiters[] = {CreateThread(NULL, 0, waits_for_it, NULL, 0, NULL),
                        CreateThread(NULL, 0, waits_for_it, waits_for_it, 0, NULL),
                        CreateThread(NULL, 0, waits_for_it, NULL, 0, NULL)};
    Sleep(20);
    RELEASE();
    printf(", waiters: %lX", WaitForMultipleObjects(3, waiters, TRUE, 5000));
    printf(", free: %02lu\n", result_of(looks, NULL));
    CALL(void, RtlDeleteResource, void *)(resource);
}

int main(void)
{
    ntdll = GetModuleHandleA("ntdll.dll");
    check_resources();
    return 0;
}
