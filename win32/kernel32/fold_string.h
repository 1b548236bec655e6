/* Texts with the same meaning in other characters. Ordinary code. */
#ifndef WIN32_KERNEL32_FOLD_STRING_H
#define WIN32_KERNEL32_FOLD_STRING_H

#include <windef.h>

#define MAP_FOLDCZONE        0x0010u
#define MAP_PRECOMPOSED      0x0020u
#define MAP_COMPOSITE        0x0040u
#define MAP_FOLDDIGITS       0x0080u
#define MAP_EXPAND_LIGATURES 0x2000u

/* Digits of all scripts become those of ASCII, wide forms the usual ones, letters of Latin-1 with
 * marks become two characters or one, and ligatures their letters. A length below 0 is that up to
 * the zero, and with it; a size of 0 asks for the units. Returns the units, or bytes. 0:
 * ERROR_INVALID_PARAMETER, ERROR_INVALID_FLAGS, ERROR_INSUFFICIENT_BUFFER. */
int WINAPI FoldStringA(DWORD flags, LPCSTR text, int length, LPSTR to, int size);
int WINAPI FoldStringW(DWORD flags, LPCWSTR text, int length, LPWSTR to, int size);

#endif
