/* Loads a CONTEXT into the machine. Ring 0. */
#ifndef SEH_EMUL_TRAP_PUT_CONTEXT_H
#define SEH_EMUL_TRAP_PUT_CONTEXT_H

#include <nt.h>
#include <stdbool.h>

/* Loads the FPU and the debug registers as context's flags say. Then goes on with the control,
 * integer and segment groups of registers, which may be context. Returns only the status of a
 * failure, and has changed nothing then. Outside of traps; a service. */
NTSTATUS context_put(const CONTEXT *registers, const CONTEXT *context);

/* Tells whether code of ring 0 can go on with a context's selectors. Code and stack segment must be
 * the present ones, because a context leads to no other ring. */
bool context_segments_loadable(const CONTEXT *context);

/* Loads the groups of FPU and debug registers that context's flags name. ring3: for code of ring 3,
 * which gets no breakpoints on memory that it may not read. Interrupts off. */
void context_put_rest(const CONTEXT *context, bool ring3);

/* resume.S: goes on in context. Uses CONTEXT_RESUME_ROOM bytes below the context's Esp. */
_Noreturn void context_resume(const CONTEXT *context);

/* The end of context_resume. Breakpoints do not count in it, because Windows does its work in the
 * kernel. */
extern const char context_resume_end[];

#endif
