/* Code pages. Part of windows.h.
 *
 * The program's own pages, ANSI, OEM and a thread's, are UTF-8, as all narrow text is here. They
 * take the flags that pages of single bytes take, so that a program need not know.
 */
#ifndef WINNLS_H
#define WINNLS_H

#include <windef.h>

#define CP_ACP        0
#define CP_OEMCP      1
#define CP_MACCP      2
#define CP_THREAD_ACP 3
#define CP_UTF7       65000
#define CP_UTF8       65001

UINT WINAPI GetACP(void);   /* 65001 */
UINT WINAPI GetOEMCP(void); /* 65001 */

/* TRUE for 437, 850, 1252, 20127, 28591 and 65001. */
BOOL WINAPI IsValidCodePage(UINT page);

/* The language of the user and the system: English, of the United States. A name that has no room
 * gives 0, with ERROR_INSUFFICIENT_BUFFER; size 0 asks for the room, which is 6. */
typedef DWORD LCID;
typedef WORD LANGID;
#define LOCALE_NAME_MAX_LENGTH    85
#define LANG_NEUTRAL              0
#define LANG_INVARIANT            0x7F
#define LANG_ENGLISH              9
#define SUBLANG_NEUTRAL           0
#define SUBLANG_DEFAULT           1
#define SUBLANG_ENGLISH_US        1
#define SORT_DEFAULT              0
#define MAKELANGID(language, sub) ((WORD)((WORD)(sub) << 10 | (WORD)(language)))
#define MAKELCID(language, sort)  ((DWORD)(WORD)(sort) << 16 | (WORD)(language))
#define PRIMARYLANGID(language)   ((WORD)(language)&0x3FF)
#define SUBLANGID(language)       ((WORD)(language) >> 10)
#define LANGIDFROMLCID(locale)    ((WORD)(locale))
LCID WINAPI GetUserDefaultLCID(void);
LCID WINAPI GetSystemDefaultLCID(void);
LCID WINAPI GetThreadLocale(void);
LANGID WINAPI GetUserDefaultLangID(void);
LANGID WINAPI GetSystemDefaultLangID(void);
LANGID WINAPI GetUserDefaultUILanguage(void);
LANGID WINAPI GetSystemDefaultUILanguage(void);
int WINAPI GetUserDefaultLocaleName(LPWSTR buffer, int size);

/* ---------------------------------------------------------------- locales */

/* There are 409h (en-US) with its language alone (9, en), and 7Fh, which has no country and no
 * name. Numbers and names of the user's and the system's mean the first. Calls that take another
 * one fail with ERROR_INVALID_PARAMETER, and a locale changes no answer. Programs for Windows also
 * know the names and numbers of others, by which texts can be compared and mapped. */
#define LOCALE_NEUTRAL             0u
#define LOCALE_INVARIANT           0x7Fu
#define LOCALE_USER_DEFAULT        0x400u
#define LOCALE_SYSTEM_DEFAULT      0x800u
#define LOCALE_NAME_USER_DEFAULT   NULL
#define LOCALE_NAME_INVARIANT      L""
#define LOCALE_NAME_SYSTEM_DEFAULT L"!x-sys-default-locale"
#define LOCALE_ALLOW_NEUTRAL_NAMES 0x08000000u
#define LCID_INSTALLED             1u
#define LCID_SUPPORTED             2u
BOOL WINAPI IsValidLocale(LCID locale, DWORD flags);
BOOL WINAPI IsValidLocaleName(LPCWSTR name);

/* 0: ERROR_INVALID_PARAMETER. LCIDToLocaleName returns the length with the zero, size 0 asks for
 * it; ERROR_INSUFFICIENT_BUFFER. */
LCID WINAPI LocaleNameToLCID(LPCWSTR name, DWORD flags);
int WINAPI LCIDToLocaleName(LCID locale, LPWSTR buffer, int size, DWORD flags);

/* Call take once, with 00000409 or en-US. */
#define LOCALE_WINDOWS 1u
typedef BOOL(CALLBACK *LOCALE_ENUMPROCA)(LPSTR number);
typedef BOOL(CALLBACK *LOCALE_ENUMPROCW)(LPWSTR number);
typedef BOOL(CALLBACK *LOCALE_ENUMPROCEX)(LPWSTR name, DWORD flags, LPARAM parameter);
BOOL WINAPI EnumSystemLocalesA(LOCALE_ENUMPROCA take, DWORD flags);
BOOL WINAPI EnumSystemLocalesW(LOCALE_ENUMPROCW take, DWORD flags);
BOOL WINAPI EnumSystemLocalesEx(LOCALE_ENUMPROCEX take, DWORD flags, LPARAM parameter,
                                LPVOID reserved);

/* The properties of a locale, by their types. The result is the length with the zero, and size 0
 * asks for it. With LOCALE_RETURN_NUMBER it is a DWORD in the buffer, whose units are counted. 0:
 * ERROR_INVALID_FLAGS, there is no such type or it is no number; ERROR_INSUFFICIENT_BUFFER,
 * ERROR_INVALID_PARAMETER. */
typedef DWORD LCTYPE;
#define LOCALE_NOUSEROVERRIDE         0x80000000u
#define LOCALE_USE_CP_ACP             0x40000000u
#define LOCALE_RETURN_NUMBER          0x20000000u
#define LOCALE_ILANGUAGE              0x01u
#define LOCALE_SLANGUAGE              0x02u
#define LOCALE_SABBREVLANGNAME        0x03u
#define LOCALE_SNATIVELANGNAME        0x04u
#define LOCALE_ICOUNTRY               0x05u
#define LOCALE_SCOUNTRY               0x06u
#define LOCALE_SABBREVCTRYNAME        0x07u
#define LOCALE_SNATIVECTRYNAME        0x08u
#define LOCALE_IDEFAULTLANGUAGE       0x09u
#define LOCALE_IDEFAULTCOUNTRY        0x0Au
#define LOCALE_IDEFAULTCODEPAGE       0x0Bu
#define LOCALE_SLIST                  0x0Cu
#define LOCALE_IMEASURE               0x0Du
#define LOCALE_SDECIMAL               0x0Eu
#define LOCALE_STHOUSAND              0x0Fu
#define LOCALE_SGROUPING              0x10u
#define LOCALE_IDIGITS                0x11u
#define LOCALE_ILZERO                 0x12u
#define LOCALE_SNATIVEDIGITS          0x13u
#define LOCALE_SCURRENCY              0x14u
#define LOCALE_SINTLSYMBOL            0x15u
#define LOCALE_SMONDECIMALSEP         0x16u
#define LOCALE_SMONTHOUSANDSEP        0x17u
#define LOCALE_SMONGROUPING           0x18u
#define LOCALE_ICURRDIGITS            0x19u
#define LOCALE_IINTLCURRDIGITS        0x1Au
#define LOCALE_ICURRENCY              0x1Bu
#define LOCALE_INEGCURR               0x1Cu
#define LOCALE_SDATE                  0x1Du
#define LOCALE_STIME                  0x1Eu
#define LOCALE_SSHORTDATE             0x1Fu
#define LOCALE_SLONGDATE              0x20u
#define LOCALE_IDATE                  0x21u
#define LOCALE_ITIME                  0x23u
#define LOCALE_ITLZERO                0x25u
#define LOCALE_S1159                  0x28u
#define LOCALE_S2359                  0x29u
#define LOCALE_SDAYNAME1              0x2Au /* Monday; the other days, then their three letters */
#define LOCALE_SABBREVDAYNAME1        0x31u
#define LOCALE_SMONTHNAME1            0x38u /* the same of months */
#define LOCALE_SABBREVMONTHNAME1      0x44u
#define LOCALE_SPOSITIVESIGN          0x50u
#define LOCALE_SNEGATIVESIGN          0x51u
#define LOCALE_SISO639LANGNAME        0x59u
#define LOCALE_SISO3166CTRYNAME       0x5Au
#define LOCALE_SNAME                  0x5Cu
#define LOCALE_SENGLANGUAGE           0x1001u
#define LOCALE_SENGCOUNTRY            0x1002u
#define LOCALE_STIMEFORMAT            0x1003u
#define LOCALE_IDEFAULTANSICODEPAGE   0x1004u
#define LOCALE_ICALENDARTYPE          0x1009u
#define LOCALE_IFIRSTDAYOFWEEK        0x100Cu
#define LOCALE_INEGNUMBER             0x1010u
#define LOCALE_ILDATE                 0x22u
#define LOCALE_ICENTURY               0x24u
#define LOCALE_IDAYLZERO              0x26u
#define LOCALE_IMONLZERO              0x27u
#define LOCALE_IPOSSIGNPOSN           0x52u
#define LOCALE_INEGSIGNPOSN           0x53u
#define LOCALE_IPOSSYMPRECEDES        0x54u
#define LOCALE_IPOSSEPBYSPACE         0x55u
#define LOCALE_INEGSYMPRECEDES        0x56u
#define LOCALE_INEGSEPBYSPACE         0x57u
#define LOCALE_IGEOID                 0x5Bu
#define LOCALE_SDURATION              0x5Du
#define LOCALE_SKEYBOARDSTOINSTALL    0x5Eu
#define LOCALE_SSHORTESTDAYNAME1      0x60u
#define LOCALE_SISO639LANGNAME2       0x67u
#define LOCALE_SISO3166CTRYNAME2      0x68u
#define LOCALE_SNAN                   0x69u
#define LOCALE_SPOSINFINITY           0x6Au
#define LOCALE_SNEGINFINITY           0x6Bu
#define LOCALE_SSCRIPTS               0x6Cu
#define LOCALE_SPARENT                0x6Du
#define LOCALE_SCONSOLEFALLBACKNAME   0x6Eu
#define LOCALE_SLANGDISPLAYNAME       0x6Fu
#define LOCALE_IREADINGLAYOUT         0x70u
#define LOCALE_INEUTRAL               0x71u
#define LOCALE_SENGLISHDISPLAYNAME    0x72u
#define LOCALE_SNATIVEDISPLAYNAME     0x73u
#define LOCALE_INEGATIVEPERCENT       0x74u
#define LOCALE_IPOSITIVEPERCENT       0x75u
#define LOCALE_SPERCENT               0x76u
#define LOCALE_SPERMILLE              0x77u
#define LOCALE_SMONTHDAY              0x78u
#define LOCALE_SSHORTTIME             0x79u
#define LOCALE_SOPENTYPELANGUAGETAG   0x7Au
#define LOCALE_SSORTLOCALE            0x7Bu
#define LOCALE_ITIMEMARKPOSN          0x1005u
#define LOCALE_SYEARMONTH             0x1006u
#define LOCALE_SENGCURRNAME           0x1007u
#define LOCALE_SNATIVECURRNAME        0x1008u
#define LOCALE_IPAPERSIZE             0x100Au
#define LOCALE_IOPTIONALCALENDAR      0x100Bu
#define LOCALE_IFIRSTWEEKOFYEAR       0x100Du
#define LOCALE_SMONTHNAME13           0x100Eu
#define LOCALE_SABBREVMONTHNAME13     0x100Fu
#define LOCALE_IDEFAULTMACCODEPAGE    0x1011u
#define LOCALE_IDEFAULTEBCDICCODEPAGE 0x1012u
#define LOCALE_SSORTNAME              0x1013u
#define LOCALE_IDIGITSUBSTITUTION     0x1014u
int WINAPI GetLocaleInfoA(LCID locale, LCTYPE type, LPSTR buffer, int size);
int WINAPI GetLocaleInfoW(LCID locale, LCTYPE type, LPWSTR buffer, int size);
int WINAPI GetLocaleInfoEx(LPCWSTR name, LCTYPE type, LPWSTR buffer, int size);

/* ---------------------------------------------------------------- characters and texts */

/* Give a text small letters or capitals (A to Z, and Latin-1's), exchange the bytes of its units,
 * or make its sort key, whose bytes compare as CompareString does. Return the units, or the key's
 * bytes; size 0 asks for them. A negative length is that with the zero. 0: ERROR_INVALID_PARAMETER
 * (no text), ERROR_INVALID_FLAGS, ERROR_INSUFFICIENT_BUFFER, ERROR_NOT_ENOUGH_MEMORY. */
#define LCMAP_LOWERCASE         0x00000100u
#define LCMAP_UPPERCASE         0x00000200u
#define LCMAP_SORTKEY           0x00000400u
#define LCMAP_BYTEREV           0x00000800u
#define LCMAP_LINGUISTIC_CASING 0x01000000u
typedef struct _nlsversioninfo *LPNLSVERSIONINFO; /* not looked at */
int WINAPI LCMapStringA(LCID locale, DWORD flags, LPCSTR text, int length, LPSTR to, int size);
int WINAPI LCMapStringW(LCID locale, DWORD flags, LPCWSTR text, int length, LPWSTR to, int size);
int WINAPI LCMapStringEx(LPCWSTR name, DWORD flags, LPCWSTR text, int length, LPWSTR to, int size,
                         LPNLSVERSIONINFO version, LPVOID reserved, LPARAM parameter);

/* Compare texts, as lstrcmp does (winbase.h); the ordinal call in stringapiset.h does not. Return
 * CSTR_... A negative length is that up to the zero. NORM_IGNORESYMBOLS leaves marks out, and
 * SORT_STRINGSORT makes marks of - and '. 0: ERROR_INVALID_PARAMETER (no text),
 * ERROR_INVALID_FLAGS, ERROR_NOT_ENOUGH_MEMORY. */
#define NORM_IGNORECASE            0x00000001u
#define NORM_IGNORENONSPACE        0x00000002u
#define NORM_IGNORESYMBOLS         0x00000004u
#define LINGUISTIC_IGNORECASE      0x00000010u
#define LINGUISTIC_IGNOREDIACRITIC 0x00000020u
#define SORT_STRINGSORT            0x00001000u
#define NORM_IGNOREKANATYPE        0x00010000u
#define NORM_IGNOREWIDTH           0x00020000u
#define NORM_LINGUISTIC_CASING     0x08000000u
#define CSTR_LESS_THAN             1
#define CSTR_EQUAL                 2
#define CSTR_GREATER_THAN          3
int WINAPI CompareStringA(LCID locale, DWORD flags, LPCSTR left, int left_length, LPCSTR right,
                          int right_length);

/* GetStringTypeW (stringapiset.h) by other parameters; narrow text has a type for each unit that it
 * has as wide text. ERROR_NOT_ENOUGH_MEMORY. */
BOOL WINAPI GetStringTypeA(LCID locale, DWORD which, LPCSTR text, int length, LPWORD types);
BOOL WINAPI GetStringTypeExA(LCID locale, DWORD which, LPCSTR text, int length, LPWORD types);
BOOL WINAPI GetStringTypeExW(LCID locale, DWORD which, LPCWSTR text, int length, LPWORD types);

#ifdef UNICODE
#define EnumSystemLocales EnumSystemLocalesW
#define GetLocaleInfo     GetLocaleInfoW
#define GetStringTypeEx   GetStringTypeExW
#define LCMapString       LCMapStringW
#define CompareString     CompareStringW
#else
#define EnumSystemLocales EnumSystemLocalesA
#define GetLocaleInfo     GetLocaleInfoA
#define GetStringTypeEx   GetStringTypeExA
#define LCMapString       LCMapStringA
#define CompareString     CompareStringA
#endif

/* ---------------------------------------------------------------- more of code pages */

#define MAX_LEADBYTES   12
#define MAX_DEFAULTCHAR 2
typedef struct _cpinfo {
    UINT MaxCharSize; /* in bytes */
    BYTE DefaultChar[MAX_DEFAULTCHAR];
    BYTE LeadByte[MAX_LEADBYTES];
} CPINFO, *LPCPINFO;

BOOL WINAPI GetCPInfo(UINT page, LPCPINFO information); /* ERROR_INVALID_PARAMETER */

/* FALSE: no page here has lead bytes. */
BOOL WINAPI IsDBCSLeadByte(BYTE byte);
BOOL WINAPI IsDBCSLeadByteEx(UINT page, BYTE byte);

#endif
