/* Times and dates. Windows' names; part of windows.h. */
#ifndef TIMEZONEAPI_H
#define TIMEZONEAPI_H

#include <minwinbase.h>

/* FALSE with the last error 87 (ERROR_INVALID_PARAMETER): the time has its uppermost bit set; the
 * date is none, or lies outside of 1601 to 30827. wDayOfWeek is not asked. */
BOOL WINAPI FileTimeToSystemTime(const FILETIME *time, SYSTEMTIME *date);
BOOL WINAPI SystemTimeToFileTime(const SYSTEMTIME *date, FILETIME *time);

/* The local time is UTC, too. */
BOOL WINAPI FileTimeToLocalFileTime(const FILETIME *time, LPFILETIME local);
BOOL WINAPI LocalFileTimeToFileTime(const FILETIME *local, LPFILETIME time);

#endif
