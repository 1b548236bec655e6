/* The program's threads: the first one, how the stacks of all begin, and the end of all. Ring 0. */
#ifndef KERNEL_PROGRAM_THREADS_H
#define KERNEL_PROGRAM_THREADS_H

#include "kernel/call/stack.h"
#include "kernel/call/tib.h"

#include <nt.h>
#include <stdbool.h>
#include <stdint.h>

/* Sets the handler and the scope table of the outermost frame, which threads link at the
 * stack's upper end. Once, before program_make_thread. */
void program_set_final_handler(PEXCEPTION_ROUTINE handler, const void *scope_table);

/* Makes teb describe this stack. The outermost frame at its upper end has that handler, and the
 * chain ends behind it. Returns the frame: the thread begins below it. */
struct final_frame *program_set_stack(TEB *teb, const struct stack *of);

/* Makes the thread that runs main in this ring (0 or 3), on a stack of its own in the lower half,
 * and then ends the run with main's result. */
void program_make_thread(unsigned ring, int count, char **words);

/* Begins the program's end with this status: no other thread can suspend or end the calling one any
 * more, because all others end, but for the scheduler of a calling worker. No thread is made from
 * now on. When the calling thread can never go on, because it waits for one that has ended, say,
 * the run ends with the status. A service: program_end_others. */
extern struct program_ending {
    bool begun;
    uint32_t status;
} program_ending;

#endif
