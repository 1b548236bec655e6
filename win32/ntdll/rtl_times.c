#include "win32/ntdll/rtl_times.h"

#include "lib/calendar.h"

enum {
    FIRST_YEAR = 1601,
    LAST_YEAR = 30827,
    MILLISECOND = CALENDAR_INTERVALS / 1000,
    DAY_MILLISECONDS = CALENDAR_DAY * 1000
};

VOID NTAPI RtlTimeToTimeFields(const LARGE_INTEGER *time, PTIME_FIELDS fields)
{
    int64_t rest;
    struct calendar_date date =
        calendar_date(calendar_divide(time->QuadPart / MILLISECOND, DAY_MILLISECONDS, &rest));
    unsigned left = (unsigned)rest;
    *fields = (TIME_FIELDS){
        .Year = (SHORT)date.year,
        .Month = (SHORT)date.month,
        .Day = (SHORT)date.day,
        .Hour = (SHORT)(left / 3600000),
        .Minute = (SHORT)(left / 60000 % 60),
        .Second = (SHORT)(left / 1000 % 60),
        .Milliseconds = (SHORT)(left % 1000),
        .Weekday = (SHORT)date.weekday,
    };
}

BOOLEAN NTAPI RtlTimeFieldsToTime(const TIME_FIELDS *fields, PLARGE_INTEGER time)
{
    if (fields->Year < FIRST_YEAR || fields->Year > LAST_YEAR || fields->Month < 1 ||
        fields->Month > 12 || fields->Day < 1 ||
        fields->Day > (int)calendar_month_days(fields->Year, (unsigned)fields->Month) ||
        (USHORT)fields->Hour > 23 || (USHORT)fields->Minute > 59 || (USHORT)fields->Second > 59 ||
        (USHORT)fields->Milliseconds > 999)
        return FALSE;
    int64_t day = calendar_day(fields->Year, (unsigned)fields->Month, fields->Day);
    int64_t seconds = (fields->Hour * 60 + fields->Minute) * 60 + fields->Second;
    time->QuadPart =
        (day * DAY_MILLISECONDS + seconds * 1000 + fields->Milliseconds) * (int64_t)MILLISECOND;
    return TRUE;
}
