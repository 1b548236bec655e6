/* A program whose main has wide words, and wide calls.

   flags: -municode -D__USE_MINGW_ANSI_STDIO=0
   arguments: eins "zwei drei" */

#include <stdio.h>
#include <wchar.h>
#include <windows.h>

int wmain(int argc, wchar_t **argv)
{
    wchar_t text[64];
    char narrow[64];
    wprintf(L"%d words: %s, %ls, narrow %S\n", argc, argv[1], argv[2], "text");
    printf("%ls %d\n", argv[1], (int)wcslen(argv[2]));
    swprintf(text, 64, L"<%s %05d>", L"wide", 42);
    wprintf(L"%s\n", text);
    wprintf(L"%d %ld\n", wcscmp(L"a", L"b") < 0, wcstol(L"-0x10", NULL, 16));
    SetEnvironmentVariableW(L"EXE_WIDE", L"value \x263A");
    printf("%lu", GetEnvironmentVariableW(L"EXE_WIDE", text, 64));
    printf(" %X\n", text[6]);
    printf("%d", WideCharToMultiByte(CP_UTF8, 0, text, -1, narrow, sizeof narrow, NULL, NULL));
    for (int i = 6; narrow[i]; i++)
        printf(" %02X", narrow[i] & 0xFF);
    printf("\n%d", MultiByteToWideChar(CP_UTF8, 0, narrow, 9, text, 64));
    printf(" %X\n", text[6]);
    static const wchar_t name[] = L"exe_wide.txt";
    HANDLE file = CreateFileW(name, GENERIC_WRITE, 0, NULL, CREATE_ALWAYS, 0, NULL);
    CloseHandle(file);
    printf("%d", GetFileAttributesW(L"EXE_WIDE.TXT") != INVALID_FILE_ATTRIBUTES);
    printf(" %d\n", DeleteFileW(name));
    printf("%d\n", lstrcmpiW(L"STRASSE", L"strasse"));
    /* In a file that is no text, two bytes are a character. */
    wchar_t line[64];
    FILE *units = fopen("exe_units.bin", "wb");
    fwprintf(units, L"%d \xE9%s\n", 7,
             L"\x20AC, longer than the window of one write, which is shorter, and so on");
    fputwc(L'x', units);
    printf("%ld\n", ftell(units));
    fclose(units);
    units = fopen("exe_units.bin", "rb");
    fgetws(line, 64, units);
    printf("%ld %X", ftell(units), line[2]);
    fgetws(line, 64, units);
    printf(" %c", fgetwc(units));
    printf(" %d\n", fgetwc(units) == WEOF);
    fclose(units);
    return 0;
}
