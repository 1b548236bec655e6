/* How names are read, and where programs are looked for. Ordinary code. */
#ifndef WIN32_KERNEL32_SEARCH_SETTINGS_H
#define WIN32_KERNEL32_SEARCH_SETTINGS_H

#include <windef.h>

VOID WINAPI SetFileApisToANSI(void);
VOID WINAPI SetFileApisToOEM(void); /* the same: both are UTF-8 */
BOOL WINAPI NeedCurrentDirectoryForExePathA(LPCSTR name);
BOOL WINAPI NeedCurrentDirectoryForExePathW(LPCWSTR name);

/* flags: 1 safe, 10000h not, 8000h for ever. FALSE: ERROR_INVALID_PARAMETER, ERROR_ACCESS_DENIED.
 */
BOOL WINAPI SetSearchPathMode(DWORD flags);

#endif
