/* Narrow text, which is UTF-8, from and to wide text; numbers and dates of wide texts; wide
 * characters of files.
 *
 * run: name=plain
 * run: name=ring3 ring=3 compilers=gcc
 */
#include <errno.h>
#include <inttypes.h>
#include <io.h>
#include <limits.h>
#include <mbstring.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <uchar.h>
#include <wchar.h>

#include "tests/harness/tap.h"

#define FACE "\xF0\x9F\x98\x80" /* U+1F600: D83D DE00 */

static void check_characters(void)
{
    wchar_t wide = 7;
    char bytes[MB_LEN_MAX];
    ok(mbtowc(&wide, "\xC3\xA9x", 3) == 2 && wide == 0xE9 && mblen("\xE2\x82\xAC", 3) == 3,
       "a character has as many bytes as UTF-8 says");
    ok(mbtowc(&wide, "", 1) == 0 && wide == 0 && mbtowc(NULL, NULL, 0) == 0 && mblen("", 1) == 0,
       "the end of a text has none");
    errno = 0;
    ok(mbtowc(&wide, "\xE2\x82", 2) == -1 && errno == EILSEQ && mbtowc(&wide, FACE, 4) == -1 &&
           mblen("\xFF", 1) == -1,
       "half a character is none, nor has one of two units a place in one");
    ok(wctomb(bytes, 0x20AC) == 3 && memcmp(bytes, "\xE2\x82\xAC", 3) == 0 &&
           wctomb(bytes, 0xD83D) == -1 && wctomb(NULL, 0) == 0,
       "and back");
    ok(btowc('a') == L'a' && btowc(0x80) == WEOF && wctob(L'a') == 'a' && wctob(0xE9) == -1,
       "a byte alone is a character if it is ASCII");
}

static void check_states(void)
{
    mbstate_t state = {0};
    wchar_t wide = 0;
    char bytes[MB_LEN_MAX];
    ok(mbrtowc(&wide, FACE, 4, &state) == 3 && wide == 0xD83D && !mbsinit(&state) &&
           mbrtowc(&wide, &FACE[3], 1, &state) == 1 && wide == 0xDE00 && mbsinit(&state),
       "a character of two units takes three bytes for the first and one for the second");
    ok(mbrtowc(&wide, "\xE2", 1, &state) == (size_t)-2 &&
           mbrtowc(&wide, "\x82\xAC", 2, &state) == 2 && wide == 0x20AC,
       "a character may come in parts");
    ok(mbrtowc(&wide, "\xF4\x90\x80", 3, &state) == (size_t)-1 && mbsinit(&state),
       "there is nothing above U+10FFFF");
    ok(wcrtomb(bytes, 0xD83D, &state) == 0 && wcrtomb(bytes, 0xDE00, &state) == 4 &&
           memcmp(bytes, FACE, 4) == 0,
       "two units are written when the second comes");
    ok(wcrtomb(bytes, 0xDE00, &state) == (size_t)-1 && mbrlen("ab", 2, &state) == 1,
       "a second unit alone is none");
    char16_t unit = 0;
    char32_t code = 0;
    ok(mbrtoc16(&unit, "\xC3\xA9", 2, &state) == 2 && unit == u'\xE9' &&
           mbrtoc32(&code, FACE, 4, &state) == 4 && code == 0x1F600,
       "UTF-16 and UTF-32 of UTF-8");
    ok(c32rtomb(bytes, 0x1F600, &state) == 4 && memcmp(bytes, FACE, 4) == 0 &&
           c32rtomb(bytes, 0x110000, &state) == (size_t)-1 && c16rtomb(bytes, u'x', &state) == 1,
       "and back");
}

static void check_texts(void)
{
    wchar_t wide[8];
    char narrow[16];
    ok(mbstowcs(wide, "a\xC3\xA9" FACE, 8) == 4 && wcscmp(wide, L"a\xE9\xD83D\xDE00") == 0 &&
           mbstowcs(NULL, "abc", 0) == 3,
       "a text is made wide");
    ok(wcstombs(narrow, wide, sizeof narrow) == 7 && strcmp(narrow, "a\xC3\xA9" FACE) == 0 &&
           wcstombs(NULL, wide, 0) == 7 && wcstombs(narrow, wide, 5) == 3,
       "and narrow, but for a character that has no room");
    errno = 0;
    ok(mbstowcs(wide, "a\xFF", 8) == (size_t)-1 && errno == EILSEQ, "what is no UTF-8 is refused");
    const char *from = "abc";
    const wchar_t *back = L"xyz";
    mbstate_t state = {0};
    ok(mbsrtowcs(wide, &from, 2, &state) == 2 && *from == 'c' &&
           mbsrtowcs(wide, &from, 2, &state) == 1 && !from,
       "mbsrtowcs goes on where it stopped");
    ok(wcsrtombs(narrow, &back, 2, &state) == 2 && *back == L'z' &&
           wcsrtombs(narrow, &back, 2, &state) == 1 && !back,
       "and so does wcsrtombs");
    const char *wrong = "ab" FACE "\xC3(", *begin = wrong;
    const wchar_t *half = L"ab\xD83D\xDE00\xD83D(", *first = half;
    ok(mbsrtowcs(NULL, &wrong, 0, &state) == (size_t)-1 && wrong == begin &&
           mbsrtowcs(wide, &wrong, 8, &state) == (size_t)-1 && wrong == begin + 6,
       "mbsrtowcs stops at what is no character");
    ok(wcsrtombs(NULL, &half, 0, &state) == (size_t)-1 && half == first &&
           wcsrtombs(narrow, &half, sizeof narrow, &state) == (size_t)-1 && half == first + 4,
       "and so does wcsrtombs");
    wrong = begin = FACE "\xF0\x9F\x98(";
    ok(mbsrtowcs(wide, &wrong, 8, &state) == (size_t)-1 && wrong == begin + 4,
       "also where a half of one was written");
    ok(wcscoll(L"b", L"a") > 0 && wcsxfrm(wide, L"ab", 8) == 2 && wcscmp(wide, L"ab") == 0,
       "wide texts are in the order of their units");
    wchar_t *copy = _wcsdup(L"Abc");
    ok(copy && _wcsicmp(copy, L"aBC") == 0 && _wcsnicmp(copy, L"ABx", 2) == 0 &&
           _wcsicmp(L"a", L"B") == -1 && _wcsicmp(L"ze", L"Zb") == 3,
       "Windows' comparisons of wide texts");
    free(copy);
    unsigned char list[] = "b.a", to[8];
    ok(_mbslen(list) == 3 && _mbschr(list, '.') == list + 1 && _mbsrchr(list, 'b') == list &&
           _mbscmp(_mbscpy(to, list), list) == 0 && _mbsicmp(to, (unsigned char *)"B.A") == 0 &&
           _mbsncmp(to, list, 2) == 0 && _mbsnicmp(to, list, 2) == 0 &&
           _mbsstr(list, (unsigned char *)"a") == list + 2 &&
           _mbspbrk(list, (unsigned char *)"a.") == list + 1 &&
           _mbsspn(list, (unsigned char *)"b.") == 2 && _mbscspn(list, (unsigned char *)"a") == 2 &&
           _mbsinc(list) == list + 1 && _mbsdec(list, list + 1) == list && !_mbsdec(list, list) &&
           _mbsnextc(list) == 'b' && _mbslen(_mbscat(to, list)) == 6 &&
           *_mbstok(to, (unsigned char *)".") == 'b',
       "in texts of Microsoft's multibyte calls each byte is a character");
}

static void check_numbers(void)
{
    wchar_t *end;
    const wchar_t *text = L" -0x1fg";
    ok(wcstol(text, &end, 0) == -31 && *end == L'g', "wcstol takes blanks, sign, prefix, digits");
    text = L" +\x661";
    ok(wcstol(text, &end, 10) == 0 && end == text, "without digits the end is the start");
    ok(wcstoul(L"4294967295", NULL, 10) == ULONG_MAX &&
           wcstoll(L"-9223372036854775808", NULL, 10) == LLONG_MIN &&
           wcstoull(L"18446744073709551615", NULL, 10) == ULLONG_MAX && _wtoi(L"12x") == 12,
       "each size has its call");
    ok(wcstod(L"1.5e3z", &end) == 1500 && *end == L'z' && wcstof(L"0x1p-1", NULL) == 0.5f &&
           wcstold(L"-inf", NULL) < 0,
       "numbers with a point");
    wchar_t date[32];
    struct tm day = {.tm_mday = 29, .tm_mon = 1, .tm_year = 124};
    ok(wcsftime(date, 32, L"\x20AC %Ey-%m-%d%%", &day) == 11 &&
           wcscmp(date, L"\x20AC 24-02-29%") == 0 && wcsftime(date, 3, L"%Y", &day) == 0,
       "wcsftime");
    char numbers[64];
    int8_t small;
    uint64_t large;
    intmax_t most = strtoimax("-9", NULL, 10);
    snprintf(numbers, sizeof numbers,
             "%" PRId8 " %" PRIX64 " %" PRIuPTR " %" PRIdMAX " %" PRIdFAST16, (int8_t)-5,
             UINT64_C(0x123456789A), (uintptr_t)7, most, (int_fast16_t)70000);
    ok(strcmp(numbers, "-5 123456789A 7 -9 70000") == 0, "inttypes.h's conversions print (%s)",
       numbers);
    ok(sscanf("-5 123456789a", "%" SCNd8 " %" SCNx64, &small, &large) == 2 && small == -5 &&
           large == 0x123456789A && imaxabs(most) == 9 && imaxdiv(most, 2).quot == -4,
       "and read");
}

static void check_files(void)
{
    FILE *file = fopen("wide", "w+");
    ok(fputws(L"\x20AC x\n", file) == 0 && fputwc(0xD83D, file) == 0xD83D &&
           putwc(0xDE00, file) == 0xDE00 && ftell(file) == 11,
       "wide text is written as UTF-8");
    rewind(file);
    wchar_t line[8];
    ok(fgetws(line, 8, file) == line && wcscmp(line, L"\x20AC x\n") == 0, "fgetws reads a line");
    ok(fgetwc(file) == 0xD83D && getwc(file) == 0xDE00 && ungetwc(0x20AC, file) == 0x20AC &&
           fgetwc(file) == 0x20AC && fgetwc(file) == WEOF && feof(file),
       "fgetwc reads units, and one that was given back");
    ok(fwide(file, -1) < 0 && !fgetws(line, 8, file), "any file takes narrow and wide text");
    fclose(file);
    file = _wfopen(L"\x20AC", L"wb");
    int number;
    ok(file && fputs("x", file) == 0 && fclose(file) == 0 &&
           (number = _wopen(L"\x20AC", _O_RDONLY)) > 2 && _filelength(number) == 1 &&
           _close(number) == 0 && _wrename(L"\x20AC", L"\xE9") == 0 &&
           remove("\xE2\x82\xAC") == -1 && _wremove(L"\xE9") == 0,
       "files have wide names");
    ok(_putws(L"# wide") == 0 && putwchar(L'#') == L'#' && putwchar(L'\n') == L'\n',
       "so does the console");
}

static int scans_wide(FILE *file, const wchar_t *text, const wchar_t *format, ...)
{
    va_list args;
    va_start(args, format);
    int found = text   ? vswscanf(text, format, args)
                : file ? vfwscanf(file, format, args)
                       : vwscanf(format, args);
    va_end(args);
    return found;
}

static void check_scans(void)
{
    wchar_t word[8] = L"", letters[4] = L"";
    char narrow[8] = "";
    int number = 0, count = 0;
    ok(swscanf(L"\x20AC\xD83D\xDE00 -12 ab7", L"%7s%d%n %[a-z]", word, &number, &count, letters) ==
               3 &&
           wcscmp(word, L"\x20AC\xD83D\xDE00") == 0 && number == -12 && count == 7 &&
           wcscmp(letters, L"ab") == 0,
       "swscanf reads wide texts, and counts units (%d)", count);
    ok(swscanf(L"x\xE9y", L"%lc%hs", letters, narrow) == 2 && letters[0] == L'x' &&
           strcmp(narrow, "\xC3\xA9y") == 0 &&
           swscanf(L"\x20AC"
                   L"5",
                   L"\x20AC%S", narrow) == 1 &&
           strcmp(narrow, "5") == 0,
       "and narrow ones");
    ok(swscanf(L"", L"%d", &number) == EOF && scans_wide(NULL, L"3", L"%d", &number) == 1 &&
           number == 3,
       "the end of a text");
    FILE *file = fopen("scan", "w+");
    fputws(L"\x20AC 8 9", file);
    rewind(file);
    ok(fwscanf(file, L"%ls%d", word, &number) == 2 && wcscmp(word, L"\x20AC") == 0 && number == 8 &&
           scans_wide(file, NULL, L"%d", &number) == 1 && number == 9,
       "fwscanf reads a file");
    fclose(file);
    file = fopen("none", "w");
    fclose(file);
    file = freopen("none", "r", stdin);
    ok(file && wscanf(L"%d", &number) == EOF && scans_wide(NULL, NULL, L"%d", &number) == EOF,
       "and wscanf stdin");
}

int main(void)
{
    check_scans();
    check_characters();
    check_states();
    check_texts();
    check_numbers();
    check_files();
    return tap_done();
}
