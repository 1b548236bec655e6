/* The performance counter is the time since the start, in 100 ns. */
#include "kernel/shared/fine_time.h"

#include <profileapi.h>

enum { COUNTS_A_SECOND = 1000 * FINE_A_TICK };

BOOL WINAPI QueryPerformanceFrequency(LARGE_INTEGER *frequency)
{
    frequency->QuadPart = COUNTS_A_SECOND;
    return TRUE;
}

BOOL WINAPI QueryPerformanceCounter(LARGE_INTEGER *count)
{
    count->QuadPart = (LONGLONG)fine_time();
    return TRUE;
}
