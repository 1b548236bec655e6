/* The console's screen and title, and boxes.
 *
 * run: emulator=qemu expect="^Title: text$" expect="^Error: wide$"
 * run: name=ring3 ring=3
 */
#include <windows.h>

#include <string.h>
#include <wchar.h>

#include "tests/windows/handles.h"
#include "tests/windows/windows_check.h"

static void check_cells(HANDLE screen)
{
    CONSOLE_SCREEN_BUFFER_INFO info;
    DWORD done = 0;
    check(GetConsoleScreenBufferInfo(screen, &info) && sizeof info == 22 && info.dwSize.X == 80 &&
              info.dwSize.Y == 300 && info.wAttributes == 7 && info.srWindow.Bottom == 24,
          "GetConsoleScreenBufferInfo");
    check(SetConsoleTextAttribute(screen, FOREGROUND_RED | BACKGROUND_BLUE) &&
              SetConsoleCursorPosition(screen, (COORD){3, 4}) &&
              GetConsoleScreenBufferInfo(screen, &info) && info.wAttributes == 0x14 &&
              info.dwCursorPosition.X == 3 && info.dwCursorPosition.Y == 4,
          "colours and the cursor's place are kept");
    check(FAILS(SetConsoleCursorPosition(screen, (COORD){80, 0}), ERROR_INVALID_PARAMETER) &&
              FAILS(SetConsoleCursorPosition(screen, (COORD){0, -1}), ERROR_INVALID_PARAMETER),
          "no such cell: 87");
    check(FillConsoleOutputCharacterA(screen, ' ', 5, (COORD){0, 0}, &done) && done == 5 &&
              FillConsoleOutputCharacterW(screen, L' ', 99, (COORD){70, 299}, &done) &&
              done == 10 && FillConsoleOutputAttribute(screen, 7, 80 * 300, (COORD){0, 0}, &done) &&
              done == 80 * 300,
          "cells are filled up to the end");
    check(FAILS(FillConsoleOutputAttribute(screen, 7, 1, (COORD){0, 300}, &done),
                ERROR_INVALID_PARAMETER) &&
              done == 0,
          "from no cell: 87");
    CONSOLE_CURSOR_INFO cursor = {50, FALSE}, told = {0};
    check(SetConsoleCursorInfo(screen, &cursor) && GetConsoleCursorInfo(screen, &told) &&
              told.dwSize == 50 && !told.bVisible,
          "the cursor's looks");
    cursor.dwSize = 101;
    check(FAILS(SetConsoleCursorInfo(screen, &cursor), ERROR_INVALID_PARAMETER), "too large: 87");
    HANDLE input =
        CreateFileA("CONIN$", GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
    check(FAILS(GetConsoleScreenBufferInfo(input, &info), ERROR_INVALID_HANDLE) &&
              FAILS(SetConsoleTextAttribute(NULL, 7), ERROR_INVALID_HANDLE),
          "not the screen: 6");
    CloseHandle(input);
}

static void check_title(void)
{
    char narrow[300];
    WCHAR wide[20];
    DWORD length = GetConsoleTitleA(narrow, sizeof narrow);
    check(length && strlen(narrow) == length, "the title is the program's name at first");
    check(SetConsoleTitleA("a title") && GetConsoleTitleW(wide, 20) == 7 &&
              wcscmp(wide, L"a title") == 0,
          "SetConsoleTitleA, GetConsoleTitleW");
    check(SetConsoleTitleW(L"\u00E4") && GetConsoleTitleA(narrow, 300) == 2 &&
              strcmp(narrow, "\xC3\xA4") == 0,
          "SetConsoleTitleW, GetConsoleTitleA");
    SetConsoleTitleA("cut");
    check(GetConsoleTitleA(narrow, 3) == 3 && strcmp(narrow, "cu") == 0 &&
              FAILS(GetConsoleTitleW(wide, 0), ERROR_INVALID_PARAMETER),
          "what has no room is cut; no room at all: 87");
    memset(narrow, 'x', sizeof narrow - 1);
    narrow[sizeof narrow - 1] = 0;
    check(FAILS(SetConsoleTitleA(narrow), ERROR_NOT_ENOUGH_MEMORY), "a long title: 8");
}

static void check_console(void)
{
    check(FAILS(AllocConsole(), ERROR_ACCESS_DENIED) && FreeConsole(),
          "the program has its console: 5");
}

static void check_boxes(void)
{
    check(MessageBoxA(NULL, "text", "Title", MB_OK | MB_ICONERROR) == IDOK &&
              MessageBoxW(NULL, L"wide", NULL, MB_YESNO) == IDYES &&
              MessageBoxA(NULL, "text", "Title", MB_RETRYCANCEL) == IDCANCEL,
          "a box is printed, and answered at once");
    check(MessageBoxA(NULL, "text", "Title", 9) == 0, "no such box: 0");
    check(GetSystemMetrics(SM_CXSCREEN) == 720 && GetSystemMetrics(SM_MOUSEPRESENT) == 0,
          "GetSystemMetrics");
}

int main(void)
{
    check_cells(GetStdHandle(STD_OUTPUT_HANDLE));
    check_title();
    check_console();
    check_boxes();
    return done();
}
