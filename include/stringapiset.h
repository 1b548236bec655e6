/* Narrow and wide text. Part of windows.h. */
#ifndef STRINGAPISET_H
#define STRINGAPISET_H

#include <windef.h>

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

#endif
