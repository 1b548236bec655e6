/* Calls that the headers have as macros, and kernel32 as functions, too; texts by their names
 * without A. Ordinary code. */
#ifndef WIN32_KERNEL32_NAMED_MACROS_H
#define WIN32_KERNEL32_NAMED_MACROS_H

#include <winbase.h>

#undef RtlMoveMemory
#undef RtlFillMemory
#undef RtlZeroMemory
VOID WINAPI RtlMoveMemory(VOID *to, const VOID *from, SIZE_T size);
VOID WINAPI RtlFillMemory(VOID *to, SIZE_T size, BYTE byte);
VOID WINAPI RtlZeroMemory(VOID *to, SIZE_T size);

#undef lstrcat
#undef lstrcmp
#undef lstrcmpi
#undef lstrcpy
#undef lstrcpyn
#undef lstrlen
LPSTR WINAPI lstrcat(LPSTR to, LPCSTR from);
int WINAPI lstrcmp(LPCSTR left, LPCSTR right);
int WINAPI lstrcmpi(LPCSTR left, LPCSTR right);
LPSTR WINAPI lstrcpy(LPSTR to, LPCSTR from);
LPSTR WINAPI lstrcpyn(LPSTR to, LPCSTR from, int size);
int WINAPI lstrlen(LPCSTR text);

#endif
