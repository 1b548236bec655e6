/* user32's texts, and strsafe.h's.
 *
 * run: emulator=qemu
 * run: name=ring3 ring=3
 */
#include <windows.h>

#include <stdarg.h>
#include <string.h>
#include <strsafe.h>
#include <wchar.h>

#include "tests/windows/windows_check.h"

static int print(LPSTR to, LPCSTR format, ...)
{
    va_list args;
    va_start(args, format);
    int length = wvsprintfA(to, format, args);
    va_end(args);
    return length;
}

static int print_wide(LPWSTR to, LPCWSTR format, ...)
{
    va_list args;
    va_start(args, format);
    int length = wvsprintfW(to, format, args);
    va_end(args);
    return length;
}

static void check_printing(void)
{
    static char narrow[1100], large[2000];
    static WCHAR wide[1100];
    memset(large, 'x', sizeof large - 1);
    check(wsprintfA(narrow, "%d %s %S %I64d", 7, "a", L"b", 1ll << 40) == 19 &&
              strcmp(narrow, "7 a b 1099511627776") == 0,
          "wsprintfA");
    check(wsprintfW(wide, L"%d %s %hs", 7, L"a", "b") == 5 && wcscmp(wide, L"7 a b") == 0,
          "wsprintfW");
    narrow[6] = wide[6] = narrow[1023] = wide[1023] = 'y';
    check(wsprintfA(narrow, "%d", 12345) == 5 && wsprintfW(wide, L"%d", 12345) == 5 &&
              narrow[6] == 'y' && wide[6] == 'y' && narrow[1023] == 'y' && wide[1023] == 'y',
          "nothing is written behind the zero");
    narrow[1024] = 'y';
    wide[1024] = 'y';
    check(wsprintfA(narrow, "%s", large) == 1023 && !narrow[1023] && narrow[1024] == 'y',
          "1,023 characters at most");
    check(wsprintfW(wide, L"%hs", large) == 1023 && !wide[1023] && wide[1024] == 'y',
          "wide ones, too");
    check(print(narrow, "%x", 255) == 2 && strcmp(narrow, "ff") == 0, "wvsprintfA");
    check(print_wide(wide, L"%x", 255) == 2 && wcscmp(wide, L"ff") == 0, "wvsprintfW");
}

static void check_letters(void)
{
    char narrow[] = "aZ[z{\xC3\xA4";
    WCHAR wide[] = L"aZ[z{\u00E4\u00F7\u00FE\u00FF\u0101";
    check(CharUpperA(narrow) == narrow && strcmp(narrow, "AZ[Z{\xC3\xA4") == 0, "CharUpperA");
    check(CharLowerA(narrow) == narrow && strcmp(narrow, "az[z{\xC3\xA4") == 0, "CharLowerA");
    check(CharUpperW(wide) == wide && wcscmp(wide, L"AZ[Z{\u00C4\u00F7\u00DE\u0178\u0100") == 0,
          "CharUpperW");
    check(CharLowerW(wide) == wide && wcscmp(wide, L"az[z{\u00E4\u00F7\u00FE\u00FF\u0101") == 0,
          "CharLowerW");
    check(CharUpperA((LPSTR)'q') == (LPSTR)'Q' && CharLowerW((LPWSTR)0xD6) == (LPWSTR)0xF6 &&
              CharUpperA((LPSTR)0xE4) == (LPSTR)0xE4,
          "one character");
    HMODULE module = LoadLibraryA("USER32.dll");
    check(module && GetProcAddress(module, "wsprintfA") == (FARPROC)(void *)wsprintfA,
          "the module user32");
}

static void check_kinds(void)
{
    check(IsCharAlphaA('a') && !IsCharAlphaA('1') && !IsCharAlphaA('\xC3') && IsCharAlphaW(0xE4) &&
              IsCharAlphaNumericA('1') && !IsCharAlphaNumericW(L'.'),
          "letters and digits");
    check(IsCharUpperA('A') && !IsCharUpperW(L'a') && IsCharLowerA('a') && IsCharLowerW(0xE4),
          "capitals and small letters");
}

static void check_parts(void)
{
    char narrow[] = "ab\xC3\xA4", room[8];
    WCHAR wide[8] = L"ab\u00E4";
    check(CharUpperBuffA(narrow, 1) == 1 && strcmp(narrow, "Ab\xC3\xA4") == 0 &&
              CharLowerBuffA(narrow, 4) == 4 && strcmp(narrow, "ab\xC3\xA4") == 0 &&
              CharUpperBuffW(wide, 3) == 3 && wcscmp(wide, L"AB\u00C4") == 0 &&
              CharLowerBuffW(wide, 1) == 1 && wide[0] == 'a' && wide[1] == 'B',
          "parts of texts get capitals and small letters");
    check(CharNextA(narrow + 2) == narrow + 4 && CharNextA(narrow + 4) == narrow + 4 &&
              CharPrevA(narrow, narrow + 4) == narrow + 2 && CharPrevA(narrow, narrow) == narrow,
          "a character of two bytes is one step");
    check(CharNextExA(CP_ACP, narrow + 2, 0) == narrow + 4 &&
              CharPrevExA(CP_UTF8, narrow, narrow + 4, 0) == narrow + 2 &&
              CharNextExA(1252, narrow + 2, 0) == narrow + 3 &&
              CharPrevExA(1252, narrow, narrow + 4, 0) == narrow + 3 &&
              CharNextExA(1252, narrow + 4, 0) == narrow + 4 &&
              CharPrevExA(1252, narrow, narrow, 0) == narrow,
          "by a code page of one byte a byte is one");
    check(CharNextW(wide) == wide + 1 && CharPrevW(wide, wide + 1) == wide, "of wide text, too");
    check(CharToOemA(narrow, room) && strcmp(room, narrow) == 0 && OemToCharA(room, room) &&
              CharToOemBuffA(narrow, room, 2) && OemToCharBuffA(narrow, room, 2) &&
              CharToOemW(L"\u00E4", room) && strcmp(room, "\xC3\xA4") == 0 &&
              OemToCharW(room, wide) && wcscmp(wide, L"\u00E4") == 0,
          "both code pages are one");
}

static void check_places(void)
{
    char narrow[6];
    WCHAR wide[6];
    size_t length = 0;
    check(StringCchCopyA(narrow, 6, "abc") == S_OK && StringCchCatA(narrow, 6, "de") == S_OK &&
              strcmp(narrow, "abcde") == 0,
          "StringCchCopy, StringCchCat");
    check(StringCchCatA(narrow, 6, "f") == STRSAFE_E_INSUFFICIENT_BUFFER &&
              strcmp(narrow, "abcde") == 0 &&
              StringCchCopyW(wide, 3, L"abc") == STRSAFE_E_INSUFFICIENT_BUFFER &&
              wcscmp(wide, L"ab") == 0,
          "what has no room is cut");
    check(StringCchCopyA(narrow, 0, "") == STRSAFE_E_INVALID_PARAMETER, "no room at all");
    check(StringCbPrintfW(wide, sizeof wide, L"%d", 12345) == S_OK && wcscmp(wide, L"12345") == 0 &&
              StringCchPrintfA(narrow, 6, "%d", 123456) == STRSAFE_E_INSUFFICIENT_BUFFER &&
              strcmp(narrow, "12345") == 0,
          "StringCchPrintf, StringCbPrintf");
    check(StringCchLengthA(narrow, 6, &length) == S_OK && length == 5 &&
              StringCbLengthW(wide, sizeof wide, &length) == S_OK && length == 10 &&
              StringCchLengthA(narrow, 5, &length) == STRSAFE_E_INVALID_PARAMETER && length == 0,
          "StringCchLength, StringCbLength");
    check(StringCbCopy(narrow, 3, "abc") == STRSAFE_E_INSUFFICIENT_BUFFER &&
              StringCbCat(narrow, 6, "c") == S_OK && strcmp(narrow, "abc") == 0,
          "StringCbCopy, StringCbCat by their names for TCHAR");
}

int main(void)
{
    check_printing();
    check_letters();
    check_kinds();
    check_parts();
    check_places();
    return done();
}
