/* The program of this image: its first thread, its start and its end. */
#ifndef KERNEL_PROGRAM_H
#define KERNEL_PROGRAM_H

#include <nt.h>
#include <stdint.h>

/* Has program_run link an outermost frame with this handler at the stack's upper end. Once, before
 * it. */
void program_set_final_handler(PEXCEPTION_ROUTINE handler);

/* Gives FS a TIB, before anything can be traced or fault. Interrupts off. */
void program_init_tib(void);

/* Runs main on a stack of its own in the lower half, then ends the run with what it returns. */
_Noreturn void program_run(int count, char **words);

/* Ends the run with this status, from any depth; a leak is reported first in checking builds. Ring
 * 0, not from interrupts. */
__attribute__((noreturn)) void program_exit(int status);

#endif
