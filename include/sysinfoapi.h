/* The time of day. Windows' names; part of windows.h. The tick count's calls are in nt.h.
 *
 * time.h says where the time comes from. All calls are for any context, in either ring.
 */
#ifndef SYSINFOAPI_H
#define SYSINFOAPI_H

#include <minwinbase.h>

/* Store the time now. The local time is UTC, too. */
VOID WINAPI GetSystemTime(SYSTEMTIME *time);
VOID WINAPI GetLocalTime(SYSTEMTIME *time);
VOID WINAPI GetSystemTimeAsFileTime(FILETIME *time);

#endif
