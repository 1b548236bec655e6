/* A fine clock: Windows' names; part of windows.h. It is the tick count and, by the CPU's time
 * stamps, the part of the next tick that has passed. So it is less than a tick ahead of
 * GetTickCount64, never behind it, and never goes back. On a CPU without time stamps it is the tick
 * count. Any context, in either ring. */
#ifndef PROFILEAPI_H
#define PROFILEAPI_H

#include <nt_objects.h>

/* Stores the count. Returns TRUE. */
BOOL WINAPI QueryPerformanceCounter(LARGE_INTEGER *count);

/* Stores how many counts a second has: 10,000,000. Returns TRUE. */
BOOL WINAPI QueryPerformanceFrequency(LARGE_INTEGER *frequency);

#endif
