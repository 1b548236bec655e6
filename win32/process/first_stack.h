/* The stack of a process' first thread, which runs before the program's file is read. */
#ifndef WIN32_PROCESS_FIRST_STACK_H
#define WIN32_PROCESS_FIRST_STACK_H

#include <stdint.h>

/* Gives the process the stacks that the program's file asks for: the first thread, whose TEB tells
 * of a larger one from now on if it has to be larger, and threads that are made without a size. The
 * caller goes on with entry_begin, which changes to it. STATUS_NO_MEMORY, STATUS_COMMITMENT_LIMIT.
 */
uint32_t first_stack_set(void);

#endif
