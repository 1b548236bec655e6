/* The folder in which libraries are looked for beside the usual ones. Ordinary code. */
#ifndef WIN32_KERNEL32_DLL_FOLDERS_H
#define WIN32_KERNEL32_DLL_FOLDERS_H

#include <windef.h>

/* Takes the place of the current folder in the search; "": there is none, NULL: the current folder
 * again. FALSE: ERROR_INVALID_PARAMETER. */
BOOL WINAPI SetDllDirectoryA(LPCSTR folder);
BOOL WINAPI SetDllDirectoryW(LPCWSTR folder);

/* Tells it. Returns its length, or the size that it needs with its zero. */
DWORD WINAPI GetDllDirectoryA(DWORD size, LPSTR buffer);
DWORD WINAPI GetDllDirectoryW(DWORD size, LPWSTR buffer);

/* Other programs: there are none. The result is an error below 32. */
UINT WINAPI WinExec(LPCSTR line, UINT show);
DWORD WINAPI LoadModule(LPCSTR name, LPVOID parameters);

#endif
