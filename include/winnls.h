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
