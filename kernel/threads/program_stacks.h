/* How the stacks of the program's threads begin. Ring 0. */
#ifndef KERNEL_THREADS_PROGRAM_STACKS_H
#define KERNEL_THREADS_PROGRAM_STACKS_H

#include "kernel/call/stack.h"
#include "kernel/call/tib.h"

#include <nt.h>

/* Sets the handler and the scope table of the outermost frame, which threads link at the
 * stack's upper end. Once, before the first of them. */
void program_set_final_handler(PEXCEPTION_ROUTINE handler, const void *scope_table);

/* Makes teb describe this stack. The outermost frame at its upper end has that handler, and the
 * chain ends behind it. Returns the frame: the thread begins below it. */
struct final_frame *program_set_stack(TEB *teb, const struct stack *of);

#endif
