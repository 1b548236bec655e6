/* user32's calls for characters. Narrow text is UTF-8, whose characters have up to four bytes. */
#include "lib/utf16.h"
#include "win32/letters.h"

#include <string.h>
#include <stringapiset.h>
#include <wchar.h>
#include <winuser.h>

/* ---------------------------------------------------------------- kinds */

static WORD kind_of(WCHAR unit)
{
    WORD kind = 0;
    GetStringTypeW(CT_CTYPE1, &unit, 1, &kind);
    return kind;
}

/* Defines a call for wide characters, and one for bytes, of which those above 127 are none. */
#define KIND_CALLS(name, kinds)                                                                    \
    BOOL WINAPI name##W(WCHAR unit)                                                                \
    {                                                                                              \
        return (kind_of(unit) & (kinds)) != 0;                                                     \
    }                                                                                              \
    BOOL WINAPI name##A(CHAR byte)                                                                 \
    {                                                                                              \
        return byte >= 0 && name##W((WCHAR)byte);                                                  \
    }

KIND_CALLS(IsCharAlpha, C1_ALPHA)
KIND_CALLS(IsCharAlphaNumeric, C1_ALPHA | C1_DIGIT)
KIND_CALLS(IsCharUpper, C1_UPPER)
KIND_CALLS(IsCharLower, C1_LOWER)

/* ---------------------------------------------------------------- the other case */

DWORD WINAPI CharUpperBuffW(LPWSTR text, DWORD length)
{
    for (DWORD i = 0; i < length; i++)
        text[i] = letter_large(text[i]);
    return length;
}

DWORD WINAPI CharLowerBuffW(LPWSTR text, DWORD length)
{
    for (DWORD i = 0; i < length; i++)
        text[i] = letter_small(text[i]);
    return length;
}

DWORD WINAPI CharUpperBuffA(LPSTR text, DWORD length)
{
    for (DWORD i = 0; i < length; i++)
        text[i] = text[i] < 0 ? text[i] : (CHAR)letter_large((WCHAR)text[i]);
    return length;
}

DWORD WINAPI CharLowerBuffA(LPSTR text, DWORD length)
{
    for (DWORD i = 0; i < length; i++)
        text[i] = text[i] < 0 ? text[i] : (CHAR)letter_small((WCHAR)text[i]);
    return length;
}

/* ---------------------------------------------------------------- one after the other */

/* Whether a byte goes on with a character. */
static BOOL is_later(CHAR byte)
{
    return (byte & 0xC0) == 0x80;
}

LPSTR WINAPI CharNextA(LPCSTR text)
{
    if (*text)
        for (text++; is_later(*text);)
            text++;
    return (LPSTR)text;
}

LPSTR WINAPI CharPrevA(LPCSTR start, LPCSTR text)
{
    if (text > start)
        for (text--; text > start && is_later(*text);)
            text--;
    return (LPSTR)text;
}

static BOOL is_utf8(WORD page)
{
    return page == CP_ACP || page == CP_OEMCP || page == CP_UTF8;
}

LPSTR WINAPI CharNextExA(WORD page, LPCSTR text, DWORD flags)
{
    (void)flags;
    return is_utf8(page) ? CharNextA(text) : (LPSTR)(*text ? text + 1 : text);
}

LPSTR WINAPI CharPrevExA(WORD page, LPCSTR start, LPCSTR text, DWORD flags)
{
    (void)flags;
    return is_utf8(page) ? CharPrevA(start, text) : (LPSTR)(text > start ? text - 1 : text);
}

LPWSTR WINAPI CharNextW(LPCWSTR text)
{
    return (LPWSTR)(*text ? text + 1 : text);
}

LPWSTR WINAPI CharPrevW(LPCWSTR start, LPCWSTR text)
{
    return (LPWSTR)(text > start ? text - 1 : text);
}

/* ---------------------------------------------------------------- code pages */

/* Both pages are UTF-8. */
BOOL WINAPI CharToOemA(LPCSTR from, LPSTR to)
{
    memmove(to, from, strlen(from) + 1);
    return TRUE;
}

BOOL WINAPI OemToCharA(LPCSTR from, LPSTR to)
{
    return CharToOemA(from, to);
}

BOOL WINAPI CharToOemBuffA(LPCSTR from, LPSTR to, DWORD length)
{
    memmove(to, from, length);
    return TRUE;
}

BOOL WINAPI OemToCharBuffA(LPCSTR from, LPSTR to, DWORD length)
{
    return CharToOemBuffA(from, to, length);
}

BOOL WINAPI CharToOemW(LPCWSTR from, LPSTR to)
{
    while (*from)
        to += wide_encode(&from, to);
    *to = 0;
    return TRUE;
}

BOOL WINAPI OemToCharW(LPCSTR from, LPWSTR to)
{
    wide_widen(from, to);
    return TRUE;
}
