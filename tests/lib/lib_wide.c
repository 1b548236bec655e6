/* Wide strings, and how printf shows them.
 *
 * run: emulator=qemu
 *
 * run: name=ring3 ring=3
 *
 * run: name=checked checked=1
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "tests/harness/tap.h"

static int sign(int value) { return (value > 0) - (value < 0); }

static bool is(const wchar_t *text, const wchar_t *expected)
{
    return wmemcmp(text, expected, wcslen(expected) + 1) == 0;
}

static void check_strings(void)
{
    wchar_t text[16];
    ok(wcslen(L"") == 0 && wcslen(L"a\x100z") == 3, "wcslen");
    ok(wcsnlen(L"abc", 2) == 2 && wcsnlen(L"abc", 9) == 3 && wcsnlen(NULL, 0) == 0, "wcsnlen");
    ok(wcscpy(text, L"first") == text && is(text, L"first"), "wcscpy");
    ok(wcscat(text, L" two") == text && is(text, L"first two"), "wcscat");
    ok(wcsncat(text, L"three", 2) == text && is(text, L"first twoth"), "wcsncat cuts, and ends");
    wmemset(text, L'x', 16);
    ok(wcsncpy(text, L"ab", 4) == text && wmemcmp(text, L"ab\0\0xx", 6) == 0,
       "wcsncpy fills up with zeros");
    ok(wcsncpy(text, L"abcdef", 3) == text && wmemcmp(text, L"abc\0xx", 6) == 0, "or cuts");

    ok(wcscmp(L"a", L"a") == 0 && sign(wcscmp(L"a", L"b")) < 0 && sign(wcscmp(L"ab", L"a")) > 0,
       "wcscmp");
    ok(sign(wcscmp(L"\xFFFF", L"\x0001")) > 0 && sign(wcscmp(L"\x0100", L"\x00FF")) > 0,
       "takes whole units, without a sign");
    ok(wcsncmp(L"abc", L"abd", 2) == 0 && sign(wcsncmp(L"abc", L"abd", 3)) < 0 &&
           wcsncmp(L"a\0b", L"a\0c", 3) == 0,
       "wcsncmp stops at the limit and at the end");
    const wchar_t *name = L"a name";
    ok(wcschr(name, L'a') == name && wcschr(name, 0) == name + 6 && !wcschr(name, L'z'), "wcschr");
    ok(wcsrchr(name, L'a') == name + 3 && wcsrchr(name, 0) == name + 6 && !wcsrchr(name, L'z'),
       "wcsrchr");
    ok(wcsstr(name, L"am") == name + 3 && wcsstr(name, L"") == name && !wcsstr(name, L"named"),
       "wcsstr");

    ok(wmemchr(name, L'm', 6) == name + 4 && !wmemchr(name, L'm', 4), "wmemchr");
    ok(sign(wmemcmp(L"a\0b", L"a\0c", 3)) < 0 && wmemcmp(L"a", L"b", 0) == 0, "wmemcmp");
    wcscpy(text, L"0123456789");
    ok(wmemmove(text + 2, text, 8) == text + 2 && is(text, L"0101234567"), "wmemmove overlaps");
    ok(wmemcpy(text, L"ab", 2) == text && is(text, L"ab01234567"), "wmemcpy");
}

static void check_printing(void)
{
    static const struct {
        const char *claim;
        const wchar_t *text;
        const char *expected;
    } rows[] = {
        {"ASCII", L"plain", "plain"},
        {"two bytes", L"\x80\xE4\x7FF", "\xC2\x80\xC3\xA4\xDF\xBF"},
        {"three", L"\x800\x20AC\xFFFF", "\xE0\xA0\x80\xE2\x82\xAC\xEF\xBF\xBF"},
        {"pairs, with the first and the last", L"\xD800\xDC00\xD83D\xDE00\xDBFF\xDFFF",
         "\xF0\x90\x80\x80\xF0\x9F\x98\x80\xF4\x8F\xBF\xBF"},
        {"a first half alone", L"\xD83Dx", "\xEF\xBF\xBDx"},
        {"a first half at the end", L"\xD83D", "\xEF\xBF\xBD"},
        {"a second half alone", L"\xDE00\xD83D", "\xEF\xBF\xBD\xEF\xBF\xBD"},
    };
    char text[40];
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int length = snprintf(text, sizeof text, "%ls", rows[i].text);
        ok(length == (int)strlen(rows[i].expected) && strcmp(text, rows[i].expected) == 0,
           "%s in UTF-8", rows[i].claim);
    }
    ok(snprintf(text, sizeof text, "[%6ls][%-6ls]", L"\xE4z", L"ab") == 16 &&
           strcmp(text, "[   \xC3\xA4z][ab    ]") == 0,
       "the width counts bytes");
    ok(snprintf(text, sizeof text, "[%.2ls][%.3ls][%.0ls]", L"a\x20AC",
                L"\x20AC"
                L"a",
                L"a") == 10 &&
           strcmp(text, "[a][\xE2\x82\xAC][]") == 0,
       "the precision, too, and cuts no character");
    static const wchar_t open[] = {L'a', L'b'};
    ok(snprintf(text, sizeof text, "%.2ls", open) == 2 && strcmp(text, "ab") == 0,
       "with it the string needs no end");
    const wchar_t *volatile none = NULL;
    ok(snprintf(text, sizeof text, "%ls", none) == 6 && strcmp(text, "(null)") == 0, "NULL");
    ok(snprintf(text, sizeof text, "%lc%3lc", L'\x20AC', L'z') == 6 &&
           strcmp(text, "\xE2\x82\xAC  z") == 0,
       "a wide character");
    ok(snprintf(text, sizeof text, "%S %C", L"w\xE4", L'\xE4') == 6 &&
           strcmp(text, "w\xC3\xA4 \xC3\xA4") == 0,
       "Windows' %%S and %%C are the same");
}

static int own(char *text, size_t size, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = _vsnprintf(text, size, format, args);
    va_end(args);
    return length;
}

/* Windows' own names of narrow calls. */
static void check_own(void)
{
    char text[8] = "~~~~~~~";
    ok(own(text, 4, "%d", 98765) == -1 && memcmp(text, "9876~~~", 8) == 0, "_vsnprintf");
    ok(_snprintf(text, 8, "%s", "ab") == 2 && strcmp(text, "ab") == 0, "_snprintf ends a text");
    ok(_snprintf(text, 4, "%d", 1234) == 4 && memcmp(text, "1234~~~", 8) == 0,
       "without an end where there is no room for it");
    ok(_snprintf(text, 4, "%d", 98765) == -1 && memcmp(text, "9876~~~", 8) == 0,
       "-1 where there is less");
    ok(_stricmp("NTDLL.dll", "ntdll.DLL") == 0 && sign(_stricmp("a", "B")) < 0 &&
           sign(_stricmp("ab", "A")) > 0,
       "_stricmp");
    ok(_strnicmp("abX", "ABy", 2) == 0 && sign(_strnicmp("abX", "ABy", 3)) < 0, "_strnicmp");
    char *copy = _strdup("trap");
    ok(copy && strcmp(copy, "trap") == 0, "_strdup");
    free(copy);
    ok(_errno() == &errno, "_errno has errno's place");
}

int main(void)
{
    check_strings();
    check_printing();
    check_own();
    return tap_done();
}
