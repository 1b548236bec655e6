/* Dates and times as texts of a locale (GetDateFormat, GetTimeFormat), and the formats that it has.
 * Ordinary code. */
#ifndef WIN32_KERNEL32_FORMAT_DATES_H
#define WIN32_KERNEL32_FORMAT_DATES_H

#include <minwinbase.h>
#include <winnls.h>

#define DATE_SHORTDATE          0x01u
#define DATE_LONGDATE           0x02u
#define DATE_USE_ALT_CALENDAR   0x04u /* there is no other one */
#define DATE_YEARMONTH          0x08u
#define DATE_LTRREADING         0x10u
#define DATE_RTLREADING         0x20u
#define TIME_NOMINUTESORSECONDS 0x1u
#define TIME_NOSECONDS          0x2u
#define TIME_NOTIMEMARKER       0x4u
#define TIME_FORCE24HOURFORMAT  0x8u

/* A date (NULL: now) by a format, or by the locale's own (NULL). The result is the length with the
 * zero; size 0 asks for it. 0: ERROR_INVALID_PARAMETER, no such date; ERROR_INVALID_FLAGS, flags
 * that choose a format beside one; ERROR_INSUFFICIENT_BUFFER. */
int WINAPI GetDateFormatA(LCID locale, DWORD flags, const SYSTEMTIME *date, LPCSTR format,
                          LPSTR buffer, int size);
int WINAPI GetDateFormatW(LCID locale, DWORD flags, const SYSTEMTIME *date, LPCWSTR format,
                          LPWSTR buffer, int size);
int WINAPI GetDateFormatEx(LPCWSTR locale, DWORD flags, const SYSTEMTIME *date, LPCWSTR format,
                           LPWSTR buffer, int size, LPCWSTR calendar);
int WINAPI GetTimeFormatA(LCID locale, DWORD flags, const SYSTEMTIME *time, LPCSTR format,
                          LPSTR buffer, int size);
int WINAPI GetTimeFormatW(LCID locale, DWORD flags, const SYSTEMTIME *time, LPCWSTR format,
                          LPWSTR buffer, int size);
int WINAPI GetTimeFormatEx(LPCWSTR locale, DWORD flags, const SYSTEMTIME *time, LPCWSTR format,
                           LPWSTR buffer, int size);

/* Call take for each format, the locale's own first, until it returns FALSE. The calls with Ex add
 * the number of the calendar. FALSE: ERROR_INVALID_PARAMETER, ERROR_INVALID_FLAGS. */
typedef BOOL(CALLBACK *FORMAT_ENUMPROCA)(LPSTR format);
typedef BOOL(CALLBACK *FORMAT_ENUMPROCW)(LPWSTR format);
typedef BOOL(CALLBACK *FORMAT_ENUMPROCEXA)(LPSTR format, DWORD calendar);
typedef BOOL(CALLBACK *FORMAT_ENUMPROCEXW)(LPWSTR format, DWORD calendar);
typedef BOOL(CALLBACK *FORMAT_ENUMPROCEX)(LPWSTR format, LPARAM parameter);
typedef BOOL(CALLBACK *FORMAT_ENUMPROCEXEX)(LPWSTR format, DWORD calendar, LPARAM parameter);
BOOL WINAPI EnumDateFormatsA(FORMAT_ENUMPROCA take, LCID locale, DWORD flags);
BOOL WINAPI EnumDateFormatsW(FORMAT_ENUMPROCW take, LCID locale, DWORD flags);
BOOL WINAPI EnumDateFormatsExA(FORMAT_ENUMPROCEXA take, LCID locale, DWORD flags);
BOOL WINAPI EnumDateFormatsExW(FORMAT_ENUMPROCEXW take, LCID locale, DWORD flags);
BOOL WINAPI EnumDateFormatsExEx(FORMAT_ENUMPROCEXEX take, LPCWSTR locale, DWORD flags,
                                LPARAM parameter);
BOOL WINAPI EnumTimeFormatsA(FORMAT_ENUMPROCA take, LCID locale, DWORD flags);
BOOL WINAPI EnumTimeFormatsW(FORMAT_ENUMPROCW take, LCID locale, DWORD flags);
BOOL WINAPI EnumTimeFormatsEx(FORMAT_ENUMPROCEX take, LPCWSTR locale, DWORD flags,
                              LPARAM parameter);

#endif
