/* Tells the kind of a program's file. Ordinary code. */
#ifndef WIN32_KERNEL32_BINARY_TYPE_H
#define WIN32_KERNEL32_BINARY_TYPE_H

#include <windef.h>

/* The kind of a program's file: 0, for 32-bit Windows. FALSE: ERROR_BAD_EXE_FORMAT. */
BOOL WINAPI GetBinaryTypeA(LPCSTR name, LPDWORD type);
BOOL WINAPI GetBinaryTypeW(LPCWSTR name, LPDWORD type);

#endif
