/* MultiByteToWideChar and WideCharToMultiByte. */
#include "lib/utf16.h"
#include "win32/fails.h"
#include "win32/utf7.h"

#include <errhandlingapi.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <stringapiset.h>
#include <wchar.h>
#include <winnls.h>

/* The characters of 80h and up; those that are left out are U+0080 and up. */
static const wchar_t windows_1252[] =
    L"\x20AC\x81\x201A\x192\x201E\x2026\x2020\x2021\x2C6\x2030\x160\x2039\x152\x8D\x17D\x8F"
    L"\x90\x2018\x2019\x201C\x201D\x2022\x2013\x2014\x2DC\x2122\x161\x203A\x153\x9D\x17E\x178";
static const wchar_t ibm_437[] =
    L"\xC7\xFC\xE9\xE2\xE4\xE0\xE5\xE7\xEA\xEB\xE8\xEF\xEE\xEC\xC4\xC5"
    L"\xC9\xE6\xC6\xF4\xF6\xF2\xFB\xF9\xFF\xD6\xDC\xA2\xA3\xA5\x20A7\x192"
    L"\xE1\xED\xF3\xFA\xF1\xD1\xAA\xBA\xBF\x2310\xAC\xBD\xBC\xA1\xAB\xBB"
    L"\x2591\x2592\x2593\x2502\x2524\x2561\x2562\x2556\x2555\x2563\x2551\x2557\x255D\x255C\x255B"
    L"\x2510"
    L"\x2514\x2534\x252C\x251C\x2500\x253C\x255E\x255F\x255A\x2554\x2569\x2566\x2560\x2550\x256C"
    L"\x2567"
    L"\x2568\x2564\x2565\x2559\x2558\x2552\x2553\x256B\x256A\x2518\x250C\x2588\x2584\x258C\x2590"
    L"\x2580"
    L"\x3B1\xDF\x393\x3C0\x3A3\x3C3\xB5\x3C4\x3A6\x398\x3A9\x3B4\x221E\x3C6\x3B5\x2229"
    L"\x2261\xB1\x2265\x2264\x2320\x2321\xF7\x2248\xB0\x2219\xB7\x221A\x207F\xB2\x25A0\xA0";

static const wchar_t ibm_850[] =
    L"\xC7\xFC\xE9\xE2\xE4\xE0\xE5\xE7\xEA\xEB\xE8\xEF\xEE\xEC\xC4\xC5\xC9\xE6\xC6\xF4\xF6\xF2"
    L"\xFB\xF9\xFF\xD6\xDC\xF8\xA3\xD8\xD7\x192\xE1\xED\xF3\xFA\xF1\xD1\xAA\xBA\xBF\xAE\xAC"
    L"\xBD\xBC\xA1\xAB\xBB\x2591\x2592\x2593\x2502\x2524\xC1\xC2\xC0\xA9\x2563\x2551\x2557"
    L"\x255D\xA2\xA5\x2510\x2514\x2534\x252C\x251C\x2500\x253C\xE3\xC3\x255A\x2554\x2569\x2566"
    L"\x2560\x2550\x256C\xA4\xF0\xD0\xCA\xCB\xC8\x131\xCD\xCE\xCF\x2518\x250C\x2588\x2584\xA6"
    L"\xCC\x2580\xD3\xDF\xD4\xD2\xF5\xD5\xB5\xFE\xDE\xDA\xDB\xD9\xFD\xDD\xAF\xB4\xAD\xB1\x2017"
    L"\xBE\xB6\xA7\xF7\xB8\xB0\xA8\xB7\xB9\xB3\xB2\x25A0\xA0";

static const struct page {
    UINT number;
    bool is_utf8, takes_flags;
    unsigned most;        /* the last byte that is a character */
    const wchar_t *upper; /* the characters of 80h and up, as far as they go */
    unsigned upper_count;
} pages[] = {
    {CP_ACP, true, true, 0, NULL, 0},        {CP_OEMCP, true, true, 0, NULL, 0},
    {CP_THREAD_ACP, true, true, 0, NULL, 0}, {CP_UTF7, false, false, 0, NULL, 0}, /* utf7.h */
    {CP_UTF8, true, false, 0, NULL, 0},      {437, false, true, 0xFF, ibm_437, 128},
    {850, false, true, 0xFF, ibm_850, 128},  {1252, false, true, 0xFF, windows_1252, 32},
    {20127, false, true, 0x7F, NULL, 0},     {28591, false, true, 0xFF, NULL, 0},
};

static const struct page *find_page(UINT number)
{
    for (const struct page *page = pages; page < pages + sizeof pages / sizeof pages[0]; page++)
        if (page->number == number)
            return page;
    return NULL;
}

/* Whether a call has a page, and flags that the page takes; else the last error says. */
static bool takes(const struct page *page, DWORD flags, DWORD of_pages)
{
    if (!page)
        return fails(ERROR_INVALID_PARAMETER);
    DWORD allowed = page->takes_flags ? of_pages
                    : page->is_utf8   ? MB_ERR_INVALID_CHARS | WC_ERR_INVALID_CHARS
                                      : 0;
    bool both = (flags & (MB_PRECOMPOSED | MB_COMPOSITE)) == (MB_PRECOMPOSED | MB_COMPOSITE);
    return (!(flags & ~allowed) && !both) || fails(ERROR_INVALID_FLAGS);
}

static bool is_text(const void *text, int length, const void *buffer, int size)
{
    return (text && length && size >= 0 && (buffer || !size) && text != buffer) ||
           fails(ERROR_INVALID_PARAMETER);
}

/* The result of a call for a text of this length. */
static int fitting(size_t length, int size)
{
    return !size || length <= (size_t)size ? (int)length : fails(ERROR_INSUFFICIENT_BUFFER);
}

/* ---------------------------------------------------------------- to wide text */

/* Returns the bytes that one U+FFFD stands for where no character of UTF-8 begins: as Windows 7
 * counts them, a first byte with all good ones behind it, or the first two of a character that
 * cannot be. */
static size_t bad_length(const unsigned char *bytes, size_t size)
{
    unsigned first = bytes[0], second = size > 1 ? bytes[1] : 0;
    size_t more = first < 0xC2 || first > 0xF4 ? 0 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
    size_t length = 1;
    while (length < size && length <= more && (bytes[length] & 0xC0) == 0x80)
        length++;
    bool cannot_be = (first == 0xE0 && second < 0xA0) || (first == 0xED && second >= 0xA0) ||
                     (first == 0xF0 && second < 0x90) || (first == 0xF4 && second >= 0x90);
    return cannot_be && length > 2 ? 2 : length;
}

/* Reads a character of UTF-8, or one U+FFFD. Returns its code, with its bytes in *length. */
static uint32_t utf8_code(const char *text, size_t size, size_t *length, bool *is_bad)
{
    uint32_t code = wide_code(text, size, length);
    *is_bad = *length == 0 || *length == WIDE_INCOMPLETE;
    if (!*is_bad)
        return code;
    *length = bad_length((const unsigned char *)text, size);
    return 0xFFFD;
}

static uint32_t byte_code(const struct page *page, unsigned char byte, bool *is_bad)
{
    *is_bad = byte > page->most;
    if (*is_bad)
        return '?';
    return byte >= 0x80 && byte - 0x80u < page->upper_count ? page->upper[byte - 0x80] : byte;
}

int WINAPI MultiByteToWideChar(UINT number, DWORD flags, LPCSTR text, int length, LPWSTR buffer,
                               int size)
{
    const struct page *page = find_page(number);
    const DWORD allowed = MB_PRECOMPOSED | MB_COMPOSITE | MB_USEGLYPHCHARS | MB_ERR_INVALID_CHARS;
    if (!is_text(text, length, buffer, size) || !takes(page, flags, allowed))
        return 0;
    size_t left = length < 0 ? strlen(text) + 1 : (size_t)length, part = 1;
    int count = 0;
    if (number == CP_UTF7)
        return fitting(utf7_widen(text, left, buffer, (size_t)size), size);
    for (; left; text += part, left -= part) {
        wchar_t units[WIDE_UNITS];
        bool is_bad;
        uint32_t code = page->is_utf8 ? utf8_code(text, left, &part, &is_bad)
                                      : byte_code(page, (unsigned char)*text, &is_bad);
        if (is_bad && flags & MB_ERR_INVALID_CHARS)
            return fails(ERROR_NO_UNICODE_TRANSLATION);
        int more = (int)wide_units(code, units);
        if (size && count + more > size)
            return fails(ERROR_INSUFFICIENT_BUFFER);
        if (size)
            memcpy(buffer + count, units, (size_t)more * sizeof *units);
        count += more;
    }
    return count;
}

/* ---------------------------------------------------------------- to narrow text */

/* Returns the byte of a unit, or -1. */
static int unit_byte(const struct page *page, wchar_t unit)
{
    for (unsigned i = 0; i < page->upper_count; i++)
        if (page->upper[i] == unit)
            return (int)(0x80 + i);
    bool is_itself = unit < 0x80 || (unit <= page->most && unit >= 0x80 + page->upper_count);
    return is_itself ? unit : -1;
}

/* The text that a call for narrow text converts. */
struct narrowing {
    const struct page *page;
    const wchar_t *next, *end;
    const char *missing; /* the default character */
    bool lacked;         /* something had none */
};

/* Writes the bytes of the next character. Returns their number. */
static int narrow_next(struct narrowing *narrowing, char bytes[WIDE_BYTES])
{
    wchar_t pair[] = {narrowing->next[0], 0, 0};
    const wchar_t *from = pair;
    if (narrowing->next + 1 < narrowing->end)
        pair[1] = narrowing->next[1];
    if (narrowing->page->is_utf8) {
        int length = (int)wide_encode(&from, bytes);
        narrowing->next += from - pair;
        narrowing->lacked |= from == pair + 1 && pair[0] >= 0xD800 && pair[0] < 0xE000;
        return length;
    }
    int byte = unit_byte(narrowing->page, *narrowing->next++);
    narrowing->lacked |= byte < 0;
    bytes[0] = (char)(byte < 0 ? *narrowing->missing : byte);
    return 1;
}

int WINAPI WideCharToMultiByte(UINT number, DWORD flags, LPCWSTR text, int length, LPSTR buffer,
                               int size, LPCSTR missing, LPBOOL used)
{
    const struct page *page = find_page(number);
    const DWORD allowed =
        WC_NO_BEST_FIT_CHARS | WC_COMPOSITECHECK | WC_DISCARDNS | WC_SEPCHARS | WC_DEFAULTCHAR;
    /* UTF-7 and UTF-8 have every character, so nothing can be missing. */
    if (page && !page->takes_flags && (missing || used))
        return fails(ERROR_INVALID_PARAMETER);
    if (!is_text(text, length, buffer, size) || !takes(page, flags, allowed))
        return 0;
    struct narrowing narrowing = {page, text, text, missing ? missing : "?", false};
    narrowing.end += length < 0 ? wcslen(text) + 1 : (size_t)length;
    int count = 0;
    if (number == CP_UTF7)
        return fitting(utf7_narrow(text, (size_t)(narrowing.end - text), buffer, (size_t)size),
                       size);
    while (narrowing.next < narrowing.end) {
        char bytes[WIDE_BYTES];
        int more = narrow_next(&narrowing, bytes);
        if (narrowing.lacked && flags & WC_ERR_INVALID_CHARS)
            return fails(ERROR_NO_UNICODE_TRANSLATION);
        if (size && count + more > size)
            return fails(ERROR_INSUFFICIENT_BUFFER);
        if (size)
            memcpy(buffer + count, bytes, (size_t)more);
        count += more;
    }
    if (used)
        *used = narrowing.lacked && !page->is_utf8;
    return count;
}

/* ---------------------------------------------------------------- about pages */

UINT WINAPI GetACP(void)
{
    return CP_UTF8;
}

UINT WINAPI GetOEMCP(void)
{
    return CP_UTF8;
}

BOOL WINAPI IsValidCodePage(UINT number)
{
    return number > CP_THREAD_ACP && find_page(number) != NULL;
}

BOOL WINAPI GetCPInfo(UINT number, LPCPINFO information)
{
    const struct page *page = find_page(number);
    if (!page)
        return fails(ERROR_INVALID_PARAMETER);
    *information = (CPINFO){.MaxCharSize = number == CP_UTF7 ? UTF7_BYTES
                                           : page->is_utf8   ? WIDE_BYTES
                                                             : 1,
                            .DefaultChar = "?"};
    return TRUE;
}

BOOL WINAPI IsDBCSLeadByteEx(UINT number, BYTE byte)
{
    (void)number, (void)byte;
    return FALSE;
}

BOOL WINAPI IsDBCSLeadByte(BYTE byte)
{
    return IsDBCSLeadByteEx(CP_ACP, byte);
}
