/* The calendars of a locale: there is the Gregorian one (1). Ordinary code. */
#ifndef WIN32_KERNEL32_ENUMERATE_CALENDARS_H
#define WIN32_KERNEL32_ENUMERATE_CALENDARS_H

#include <winnls.h>

typedef BOOL(CALLBACK *CALINFO_ENUMPROCA)(LPSTR text);
typedef BOOL(CALLBACK *CALINFO_ENUMPROCW)(LPWSTR text);
typedef BOOL(CALLBACK *CALINFO_ENUMPROCEXA)(LPSTR text, DWORD calendar);
typedef BOOL(CALLBACK *CALINFO_ENUMPROCEXW)(LPWSTR text, DWORD calendar);
typedef BOOL(CALLBACK *CALINFO_ENUMPROCEXEX)(LPWSTR text, DWORD calendar, LPWSTR reserved,
                                             LPARAM parameter);

/* Call take with the text of GetCalendarInfo's type, for one calendar or for all (FFFFFFFFh).
 * FALSE: ERROR_INVALID_PARAMETER, ERROR_INVALID_FLAGS. */
BOOL WINAPI EnumCalendarInfoA(CALINFO_ENUMPROCA take, LCID locale, DWORD calendar, DWORD type);
BOOL WINAPI EnumCalendarInfoW(CALINFO_ENUMPROCW take, LCID locale, DWORD calendar, DWORD type);
BOOL WINAPI EnumCalendarInfoExA(CALINFO_ENUMPROCEXA take, LCID locale, DWORD calendar, DWORD type);
BOOL WINAPI EnumCalendarInfoExW(CALINFO_ENUMPROCEXW take, LCID locale, DWORD calendar, DWORD type);
BOOL WINAPI EnumCalendarInfoExEx(CALINFO_ENUMPROCEXEX take, LPCWSTR locale, DWORD calendar,
                                 LPCWSTR reserved, DWORD type, LPARAM parameter);

#endif
