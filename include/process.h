/* Threads by the C runtime's names. Windows' names and rules; the calls beneath are those of
 * processthreadsapi.h.
 *
 * Threads of CreateThread may use the C library as well: nothing differs here. Ordinary code, in
 * either ring.
 */
#ifndef PROCESS_H
#define PROCESS_H

#ifdef __cplusplus
extern "C" {
#endif

#include <stdint.h>
#include <windef.h>

/* Makes a thread that calls function with argument. Its handle is closed when it ends, so by then
 * the caller's copy may mean another thread. Returns the handle, or -1 with errno: EINVAL (no
 * function), EAGAIN (no memory). stack_size: as CreateThread's; 0 is the usual one. */
uintptr_t __cdecl _beginthread(void(__cdecl *function)(void *argument), unsigned stack_size,
                               void *argument);

/* Makes a thread by CreateThread's rules: flags may be CREATE_SUSPENDED and
 * STACK_SIZE_PARAM_IS_A_RESERVATION, *id becomes the thread's number unless id is NULL, and the
 * caller closes the handle. The value that function returns is the exit code. Returns 0 with errno:
 * EINVAL for no function and for other flags, EAGAIN. security is not looked at. */
uintptr_t __cdecl _beginthreadex(void *security, unsigned stack_size,
                                 unsigned(__stdcall *function)(void *argument), void *argument,
                                 unsigned flags, unsigned *id);

/* End the calling thread, as the return of its function does: with the code 0, or with this one. */
_Noreturn void __cdecl _endthread(void);
_Noreturn void __cdecl _endthreadex(unsigned code);

#ifdef __cplusplus
}
#endif

#endif
