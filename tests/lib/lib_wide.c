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

#include "tests/harness/scans.h"
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

static void gives(const wchar_t *expected, const wchar_t *format, ...)
{
    wchar_t text[40];
    va_list args;
    va_start(args, format);
    int length = vswprintf(text, 40, format, args);
    va_end(args);
    ok(length == (int)wcslen(expected) && is(text, expected), "%ls gives %ls", format, expected);
}

static int unended(wchar_t *buffer, size_t size, const wchar_t *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = _vsnwprintf(buffer, size, format, args);
    va_end(args);
    return length;
}

static void check_wide_printing(void)
{
    gives(L"[  7][007][0x1f][-1.50]", L"[%3d][%.3d][%#x][%.2f]", 7, 7, 31, -1.5);
    gives(L"w n w n", L"%s %S %ls %hs", L"w", "n", L"w", "n");
    gives(L"w n w n", L"%c %C %lc %hc", L'w', 'n', L'w', 'n');
    gives(L"\x20AC %", L"\x20AC %%");
    gives(L"[   \xE4][\xE4\xE4]", L"[%4hs][%.2s]", "\xC3\xA4", L"\xE4\xE4\xE4");
    gives(L"[\xD83D\xDE00][][\xFFFD]", L"[%hs][%.1hs][%hs]", "\xF0\x9F\x98\x80", "\xF0\x9F\x98\x80",
          "\x80");
    const void *none = NULL;
    gives(L"(null) (nil)", L"%s %p", none, none);

    wchar_t text[8] = L"~~~~~~~";
    ok(swprintf(text, 4, L"%d", 12345) == -1 && is(text, L"123"), "swprintf cuts, with -1");
    ok(swprintf(text, 8, L"%s", L"ab") == 2 && is(text, L"ab"), "swprintf");
    wmemset(text, L'~', 8);
    ok(_snwprintf(text, 4, L"%d", 1234) == 4 && wmemcmp(text, L"1234~", 5) == 0 &&
           unended(text, 2, L"%d", 567) == -1 && wmemcmp(text, L"5634~", 5) == 0,
       "_snwprintf and _vsnwprintf need not end it");
    ok(_scwprintf(L"%s-%d", L"abc", 12) == 6 && _scprintf("%s-%d", "abc", 12) == 6,
       "_scwprintf and _scprintf only count");
    errno = 0;
    ok(_scwprintf(L"%n", text) == -1 && errno == EINVAL, "%%n is an error here, too");
}

static bool prints(const char *expected, const wchar_t *format, ...)
{
    char read[400] = "";
    FILE *file = tmpfile();
    va_list args;
    va_start(args, format);
    int length = vfwprintf(file, format, args);
    va_end(args);
    rewind(file);
    size_t bytes = fread(read, 1, sizeof read - 1, file);
    fclose(file);
    return length > 0 && bytes == strlen(expected) && strcmp(read, expected) == 0;
}

static void check_wide_files(void)
{
    char expected[400];
    ok(prints("a \xC3\xA4 7", L"%s \xE4 %d", L"a", 7), "vfwprintf writes UTF-8");
    for (int i = 0; i < 90; i++) /* the window of 64 units cuts a pair, which stays whole */
        strcpy(expected + (i ? 4 * i - 3 : 0), i ? "\xF0\x9F\x98\x80" : "x");
    wchar_t long_text[180] = L"x";
    for (int i = 0; i < 89; i++)
        wmemcpy(long_text + 1 + 2 * i, L"\xD83D\xDE00", 3);
    ok(prints(expected, L"%s", long_text), "also where it does so in parts");
    FILE *file = tmpfile();
    ok(fwprintf(file, L"%hs", "abc") == 3 && ftell(file) == 3, "fwprintf");
    fclose(file);
    ok(wprintf(L"# %s %d\n", L"wprintf", 1) == 12, "wprintf counts units");
}

static int list(const wchar_t *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = _vscwprintf(format, args) + _vscprintf("%S", args) + vwprintf(format, args);
    va_end(args);
    return length;
}

static void check_scanning(void)
{
    wchar_t wide[80] = L"", one[3] = L"..";
    char narrow[8] = "";
    ok(scans("\xC3\xA4z b", "%ls%hs", wide, narrow) == 2 && is(wide, L"\xE4z") &&
           strcmp(narrow, "b") == 0,
       "%%ls takes UTF-8 to a wide text, %%hs bytes");
    ok(scans("ab cd", "%S %ws", wide, wide + 10) == 2 && is(wide, L"ab") && is(wide + 10, L"cd"),
       "so do %%S and %%ws");
    ok(scans("xyz-", "%l[x-z]%C", wide, one) == 2 && is(wide, L"xyz") && one[0] == L'-' &&
           one[1] == L'.',
       "%%l[ and %%C");
    ok(scans("\xC3\xA4\xC3\xA4\xC3\xA4", "%2ls%lc", wide, one) == 2 && is(wide, L"\xE4\xE4") &&
           one[0] == 0xE4,
       "a width counts characters");
    char text[200] = "x";
    for (int i = 0; i < 30; i++)
        strcat(text, "\xE2\x82\xAC");
    ok(scans(text, "%ls", wide) == 1 && wcslen(wide) == 31 && wide[30] == 0x20AC,
       "parts are cut between characters");
    long long large = 0;
    int small[2] = {0, 9};
    double value = 0;
    ok(scans("5000000000 6 7.5", "%I64d %I32d %Lf", &large, small, &value) == 3 &&
           large == 5000000000 && small[0] == 6 && small[1] == 9 && value == 7.5,
       "Windows' sizes");
    ok(scans("12 7", "%Id %hd", small, (short *)&small[1]) == 2 && small[0] == 12 && small[1] == 7,
       "%%Id is a word");
}

static void check_parts(void)
{
    wchar_t text[] = L",one,,two", *rest;
    ok(wcsspn(L"aab", L"a") == 2 && wcscspn(L"ab,", L",;") == 2 && wcscspn(L"ab", L"") == 2,
       "wcsspn and wcscspn");
    const wchar_t *name = L"key=1";
    ok(wcspbrk(name, L"=:") == name + 3 && !wcspbrk(name, L"!"), "wcspbrk");
    ok(is(wcstok(text, L",", &rest), L"one") && is(wcstok(NULL, L",", &rest), L"two") &&
           !wcstok(NULL, L",", &rest),
       "wcstok");
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
    ok(own(NULL, 0, "%d", 98765) == 5 && own(NULL, 0, "%s", "") == 0 &&
           _snwprintf(NULL, 0, L"%ls", L"length") == 6,
       "without a buffer they tell the length");
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
    check_wide_printing();
    check_wide_files();
    ok(list(L"# %s\n", L"list") == 18, "with a list of arguments");
    check_scanning();
    check_parts();
    check_own();
    return tap_done();
}
