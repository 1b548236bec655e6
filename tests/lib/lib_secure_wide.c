/* Microsoft's functions for wide texts: those with the size of the place, and numbers as texts.
 *
 * run: name=plain
 * run: name=ring3 ring=3
 */
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "tests/harness/tap.h"
#include "tests/lib/noted_refusals.h"

static bool is(const wchar_t *text, const wchar_t *expected) { return wcscmp(text, expected) == 0; }

static void check_copies(void)
{
    wchar_t to[6] = L"zzzzz";
    ok(wcscpy_s(to, 6, L"1234\x3B5") == 0 && is(to, L"1234\x3B5"), "wcscpy_s copies");
    ok(refuses(wcscpy_s(to, 6, L"123456"), ERANGE) && !*to && to[1] == '2' &&
           refuses(wcscpy_s(NULL, 6, L"1"), EINVAL) && refuses(wcscpy_s(to, 0, L"1"), EINVAL),
       "what has no room leaves an empty text");
    wcscpy(to, L"12");
    ok(refuses(wcscpy_s(to, 6, NULL), EINVAL) && !*to, "so does NULL");
    wcscpy(to, L"12");
    ok(wcscat_s(to, 6, L"345") == 0 && is(to, L"12345") && refuses(wcscat_s(to, 6, L"6"), ERANGE) &&
           !*to,
       "wcscat_s");
    wmemset(to, L'x', 6);
    ok(refuses(wcscat_s(to, 6, L"6"), EINVAL) && !*to, "a text without an end: EINVAL");
    ok(wcsncpy_s(to, 6, L"1234567", 3) == 0 && is(to, L"123") &&
           refuses(wcsncpy_s(to, 6, L"1234567", 6), ERANGE) &&
           wcsncpy_s(to, 6, L"1234567", _TRUNCATE) == STRUNCATE && is(to, L"12345") && !calls &&
           wcsncpy_s(NULL, 0, NULL, 0) == 0,
       "wcsncpy_s, and its cut");
    ok(wcsncpy_s(to, 6, L"12", 2) == 0 && wcsncat_s(to, 6, L"3456", 2) == 0 && is(to, L"1234") &&
           wcsncat_s(to, 6, L"567", _TRUNCATE) == STRUNCATE && is(to, L"12345") &&
           refuses(wcsncat_s(to, 6, L"6", 1), ERANGE),
       "wcsncat_s");
    ok(wmemcpy_s(to, 6, L"ab\0d", 4) == 0 && wmemcmp(to, L"ab\0d", 4) == 0 &&
           wmemmove_s(to + 1, 5, to, 4) == 0 && wmemcmp(to, L"aab\0d", 5) == 0 &&
           refuses(wmemcpy_s(to, 3, L"abcd", 4), ERANGE) && !to[2] && to[4] == 'd',
       "wmemcpy_s and wmemmove_s count characters");
    wchar_t list[] = L",one,,two", *position;
    ok(is(wcstok_s(list, L",", &position), L"one") && is(wcstok_s(NULL, L",", &position), L"two") &&
           !wcstok_s(NULL, L",", &position),
       "wcstok_s");
    wchar_t text[40];
    ok(_wcserror_s(text, 40, ENOENT) == 0 && is(text, L"No such file or directory") &&
           _wcserror_s(text, 3, ENOENT) == 0 && is(text, L"No") &&
           refuses(_wcserror_s(NULL, 3, 1), EINVAL) && is(_wcserror(-1), L"Unknown error") &&
           is(_wcserror(EILSEQ), L"Illegal byte sequence"),
       "_wcserror_s and _wcserror have the texts of errors");
    ok(wcsnlen_s(L"abc", 2) == 2 && wcsnlen_s(NULL, 2) == 0, "wcsnlen_s");
    wcscpy(text, L"abcd");
    ok(_wcsnset(text, L'-', 3) == text && is(text, L"---d") && is(_wcsrev(text), L"d---") &&
           is(_wcsnset(text, L'y', 9), L"yyyy") && is(_wcsset(text, L'x'), L"xxxx"),
       "_wcsset, _wcsnset and _wcsrev change a text up to its end");
}

static void check_numbers(void)
{
    wchar_t to[70];
    char narrow[70];
    ok(is(_itow(-123, to, 10), L"-123") && is(_ltow(-1, to, 16), L"ffffffff") &&
           is(_ultow(4294967295u, to, 36), L"1z141z3") &&
           is(_i64tow(-1234567890123, to, 10), L"-1234567890123") &&
           wcslen(_ui64tow(UINT64_MAX, to, 2)) == 64,
       "numbers as wide texts");
    ok(_itow_s(-123, to, 12, 10) == 0 && is(to, L"-123") && _ltow_s(7, to, 2, 8) == 0 &&
           is(to, L"7") && _ultow_s(255, to, 12, 16) == 0 && is(to, L"ff") &&
           _i64tow_s(-1, to, 65, 2) == 0 && wcslen(to) == 64 &&
           _ui64tow_s(UINT64_MAX, to, 21, 10) == 0 && is(to, L"18446744073709551615"),
       "and with the size of the place");
    ok(_ltoa_s(-5, narrow, 3, 10) == 0 && strcmp(narrow, "-5") == 0 &&
           _ui64toa_s(UINT64_MAX, narrow, 17, 16) == 0 && strcmp(narrow, "ffffffffffffffff") == 0 &&
           refuses(_ltoa_s(-5, narrow, 2, 10), ERANGE) && !*narrow,
       "_ltoa_s and _ui64toa_s");
    ok(refuses(_itow_s(1234, to, 4, 10), ERANGE) && !*to && to[1] &&
           refuses(_itow_s(1, to, 12, 1), EINVAL) && refuses(_ultow_s(1, to, 12, 37), EINVAL) &&
           refuses(_i64tow_s(1, NULL, 12, 10), EINVAL),
       "no room, no base");
    ok(_wtoi(L" -12x") == -12 && _wtol(L"2147483648") == 2147483647 &&
           _wtoi64(L"-9000000000") == -9000000000 && _wtof(L"0.25e1") == 2.5,
       "wide texts as numbers");
}

static int formats(FILE *file, wchar_t *to, size_t size, size_t count, const wchar_t *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = file          ? vfwprintf_s(file, format, args)
                 : !to         ? vwprintf_s(format, args)
                 : count == 99 ? vswprintf_s(to, size, format, args)
                               : _vsnwprintf_s(to, size, count, format, args);
    va_end(args);
    return length;
}

static int narrow_format(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = vprintf_s(format, args);
    va_end(args);
    return length;
}

static void check_printing(void)
{
    wchar_t to[6];
    ok(swprintf_s(to, 6, L"%d", 12345) == 5 && is(to, L"12345") &&
           formats(NULL, to, 6, 99, L"%s", L"ab") == 2 && is(to, L"ab"),
       "swprintf_s");
    ok(swprintf_s(to, 6, L"%d", 123456) == -1 && errno == ERANGE && !*to && was_called() &&
           swprintf_s(NULL, 6, L"x") == -1 && errno == EINVAL && was_called() &&
           swprintf_s(NULL, 0, L"x") == -1 && was_called(),
       "what has no room: -1");
    ok(_snwprintf_s(to, 6, 3, L"%d", 12345) == -1 && is(to, L"123") &&
           _snwprintf_s(to, 6, _TRUNCATE, L"%d", 1234567) == -1 && is(to, L"12345") && !calls &&
           _snwprintf_s(to, 6, 5, L"%d", 12345) == 5 && formats(NULL, to, 6, 2, L"abc") == -1 &&
           is(to, L"ab") && _snwprintf_s(NULL, 0, 0, L"x") == 0 && !calls,
       "_snwprintf_s cuts");
    ok(_snwprintf_s(to, 6, 7, L"%d", 1234567) == -1 && !*to && was_called(),
       "but not without room");
    ok(wprintf_s(L"# %s\n", L"printed") == 10 && fwprintf_s(stdout, L"# too\n") == 6 &&
           formats(NULL, NULL, 0, 0, L"#\n") == 2 && formats(stdout, NULL, 0, 0, L"#\n") == 2 &&
           narrow_format("# %d\n", 7) == 4 && !calls && fwprintf_s(NULL, L"x") == -1 &&
           errno == EINVAL && was_called(),
       "wprintf_s, fwprintf_s, vprintf_s");
}

static void check_files(void)
{
    FILE *file = NULL;
    ok(_wfopen_s(&file, L"\x3B5psilon", L"w") == 0 && file && fclose(file) == 0, "_wfopen_s");
    ok(_wfopen_s(&file, L"none", L"r") == ENOENT && !file &&
           refuses(_wfopen_s(NULL, L"x", L"r"), EINVAL) &&
           refuses(_wfopen_s(&file, NULL, L"r"), EINVAL),
       "its errors");
}

int main(void)
{
    _set_invalid_parameter_handler(note);
    check_copies();
    check_numbers();
    check_printing();
    check_files();
    return tap_done();
}
