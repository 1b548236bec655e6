#include "win32/kernel32/console_events.h"

#include "lib/console_input.h"
#include "lib/host.h"
#include "seh_emul/memory/touch.h"
#include "win32/console/console_io.h"
#include "win32/fails.h"
#include "win32/user_keys.h"

#include <consoleapi.h>
#include <stdbool.h>
#include <string.h>

enum { MOST_WRITTEN = 128 };

/* The key that is down: its event was taken, and the one for its way up was not. The input's lock
 * guards it. */
static struct key down;
static bool is_down;

/* The events that programs have added. The input's lock guards them, too. */
static INPUT_RECORD written[MOST_WRITTEN];
static DWORD written_count;

static INPUT_RECORD record_of(const struct key *key, bool goes_down)
{
    struct user_key of = user_key_of(key);
    return (INPUT_RECORD){.EventType = KEY_EVENT,
                          .Event.KeyEvent = {.bKeyDown = goes_down,
                                             .wRepeatCount = 1,
                                             .wVirtualKeyCode = of.virtual_key,
                                             .wVirtualScanCode = of.scan_code,
                                             .uChar.UnicodeChar = of.character,
                                             .dwControlKeyState = of.held}};
}

static BOOL is_input(HANDLE console)
{
    DWORD mode;
    if (!GetConsoleMode(console, &mode))
        return FALSE;
    return !console_is_output(console) || fails(ERROR_INVALID_HANDLE);
}

/* Takes the input's lock, and returns how many bytes are there. With wait there is at least one, or
 * another event, if the input has not ended. They stay in the input, where all that reads it finds
 * them. */
static size_t begin_keys(bool wait)
{
    bool has = wait || input_has_key();
    lock_take(&input_lock);
    if (wait && !is_down && !written_count)
        return input_wait(1, STDIO_KEY, false);
    return has ? input_wait(0, STDIO_KEY, false) : 0;
}

/* Reads the key at a place of the input. A pipe's CR LF is one. Returns how many bytes it has. 0:
 * it is not there. */
static size_t key_at(size_t at, size_t count, struct key *key)
{
    const char *bytes = input_here() + at;
    size_t length = key_first(bytes, count - at, input_has_marks(), key);
    if (lib_host.input_is_pipe && length && *bytes == '\r')
        while (at + length < count && bytes[length] == '\n')
            length++;
    return length;
}

/* Copies records of programs, as far as there is room, and takes them. */
static DWORD give_written(PINPUT_RECORD records, DWORD room, bool takes)
{
    DWORD count = room < written_count ? room : written_count;
    memcpy(records, written, count * sizeof *records);
    if (takes) {
        written_count -= count;
        memmove(written, written + count, written_count * sizeof *written);
    }
    return count;
}

/* Copies events, two for each key, and takes them. */
static BOOL give_events(HANDLE console, PINPUT_RECORD records, DWORD room, LPDWORD given,
                        bool takes)
{
    if (!is_input(console))
        return FALSE;
    size_t count = begin_keys(takes && room), next = 0;
    struct key key = down;
    bool goes_up = is_down;
    for (*given = give_written(records, room, takes); *given < room; (*given)++) {
        size_t length = goes_up ? 0 : key_at(next, count, &key);
        if (!goes_up && !length)
            break;
        next += length;
        records[*given] = record_of(&key, !goes_up);
        goes_up = !goes_up;
    }
    if (takes) {
        down = key;
        is_down = goes_up;
        input_pass(next);
    }
    lock_release(&input_lock);
    return !takes || *given || !room || fails(ERROR_INVALID_HANDLE); /* the input has ended */
}

BOOL WINAPI GetNumberOfConsoleInputEvents(HANDLE console, LPDWORD events)
{
    if (!is_input(console))
        return FALSE;
    size_t count = begin_keys(false);
    struct key key;
    *events = is_down + written_count;
    for (size_t at = 0, length; (length = key_at(at, count, &key)); at += length)
        *events += 2;
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

static bool is_move(const INPUT_RECORD *record)
{
    return record->EventType == MOUSE_EVENT && record->Event.MouseEvent.dwEventFlags == MOUSE_MOVED;
}

/* For narrow text and for wide: a key has its character as a program has given it. */
BOOL WINAPI WriteConsoleInputW(HANDLE console, const INPUT_RECORD *records, DWORD room,
                               LPDWORD count)
{
    DWORD done = 0;
    *count = 0;
    if (!is_input(console))
        return FALSE;
    DWORD most = room < MOST_WRITTEN ? room : MOST_WRITTEN;
    if (touch_fails(records, most * sizeof *records, false))
        return fails(ERROR_NOACCESS);
    lock_take(&input_lock);
    bool replaces =
        room == 1 && written_count && is_move(&records[0]) && is_move(&written[written_count - 1]);
    written_count -= replaces;
    for (; done < most && written_count < MOST_WRITTEN; done++)
        written[written_count++] = records[done];
    lock_release(&input_lock);
    *count = done;
    return TRUE;
}

BOOL WINAPI WriteConsoleInputA(HANDLE console, const INPUT_RECORD *records, DWORD room,
                               LPDWORD count)
{
    return WriteConsoleInputW(console, records, room, count);
}

BOOL WINAPI FlushConsoleInputBuffer(HANDLE console)
{
    if (!is_input(console))
        return FALSE;
    do {
        input_pass(begin_keys(false));
        is_down = false;
        written_count = 0;
        lock_release(&input_lock);
    } while (input_has_key());
    return TRUE;
}
