#include "win32/kernel32/console_events.h"

#include "lib/console_input.h"
#include "lib/host.h"
#include "lib/utf16.h"
#include "seh_emul/memory/touch.h"
#include "win32/console/console_io.h"
#include "win32/fails.h"
#include "win32/user_keys.h"

#include <consoleapi.h>
#include <stdbool.h>
#include <string.h>

enum { MOST_WRITTEN = 128, BEYOND_ASCII = 0x80 };

/* Events of the key that was read last which are not taken yet: of each unit of its character one
 * for its way down and one for its way up. The input's lock guards them. */
enum { MOST_OF_KEY = 2 * WIDE_UNITS };
static INPUT_RECORD left[MOST_OF_KEY];
static DWORD left_count;

/* The events that programs have added. The input's lock guards them, too. */
static INPUT_RECORD written[MOST_WRITTEN];
static DWORD written_count;

static INPUT_RECORD record_of(struct user_key key, bool goes_down)
{
    return (INPUT_RECORD){.EventType = KEY_EVENT,
                          .Event.KeyEvent = {.bKeyDown = goes_down,
                                             .wRepeatCount = 1,
                                             .wVirtualKeyCode = key.virtual_key,
                                             .wVirtualScanCode = key.scan_code,
                                             .uChar.UnicodeChar = key.character,
                                             .dwControlKeyState = key.held}};
}

/* Tells the key as events. Returns their number. */
static DWORD key_records(struct user_key key, const WCHAR *units, size_t count,
                         INPUT_RECORD *records)
{
    for (size_t i = 0; i < count; i++) {
        key.character = units[i];
        records[2 * i] = record_of(key, true);
        records[2 * i + 1] = record_of(key, false);
    }
    return (DWORD)(2 * count);
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
    if (wait && !left_count && !written_count)
        return input_wait_character();
    return has ? input_wait(0, STDIO_KEY, false) : 0;
}

/* Reads the key at a place of the input, and tells its events, *made of them. A pipe's CR LF is one
 * key, and so is a character beyond ASCII, in wide text. Returns how many bytes it has. 0: it is
 * not there, or not whole. */
static size_t key_at(size_t at, size_t count, bool wide, INPUT_RECORD *records, DWORD *made)
{
    const char *bytes = input_here() + at;
    struct key key;
    WCHAR units[WIDE_UNITS];
    size_t length = key_first(bytes, count - at, input_has_marks(), &key);
    if (!length)
        return 0;
    struct user_key of = user_key_of(&key);
    if (wide && of.character >= BEYOND_ASCII) {
        size_t character;
        uint32_t code = wide_code(bytes, count - at, &character);
        if (character == WIDE_INCOMPLETE)
            return 0;
        if (character) {
            *made = key_records(of, units, wide_units(code, units), records);
            return character;
        }
    }
    *made = key_records(of, &of.character, 1, records);
    if (lib_host.input_is_pipe && *bytes == '\r')
        while (at + length < count && bytes[length] == '\n')
            length++;
    return length;
}

/* Copies the first of some records, as far as there is room, and takes them. */
static DWORD take_records(PINPUT_RECORD records, DWORD room, PINPUT_RECORD from, DWORD *there,
                          bool takes)
{
    DWORD count = room < *there ? room : *there;
    memcpy(records, from, count * sizeof *records);
    if (takes) {
        *there -= count;
        memmove(from, from + count, *there * sizeof *from);
    }
    return count;
}

/* Copies events, and takes them. */
static BOOL give_events(HANDLE console, PINPUT_RECORD records, DWORD room, LPDWORD given,
                        bool takes, bool wide)
{
    if (!is_input(console))
        return FALSE;
    size_t count = begin_keys(takes && room), next = 0;
    INPUT_RECORD of_key[MOST_OF_KEY];
    DWORD made;
    *given = take_records(records, room, written, &written_count, takes);
    *given += take_records(records + *given, room - *given, left, &left_count, takes);
    for (size_t length; *given < room && (length = key_at(next, count, wide, of_key, &made));
         next += length) {
        *given += take_records(records + *given, room - *given, of_key, &made, true);
        if (takes)
            left_count = take_records(left, MOST_OF_KEY, of_key, &made, true);
    }
    if (takes)
        input_pass(next);
    lock_release(&input_lock);
    return !takes || *given || !room || fails(ERROR_INVALID_HANDLE); /* the input has ended */
}

BOOL WINAPI GetNumberOfConsoleInputEvents(HANDLE console, LPDWORD events)
{
    if (!is_input(console))
        return FALSE;
    size_t count = begin_keys(false);
    INPUT_RECORD of_key[MOST_OF_KEY];
    DWORD made;
    *events = left_count + written_count;
    for (size_t at = 0, length; (length = key_at(at, count, true, of_key, &made)); at += length)
        *events += made;
    lock_release(&input_lock);
    return TRUE;
}

BOOL WINAPI ReadConsoleInputA(HANDLE console, PINPUT_RECORD records, DWORD room, LPDWORD given)
{
    return give_events(console, records, room, given, true, false);
}

BOOL WINAPI ReadConsoleInputW(HANDLE console, PINPUT_RECORD records, DWORD room, LPDWORD given)
{
    return give_events(console, records, room, given, true, true);
}

BOOL WINAPI PeekConsoleInputA(HANDLE console, PINPUT_RECORD records, DWORD room, LPDWORD given)
{
    return give_events(console, records, room, given, false, false);
}

BOOL WINAPI PeekConsoleInputW(HANDLE console, PINPUT_RECORD records, DWORD room, LPDWORD given)
{
    return give_events(console, records, room, given, false, true);
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
        left_count = written_count = 0;
        lock_release(&input_lock);
    } while (input_has_key());
    return TRUE;
}
