/* The thread library's surroundings on Linux. */
#ifndef BENCH_NATIVE_HOST_H
#define BENCH_NATIVE_HOST_H

#include <stdbool.h>

/* Once, with FS leading to a TEB: see tib_open. False where Linux does not let it. */
bool host_open(void);

/* Starts or stops the clock's ticks, one a millisecond. */
void host_clock(bool on);

#endif
