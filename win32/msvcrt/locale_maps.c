/* Kinds, cases and order of characters by the names under which the C library has Windows' calls
 * for its own parts and C++'s. A locale of 0 is "C". */
#include "win32/msvcrt/call.h"

#include <stddef.h>
#include <stringapiset.h>
#include <winnls.h>

CALL(int, __crtGetStringTypeW, void *locale, unsigned long which, const wchar_t *text, int length,
     unsigned short *types)
{
    (void)locale;
    return GetStringTypeW(which, text, length, types);
}

CALL(int, __crtLCMapStringA, void *locale, unsigned language, unsigned long flags, const char *text,
     int length, char *to, int size, int page, int fails)
{
    (void)locale, (void)page, (void)fails;
    return LCMapStringA(language, flags, text, length, to, size);
}

CALL(int, __crtLCMapStringW, unsigned language, unsigned long flags, const wchar_t *text,
     int length, wchar_t *to, int size)
{
    return LCMapStringW(language, flags, text, length, to, size);
}

CALL(int, __crtCompareStringA, void *locale, unsigned language, unsigned long flags,
     const char *left, int left_length, const char *right, int right_length, int page)
{
    (void)locale, (void)page;
    return CompareStringA(language, flags, left, left_length, right, right_length);
}

CALL(int, __crtCompareStringW, unsigned language, unsigned long flags, const wchar_t *left,
     int left_length, const wchar_t *right, int right_length)
{
    return CompareStringW(language, flags, left, left_length, right, right_length);
}

CALL(int, __crtGetLocaleInfoW, unsigned language, unsigned type, wchar_t *to, int size)
{
    return GetLocaleInfoW(language, type, to, size);
}
