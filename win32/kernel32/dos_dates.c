/* Dates in DOS's two words: the year, month and day, and the hour, minute and two seconds. */
#include "win32/kernel32/dos_dates.h"

#include "win32/fails.h"
#include "win32/filetime.h"

#include <timezoneapi.h>

enum {
    FIRST_YEAR = 1980,
    LAST_YEAR = 2107,
    STEP = 20000000 /* two seconds of 100 ns */
};

LONG WINAPI CompareFileTime(const FILETIME *left, const FILETIME *right)
{
    ULONGLONG one = filetime_units(left), other = filetime_units(right);
    return (one > other) - (one < other);
}

BOOL WINAPI DosDateTimeToFileTime(WORD date, WORD time, LPFILETIME result)
{
    SYSTEMTIME parts = {.wYear = (WORD)(FIRST_YEAR + (date >> 9)),
                        .wMonth = date >> 5 & 0xF,
                        .wDay = date & 0x1F,
                        .wHour = time >> 11,
                        .wMinute = time >> 5 & 0x3F,
                        .wSecond = (WORD)((time & 0x1F) * 2)};
    return SystemTimeToFileTime(&parts, result);
}

BOOL WINAPI FileTimeToDosDateTime(const FILETIME *time, LPWORD date, LPWORD clock)
{
    ULONGLONG rounded = (filetime_units(time) + STEP - 1) / STEP * STEP;
    FILETIME whole = {(DWORD)rounded, (DWORD)(rounded >> 32)};
    SYSTEMTIME parts;
    if (!date || !clock || !FileTimeToSystemTime(&whole, &parts) || parts.wYear < FIRST_YEAR ||
        parts.wYear > LAST_YEAR)
        return fails(ERROR_INVALID_PARAMETER);
    *date = (WORD)((parts.wYear - FIRST_YEAR) << 9 | parts.wMonth << 5 | parts.wDay);
    *clock = (WORD)(parts.wHour << 11 | parts.wMinute << 5 | parts.wSecond / 2);
    return TRUE;
}
