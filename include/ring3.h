/* Runs a piece of a program in ring 3, where Windows' programs live. Privileged instructions fault
 * there, and only the shared part of the runtime can be touched.
 *
 * The piece shares all of the program's memory. A program that starts a piece trusts it with that
 * memory, the program's own stack included.
 */
#ifndef RING3_H
#define RING3_H

#include <nt.h>

typedef DWORD ring3_function(void *argument);

/* Runs function(argument) in ring 3 on a stack of its own. The TIB (the block at FS) describes that
 * stack, and fs:[0] begins a chain of its own. Returns STATUS_SUCCESS, with the function's result
 * in *value unless value is NULL. An unhandled exception ends the piece and nothing else; the call
 * returns its status. STATUS_NO_MEMORY: no memory for the stack. STATUS_NOT_SUPPORTED: called in
 * ring 3.
 *
 * Interrupts are on inside. User-level threads outside do not run meanwhile. Inside, the caller
 * counts as plain code, so utYield fails with UtErrorOutside; the piece may start schedulers of its
 * own. */
NTSTATUS ring3_call(ring3_function *function, void *argument, DWORD *value);

/* The privilege level of the calling code: 0 or 3. */
static __inline unsigned ring3_current(void)
{
    WORD selector;
    __asm__("movw %%cs, %0" : "=r"(selector));
    return selector & 3;
}

#endif
