/* The thread library's surroundings on Linux. */
#ifndef BENCH_NATIVE_HOST_H
#define BENCH_NATIVE_HOST_H

#include <stdbool.h>

/* Once, with FS leading to a TEB: see tib_open. False where Linux does not let it. */
bool host_open(void);

/* Around all that calls threads: the words of the TIB are those of the plain stack, outside of
 * threads; and the x87 has the control word that threads have. */
void host_enter(void);
void host_leave(void);

/* Starts or stops the clock's ticks, one a millisecond. */
void host_clock(bool on);

#endif
