/* Fibers: pieces of one thread that hand the CPU to each other, each with a stack of its own; and
 * values that each fiber has for itself. Windows' names and rules.
 *
 *     PVOID own = ConvertThreadToFiber(NULL);
 *     PVOID other = CreateFiber(0, function, &argument);
 *     SwitchToFiber(other);    until the function switches back to `own`
 *     DeleteFiber(other);
 *
 * A fiber has its exception chain, stack limits, FLS, and user-level threads: a scheduler that it
 * has started runs only in it. Thread local storage and the last error belong to the thread.
 * Ordinary code and handlers, at either privilege level.
 */
#ifndef FIBERSAPI_H
#define FIBERSAPI_H

#include <intrin.h>
#include <nt_objects.h>

typedef VOID(WINAPI *PFIBER_START_ROUTINE)(LPVOID parameter);
typedef PFIBER_START_ROUTINE LPFIBER_START_ROUTINE;

/* The fiber has its own FPU: x87, MMX and SSE. Other fibers share the thread's. */
#define FIBER_FLAG_FLOAT_SWITCH 0x1u

/* Makes the calling thread a fiber, with this parameter. NULL: ERROR_ALREADY_FIBER;
 * ERROR_INVALID_PARAMETER for unknown flags; ERROR_NOT_ENOUGH_MEMORY. */
LPVOID WINAPI ConvertThreadToFiber(LPVOID parameter);
LPVOID WINAPI ConvertThreadToFiberEx(LPVOID parameter, DWORD flags);

/* Makes the running fiber the thread. The fiber's record is freed; its stack stays in use. FALSE:
 * ERROR_ALREADY_THREAD. */
BOOL WINAPI ConvertFiberToThread(void);

/* Makes a fiber that calls function with parameter when it is switched to for the first time. A
 * function that returns ends the thread, with 0. The stack grows up to the larger size, 256 KB if
 * both are 0. NULL: ERROR_INVALID_PARAMETER for unknown flags, ERROR_NOT_ENOUGH_MEMORY,
 * ERROR_COMMITMENT_LIMIT. */
LPVOID WINAPI CreateFiber(SIZE_T size, LPFIBER_START_ROUTINE function, LPVOID parameter);
LPVOID WINAPI CreateFiberEx(SIZE_T commit, SIZE_T reserve, DWORD flags,
                            LPFIBER_START_ROUTINE function, LPVOID parameter);

/* Goes on in another fiber. Returns when a fiber switches back. The caller must be a fiber. A fiber
 * may be switched to by another thread than before, unless user-level threads run in it. */
VOID WINAPI SwitchToFiber(LPVOID fiber);

/* Calls the callbacks of the fiber's values and frees it. The running fiber ends its thread, with
 * 1. */
VOID WINAPI DeleteFiber(LPVOID fiber);

/* Whether the calling thread has become a fiber. */
BOOL WINAPI IsThreadAFiber(void);

/* The running fiber, and its parameter. Without a fiber they mean nothing. */
static __inline PVOID GetCurrentFiber(void)
{
    return (PVOID)__readfsdword(offsetof(TEB, NtTib.FiberData));
}

static __inline PVOID GetFiberData(void)
{
    return *(PVOID *)GetCurrentFiber();
}

/* ---------------------------------------------------------------- a fiber's own values */

#define FLS_OUT_OF_INDEXES 0xFFFFFFFFu

/* Returns an index for a value that each fiber, and each thread that is none, has for itself. It
 * reads as NULL until it is set. callback is called with values other than NULL: when their fiber
 * is deleted, when their thread or the program ends, and by FlsFree. FLS_OUT_OF_INDEXES: there are
 * 127, ERROR_NOT_ENOUGH_MEMORY. */
DWORD WINAPI FlsAlloc(PFLS_CALLBACK_FUNCTION callback);

/* FALSE: ERROR_INVALID_PARAMETER, no such index. */
BOOL WINAPI FlsFree(DWORD index);

/* Clears the last error. NULL and ERROR_INVALID_PARAMETER: no such index, or a fiber (or thread)
 * that has neither called FlsAlloc nor set any value. */
PVOID WINAPI FlsGetValue(DWORD index);

/* FALSE: ERROR_INVALID_PARAMETER, ERROR_NOT_ENOUGH_MEMORY. */
BOOL WINAPI FlsSetValue(DWORD index, PVOID value);

#endif
