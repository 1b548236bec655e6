/* Narrow and wide text, by code pages.
 *
 * run: emulator=qemu
 * run: name=ring3 ring=3
 */
#include <windows.h>

#include <string.h>
#include <wchar.h>

#include "tests/windows/handles.h"
#include "tests/windows/windows_check.h"

static WCHAR wide[64];
static char narrow[64];

static BOOL widens(UINT page, const char *text, const WCHAR *expected)
{
    memset(wide, 0x55, sizeof wide);
    int length = MultiByteToWideChar(page, 0, text, -1, wide, 64);
    return length == (int)wcslen(expected) + 1 && wcscmp(wide, expected) == 0;
}

static BOOL narrows(UINT page, const WCHAR *text, const char *expected)
{
    memset(narrow, 0x55, sizeof narrow);
    int length = WideCharToMultiByte(page, 0, text, -1, narrow, 64, NULL, NULL);
    return length == (int)strlen(expected) + 1 && strcmp(narrow, expected) == 0;
}

static void check_utf8(void)
{
    static const UINT pages[] = {CP_ACP, CP_OEMCP, CP_THREAD_ACP, CP_UTF8};
    for (unsigned i = 0; i < ARRAYSIZE(pages); i++)
        check(
            widens(pages[i], "a\xC3\xBC\xE2\x82\xAC\xF0\x9F\x98\x80", L"a\xFC\x20AC\xD83D\xDE00") &&
                narrows(pages[i], L"a\xFC\x20AC\xD83D\xDE00",
                        "a\xC3\xBC\xE2\x82\xAC\xF0\x9F\x98\x80"),
            "UTF-8, both ways");
    static const struct {
        const char *bytes;
        const WCHAR *units;
    } bad[] = {
        {"\x80x", L"\xFFFDx"},         {"\xC0\x80", L"\xFFFD\xFFFD"},
        {"\xE0\xA0-", L"\xFFFD-"},     {"\xED\xA0\x80", L"\xFFFD\xFFFD"},
        {"\xE2\x82", L"\xFFFD"},       {"\xF4\x90\x80\x80", L"\xFFFD\xFFFD\xFFFD"},
        {"\xF5\x80", L"\xFFFD\xFFFD"}, {"\xE0\x80\x80", L"\xFFFD\xFFFD"},
    };
    for (unsigned i = 0; i < ARRAYSIZE(bad); i++)
        check(widens(CP_UTF8, bad[i].bytes, bad[i].units) &&
                  FAILS(MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, bad[i].bytes, -1, wide,
                                            64),
                        ERROR_NO_UNICODE_TRANSLATION),
              "what is no UTF-8 becomes U+FFFD, or 1113");
    check(narrows(CP_UTF8, L"a\xD800", "a\xEF\xBF\xBD") &&
              narrows(CP_UTF8, L"\xDC00z", "\xEF\xBF\xBDz") &&
              FAILS(WideCharToMultiByte(CP_UTF8, WC_ERR_INVALID_CHARS, L"\xD800", -1, narrow, 64,
                                        NULL, NULL),
                    ERROR_NO_UNICODE_TRANSLATION),
          "so does half of a pair");
}

static void check_bytes(void)
{
    BOOL used = 7;
    check(widens(1252, "\x80\x81\x9F\xA0\xFF", L"\x20AC\x81\x178\xA0\xFF") &&
              narrows(1252, L"\x20AC\x81\x178\xA0\xFF", "\x80\x81\x9F\xA0\xFF"),
          "1252");
    check(widens(437, "\x80\xE1\xFF", L"\xC7\xDF\xA0") &&
              narrows(437, L"\xC7\xDF\xA0\x2588", "\x80\xE1\xFF\xDB"),
          "437");
    check(widens(28591, "\x80\xFF", L"\x80\xFF") && widens(20127, "a\x80", L"a?"), "28591, 20127");
    check(narrows(1252, L"a\x416", "a?") &&
              WideCharToMultiByte(1252, 0, L"\x416", 1, narrow, 64, "#", &used) == 1 &&
              narrow[0] == '#' && used &&
              WideCharToMultiByte(1252, 0, L"x", 1, narrow, 64, "#", &used) == 1 && !used,
          "what has no byte becomes the default character");
    check(WideCharToMultiByte(CP_ACP, WC_NO_BEST_FIT_CHARS, L"\x416", 1, narrow, 64, NULL, &used) ==
                  2 &&
              !used && MultiByteToWideChar(CP_ACP, MB_PRECOMPOSED, "x", 1, wide, 64) == 1,
          "the program's own page takes the flags of such pages");
}

static void check_lengths(void)
{
    check(MultiByteToWideChar(CP_UTF8, 0, "abc", -1, NULL, 0) == 4 &&
              WideCharToMultiByte(CP_UTF8, 0, L"abc\xFC", 4, NULL, 0, NULL, NULL) == 5,
          "without a buffer the size is told");
    check(MultiByteToWideChar(CP_UTF8, 0, "ab\0c", 4, wide, 64) == 4 && wide[2] == 0 &&
              wide[3] == 'c',
          "a length may pass zeros");
    check(FAILS(MultiByteToWideChar(CP_UTF8, 0, "abc", -1, wide, 3), ERROR_INSUFFICIENT_BUFFER) &&
              wide[2] == 'c' &&
              FAILS(WideCharToMultiByte(CP_UTF8, 0, L"abc", -1, narrow, 3, NULL, NULL),
                    ERROR_INSUFFICIENT_BUFFER),
          "too small: 122, and what fits is written");
    check(FAILS(MultiByteToWideChar(CP_UTF8, 0, NULL, 1, wide, 3), ERROR_INVALID_PARAMETER) &&
              FAILS(MultiByteToWideChar(CP_UTF8, 0, "a", 0, wide, 3), ERROR_INVALID_PARAMETER) &&
              FAILS(MultiByteToWideChar(CP_UTF8, 0, "a", 1, NULL, 3), ERROR_INVALID_PARAMETER) &&
              FAILS(MultiByteToWideChar(CP_UTF8, 0, "a", 1, wide, -1), ERROR_INVALID_PARAMETER) &&
              FAILS(MultiByteToWideChar(7, 0, "a", 1, wide, 3), ERROR_INVALID_PARAMETER) &&
              FAILS(WideCharToMultiByte(7, 0, L"a", 1, narrow, 3, NULL, NULL),
                    ERROR_INVALID_PARAMETER) &&
              FAILS(WideCharToMultiByte(CP_UTF8, 0, L"a", 1, narrow, 3, "?", NULL),
                    ERROR_INVALID_PARAMETER),
          "no text, no buffer, no page: 87");
    check(
        FAILS(MultiByteToWideChar(CP_UTF8, MB_PRECOMPOSED, "a", 1, wide, 3), ERROR_INVALID_FLAGS) &&
            FAILS(MultiByteToWideChar(1252, 0x10, "a", 1, wide, 3), ERROR_INVALID_FLAGS) &&
            FAILS(MultiByteToWideChar(1252, MB_PRECOMPOSED | MB_COMPOSITE, "a", 1, wide, 3),
                  ERROR_INVALID_FLAGS) &&
            FAILS(WideCharToMultiByte(1252, WC_ERR_INVALID_CHARS, L"a", 1, narrow, 3, NULL, NULL),
                  ERROR_INVALID_FLAGS),
        "flags that the page does not take: 1004");
}

static void check_pages(void)
{
    CPINFO information;
    check(GetACP() == CP_UTF8 && GetOEMCP() == CP_UTF8, "the program's pages");
    check(IsValidCodePage(1252) && IsValidCodePage(437) && IsValidCodePage(CP_UTF8) &&
              !IsValidCodePage(0) && !IsValidCodePage(1),
          "valid pages");
    check(GetCPInfo(1252, &information) && information.MaxCharSize == 1 &&
              information.DefaultChar[0] == '?' && GetCPInfo(CP_UTF8, &information) &&
              information.MaxCharSize == 4 &&
              FAILS(GetCPInfo(7, &information), ERROR_INVALID_PARAMETER) &&
              sizeof information == 20,
          "GetCPInfo");
    check(!IsDBCSLeadByte(0x81) && !IsDBCSLeadByteEx(1252, 0xE0), "no byte leads");
}

int main(void)
{
    check_utf8();
    check_bytes();
    check_lengths();
    check_pages();
    return done();
}
