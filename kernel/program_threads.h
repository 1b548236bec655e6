/* The program's first thread. Ring 0. */
#ifndef KERNEL_PROGRAM_THREADS_H
#define KERNEL_PROGRAM_THREADS_H

/* Makes the thread that runs main in this ring (0 or 3), on a stack of its own in the lower half,
 * and then ends the run with main's result. */
void program_make_thread(unsigned ring, int count, char **words);

#endif
