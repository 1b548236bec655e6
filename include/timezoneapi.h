/* Times and dates. Windows' names; part of windows.h. */
#ifndef TIMEZONEAPI_H
#define TIMEZONEAPI_H

#include <minwinbase.h>

/* FALSE with the last error 87 (ERROR_INVALID_PARAMETER): the time has its uppermost bit set; the
 * date is none, or lies outside of 1601 to 30827. wDayOfWeek is not asked. */
BOOL WINAPI FileTimeToSystemTime(const FILETIME *time, SYSTEMTIME *date);
BOOL WINAPI SystemTimeToFileTime(const SYSTEMTIME *date, FILETIME *time);

/* There is one time zone, UTC: no bias, no dates, and TIME_ZONE_ID_UNKNOWN for the result. */
#define TIME_ZONE_ID_UNKNOWN  0
#define TIME_ZONE_ID_STANDARD 1
#define TIME_ZONE_ID_DAYLIGHT 2
#define TIME_ZONE_ID_INVALID  0xFFFFFFFFu
typedef struct _TIME_ZONE_INFORMATION {
    LONG Bias; /* in minutes */
    WCHAR StandardName[32];
    SYSTEMTIME StandardDate;
    LONG StandardBias;
    WCHAR DaylightName[32];
    SYSTEMTIME DaylightDate;
    LONG DaylightBias;
} TIME_ZONE_INFORMATION, *PTIME_ZONE_INFORMATION, *LPTIME_ZONE_INFORMATION;
DWORD WINAPI GetTimeZoneInformation(LPTIME_ZONE_INFORMATION zone);

/* From UTC to a zone's clock and back: by the rules of the program's zone, or, for NULL, of the
 * machine's. An hour that the clock shows twice is the first one. FALSE: as above. */
BOOL WINAPI SystemTimeToTzSpecificLocalTime(const TIME_ZONE_INFORMATION *zone,
                                            const SYSTEMTIME *time, LPSYSTEMTIME local);
BOOL WINAPI TzSpecificLocalTimeToSystemTime(const TIME_ZONE_INFORMATION *zone,
                                            const SYSTEMTIME *local, LPSYSTEMTIME time);

/* The local time is UTC, too. */
BOOL WINAPI FileTimeToLocalFileTime(const FILETIME *time, LPFILETIME local);
BOOL WINAPI LocalFileTimeToFileTime(const FILETIME *local, LPFILETIME time);

#endif
