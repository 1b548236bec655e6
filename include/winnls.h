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

/* TRUE for 437, 1252, 20127, 28591 and 65001. */
BOOL WINAPI IsValidCodePage(UINT page);

/* The language of the user and the system: English, of the United States. A name that has no room
 * gives 0, with ERROR_INSUFFICIENT_BUFFER; size 0 asks for the room, which is 6. */
typedef DWORD LCID;
typedef WORD LANGID;
#define LOCALE_NAME_MAX_LENGTH    85
#define LANG_NEUTRAL              0
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
