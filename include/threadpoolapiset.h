/* The thread pool: Windows' names and rules. Part of windows.h.
 *
 * A callback is called by a thread of a pool, which begins when it is needed and ends when it has
 * had nothing to do for a second. Objects for work, timers and waits may be used by any thread.
 * There are no objects for files, and no libraries that a callback could hold.
 *
 * All calls are for ordinary code and handlers, at either privilege level, not for interrupts.
 */
#ifndef THREADPOOLAPISET_H
#define THREADPOOLAPISET_H

#include <minwinbase.h>

/* ---------------------------------------------------------------- types */

typedef DWORD TP_VERSION, *PTP_VERSION;
typedef struct _TP_CALLBACK_INSTANCE TP_CALLBACK_INSTANCE, *PTP_CALLBACK_INSTANCE;
typedef struct _TP_POOL TP_POOL, *PTP_POOL;
typedef struct _TP_CLEANUP_GROUP TP_CLEANUP_GROUP, *PTP_CLEANUP_GROUP;
typedef struct _TP_WORK TP_WORK, *PTP_WORK;
typedef struct _TP_TIMER TP_TIMER, *PTP_TIMER;
typedef struct _TP_WAIT TP_WAIT, *PTP_WAIT;
typedef DWORD TP_WAIT_RESULT; /* WAIT_OBJECT_0, WAIT_ABANDONED_0, WAIT_TIMEOUT */

typedef VOID(NTAPI *PTP_SIMPLE_CALLBACK)(PTP_CALLBACK_INSTANCE instance, PVOID context);
typedef VOID(NTAPI *PTP_WORK_CALLBACK)(PTP_CALLBACK_INSTANCE instance, PVOID context,
                                       PTP_WORK work);
typedef VOID(NTAPI *PTP_TIMER_CALLBACK)(PTP_CALLBACK_INSTANCE instance, PVOID context,
                                        PTP_TIMER timer);
typedef VOID(NTAPI *PTP_WAIT_CALLBACK)(PTP_CALLBACK_INSTANCE instance, PVOID context, PTP_WAIT wait,
                                       TP_WAIT_RESULT result);
typedef VOID(NTAPI *PTP_CLEANUP_GROUP_CANCEL_CALLBACK)(PVOID object_context, PVOID cleanup_context);

typedef enum _TP_CALLBACK_PRIORITY {
    TP_CALLBACK_PRIORITY_HIGH,
    TP_CALLBACK_PRIORITY_NORMAL,
    TP_CALLBACK_PRIORITY_LOW,
    TP_CALLBACK_PRIORITY_INVALID,
    TP_CALLBACK_PRIORITY_COUNT = TP_CALLBACK_PRIORITY_INVALID
} TP_CALLBACK_PRIORITY;

typedef struct _TP_POOL_STACK_INFORMATION {
    SIZE_T StackReserve;
    SIZE_T StackCommit;
} TP_POOL_STACK_INFORMATION, *PTP_POOL_STACK_INFORMATION;

struct _ACTIVATION_CONTEXT;

/* Where callbacks of new objects run. The calls below fill it. */
typedef struct _TP_CALLBACK_ENVIRON_V3 {
    TP_VERSION Version;
    PTP_POOL Pool;
    PTP_CLEANUP_GROUP CleanupGroup;
    PTP_CLEANUP_GROUP_CANCEL_CALLBACK CleanupGroupCancelCallback;
    PVOID RaceDll;
    struct _ACTIVATION_CONTEXT *ActivationContext;
    PTP_SIMPLE_CALLBACK FinalizationCallback; /* called behind each callback */
    union {
        DWORD Flags;
        struct {
            DWORD LongFunction : 1;
            DWORD Persistent : 1;
            DWORD Private : 30;
        } s;
    } u;
    TP_CALLBACK_PRIORITY CallbackPriority;
    DWORD Size;
} TP_CALLBACK_ENVIRON_V3, TP_CALLBACK_ENVIRON, *PTP_CALLBACK_ENVIRON;

_Static_assert(sizeof(TP_CALLBACK_ENVIRON) == 40, "TP_CALLBACK_ENVIRON");

/* ---------------------------------------------------------------- environments */

static __inline VOID InitializeThreadpoolEnvironment(PTP_CALLBACK_ENVIRON environment)
{
    *environment = (TP_CALLBACK_ENVIRON){
        .Version = 3, .CallbackPriority = TP_CALLBACK_PRIORITY_NORMAL, .Size = sizeof *environment};
}

static __inline VOID SetThreadpoolCallbackPool(PTP_CALLBACK_ENVIRON environment, PTP_POOL pool)
{
    environment->Pool = pool;
}

static __inline VOID SetThreadpoolCallbackCleanupGroup(PTP_CALLBACK_ENVIRON environment,
                                                       PTP_CLEANUP_GROUP group,
                                                       PTP_CLEANUP_GROUP_CANCEL_CALLBACK cancelled)
{
    environment->CleanupGroup = group;
    environment->CleanupGroupCancelCallback = cancelled;
}

static __inline VOID SetThreadpoolCallbackRunsLong(PTP_CALLBACK_ENVIRON environment)
{
    environment->u.s.LongFunction = 1;
}

static __inline VOID SetThreadpoolCallbackPersistent(PTP_CALLBACK_ENVIRON environment)
{
    environment->u.s.Persistent = 1;
}

static __inline VOID SetThreadpoolCallbackLibrary(PTP_CALLBACK_ENVIRON environment, PVOID module)
{
    environment->RaceDll = module;
}

/* A thread takes pending callbacks of a higher priority first. */
static __inline VOID SetThreadpoolCallbackPriority(PTP_CALLBACK_ENVIRON environment,
                                                   TP_CALLBACK_PRIORITY priority)
{
    environment->CallbackPriority = priority;
}

static __inline VOID DestroyThreadpoolEnvironment(PTP_CALLBACK_ENVIRON environment)
{
    (void)environment;
}

/* ---------------------------------------------------------------- pools */

/* Makes a pool; reserved is NULL. At first it may have up to 512 threads, and need not keep any.
 * NULL: ERROR_NOT_ENOUGH_MEMORY. A closed pool goes when its last object does. */
PTP_POOL WINAPI CreateThreadpool(PVOID reserved);
VOID WINAPI CloseThreadpool(PTP_POOL pool);

/* 0 counts as 1. Threads above the number end when they have nothing to do; a larger minimum
 * becomes this number, too. */
VOID WINAPI SetThreadpoolThreadMaximum(PTP_POOL pool, DWORD most);

/* Makes so many threads now, which stay; a smaller maximum becomes this number, too. FALSE:
 * ERROR_NOT_ENOUGH_MEMORY; then the minimum is the one before. */
BOOL WINAPI SetThreadpoolThreadMinimum(PTP_POOL pool, DWORD least);

/* The stacks of threads that the pool makes from now on: 0 is CreateThread's size. Return TRUE. */
BOOL WINAPI SetThreadpoolStackInformation(PTP_POOL pool, PTP_POOL_STACK_INFORMATION information);
BOOL WINAPI QueryThreadpoolStackInformation(PTP_POOL pool, PTP_POOL_STACK_INFORMATION information);

/* ---------------------------------------------------------------- work */

/* Has a thread of the pool call function once. FALSE: ERROR_NOT_ENOUGH_MEMORY. */
BOOL WINAPI TrySubmitThreadpoolCallback(PTP_SIMPLE_CALLBACK function, PVOID context,
                                        PTP_CALLBACK_ENVIRON environment);

/* Makes an object for a callback that is called as often as it is submitted, by several threads at
 * once if there are. environment may be NULL. NULL: ERROR_NOT_ENOUGH_MEMORY. */
PTP_WORK WINAPI CreateThreadpoolWork(PTP_WORK_CALLBACK function, PVOID context,
                                     PTP_CALLBACK_ENVIRON environment);
VOID WINAPI SubmitThreadpoolWork(PTP_WORK work);

/* Waits until no callback of the object is pending or runs. cancel: callbacks that have not begun
 * do not come any more. Not from the object's own callback. */
VOID WINAPI WaitForThreadpoolWorkCallbacks(PTP_WORK work, BOOL cancel);

/* Gives the object up; it goes when its last callback has returned. */
VOID WINAPI CloseThreadpoolWork(PTP_WORK work);

/* ---------------------------------------------------------------- timers */

/* Makes an object for a callback that times bring; at first there are none. NULL:
 * ERROR_NOT_ENOUGH_MEMORY. Its waits and its end are those of work. */
PTP_TIMER WINAPI CreateThreadpoolTimer(PTP_TIMER_CALLBACK function, PVOID context,
                                       PTP_CALLBACK_ENVIRON environment);

/* Has the callback come at a time (in 100 ns: a negative one from now on, any other a date), then
 * every period milliseconds, unless that is 0. due NULL: it does not come any more. window, by
 * which Windows may be late, is not used. */
VOID WINAPI SetThreadpoolTimer(PTP_TIMER timer, PFILETIME due, DWORD period, DWORD window);

/* Whether the last call above had a time. */
BOOL WINAPI IsThreadpoolTimerSet(PTP_TIMER timer);
VOID WINAPI WaitForThreadpoolTimerCallbacks(PTP_TIMER timer, BOOL cancel);
VOID WINAPI CloseThreadpoolTimer(PTP_TIMER timer);

/* ---------------------------------------------------------------- waits */

/* Makes an object for a callback that a signalled object brings. NULL: ERROR_NOT_ENOUGH_MEMORY. Its
 * waits and its end are those of work. */
PTP_WAIT WINAPI CreateThreadpoolWait(PTP_WAIT_CALLBACK function, PVOID context,
                                     PTP_CALLBACK_ENVIRON environment);

/* Has the callback come once when the object is signalled, or after a time as above; NULL is for
 * ever. handle NULL: it does not come any more. Raises STATUS_INVALID_HANDLE for another handle,
 * STATUS_NO_MEMORY where the pool cannot have a handle of its own. */
VOID WINAPI SetThreadpoolWait(PTP_WAIT wait, HANDLE handle, PFILETIME timeout);
VOID WINAPI WaitForThreadpoolWaitCallbacks(PTP_WAIT wait, BOOL cancel);
VOID WINAPI CloseThreadpoolWait(PTP_WAIT wait);

/* ---------------------------------------------------------------- groups */

/* A group has all objects that were made with its environment and are not closed. NULL:
 * ERROR_NOT_ENOUGH_MEMORY. */
PTP_CLEANUP_GROUP WINAPI CreateThreadpoolCleanupGroup(void);

/* Closes all objects of the group, and waits for their callbacks. cancel: callbacks that have not
 * begun do not come any more, and for each object, or single callback that was taken back, the
 * environment's function is called with the object's context and this one. */
VOID WINAPI CloseThreadpoolCleanupGroupMembers(PTP_CLEANUP_GROUP group, BOOL cancel, PVOID context);

/* Frees the group, which must be empty. */
VOID WINAPI CloseThreadpoolCleanupGroup(PTP_CLEANUP_GROUP group);

/* ---------------------------------------------------------------- inside a callback */

/* Has the pool make room for others, because this callback takes long. FALSE: it has all threads
 * that it may have. */
BOOL WINAPI CallbackMayRunLong(PTP_CALLBACK_INSTANCE instance);

/* The callback counts as returned for all that wait for it. */
VOID WINAPI DisassociateCurrentThreadFromCallback(PTP_CALLBACK_INSTANCE instance);

/* These calls give the thread something to do when the callback has returned, one thing of each
 * kind. */
VOID WINAPI SetEventWhenCallbackReturns(PTP_CALLBACK_INSTANCE instance, HANDLE event);
VOID WINAPI ReleaseSemaphoreWhenCallbackReturns(PTP_CALLBACK_INSTANCE instance, HANDLE semaphore,
                                                DWORD count);
VOID WINAPI ReleaseMutexWhenCallbackReturns(PTP_CALLBACK_INSTANCE instance, HANDLE mutex);
VOID WINAPI LeaveCriticalSectionWhenCallbackReturns(PTP_CALLBACK_INSTANCE instance,
                                                    PCRITICAL_SECTION section);

#endif
