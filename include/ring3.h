/* Running a piece of a program in ring 3, where Windows' programs live: what is privileged faults,
 * and of the runtime only the shared part can be touched.
 *
 * The piece shares all of the program's memory. A program that starts one trusts it with that, its
 * own stack included.
 */
#ifndef RING3_H
#define RING3_H

#include <nt.h>

typedef DWORD ring3_function(void *argument);

/* Runs function(argument) in ring 3 on a stack of its own; fs:[0] begins a chain of its own, and
 * the TIB describes that stack. Returns STATUS_SUCCESS and its result in *value (unless value is
 * NULL), or the status of an exception that nobody handled there: that ends the piece and nothing
 * else.
 *
 * Interrupts are on inside. User-level threads that run outside do not run meanwhile: inside, the
 * caller counts as plain code, so utYield fails with UtErrorOutside; schedulers of its own the
 * piece may start. STATUS_NO_MEMORY without memory for the stack; STATUS_NOT_SUPPORTED in ring 3.
 */
NTSTATUS ring3_call(ring3_function *function, void *argument, DWORD *value);

/* The privilege level of the calling code: 0 or 3. */
static inline unsigned ring3_current(void)
{
    WORD selector;
    __asm__("movw %%cs, %0" : "=r"(selector));
    return selector & 3;
}

#endif
