/* user32's texts. */
#include "lib/with_points.h"
#include "win32/letters.h"

#include <stdio.h>
#include <wchar.h>
#include <winuser.h>

enum { PRINTED = 1024 /* characters with the zero */ };

int WINAPI wvsprintfA(LPSTR to, LPCSTR format, va_list args)
{
    int length = vsnprintf(to, PRINTED, format, args);
    return length < PRINTED ? length : PRINTED - 1;
}

int WINAPI wvsprintfW(LPWSTR to, LPCWSTR format, va_list args)
{
    int length = _vsnwprintf(to, PRINTED, format, args);
    if (length >= 0 && length < PRINTED)
        return length;
    to[PRINTED - 1] = 0;
    return PRINTED - 1;
}

WITH_POINTS(WINAPIV wsprintfA, wvsprintfA, format, (LPSTR to, LPCSTR format, ...), to, format)
WITH_POINTS(WINAPIV wsprintfW, wvsprintfW, format, (LPWSTR to, LPCWSTR format, ...), to, format)

/* Defines a call. Bytes above 127 are parts of characters, and stay. */
#define CHANGE_CALL(name, character, type, change, most)                                           \
    type WINAPI name(type text)                                                                    \
    {                                                                                              \
        ULONG_PTR unit = (ULONG_PTR)text;                                                          \
        if (unit < 0x10000)                                                                        \
            return unit < (most) ? (type)(ULONG_PTR)change((WCHAR)unit) : text;                    \
        for (type next = text; *next; next++)                                                      \
            if ((unsigned)(WCHAR)*next < (most))                                                   \
                *next = (character)change((WCHAR)*next);                                           \
        return text;                                                                               \
    }

CHANGE_CALL(CharUpperA, CHAR, LPSTR, letter_large, 0x80u)
CHANGE_CALL(CharLowerA, CHAR, LPSTR, letter_small, 0x80u)
CHANGE_CALL(CharUpperW, WCHAR, LPWSTR, letter_large, 0x10000u)
CHANGE_CALL(CharLowerW, WCHAR, LPWSTR, letter_small, 0x10000u)
