#include "win32/kernel32/named_macros.h"

#include <string.h>

VOID WINAPI RtlMoveMemory(VOID *to, const VOID *from, SIZE_T size)
{
    memmove(to, from, size);
}

VOID WINAPI RtlFillMemory(VOID *to, SIZE_T size, BYTE byte)
{
    memset(to, byte, size);
}

VOID WINAPI RtlZeroMemory(VOID *to, SIZE_T size)
{
    memset(to, 0, size);
}

LPSTR WINAPI lstrcat(LPSTR to, LPCSTR from)
{
    return lstrcatA(to, from);
}

int WINAPI lstrcmp(LPCSTR left, LPCSTR right)
{
    return lstrcmpA(left, right);
}

int WINAPI lstrcmpi(LPCSTR left, LPCSTR right)
{
    return lstrcmpiA(left, right);
}

LPSTR WINAPI lstrcpy(LPSTR to, LPCSTR from)
{
    return lstrcpyA(to, from);
}

LPSTR WINAPI lstrcpyn(LPSTR to, LPCSTR from, int size)
{
    return lstrcpynA(to, from, size);
}

int WINAPI lstrlen(LPCSTR text)
{
    return lstrlenA(text);
}
