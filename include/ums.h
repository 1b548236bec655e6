/* User-Mode Scheduling: threads that the program itself gives the CPU. Windows' names, values and
 * errors, as Windows 7 has them for x64.
 *
 * A worker is a thread with a stack and a TEB of its own that no CPU runs by itself. A scheduler is
 * a thread that executes workers, one at a time, in its place. When its worker yields, or waits in
 * a call or for a page, the scheduler's procedure is called and executes another one. A worker that
 * can go on again comes to the completion list that it was made with, of which any scheduler takes
 * workers.
 *
 *     DequeueUmsCompletionListItems(list, INFINITE, &worker);
 *     ExecuteUmsThread(worker);		    from UmsSchedulerProc; does not return
 *
 * A worker that blocks in a call with a lock of the program's still has the lock: a scheduler that
 * waits for it waits for ever.
 *
 * BOOL results: FALSE has its reason in the last error. All calls: ordinary code, either ring.
 */
#ifndef UMS_H
#define UMS_H

#include <processthreadsapi.h>

#define RTL_UMS_VERSION 0x0100
#define UMS_VERSION     RTL_UMS_VERSION

typedef PVOID PUMS_CONTEXT, PUMS_COMPLETION_LIST;

typedef enum _RTL_UMS_THREAD_INFO_CLASS {
    UmsThreadInvalidInfoClass,
    UmsThreadUserContext,  /* a PVOID that the program sets */
    UmsThreadPriority,     /* not supported */
    UmsThreadAffinity,     /* not supported */
    UmsThreadTeb,          /* a PVOID */
    UmsThreadIsSuspended,  /* a BOOLEAN */
    UmsThreadIsTerminated, /* a BOOLEAN */
    UmsThreadMaxInfoClass
} RTL_UMS_THREAD_INFO_CLASS,
    UMS_THREAD_INFO_CLASS, *PUMS_THREAD_INFO_CLASS;

typedef enum _RTL_UMS_SCHEDULER_REASON {
    UmsSchedulerStartup,       /* the mode begins; the payload is 0 */
    UmsSchedulerThreadBlocked, /* the worker waits, or has ended; the payload is 1 in a system call,
                                  0 in a trap; the parameter is NULL */
    UmsSchedulerThreadYield    /* the worker yields; the payload is its context, the parameter the
                                  yield's */
} RTL_UMS_SCHEDULER_REASON,
    UMS_SCHEDULER_REASON, *PUMS_SCHEDULER_REASON;

typedef VOID NTAPI RTL_UMS_SCHEDULER_ENTRY_POINT(RTL_UMS_SCHEDULER_REASON Reason,
                                                 ULONG_PTR ActivationPayload, PVOID SchedulerParam);
typedef RTL_UMS_SCHEDULER_ENTRY_POINT UMS_SCHEDULER_ENTRY_POINT, *PUMS_SCHEDULER_ENTRY_POINT,
    *PRTL_UMS_SCHEDULER_ENTRY_POINT;

typedef struct _UMS_SCHEDULER_STARTUP_INFO {
    ULONG UmsVersion;
    PUMS_COMPLETION_LIST CompletionList;
    PUMS_SCHEDULER_ENTRY_POINT SchedulerProc;
    PVOID SchedulerParam;
} UMS_SCHEDULER_STARTUP_INFO, *PUMS_SCHEDULER_STARTUP_INFO;

typedef struct _UMS_CREATE_THREAD_ATTRIBUTES {
    DWORD UmsVersion;
    PVOID UmsContext;
    PVOID UmsCompletionList;
} UMS_CREATE_THREAD_ATTRIBUTES, *PUMS_CREATE_THREAD_ATTRIBUTES;

typedef struct _UMS_SYSTEM_THREAD_INFORMATION {
    ULONG UmsVersion;
    __extension__ union {
        __extension__ struct {
            ULONG IsUmsSchedulerThread : 1;
            ULONG IsUmsWorkerThread : 1;
        };
        ULONG ThreadUmsFlags;
    };
} UMS_SYSTEM_THREAD_INFORMATION, *PUMS_SYSTEM_THREAD_INFORMATION;

/* ---------------------------------------------------------------- completion lists */

/* ERROR_NOT_ENOUGH_MEMORY. */
BOOL WINAPI CreateUmsCompletionList(PUMS_COMPLETION_LIST *list);

/* ERROR_BUSY: workers are in it, or live that were made with it, or a scheduler entered with it.
 * Handles of its event may be open. Windows does not look. */
BOOL WINAPI DeleteUmsCompletionList(PUMS_COMPLETION_LIST list);

/* Makes a handle, which the program closes, of the list's event. That is set when a worker comes to
 * the empty list, and a wait resets it. */
BOOL WINAPI GetUmsCompletionListEvent(PUMS_COMPLETION_LIST list, PHANDLE event);

/* Takes all workers, linked, out of the list; the one that came last is first. Waits up to ms
 * milliseconds for one: ERROR_TIMEOUT, *workers is NULL. With ms 0 an empty list is no failure:
 * TRUE and NULL. */
BOOL WINAPI DequeueUmsCompletionListItems(PUMS_COMPLETION_LIST list, DWORD ms,
                                          PUMS_CONTEXT *workers);

/* Takes the worker out of what was dequeued: returns the one behind it, which it forgets. NULL for
 * NULL. */
PUMS_CONTEXT WINAPI GetNextUmsListItem(PUMS_CONTEXT worker);

/* ---------------------------------------------------------------- workers */

/* Makes what stands for a worker: with PROC_THREAD_ATTRIBUTE_UMS_THREAD, CreateRemoteThreadEx makes
 * its thread, which is in the completion list at once. ERROR_NOT_ENOUGH_MEMORY. */
BOOL WINAPI CreateUmsThreadContext(PUMS_CONTEXT *worker);

/* ERROR_INVALID_PARAMETER: its thread has not ended. */
BOOL WINAPI DeleteUmsThreadContext(PUMS_CONTEXT worker);

/* Returns the context of the worker, or of the scheduler, that calls; NULL in other threads. */
PUMS_CONTEXT WINAPI GetCurrentUmsThread(VOID);

/* size is the value's exactly: ERROR_BAD_LENGTH. *needed, unless NULL, becomes that size.
 * ERROR_NOT_SUPPORTED: other classes. A scheduler's own context has a UserContext, too. Set takes
 * UmsThreadUserContext alone. */
BOOL WINAPI QueryUmsThreadInformation(PUMS_CONTEXT worker, UMS_THREAD_INFO_CLASS what, PVOID value,
                                      ULONG size, PULONG needed);
BOOL WINAPI SetUmsThreadInformation(PUMS_CONTEXT worker, UMS_THREAD_INFO_CLASS what, PVOID value,
                                    ULONG size);

/* Gives the CPU to the calling worker's scheduler, with this parameter. Returns TRUE when the
 * worker is executed again. ERROR_INVALID_PARAMETER: the caller is no worker. */
BOOL WINAPI UmsThreadYield(PVOID parameter);

/* ---------------------------------------------------------------- schedulers */

/* Makes the calling thread a scheduler, and calls its procedure with UmsSchedulerStartup. Returns
 * TRUE when the procedure returns, for any reason of its call; the thread is an ordinary one then.
 * ERROR_INVALID_PARAMETER: a wrong version, or no list; ERROR_NOT_SUPPORTED: the caller is a
 * scheduler or a worker; ERROR_NOT_ENOUGH_MEMORY. */
BOOL WINAPI EnterUmsSchedulingMode(PUMS_SCHEDULER_STARTUP_INFO info);

/* Runs the worker in the calling scheduler's place, and does not return. A failure, FALSE:
 * ERROR_INVALID_PARAMETER, there is no worker, or it is suspended or has ended;
 * ERROR_NOT_SUPPORTED, the caller is no scheduler; ERROR_INTERNAL_ERROR, another one runs it;
 * ERROR_RETRY, it is locked for a moment. */
BOOL WINAPI ExecuteUmsThread(PUMS_CONTEXT worker);

/* Stores which of both the thread is. TRUE: it is of the kind that the flags ask for. */
BOOL WINAPI GetUmsSystemThreadInformation(HANDLE thread, PUMS_SYSTEM_THREAD_INFORMATION info);

#endif
