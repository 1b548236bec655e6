/* Dates as fields, by Windows' names. Ordinary code. */
#ifndef WIN32_NTDLL_RTL_TIMES_H
#define WIN32_NTDLL_RTL_TIMES_H

#include <winternl.h>

typedef struct _TIME_FIELDS {
    SHORT Year, Month, Day, Hour, Minute, Second, Milliseconds, Weekday;
} TIME_FIELDS, *PTIME_FIELDS;

VOID NTAPI RtlTimeToTimeFields(const LARGE_INTEGER *time, PTIME_FIELDS fields);

/* FALSE: there is no such date. The weekday is not read. */
BOOLEAN NTAPI RtlTimeFieldsToTime(const TIME_FIELDS *fields, PLARGE_INTEGER time);

#endif
