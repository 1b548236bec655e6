/* The thread pool by ntdll's calls. */

#include <stdio.h>
#include <windows.h>

static HMODULE ntdll;
#define CALL(result, name, ...) ((result(NTAPI *)(__VA_ARGS__))(void *)GetProcAddress(ntdll, #name))
#define OBJECT(name, object)    CALL(void, name, void *)(object)

static volatile LONG works, timers, waits, simples, items, registered;
static HANDLE done;

static void CALLBACK work(void *instance, void *context, void *object)
{
    CALL(void, TpCallbackReleaseSemaphoreOnCompletion, void *, HANDLE, DWORD)(instance, done, 1);
    CALL(LONG, TpCallbackMayRunLong, void *)(instance);
    InterlockedExchangeAdd(&works, (LONG)context);
}

static void CALLBACK timer(void *instance, void *context, void *object)
{
    CALL(void, TpCallbackSetEventOnCompletion, void *, HANDLE)(instance, context);
    timers++;
}

static void CALLBACK waited(void *instance, void *context, void *object, DWORD result)
{
    CALL(void, TpDisassociateCallback, void *)(instance);
    waits += 10 + (LONG)result;
    SetEvent(context);
}

static void CALLBACK simple(void *instance, void *context)
{
    CALL(void, TpCallbackLeaveCriticalSectionOnCompletion, void *, void *)(instance, context);
    EnterCriticalSection(context);
    simples++;
}

static void CALLBACK simple_with_mutex(void *instance, void *context)
{
    WaitForSingleObject(context, INFINITE);
    CALL(void, TpCallbackReleaseMutexOnCompletion, void *, HANDLE)(instance, context);
    simples++;
}

static DWORD WINAPI item(void *context)
{
    InterlockedIncrement(&items);
    ReleaseSemaphore(done, 1, NULL);
    return 5;
}

static void CALLBACK registered_wait(void *context, BOOLEAN is_timeout)
{
    registered += is_timeout ? 100 : 1;
    ReleaseSemaphore(done, 1, NULL);
}

static void check_objects(void)
{
    void *pool, *group, *object;
    TP_POOL_STACK_INFORMATION stack = {0x20000, 0x1000};
    TP_CALLBACK_ENVIRON environment;
    LARGE_INTEGER soon = {.QuadPart = -10000};
    HANDLE event = CreateEventA(NULL, FALSE, FALSE, NULL);
    printf("pool %lX", CALL(LONG, TpAllocPool, void **, void *)(&pool, NULL));
    CALL(void, TpSetPoolMaxThreads, void *, DWORD)(pool, 2);
    printf(" %lX", CALL(LONG, TpSetPoolMinThreads, void *, DWORD)(pool, 1));
    printf(" %lX", CALL(LONG, TpSetPoolStackInformation, void *, void *)(pool, &stack));
    stack.StackReserve = 0;
    CALL(LONG, TpQueryPoolStackInformation, void *, void *)(pool, &stack);
    printf(" %lX", (DWORD)stack.StackReserve);
    printf(", group %lX\n", CALL(LONG, TpAllocCleanupGroup, void **)(&group));

    TpInitializeCallbackEnviron(&environment);
    TpSetCallbackThreadpool(&environment, pool);
    TpSetCallbackCleanupGroup(&environment, group, NULL);
    printf("work %lX", CALL(LONG, TpAllocWork, void **, void *, void *,
                            void *)(&object, work, (void *)3, &environment));
    OBJECT(TpPostWork, object);
    OBJECT(TpPostWork, object);
    CALL(void, TpWaitForWork, void *, BOOL)(object, FALSE);
    WaitForSingleObject(done, INFINITE);
    WaitForSingleObject(done, INFINITE);
    printf(", called for %ld\n", works);
    OBJECT(TpReleaseWork, object);

    printf("timer %lX",
           CALL(LONG, TpAllocTimer, void **, void *, void *, void *)(&object, timer, event, NULL));
    CALL(void, TpSetTimer, void *, LARGE_INTEGER *, LONG, LONG)(object, &soon, 0, 0);
    printf(" %d", CALL(BOOL, TpIsTimerSet, void *)(object));
    WaitForSingleObject(event, INFINITE);
    CALL(void, TpWaitForTimer, void *, BOOL)(object, TRUE);
    printf(", called %ld\n", timers);
    OBJECT(TpReleaseTimer, object);

    HANDLE signal = CreateEventA(NULL, FALSE, TRUE, NULL);
    printf("wait %lX",
           CALL(LONG, TpAllocWait, void **, void *, void *, void *)(&object, waited, event, NULL));
    CALL(void, TpSetWait, void *, HANDLE, LARGE_INTEGER *)(object, signal, NULL);
    WaitForSingleObject(event, INFINITE);
    CALL(void, TpWaitForWait, void *, BOOL)(object, TRUE);
    printf(", told %ld\n", waits);
    OBJECT(TpReleaseWait, object);

    CRITICAL_SECTION section;
    HANDLE mutex = CreateMutexA(NULL, FALSE, NULL);
    InitializeCriticalSection(&section);
    printf("simple %lX",
           CALL(LONG, TpSimpleTryPost, void *, void *, void *)(simple, &section, &environment));
    printf(" %lX", CALL(LONG, TpSimpleTryPost, void *, void *, void *)(simple_with_mutex, mutex,
                                                                       &environment));
    environment.Version = 77;
    printf(", environment %lX",
           CALL(LONG, TpSimpleTryPost, void *, void *, void *)(simple, &section, &environment));
    CALL(void, TpReleaseCleanupGroupMembers, void *, BOOL, void *)(group, FALSE, NULL);
    printf(", called %ld, free %d %lX\n", simples, TryEnterCriticalSection(&section),
           WaitForSingleObject(mutex, 0));
    OBJECT(TpReleaseCleanupGroup, group);
    OBJECT(TpReleasePool, pool);
}

int main(void)
{
    HANDLE wait, signal = CreateEventA(NULL, FALSE, FALSE, NULL);
    ntdll = GetModuleHandleA("ntdll.dll");
    done = CreateSemaphoreA(NULL, 0, 10, NULL);
    check_objects();
    printf("item %lX", CALL(LONG, RtlQueueWorkItem, void *, void *, ULONG)(item, NULL, 0));
    WaitForSingleObject(done, INFINITE);
    printf(", called %ld\n", items);
    printf("registered %lX",
           CALL(LONG, RtlRegisterWait, HANDLE *, HANDLE, void *, void *, ULONG,
                ULONG)(&wait, signal, registered_wait, NULL, INFINITE, WT_EXECUTEONLYONCE));
    SetEvent(signal);
    WaitForSingleObject(done, INFINITE);
    printf(", called %ld, ended %lX\n", registered,
           CALL(LONG, RtlDeregisterWaitEx, HANDLE, HANDLE)(wait, INVALID_HANDLE_VALUE));
    CALL(LONG, RtlRegisterWait, HANDLE *, HANDLE, void *, void *, ULONG, ULONG)
    (&wait, signal, registered_wait, NULL, INFINITE, 0);
    printf("ended at once %lX", CALL(LONG, RtlDeregisterWait, HANDLE)(wait));
    printf(", no wait %lX\n", CALL(LONG, RtlDeregisterWait, HANDLE)(NULL));
    return 0;
}
