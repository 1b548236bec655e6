/* Code pages of single bytes, and what is told of the locale by number. */

#define _WIN32_WINNT 0x0601
#include <windows.h>

#include <stdio.h>
#include <string.h>

static void tell(LCTYPE type)
{
    char text[60] = "";
    int size = GetLocaleInfoA(0x409, type, text, 60);
    printf("%lX: %d %s\n", type, size, text);
}

/* UTF-7: a character that is not plain stands between + and -. */
static void seven(void)
{
    static const wchar_t *const texts[] = {
        L"Hi Mom -\x263A-!", L"A\x2262\x391.", L"\x65E5\x672C\x8A9E", L"1 + 1", L"a~b",
        L"\xD83D\xDE00"};
    static const char *const narrow[] = {"+ZeVnLIqe-", "a+-b", "+AGE", "+-", "+AGEA!", "+AGEAYg-x"};
    char bytes[40];
    wchar_t units[40];
    CPINFO about;
    for (int i = 0; i < 6; i++) {
        int count = WideCharToMultiByte(CP_UTF7, 0, texts[i], -1, bytes, 40, NULL, NULL);
        int back = MultiByteToWideChar(CP_UTF7, 0, bytes, -1, units, 40);
        printf("%d %s, %d %d\n", count, bytes, back, !wcscmp(units, texts[i]));
    }
    for (int i = 0; i < 6; i++) {
        int count = MultiByteToWideChar(CP_UTF7, 0, narrow[i], (int)strlen(narrow[i]), units, 40);
        printf("%d", count);
        for (int k = 0; k < count; k++)
            printf(" %X", units[k]);
        printf("\n");
    }
    printf("too short: %d", WideCharToMultiByte(CP_UTF7, 0, texts[0], -1, bytes, 5, NULL, NULL));
    printf(" %lu", GetLastError());
    printf(", flags: %d", MultiByteToWideChar(CP_UTF7, MB_ERR_INVALID_CHARS, "a", 1, units, 40));
    printf(" %lu", GetLastError());
    printf(", default: %d", WideCharToMultiByte(CP_UTF7, 0, texts[0], -1, bytes, 40, "?", NULL));
    printf(" %lu\n", GetLastError());
    printf("page: %d %d", IsValidCodePage(CP_UTF7), GetCPInfo(CP_UTF7, &about));
    printf(" %u\n", about.MaxCharSize);
}

int main(void)
{
    static const char letters[] = "\x84\x9B\xD5\xEE\xF2\xFF";
    WCHAR wide[10], one;
    char back[10] = "";
    BOOL used = 7;
    int count = MultiByteToWideChar(850, 0, letters, -1, wide, 10);
    printf("850: %d, %X %X %X %X %X %X\n", count, wide[0], wide[1], wide[2], wide[3], wide[4],
           wide[5]);
    count = WideCharToMultiByte(850, 0, wide, count, back, 10, NULL, &used);
    printf("and back: %d %d %d\n", count, strcmp(back, letters) == 0, used);
    int same = 1;
    for (int page = 0; page < 3; page++)
        for (int byte = 0; byte < 256; byte++) {
            const UINT pages[] = {437, 850, 1252};
            char from = (char)byte, to = 0;
            same &= MultiByteToWideChar(pages[page], MB_ERR_INVALID_CHARS, &from, 1, &one, 1) == 1;
            same &= WideCharToMultiByte(pages[page], 0, &one, 1, &to, 1, NULL, NULL) == 1;
            same &= to == from;
        }
    printf("each byte of three pages: %d, valid %d\n", same, IsValidCodePage(850));
    count = WideCharToMultiByte(850, 0,
                                L"a\x4E00"
                                L"b",
                                3, back, 10, "#", &used);
    printf("none: %d %.3s %d\n", count, back, used);
    tell(LOCALE_SSHORTTIME);
    tell(LOCALE_SYEARMONTH);
    tell(LOCALE_SMONTHDAY);
    tell(LOCALE_SENGCURRNAME);
    tell(LOCALE_SSHORTESTDAYNAME7);
    tell(LOCALE_SISO639LANGNAME2);
    tell(LOCALE_IDEFAULTMACCODEPAGE);
    tell(LOCALE_SNATIVEDIGITS);
    tell(LOCALE_SMONTHNAME13);
    printf("per mille: %d", GetLocaleInfoW(0x409, LOCALE_SPERMILLE, wide, 10));
    printf(" %X\n", wide[0]);
    DWORD number = 0;
    printf("number: %d", GetLocaleInfoA(0x409, LOCALE_IGEOID | LOCALE_RETURN_NUMBER,
                                        (char *)&number, sizeof number));
    printf(" %lu\n", number);
    seven();
    return 0;
}
