/* Keys that are looked at stay in the input, where all calls find them. */

#include <conio.h>
#include <stdio.h>
#include <windows.h>

static HANDLE console;

static void tell(const char *name, BOOL done, const INPUT_RECORD *records, DWORD count)
{
    printf("%s: %d %lu", name, done, count);
    for (DWORD i = 0; i < count; i++) {
        const KEY_EVENT_RECORD *key = &records[i].Event.KeyEvent;
        printf(" %c%c", key->uChar.AsciiChar < ' ' ? '^' : key->uChar.AsciiChar,
               key->bKeyDown ? '+' : '-');
    }
    printf("\n");
}

int main(void)
{
    INPUT_RECORD records[8];
    DWORD count = 0;
    console = CreateFileA("CONIN$", GENERIC_READ | GENERIC_WRITE, 3, NULL, OPEN_EXISTING, 0, NULL);
    BOOL done = ReadConsoleInputA(console, records, 1, &count);
    tell("first", done, records, count);
    done = PeekConsoleInputA(console, records, 4, &count);
    tell("seen", done, records, count);
    done = PeekConsoleInputA(console, records, 2, &count);
    tell("again", done, records, count);
    printf("a key waits: %d\n", _kbhit() != 0);
    printf("by another call: %c\n", _getch());
    done = ReadConsoleInputA(console, records, 2, &count);
    tell("the rest", done, records, count);
    printf("at last: %c\n", _getch());
    do /* the line's end may still be on its way; it is one key */
        GetNumberOfConsoleInputEvents(console, &count);
    while (count < 9);
    const INPUT_RECORD moves = {.EventType = MOUSE_EVENT,
                                .Event.MouseEvent.dwEventFlags = MOUSE_MOVED};
    const INPUT_RECORD added[] = {
        moves, moves, {.EventType = KEY_EVENT, .Event.KeyEvent.uChar.AsciiChar = 'z'}};
    printf("added: %d", WriteConsoleInputA(console, added, 3, &count));
    printf(" %lu", count);
    printf(", a move behind a key %d", WriteConsoleInputW(console, &moves, 1, &count));
    printf(", and one more %d", WriteConsoleInputW(console, &moves, 1, &count));
    GetNumberOfConsoleInputEvents(console, &count);
    printf(", now there are %lu\n", count);
    ReadConsoleInputA(console, records, 2, &count);
    done = ReadConsoleInputA(console, records, 1, &count);
    tell("behind the mouse", done, records, count);
    printf("no table: %d", WriteConsoleInputA(console, NULL, 1, &count));
    printf(" %lu", GetLastError());
    printf(", no console: %d", WriteConsoleInputA(NULL, added, 1, &count));
    printf(" %lu\n", GetLastError());
    printf("flushed: %d", FlushConsoleInputBuffer(console));
    printf(" %d\n", _kbhit() != 0);
    return 0;
}
