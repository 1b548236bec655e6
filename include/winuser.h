/* The texts of user32, which has no windows here. Part of windows.h. Ordinary code, at either
 * privilege level. */
#ifndef WINUSER_H
#define WINUSER_H

#include <stdarg.h>
#include <windef.h>

/* Print at most 1,023 characters and a zero, and return their number. The formats are those of
 * printf, without floating point. */
int WINAPIV wsprintfA(LPSTR to, LPCSTR format, ...);
int WINAPIV wsprintfW(LPWSTR to, LPCWSTR format, ...);
int WINAPI wvsprintfA(LPSTR to, LPCSTR format, va_list args);
int WINAPI wvsprintfW(LPWSTR to, LPCWSTR format, va_list args);

/* Change the letters of a text in its place, and return it. A number below 65,536 in the text's
 * place is one character, which is returned. Letters are A to Z; wide ones also those of Latin-1.
 */
LPSTR WINAPI CharUpperA(LPSTR text);
LPSTR WINAPI CharLowerA(LPSTR text);
LPWSTR WINAPI CharUpperW(LPWSTR text);
LPWSTR WINAPI CharLowerW(LPWSTR text);

#ifdef UNICODE
#define wsprintf  wsprintfW
#define wvsprintf wvsprintfW
#define CharUpper CharUpperW
#define CharLower CharLowerW
#else
#define wsprintf  wsprintfA
#define wvsprintf wvsprintfA
#define CharUpper CharUpperA
#define CharLower CharLowerA
#endif

#endif
