/* Sleeping, waiting, and locks that threads of the machine share: Windows' names and rules.
 *
 * All calls are for ordinary code and handlers, at either privilege level, not for interrupts.
 * An owner or a waiter is a thread of the machine. So a call that must wait holds up all user-level
 * threads of the calling thread, but for Sleep; uthread.h has objects for those.
 */
#ifndef SYNCHAPI_H
#define SYNCHAPI_H

#include <minwinbase.h>

#define INFINITE           0xFFFFFFFFu

/* Results of waits. */
#define WAIT_OBJECT_0      0u
#define WAIT_ABANDONED     0x80u
#define WAIT_ABANDONED_0   0x80u
#define WAIT_IO_COMPLETION 0xC0u
#define WAIT_TIMEOUT       258u
#define WAIT_FAILED        0xFFFFFFFFu

/* Lets this many milliseconds pass; INFINITE sleeps for ever. In a user-level thread the other
 * threads run meanwhile, and 0 lets each of them have its turn. Outside of them other
 * threads of the machine run, and 0 lets those of the same priority have their turn. For ordinary
 * code and handlers, at either privilege level. */
void WINAPI Sleep(DWORD ms);

/* Like Sleep; alertable: calls that were queued to the thread end the sleep, and are made first.
 * Returns WAIT_IO_COMPLETION then, else 0. */
DWORD WINAPI SleepEx(DWORD ms, BOOL alertable);

/* ---------------------------------------------------------------- waiting for objects */

/* Wait until the object is signalled, or any or all of several are, and take what they wait for: an
 * automatic event, a count of a semaphore, a mutex. The lowest index counts if several are
 * signalled; `all` takes nothing until all are there at one instant. Results: WAIT_OBJECT_0 +
 * index; WAIT_ABANDONED_0 + index for a mutex whose owner ended, which the caller owns now;
 * WAIT_TIMEOUT; WAIT_IO_COMPLETION (alertable: calls that were queued have been made, and nothing
 * was taken); WAIT_FAILED, with ERROR_INVALID_HANDLE, or ERROR_INVALID_PARAMETER for 0 or more than
 * 64 objects, or one twice in a wait for all. Pseudo-handles are for single waits. */
DWORD WINAPI WaitForSingleObject(HANDLE object, DWORD ms);
DWORD WINAPI WaitForSingleObjectEx(HANDLE object, DWORD ms, BOOL alertable);
DWORD WINAPI WaitForMultipleObjects(DWORD count, const HANDLE *objects, BOOL all, DWORD ms);
DWORD WINAPI WaitForMultipleObjectsEx(DWORD count, const HANDLE *objects, BOOL all, DWORD ms,
                                      BOOL alertable);

/* Sets an event, releases a semaphore by 1 or a mutex, and waits for an object. WAIT_FAILED where
 * the first cannot be done; then nothing is waited for. */
DWORD WINAPI SignalObjectAndWait(HANDLE signal, HANDLE object, DWORD ms, BOOL alertable);

/* ---------------------------------------------------------------- objects */

/* Make an object, or find the one of this name. Names are case-sensitive, at most 259 bytes, and
 * belong to one kind; "" is none. "Local\" in front changes nothing, "Global\" begins names of
 * their own; other backslashes are errors. The last error is 0 for a new object,
 * ERROR_ALREADY_EXISTS for one that was there. NULL: ERROR_INVALID_HANDLE (another kind has the
 * name), ERROR_INVALID_PARAMETER, ERROR_PATH_NOT_FOUND and ERROR_BAD_PATHNAME (a backslash),
 * ERROR_FILENAME_EXCED_RANGE, ERROR_NOT_ENOUGH_MEMORY, ERROR_NOACCESS. */
HANDLE WINAPI CreateEventA(LPSECURITY_ATTRIBUTES security, BOOL manual, BOOL set, LPCSTR name);
HANDLE WINAPI CreateSemaphoreA(LPSECURITY_ATTRIBUTES security, LONG count, LONG maximum,
                               LPCSTR name);
HANDLE WINAPI CreateMutexA(LPSECURITY_ATTRIBUTES security, BOOL owned, LPCSTR name);
HANDLE WINAPI CreateWaitableTimerA(LPSECURITY_ATTRIBUTES security, BOOL manual, LPCSTR name);

/* Like the calls above, with flags, and with a handle that has only the rights of access
 * (nt_objects.h). The handles of the calls above have all rights. ERROR_INVALID_PARAMETER: unknown
 * flags. A timer's resolution is one tick, for HIGH_RESOLUTION, too. */
HANDLE WINAPI CreateEventExA(LPSECURITY_ATTRIBUTES security, LPCSTR name, DWORD flags,
                             DWORD access);
HANDLE WINAPI CreateSemaphoreExA(LPSECURITY_ATTRIBUTES security, LONG count, LONG maximum,
                                 LPCSTR name, DWORD flags, DWORD access);
HANDLE WINAPI CreateMutexExA(LPSECURITY_ATTRIBUTES security, LPCSTR name, DWORD flags,
                             DWORD access);
HANDLE WINAPI CreateWaitableTimerExA(LPSECURITY_ATTRIBUTES security, LPCSTR name, DWORD flags,
                                     DWORD access);
#define CREATE_EVENT_MANUAL_RESET             0x1u
#define CREATE_EVENT_INITIAL_SET              0x2u
#define CREATE_MUTEX_INITIAL_OWNER            0x1u
#define CREATE_WAITABLE_TIMER_MANUAL_RESET    0x1u
#define CREATE_WAITABLE_TIMER_HIGH_RESOLUTION 0x2u

/* Find an object by its name; the handle has the rights of access. NULL: ERROR_FILE_NOT_FOUND,
 * ERROR_ACCESS_DENIED (no right is asked for), ERROR_INVALID_PARAMETER (no name),
 * ERROR_INVALID_NAME (an empty one), and as above. */
HANDLE WINAPI OpenEventA(DWORD access, BOOL inherit, LPCSTR name);
HANDLE WINAPI OpenSemaphoreA(DWORD access, BOOL inherit, LPCSTR name);
HANDLE WINAPI OpenMutexA(DWORD access, BOOL inherit, LPCSTR name);
HANDLE WINAPI OpenWaitableTimerA(DWORD access, BOOL inherit, LPCSTR name);

/* The calls above with wide names, which count in UTF-8: a name of CreateEventA can be that of
 * OpenEventW. The names without a letter are these where a program defines UNICODE. */
HANDLE WINAPI CreateEventW(LPSECURITY_ATTRIBUTES security, BOOL manual, BOOL set, LPCWSTR name);
HANDLE WINAPI CreateSemaphoreW(LPSECURITY_ATTRIBUTES security, LONG count, LONG maximum,
                               LPCWSTR name);
HANDLE WINAPI CreateMutexW(LPSECURITY_ATTRIBUTES security, BOOL owned, LPCWSTR name);
HANDLE WINAPI CreateWaitableTimerW(LPSECURITY_ATTRIBUTES security, BOOL manual, LPCWSTR name);
HANDLE WINAPI CreateEventExW(LPSECURITY_ATTRIBUTES security, LPCWSTR name, DWORD flags,
                             DWORD access);
HANDLE WINAPI CreateSemaphoreExW(LPSECURITY_ATTRIBUTES security, LONG count, LONG maximum,
                                 LPCWSTR name, DWORD flags, DWORD access);
HANDLE WINAPI CreateMutexExW(LPSECURITY_ATTRIBUTES security, LPCWSTR name, DWORD flags,
                             DWORD access);
HANDLE WINAPI CreateWaitableTimerExW(LPSECURITY_ATTRIBUTES security, LPCWSTR name, DWORD flags,
                                     DWORD access);
HANDLE WINAPI OpenEventW(DWORD access, BOOL inherit, LPCWSTR name);
HANDLE WINAPI OpenSemaphoreW(DWORD access, BOOL inherit, LPCWSTR name);
HANDLE WINAPI OpenMutexW(DWORD access, BOOL inherit, LPCWSTR name);
HANDLE WINAPI OpenWaitableTimerW(DWORD access, BOOL inherit, LPCWSTR name);

#ifdef UNICODE
#define CreateEvent           CreateEventW
#define CreateSemaphore       CreateSemaphoreW
#define CreateMutex           CreateMutexW
#define CreateWaitableTimer   CreateWaitableTimerW
#define CreateEventEx         CreateEventExW
#define CreateSemaphoreEx     CreateSemaphoreExW
#define CreateMutexEx         CreateMutexExW
#define CreateWaitableTimerEx CreateWaitableTimerExW
#define OpenEvent             OpenEventW
#define OpenSemaphore         OpenSemaphoreW
#define OpenMutex             OpenMutexW
#define OpenWaitableTimer     OpenWaitableTimerW
#else
#define CreateEvent           CreateEventA
#define CreateSemaphore       CreateSemaphoreA
#define CreateMutex           CreateMutexA
#define CreateWaitableTimer   CreateWaitableTimerA
#define CreateEventEx         CreateEventExA
#define CreateSemaphoreEx     CreateSemaphoreExA
#define CreateMutexEx         CreateMutexExA
#define CreateWaitableTimerEx CreateWaitableTimerExA
#define OpenEvent             OpenEventA
#define OpenSemaphore         OpenSemaphoreA
#define OpenMutex             OpenMutexA
#define OpenWaitableTimer     OpenWaitableTimerA
#endif

/* The calls below up to CancelWaitableTimer return FALSE with ERROR_INVALID_HANDLE for a handle of
 * anything else, and with ERROR_ACCESS_DENIED for one without the right to change the object
 * (EVENT_MODIFY_STATE and so on; a mutex needs none).
 *
 * A manual event stays set; an automatic one lets one wait go on. A pulse sets the event, lets the
 * threads go on that wait now, and leaves it unset. */
BOOL WINAPI SetEvent(HANDLE event);
BOOL WINAPI ResetEvent(HANDLE event);
BOOL WINAPI PulseEvent(HANDLE event);

/* Adds count, at least 1. *before, unless NULL, becomes the count before. FALSE, and neither has
 * changed: ERROR_TOO_MANY_POSTS (above the maximum), ERROR_INVALID_PARAMETER, ERROR_NOACCESS. */
BOOL WINAPI ReleaseSemaphore(HANDLE semaphore, LONG count, LPLONG before);

/* Undoes one of the owner's waits. FALSE: ERROR_NOT_OWNER. */
BOOL WINAPI ReleaseMutex(HANDLE mutex);

/* Has the timer come at a time, in 100 ns: a negative one is from now on, any other a date; then
 * every period milliseconds, unless that is 0. routine, unless NULL, is queued to the calling
 * thread each time. The timer is not signalled before. FALSE: ERROR_INVALID_PARAMETER (a negative
 * period), ERROR_NOACCESS (due is NULL). */
typedef VOID(WINAPI *PTIMERAPCROUTINE)(LPVOID argument, DWORD low, DWORD high);
BOOL WINAPI SetWaitableTimer(HANDLE timer, const LARGE_INTEGER *due, LONG period,
                             PTIMERAPCROUTINE routine, LPVOID argument, BOOL resume);

/* Like SetWaitableTimer; why and tolerable_delay are not looked at. */
typedef struct _REASON_CONTEXT *PREASON_CONTEXT;
BOOL WINAPI SetWaitableTimerEx(HANDLE timer, const LARGE_INTEGER *due, LONG period,
                               PTIMERAPCROUTINE routine, LPVOID argument, PREASON_CONTEXT why,
                               ULONG tolerable_delay);

/* The timer does not come any more; it stays signalled if it is. */
BOOL WINAPI CancelWaitableTimer(HANDLE timer);

/* ---------------------------------------------------------------- critical sections */

/* A lock that its owner can take again: it is free after as many calls that leave it. An owner is a
 * thread; user-level threads and fibers of it count as one. Spins before a wait are for machines
 * with several CPUs; on one CPU their number becomes 0. A checking build panics when a thread
 * leaves a section that it does not own, and when an owned one is deleted. */
VOID WINAPI InitializeCriticalSection(PCRITICAL_SECTION section);
BOOL WINAPI InitializeCriticalSectionAndSpinCount(PCRITICAL_SECTION section, DWORD spins);

/* FALSE: ERROR_INVALID_PARAMETER, for unknown flags and for more than 00FFFFFFh spins. */
BOOL WINAPI InitializeCriticalSectionEx(PCRITICAL_SECTION section, DWORD spins, DWORD flags);
#define CRITICAL_SECTION_NO_DEBUG_INFO RTL_CRITICAL_SECTION_FLAG_NO_DEBUG_INFO

/* The calls below are those of ntdll, which return statuses that nobody needs. */
NTSTATUS NTAPI RtlEnterCriticalSection(PRTL_CRITICAL_SECTION section);
NTSTATUS NTAPI RtlLeaveCriticalSection(PRTL_CRITICAL_SECTION section);
NTSTATUS NTAPI RtlDeleteCriticalSection(PRTL_CRITICAL_SECTION section);
BOOL NTAPI RtlTryEnterCriticalSection(PRTL_CRITICAL_SECTION section);
ULONG NTAPI RtlSetCriticalSectionSpinCount(PRTL_CRITICAL_SECTION section, ULONG spins);

VOID WINAPI EnterCriticalSection(PCRITICAL_SECTION section);
VOID WINAPI LeaveCriticalSection(PCRITICAL_SECTION section);
VOID WINAPI DeleteCriticalSection(PCRITICAL_SECTION section);

/* FALSE: another thread owns the section. */
BOOL WINAPI TryEnterCriticalSection(PCRITICAL_SECTION section);

/* Returns the number before. */
DWORD WINAPI SetCriticalSectionSpinCount(PCRITICAL_SECTION section, DWORD spins);

/* ---------------------------------------------------------------- slim locks */

typedef RTL_SRWLOCK SRWLOCK, *PSRWLOCK;
#define SRWLOCK_INIT RTL_SRWLOCK_INIT

/* Any number of readers, or one writer. No thread can take it twice. A waiting writer keeps new
 * readers out, and comes before them if it is the first that waits; another writer that comes just
 * when the lock is free may take it. Releasing what nobody has raises STATUS_RESOURCE_NOT_OWNED.
 * Try: FALSE when the call would have to wait. */
VOID WINAPI InitializeSRWLock(PSRWLOCK lock);
VOID WINAPI AcquireSRWLockExclusive(PSRWLOCK lock);
VOID WINAPI AcquireSRWLockShared(PSRWLOCK lock);
VOID WINAPI ReleaseSRWLockExclusive(PSRWLOCK lock);
VOID WINAPI ReleaseSRWLockShared(PSRWLOCK lock);
BOOLEAN WINAPI TryAcquireSRWLockExclusive(PSRWLOCK lock);
BOOLEAN WINAPI TryAcquireSRWLockShared(PSRWLOCK lock);

/* ---------------------------------------------------------------- condition variables */

typedef RTL_CONDITION_VARIABLE CONDITION_VARIABLE, *PCONDITION_VARIABLE;
#define CONDITION_VARIABLE_INIT            RTL_CONDITION_VARIABLE_INIT
#define CONDITION_VARIABLE_LOCKMODE_SHARED RTL_CONDITION_VARIABLE_LOCKMODE_SHARED

/* Sleep releases the lock, waits for a wake, and takes the lock again. It may end without a wake.
 * The section must have been entered once. FALSE: ERROR_TIMEOUT; the lock is held then, too. With
 * unknown flags ERROR_INVALID_PARAMETER, and nothing has happened. */
VOID WINAPI InitializeConditionVariable(PCONDITION_VARIABLE condition);
BOOL WINAPI SleepConditionVariableCS(PCONDITION_VARIABLE condition, PCRITICAL_SECTION section,
                                     DWORD ms);
BOOL WINAPI SleepConditionVariableSRW(PCONDITION_VARIABLE condition, PSRWLOCK lock, DWORD ms,
                                      ULONG flags);

/* End the wait of one thread, or of all that wait now. If none waits, nothing is left of the call.
 * The caller may hold the lock or not. */
VOID WINAPI WakeConditionVariable(PCONDITION_VARIABLE condition);
VOID WINAPI WakeAllConditionVariable(PCONDITION_VARIABLE condition);

/* ---------------------------------------------------------------- initialising once */

typedef RTL_RUN_ONCE INIT_ONCE, *PINIT_ONCE, *LPINIT_ONCE;
typedef BOOL(WINAPI *PINIT_ONCE_FN)(PINIT_ONCE once, PVOID parameter, PVOID *data);
#define INIT_ONCE_STATIC_INIT       RTL_RUN_ONCE_INIT
#define INIT_ONCE_CHECK_ONLY        RTL_RUN_ONCE_CHECK_ONLY
#define INIT_ONCE_ASYNC             RTL_RUN_ONCE_ASYNC
#define INIT_ONCE_INIT_FAILED       RTL_RUN_ONCE_INIT_FAILED
#define INIT_ONCE_CTX_RESERVED_BITS RTL_RUN_ONCE_CTX_RESERVED_BITS

VOID WINAPI InitOnceInitialize(PINIT_ONCE once);

/* Calls function in the first caller; the others wait for its end. Its data, a multiple of 4, is
 * kept and stored for each caller. FALSE: the function returned FALSE, and the next caller begins
 * anew. */
BOOL WINAPI InitOnceExecuteOnce(PINIT_ONCE once, PINIT_ONCE_FN function, PVOID parameter,
                                LPVOID *data);

/* InitOnceExecuteOnce in two calls. *pending becomes TRUE for the caller that must initialise and
 * call InitOnceComplete. With INIT_ONCE_ASYNC any number of callers may initialise, and the first
 * that completes is the one that did it. Failures: ERROR_INVALID_PARAMETER for flags that exclude
 * each other or differ from the other callers'; ERROR_GEN_FAILURE where it is not done
 * (CHECK_ONLY), or nothing is under way (Complete). */
BOOL WINAPI InitOnceBeginInitialize(PINIT_ONCE once, DWORD flags, PBOOL pending, LPVOID *data);
BOOL WINAPI InitOnceComplete(PINIT_ONCE once, DWORD flags, LPVOID data);

/* ---------------------------------------------------------------- barriers */

typedef struct _RTL_BARRIER {
    DWORD Reserved1;
    DWORD Reserved2;
    ULONG_PTR Reserved3[2];
    DWORD Reserved4;
    DWORD Reserved5;
} SYNCHRONIZATION_BARRIER, *PSYNCHRONIZATION_BARRIER, *LPSYNCHRONIZATION_BARRIER;
#define SYNCHRONIZATION_BARRIER_FLAGS_SPIN_ONLY  0x1u
#define SYNCHRONIZATION_BARRIER_FLAGS_BLOCK_ONLY 0x2u
#define SYNCHRONIZATION_BARRIER_FLAGS_NO_DELETE  0x4u

/* Enter waits until this many threads have called it; then all go on, and the barrier is as new. It
 * returns TRUE to one of them, the last that came. spins (-1: a usual number) and flags mean
 * nothing here: a thread that must wait waits at once. FALSE and ERROR_INVALID_PARAMETER: no
 * threads, or fewer than -1 spins. Delete waits until all threads have left; it returns TRUE. */
BOOL WINAPI InitializeSynchronizationBarrier(LPSYNCHRONIZATION_BARRIER barrier, LONG threads,
                                             LONG spins);
BOOL WINAPI EnterSynchronizationBarrier(LPSYNCHRONIZATION_BARRIER barrier, DWORD flags);
BOOL WINAPI DeleteSynchronizationBarrier(LPSYNCHRONIZATION_BARRIER barrier);

/* ---------------------------------------------------------------- a value in memory */

/* Waits until the value at address is woken, if it is the one at `value`. size: 1, 2, 4 or 8. May
 * return without a reason. FALSE: ERROR_TIMEOUT, or ERROR_INVALID_PARAMETER for another size. */
BOOL WINAPI WaitOnAddress(volatile VOID *address, PVOID value, SIZE_T size, DWORD ms);

/* Wake the first thread that waits for the value at address, or all. To be called after the value
 * has changed. */
VOID WINAPI WakeByAddressSingle(PVOID address);
VOID WINAPI WakeByAddressAll(PVOID address);

#endif
