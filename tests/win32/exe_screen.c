/* The cells of the console's screen: written, read, filled and moved, in several screens. */

#include <stdio.h>
#include <string.h>
#include <windows.h>

static HANDLE screen;

static void tell_cursor(const char *name)
{
    CONSOLE_SCREEN_BUFFER_INFO info;
    GetConsoleScreenBufferInfo(screen, &info);
    printf("%s: cursor %d,%d window %d to %d\n", name, info.dwCursorPosition.X,
           info.dwCursorPosition.Y, info.srWindow.Top, info.srWindow.Bottom);
}

/* Cells with their attributes, in which a blank is a dot. */
static void tell_cells(const char *name, SHORT x, SHORT y, DWORD count)
{
    char text[81];
    WORD attributes[80];
    DWORD done, colours;
    ReadConsoleOutputCharacterA(screen, text, count, (COORD){x, y}, &done);
    ReadConsoleOutputAttribute(screen, attributes, count, (COORD){x, y}, &colours);
    printf("%s: ", name);
    for (DWORD i = 0; i < done; i++)
        putchar(text[i] == ' ' ? '.' : text[i] < ' ' ? '^' : text[i]);
    for (DWORD i = 0; i < colours; i++)
        if (!i || attributes[i] != attributes[i - 1])
            printf(" %lu:%X", i, attributes[i]);
    printf("\n");
}

static void clear(void)
{
    DWORD done;
    FillConsoleOutputCharacterA(screen, ' ', 80 * 300, (COORD){0, 0}, &done);
    FillConsoleOutputAttribute(screen, 7, 80 * 300, (COORD){0, 0}, &done);
    SetConsoleCursorPosition(screen, (COORD){0, 0});
}

static void put(SHORT x, SHORT y, const char *text)
{
    DWORD done;
    SetConsoleCursorPosition(screen, (COORD){x, y});
    WriteConsoleA(screen, text, (DWORD)strlen(text), &done, NULL);
}

static void show_text(void)
{
    DWORD done;
    put(0, 0, "a\tbc\b\bd\n\xC3\xA9\n");
    tell_cells("the first line", 0, 0, 10);
    WriteConsoleOutputCharacterA(screen, "\x80\xDB\xC3\xA9", 4, (COORD){1, 1}, &done);
    printf("of the code page, and UTF-8: %lu", done);
    WCHAR wide[6] = {0};
    ReadConsoleOutputCharacterW(screen, wide, 5, (COORD){0, 1}, &done);
    printf(" %X %X %X %X\n", wide[0], wide[1], wide[2], wide[3]);
    unsigned char bytes[4];
    ReadConsoleOutputCharacterA(screen, (char *)bytes, 4, (COORD){0, 1}, &done);
    printf("and back: %X %X %X %X\n", bytes[0], bytes[1], bytes[2], bytes[3]);
    SetConsoleTextAttribute(screen, FOREGROUND_RED | BACKGROUND_BLUE);
    put(78, 2, "1234\n");
    SetConsoleTextAttribute(screen, 7);
    tell_cells("a line wraps", 78, 2, 6);
    tell_cursor("behind it");
    SetConsoleMode(screen, ENABLE_PROCESSED_OUTPUT);
    put(78, 5, "1234\n");
    tell_cells("or goes on where it began", 78, 5, 4);
    tell_cursor("behind it");
    SetConsoleMode(screen, 0);
    put(3, 6, "x\r\n\t\by");
    tell_cells("unprocessed", 2, 6, 8);
    SetConsoleMode(screen, ENABLE_PROCESSED_OUTPUT | ENABLE_WRAP_AT_EOL_OUTPUT);
    put(79, 299, "end");
    tell_cursor("the screen moves up");
    tell_cells("its last line", 0, 299, 4);
    tell_cells("the one above", 78, 298, 2);
    tell_cells("line 0 is what line 1 was", 0, 0, 1);
    clear();
}

static void tell_region(const char *name, BOOL done, SMALL_RECT region)
{
    printf("%s: %d (%lu) %d,%d to %d,%d\n", name, done, done ? 0 : GetLastError(), region.Left,
           region.Top, region.Right, region.Bottom);
}

static void show_rectangles(void)
{
    CHAR_INFO cells[4 * 3], back[4 * 3];
    for (int i = 0; i < 12; i++)
        cells[i] = (CHAR_INFO){.Char.UnicodeChar = (WCHAR)('a' + i), .Attributes = (WORD)i};
    SMALL_RECT region = {2, 1, 9, 9};
    BOOL done = WriteConsoleOutputW(screen, cells, (COORD){4, 3}, (COORD){1, 1}, &region);
    tell_region("cut to the table", done, region);
    tell_cells("a line of it", 1, 1, 5);
    tell_cells("and the next", 1, 2, 5);
    region = (SMALL_RECT){78, 298, 81, 300};
    done = WriteConsoleOutputA(screen, cells, (COORD){4, 3}, (COORD){0, 0}, &region);
    tell_region("cut to the screen", done, region);
    tell_cells("the corner", 77, 299, 3);
    region = (SMALL_RECT){90, 1, 92, 2};
    done = WriteConsoleOutputW(screen, cells, (COORD){4, 3}, (COORD){0, 0}, &region);
    tell_region("outside", done, region);
    region = (SMALL_RECT){5, 5, 4, 9};
    done = WriteConsoleOutputW(screen, cells, (COORD){4, 3}, (COORD){0, 0}, &region);
    tell_region("no rectangle", done, region);
    memset(back, 'x', sizeof back);
    region = (SMALL_RECT){2, 1, 4, 2};
    done = ReadConsoleOutputW(screen, back, (COORD){4, 3}, (COORD){1, 1}, &region);
    tell_region("read", done, region);
    printf("%c%c%c %c%c%c, the rest untouched: %d\n", back[5].Char.AsciiChar,
           back[6].Char.AsciiChar, back[7].Char.AsciiChar, back[9].Char.AsciiChar,
           back[10].Char.AsciiChar, back[11].Char.AsciiChar, back[4].Attributes == 0x7878);
    region = (SMALL_RECT){2, 1, 4, 2};
    done = ReadConsoleOutputA(screen, back, (COORD){1, 1}, (COORD){1, 0}, &region);
    tell_region("no room", done, region);
    clear();
}

static void show_scrolling(void)
{
    const CHAR_INFO fill = {.Char.AsciiChar = '#', .Attributes = 0x12};
    SMALL_RECT all = {0, 0, 5, 1}, right = {3, 0, 79, 9};
    put(0, 0, "abcdef\nghijkl");
    ScrollConsoleScreenBufferA(screen, &all, NULL, (COORD){2, 1}, &fill);
    tell_cells("right and down", 0, 0, 9);
    tell_cells("line 1", 0, 1, 9);
    tell_cells("line 2", 0, 2, 9);
    ScrollConsoleScreenBufferW(screen, &(SMALL_RECT){0, 1, 8, 2}, &right, (COORD){-1, 0}, &fill);
    tell_cells("left and up, of which some", 0, 0, 9);
    tell_cells("line 1", 0, 1, 9);
    tell_cells("line 2", 0, 2, 9);
    clear();
}

static void show_runs(void)
{
    DWORD done = 9;
    const WORD colours[] = {1, 2, 3};
    printf("attributes: %d",
           WriteConsoleOutputAttribute(screen, colours, 3, (COORD){79, 0}, &done));
    printf(" %lu\n", done);
    printf("characters: %d",
           WriteConsoleOutputCharacterW(screen, L"wxyz", 4, (COORD){78, 0}, &done));
    printf(" %lu\n", done);
    tell_cells("over the end of a line", 78, 0, 4);
    printf("bytes: %d", WriteConsoleOutputCharacterA(screen,
                                                     "\x01\xDB"
                                                     "Z",
                                                     3, (COORD){0, 299}, &done));
    printf(" %lu\n", done);
    tell_cells("a sign", 0, 299, 1);
    printf("filled: %d", FillConsoleOutputCharacterW(screen, L'-', 9, (COORD){78, 299}, &done));
    printf(" %lu\n", done);
    printf("from nowhere on: %d",
           WriteConsoleOutputCharacterA(screen, "a", 1, (COORD){80, 0}, &done));
    printf(" %lu %lu", done, GetLastError());
    printf(", none %d", WriteConsoleOutputCharacterA(screen, "a", 0, (COORD){200, 0}, &done));
    printf(", read %d",
           ReadConsoleOutputAttribute(screen, (WORD[1]){0}, 1, (COORD){200, 0}, &done));
    printf(" %lu\n", done);
    printf("no table: %d", WriteConsoleOutputCharacterA(screen, NULL, 1, (COORD){0, 0}, &done));
    printf(" %lu\n", GetLastError());
    printf("no screen: %d", ReadConsoleOutputCharacterA(NULL, NULL, 0, (COORD){0, 0}, &done));
    printf(" %lu\n", GetLastError());
    clear();
}

static void show_sizes(void)
{
    CONSOLE_SCREEN_BUFFER_INFOEX info = {.cbSize = sizeof info};
    printf("smaller than its window: %d", SetConsoleScreenBufferSize(screen, (COORD){79, 300}));
    printf(" %lu\n", GetLastError());
    put(0, 0, "kept");
    printf("a window: %d", SetConsoleWindowInfo(screen, TRUE, &(SMALL_RECT){0, 0, 39, 9}));
    printf(" a screen: %d\n", SetConsoleScreenBufferSize(screen, (COORD){40, 10}));
    tell_cells("what has room", 0, 0, 6);
    printf("too large a window: %d",
           SetConsoleWindowInfo(screen, TRUE, &(SMALL_RECT){0, 0, 40, 9}));
    printf(" %lu\n", GetLastError());
    printf("all: %d", GetConsoleScreenBufferInfoEx(screen, &info));
    printf(" %d x %d, %X, popup %X, most %d x %d\n", info.dwSize.X, info.dwSize.Y, info.wAttributes,
           info.wPopupAttributes, info.dwMaximumWindowSize.X, info.dwMaximumWindowSize.Y);
    info.dwSize = (COORD){80, 300};
    info.srWindow = (SMALL_RECT){0, 0, 79, 24};
    info.wPopupAttributes = 0x1F;
    printf("set: %d", SetConsoleScreenBufferInfoEx(screen, &info));
    info.cbSize = 1;
    printf(", no structure: %d", GetConsoleScreenBufferInfoEx(screen, &info));
    printf(" %lu\n", GetLastError());
    printf("moved by a line: %d\n", SetConsoleWindowInfo(screen, FALSE, &(SMALL_RECT){0, 1, 0, 1}));
    tell_cursor("the window");
    clear();
}

static void show_screens(void)
{
    DWORD done;
    HANDLE first = screen;
    SetConsoleTextAttribute(first, 0x2E);
    screen = CreateConsoleScreenBuffer(GENERIC_READ | GENERIC_WRITE, 0, NULL,
                                       CONSOLE_TEXTMODE_BUFFER, NULL);
    HANDLE reads = CreateConsoleScreenBuffer(GENERIC_READ, 0, NULL, CONSOLE_TEXTMODE_BUFFER, NULL);
    put(2, 3, "second\n");
    tell_cells("of its own", 0, 3, 9);
    tell_cursor("its cursor");
    printf("shown: %d", SetConsoleActiveScreenBuffer(screen));
    printf(", not if it is only read: %d", SetConsoleActiveScreenBuffer(reads));
    printf(" %lu\n", GetLastError());
    HANDLE opened =
        CreateFileA("CONOUT$", GENERIC_READ | GENERIC_WRITE, 0, NULL, OPEN_EXISTING, 0, NULL);
    WriteFile(opened, "by CONOUT$\n", 11, &done, NULL);
    tell_cells("what is opened is what is shown", 0, 4, 12);
    CloseHandle(opened);
    CloseHandle(screen);
    CloseHandle(reads);
    screen = first;
    opened = CreateFileA("CONOUT$", GENERIC_READ | GENERIC_WRITE, 0, NULL, OPEN_EXISTING, 0, NULL);
    put(0, 7, "first again\n");
    screen = opened;
    tell_cells("the last one that is left", 0, 7, 12);
    screen = first;
    CloseHandle(opened);
    printf("no graphics: %d",
           CreateConsoleScreenBuffer(GENERIC_READ, 0, NULL, 2, NULL) == INVALID_HANDLE_VALUE);
    printf(" %lu\n", GetLastError());
}

static void show_facts(void)
{
    CONSOLE_FONT_INFO font;
    CONSOLE_FONT_INFOEX more = {.cbSize = sizeof more};
    CONSOLE_SELECTION_INFO selected = {.dwFlags = 9};
    COORD real;
    printf("font: %d", GetCurrentConsoleFont(screen, FALSE, &font));
    COORD size = GetConsoleFontSize(screen, font.nFont);
    printf(" %d x %d, %d", font.dwFontSize.X, font.dwFontSize.Y,
           size.X == font.dwFontSize.X && size.Y == font.dwFontSize.Y);
    printf(" %d", GetCurrentConsoleFontEx(screen, FALSE, &more));
    printf(" %ls %d", more.FaceName, SetCurrentConsoleFontEx(screen, FALSE, &more));
    more.cbSize = 0;
    printf(" %d", GetCurrentConsoleFontEx(screen, FALSE, &more));
    printf(" %lu\n", GetLastError());
    size = GetConsoleFontSize(screen, 1000);
    printf("no font: %d %lu\n", size.X, GetLastError());
    printf("nothing selected: %d", GetConsoleSelectionInfo(&selected));
    printf(" %lu\n", selected.dwFlags);
    printf("full screen: %d", SetConsoleDisplayMode(screen, 1, &real));
    printf(" %lu\n", GetLastError());
}

static void show_leaving(void)
{
    printf("left: %d", FreeConsole());
    printf(", nothing to open: %d", CreateFileA("CONOUT$", GENERIC_WRITE, 0, NULL, OPEN_EXISTING, 0,
                                                NULL) == INVALID_HANDLE_VALUE);
    printf(" %lu", GetLastError());
    printf(", page %u", GetConsoleOutputCP());
    printf(", again %d", FreeConsole());
    printf(" %lu", GetLastError());
    printf(", back %d", AllocConsole());
    printf(", page %u", GetConsoleOutputCP());
    printf(", one more %d", AllocConsole());
    printf(" %lu\n", GetLastError());
}

int main(void)
{
    screen = CreateFileA("CONOUT$", GENERIC_READ | GENERIC_WRITE,
                         FILE_SHARE_READ | FILE_SHARE_WRITE, NULL, OPEN_EXISTING, 0, NULL);
    show_text();
    show_rectangles();
    show_scrolling();
    show_runs();
    show_sizes();
    show_screens();
    show_facts();
    show_leaving();
    return 0;
}
