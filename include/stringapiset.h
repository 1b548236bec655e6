/* Narrow and wide text. Part of windows.h. */
#ifndef STRINGAPISET_H
#define STRINGAPISET_H

#include <winnls.h>

#define MB_PRECOMPOSED       0x0001u
#define MB_COMPOSITE         0x0002u
#define MB_USEGLYPHCHARS     0x0004u
#define MB_ERR_INVALID_CHARS 0x0008u

#define WC_DISCARDNS         0x0010u
#define WC_SEPCHARS          0x0020u
#define WC_DEFAULTCHAR       0x0040u
#define WC_ERR_INVALID_CHARS 0x0080u
#define WC_COMPOSITECHECK    0x0200u
#define WC_NO_BEST_FIT_CHARS 0x0400u

/* Convert a text of so many bytes or units, with -1 one that ends in 0, which is converted, too.
 * They return the units or bytes that were written, or with size 0 those that would be. The pages
 * are those of IsValidCodePage (winnls.h), and CP_ACP, CP_OEMCP and CP_THREAD_ACP. A byte or unit
 * that stands for no character becomes U+FFFD, or in a page of single bytes the default character,
 * '?' if the program names none; no other character stands for it. 0: ERROR_INVALID_PARAMETER,
 * ERROR_INSUFFICIENT_BUFFER (what fits is written), ERROR_INVALID_FLAGS (UTF-8 takes ERR_INVALID
 * only), ERROR_NO_UNICODE_TRANSLATION (ERR_INVALID, and something was). */
int WINAPI MultiByteToWideChar(UINT page, DWORD flags, LPCSTR text, int length, LPWSTR buffer,
                               int size);
int WINAPI WideCharToMultiByte(UINT page, DWORD flags, LPCWSTR text, int length, LPSTR buffer,
                               int size, LPCSTR missing, LPBOOL used);

/* CompareStringA (winnls.h) for wide text. The ordinal one compares units, or their capitals. */
int WINAPI CompareStringW(LCID locale, DWORD flags, LPCWSTR left, int left_length, LPCWSTR right,
                          int right_length);
int WINAPI CompareStringEx(LPCWSTR name, DWORD flags, LPCWSTR left, int left_length, LPCWSTR right,
                           int right_length, LPNLSVERSIONINFO version, LPVOID reserved,
                           LPARAM parameter);
int WINAPI CompareStringOrdinal(LPCWSTR left, int left_length, LPCWSTR right, int right_length,
                                BOOL ignores_case);

/* Stores for each unit of a text what it is; a negative length is that with the zero. Beyond
 * Latin-1 a block of characters is of one kind. FALSE: ERROR_INVALID_PARAMETER, no text, or another
 * kind of answer than CT_CTYPE1. */
#define CT_CTYPE1  1u
#define CT_CTYPE2  2u
#define CT_CTYPE3  4u
#define C1_UPPER   0x001u
#define C1_LOWER   0x002u
#define C1_DIGIT   0x004u
#define C1_SPACE   0x008u
#define C1_PUNCT   0x010u
#define C1_CNTRL   0x020u
#define C1_BLANK   0x040u
#define C1_XDIGIT  0x080u
#define C1_ALPHA   0x100u
#define C1_DEFINED 0x200u
BOOL WINAPI GetStringTypeW(DWORD which, LPCWSTR text, int length, LPWORD types);

#endif
