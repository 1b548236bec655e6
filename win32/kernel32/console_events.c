#include "win32/kernel32/console_events.h"

#include "lib/lock.h"
#include "win32/fails.h"
#include "win32/files/console_handlers.h"
#include "win32/files/console_io.h"

#include <conio.h>
#include <consoleapi.h>
#include <ctype.h>
#include <handleapi.h>
#include <processthreadsapi.h>
#include <stdbool.h>

enum { KEY_EVENT = 1, KEYS = 32, COLUMNS = 80, LINES = 300, SEEN_LINES = 25 };

/* Events that were read and are not taken yet. */
static INPUT_RECORD waiting[2 * KEYS];
static DWORD first, count;
static struct lock events_lock;

/* Takes keys from the console. With wait, until there is one. */
static void fill_events(bool wait)
{
    while ((wait && !count) || (count + 2 <= 2 * KEYS && _kbhit())) {
        int key = _getch();
        if (key < 0)
            return;
        INPUT_RECORD record = {.EventType = KEY_EVENT,
                               .Event = {.bKeyDown = TRUE,
                                         .wRepeatCount = 1,
                                         .wVirtualKeyCode = (WORD)toupper(key),
                                         .uChar.UnicodeChar = (WCHAR)key}};
        lock_take(&events_lock);
        for (int up = 0; up < 2; up++) {
            record.Event.bKeyDown = !up;
            waiting[(first + count++) % (2 * KEYS)] = record;
        }
        lock_release(&events_lock);
    }
}

static BOOL is_input(HANDLE console)
{
    DWORD mode;
    if (!GetConsoleMode(console, &mode))
        return FALSE;
    return !console_is_output(console) || fails(ERROR_INVALID_HANDLE);
}

/* Copies events, and takes them. */
static BOOL give_events(HANDLE console, PINPUT_RECORD records, DWORD room, LPDWORD given,
                        bool takes)
{
    if (!is_input(console))
        return FALSE;
    fill_events(takes && room);
    lock_take(&events_lock);
    *given = count < room ? count : room;
    for (DWORD i = 0; i < *given; i++)
        records[i] = waiting[(first + i) % (2 * KEYS)];
    if (takes) {
        first = (first + *given) % (2 * KEYS);
        count -= *given;
    }
    lock_release(&events_lock);
    return TRUE;
}

BOOL WINAPI GetNumberOfConsoleInputEvents(HANDLE console, LPDWORD events)
{
    if (!is_input(console))
        return FALSE;
    fill_events(false);
    *events = count;
    return TRUE;
}

BOOL WINAPI ReadConsoleInputA(HANDLE console, PINPUT_RECORD records, DWORD room, LPDWORD given)
{
    return give_events(console, records, room, given, true);
}

BOOL WINAPI ReadConsoleInputW(HANDLE console, PINPUT_RECORD records, DWORD room, LPDWORD given)
{
    return give_events(console, records, room, given, true);
}

BOOL WINAPI PeekConsoleInputA(HANDLE console, PINPUT_RECORD records, DWORD room, LPDWORD given)
{
    return give_events(console, records, room, given, false);
}

BOOL WINAPI PeekConsoleInputW(HANDLE console, PINPUT_RECORD records, DWORD room, LPDWORD given)
{
    return give_events(console, records, room, given, false);
}

BOOL WINAPI FlushConsoleInputBuffer(HANDLE console)
{
    if (!is_input(console))
        return FALSE;
    do {
        fill_events(false);
        count = 0;
    } while (_kbhit());
    return TRUE;
}

/* ---------------------------------------------------------------- Ctrl-C */

static DWORD WINAPI call_handlers(LPVOID event)
{
    console_event((DWORD)(ULONG_PTR)event);
    return 0;
}

BOOL WINAPI GenerateConsoleCtrlEvent(DWORD event, DWORD group)
{
    if (event > CTRL_BREAK_EVENT || (group && group != GetCurrentProcessId()))
        return fails(ERROR_INVALID_PARAMETER);
    if (event == CTRL_C_EVENT && group)
        return TRUE; /* a group of its own has Ctrl-C switched off */
    HANDLE thread = CreateThread(NULL, 0, call_handlers, (LPVOID)(ULONG_PTR)event, 0, NULL);
    return thread && CloseHandle(thread);
}

/* ---------------------------------------------------------------- the console itself */

HWND WINAPI GetConsoleWindow(void)
{
    return NULL;
}

DWORD WINAPI GetConsoleProcessList(LPDWORD processes, DWORD room)
{
    if (!processes || !room)
        return (DWORD)fails(ERROR_INVALID_PARAMETER);
    *processes = GetCurrentProcessId();
    return 1;
}

BOOL WINAPI GetConsoleDisplayMode(LPDWORD mode)
{
    *mode = 0;
    return TRUE;
}

BOOL WINAPI GetNumberOfConsoleMouseButtons(LPDWORD buttons)
{
    *buttons = 0;
    return TRUE;
}

DWORD WINAPI GetLargestConsoleWindowSize(HANDLE console)
{
    return console_is_output(console) ? COLUMNS | SEEN_LINES << 16 : 0;
}

BOOL WINAPI AttachConsole(DWORD process)
{
    (void)process;
    return fails(ERROR_ACCESS_DENIED);
}

BOOL WINAPI SetConsoleScreenBufferSize(HANDLE console, COORD size)
{
    if (!console_is_output(console))
        return FALSE;
    return (size.X == COLUMNS && size.Y == LINES) || fails(ERROR_INVALID_PARAMETER);
}

BOOL WINAPI SetConsoleWindowInfo(HANDLE console, BOOL absolute, const SMALL_RECT *window)
{
    if (!console_is_output(console))
        return FALSE;
    SHORT columns = (SHORT)(window->Right - window->Left + 1);
    SHORT lines = (SHORT)(window->Bottom - window->Top + 1);
    bool is_same =
        absolute ? columns == COLUMNS && lines == SEEN_LINES : columns == 1 && lines == 1;
    return is_same || fails(ERROR_INVALID_PARAMETER);
}
