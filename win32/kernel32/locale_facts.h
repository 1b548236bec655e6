/* More of what is told of locales, calendars and code pages. There is English of the United States
 * alone. Ordinary code. */
#ifndef WIN32_KERNEL32_LOCALE_FACTS_H
#define WIN32_KERNEL32_LOCALE_FACTS_H

#include <winnls.h>

/* *_DEFAULT as the locale that it means; others stay. */
LCID WINAPI ConvertDefaultLocale(LCID locale);
BOOL WINAPI SetThreadLocale(LCID locale); /* ERROR_INVALID_PARAMETER */
int WINAPI GetSystemDefaultLocaleName(LPWSTR buffer, int size);
LANGID WINAPI GetThreadUILanguage(void);
LANGID WINAPI SetThreadUILanguage(LANGID language); /* the one that the thread has then */
BOOL WINAPI IsValidLanguageGroup(DWORD group, DWORD flags);
LONG WINAPI GetUserGeoID(DWORD kind); /* 244: the United States */

/* The name of a language's number. The length is returned. */
DWORD WINAPI VerLanguageNameA(DWORD language, LPSTR buffer, DWORD size);
DWORD WINAPI VerLanguageNameW(DWORD language, LPWSTR buffer, DWORD size);

typedef struct _cpinfoexA {
    UINT MaxCharSize;
    BYTE DefaultChar[MAX_DEFAULTCHAR];
    BYTE LeadByte[MAX_LEADBYTES];
    WCHAR UnicodeDefaultChar;
    UINT CodePage;
    CHAR CodePageName[MAX_PATH];
} CPINFOEXA, *LPCPINFOEXA;
typedef struct _cpinfoexW {
    UINT MaxCharSize;
    BYTE DefaultChar[MAX_DEFAULTCHAR];
    BYTE LeadByte[MAX_LEADBYTES];
    WCHAR UnicodeDefaultChar;
    UINT CodePage;
    WCHAR CodePageName[MAX_PATH];
} CPINFOEXW, *LPCPINFOEXW;
_Static_assert(sizeof(CPINFOEXA) == 0x11C && sizeof(CPINFOEXW) == 0x220, "CPINFOEX");
BOOL WINAPI GetCPInfoExA(UINT page, DWORD flags, LPCPINFOEXA information);
BOOL WINAPI GetCPInfoExW(UINT page, DWORD flags, LPCPINFOEXW information);

/* Call take for the number of each page, until it returns FALSE. */
typedef BOOL(CALLBACK *CODEPAGE_ENUMPROCA)(LPSTR page);
typedef BOOL(CALLBACK *CODEPAGE_ENUMPROCW)(LPWSTR page);
BOOL WINAPI EnumSystemCodePagesA(CODEPAGE_ENUMPROCA take, DWORD flags);
BOOL WINAPI EnumSystemCodePagesW(CODEPAGE_ENUMPROCW take, DWORD flags);

/* The Gregorian calendar (1), as a text or with flag 20000000h as a number. 0:
 * ERROR_INVALID_PARAMETER, ERROR_INVALID_FLAGS, ERROR_INSUFFICIENT_BUFFER. */
int WINAPI GetCalendarInfoA(LCID locale, DWORD calendar, DWORD type, LPSTR buffer, int size,
                            LPDWORD number);
int WINAPI GetCalendarInfoW(LCID locale, DWORD calendar, DWORD type, LPWSTR buffer, int size,
                            LPDWORD number);
int WINAPI GetCalendarInfoEx(LPCWSTR locale, DWORD calendar, LPCWSTR reserved, DWORD type,
                             LPWSTR buffer, int size, LPDWORD number);

#endif
