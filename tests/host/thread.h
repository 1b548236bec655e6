/* Threads of the host that run the library's objects: each has the library's words behind FS. */
#ifndef TESTS_HOST_THREAD_H
#define TESTS_HOST_THREAD_H

#include <stdint.h>

#include "lib/thread_words.h"

/* Gives the calling thread its words, all zero; the first thread before it makes others. They stay
 * until the thread ends, when host_thread_end frees them. Ends the program if Linux refuses. */
struct lib_thread *host_thread_begin(void);
void host_thread_end(struct lib_thread *words);

#endif
