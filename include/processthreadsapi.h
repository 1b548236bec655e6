/* The running thread's registers. Windows' names and rules; the types are in nt.h.
 *
 * All calls are for ordinary code and handlers, at either privilege level, not for interrupts.
 */
#ifndef PROCESSTHREADSAPI_H
#define PROCESSTHREADSAPI_H

#include <nt.h>

typedef PVOID HANDLE;

/* A handle that always means the thread that uses it. */
HANDLE WINAPI GetCurrentThread(void);

/* Stores the groups that context's ContextFlags name, as they will be when the call has returned.
 * FALSE and a last error: 6 (ERROR_INVALID_HANDLE) when thread is not GetCurrentThread(), 998
 * (ERROR_NOACCESS) when context cannot be written or is not 4-byte aligned. */
BOOL WINAPI GetThreadContext(HANDLE thread, CONTEXT *context);

/* Loads the groups that context's ContextFlags name; the others stay as they are when the call has
 * returned. With the control group it goes on at context's Eip, otherwise it returns TRUE (with the
 * integer group in whatever Eax says). FALSE and a last error: as above, and 998 for selectors
 * that cannot be loaded; then nothing has changed. */
BOOL WINAPI SetThreadContext(HANDLE thread, const CONTEXT *context);

/* How many bytes of the stack an overflow leaves to its handlers, rounded up to pages, beside what
 * it leaves anyway; *size becomes the value before. Less than before changes nothing, so 0 asks.
 * Shared by all user-level threads. FALSE: ERROR_INVALID_PARAMETER (more than the stack has). */
BOOL WINAPI SetThreadStackGuarantee(ULONG *size);

/* The C runtime's: after a stack overflow, sets the guard again below the caller's page, so that
 * the next one is noticed as well. 0 when the caller stands too deep for that. */
int _resetstkoflw(void);

#endif
