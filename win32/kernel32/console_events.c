#include "win32/kernel32/console_events.h"

#include "lib/console_input.h"
#include "win32/fails.h"
#include "win32/files/console_handlers.h"
#include "win32/files/console_io.h"

#include <consoleapi.h>
#include <ctype.h>
#include <handleapi.h>
#include <processthreadsapi.h>
#include <stdbool.h>

enum { KEY_EVENT = 1, ENTER = 13, COLUMNS = 80, LINES = 300, SEEN_LINES = 25 };

/* The key that is down: its event was taken, and the one for its way up was not. 0: none. The
 * input's lock guards it. */
static int down;

static INPUT_RECORD record_of(int key, bool is_down)
{
    if (key == '\n')
        key = ENTER;
    return (INPUT_RECORD){.EventType = KEY_EVENT,
                          .Event = {.bKeyDown = is_down,
                                    .wRepeatCount = 1,
                                    .wVirtualKeyCode = (WORD)toupper(key),
                                    .uChar.UnicodeChar = (WCHAR)key}};
}

static BOOL is_input(HANDLE console)
{
    DWORD mode;
    if (!GetConsoleMode(console, &mode))
        return FALSE;
    return !console_is_output(console) || fails(ERROR_INVALID_HANDLE);
}

/* Takes the input's lock, and returns how many keys are there. With wait at least one, if the input
 * has not ended. They stay in the input, where all that reads it finds them. */
static size_t begin_keys(bool wait)
{
    bool has = wait || input_has_key();
    lock_take(&input_lock);
    if (wait && !down)
        return input_wait(1, STDIO_KEY, false);
    return has ? input_wait(0, STDIO_ALL, false) : 0;
}

/* Copies events, two for each key, and takes them. */
static BOOL give_events(HANDLE console, PINPUT_RECORD records, DWORD room, LPDWORD given,
                        bool takes)
{
    if (!is_input(console))
        return FALSE;
    size_t count = begin_keys(takes && room), next = 0;
    int key = down;
    for (*given = 0; *given < room && (key || next < count); (*given)++) {
        bool goes_down = !key;
        if (goes_down)
            key = (unsigned char)input_here()[next++];
        records[*given] = record_of(key, goes_down);
        if (!goes_down)
            key = 0;
    }
    if (takes) {
        down = key;
        input_pass(next);
    }
    lock_release(&input_lock);
    return !takes || *given || !room || fails(ERROR_INVALID_HANDLE); /* the input has ended */
}

BOOL WINAPI GetNumberOfConsoleInputEvents(HANDLE console, LPDWORD events)
{
    if (!is_input(console))
        return FALSE;
    *events = 2 * (DWORD)begin_keys(false) + (down != 0);
    lock_release(&input_lock);
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
        input_pass(begin_keys(false));
        down = 0;
        lock_release(&input_lock);
    } while (input_has_key());
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
