/* The time since the start: Windows' names; part of windows.h. For any context, in either ring. */
#ifndef REALTIMEAPISET_H
#define REALTIMEAPISET_H

#include <minwinbase.h>

/* Store the time since the start in 100 ns, to a tick of a millisecond. On Windows the unbiased one
 * leaves out the time that the machine slept; here it never sleeps. FALSE and
 * ERROR_INVALID_PARAMETER: time is NULL. */
VOID WINAPI QueryInterruptTime(PULONGLONG time);
BOOL WINAPI QueryUnbiasedInterruptTime(PULONGLONG time);

#endif
