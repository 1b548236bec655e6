/* A fine clock: Windows' names; part of windows.h. It counts the CPU's time stamps, or the tick
 * count on a CPU that has none. Any context, in either ring. */
#ifndef PROFILEAPI_H
#define PROFILEAPI_H

#include <nt_objects.h>

/* Stores the count, which never goes back. Returns TRUE. */
BOOL WINAPI QueryPerformanceCounter(LARGE_INTEGER *count);

/* Stores how many counts a second has: 1000 for the tick count, else what the timer measured at the
 * start. Returns TRUE. */
BOOL WINAPI QueryPerformanceFrequency(LARGE_INTEGER *frequency);

#endif
