/* The console's text, in bytes and in units. */
#include "lib/host.h"
#include "lib/stdio_impl.h"
#include "lib/utf16.h"
#include "win32/console/console_io.h"
#include "win32/files/open_files.h"

#include <consoleapi.h>
#include <errhandlingapi.h>
#include <string.h>

static struct stdio_file input = {.reads = true, .text = true, STDIO_NOTHING_HELD};
static struct stdio_file pipe = {.reads = true, STDIO_NOTHING_HELD};
static struct stdio_file output = {.writes = true, STDIO_NOTHING_HELD};
static struct stdio_file error_output = {.writes = true, .number = STDIO_ERROR, STDIO_NOTHING_HELD};

/* The LF behind a CR that was the last to have room. */
static bool line_feed_waits;

/* Whether the last read from a pipe has ended in CR. */
static bool ends_in_return;

DWORD console_read_bytes(char *to, DWORD size)
{
    if (!size)
        return 0;
    if (__atomic_exchange_n(&line_feed_waits, false, __ATOMIC_RELAXED)) {
        *to = '\n';
        return 1;
    }
    DWORD length =
        (DWORD)stdio_read_piece(lib_host.input_is_pipe ? &pipe : &input, to, size, STDIO_LINE);
    bool behind_return =
        __atomic_exchange_n(&ends_in_return, length && to[length - 1] == '\r', __ATOMIC_RELAXED);
    if (length > 1)
        behind_return = to[length - 2] == '\r';
    if (length && to[length - 1] == '\n' && !behind_return) {
        to[length - 1] = '\r';
        if (length < size)
            to[length++] = '\n';
        else
            __atomic_store_n(&line_feed_waits, true, __ATOMIC_RELAXED);
    }
    return length;
}

DWORD pipe_read_bytes(char *to, DWORD size)
{
    return (DWORD)stdio_read_piece(&pipe, to, size, STDIO_SOME);
}

void console_write_bytes(const char *bytes, DWORD size)
{
    stdio_write(&output, bytes, size);
}

const struct console_screens *console_screens;

void console_write_file(const struct open_file *file, const char *bytes, DWORD size)
{
    const struct console_screens *screens = console_screens_kept();
    if (screens && file->kind == FILE_OUTPUT && !file->is_error)
        screens->write(file, bytes, size);
    else
        stdio_write(file->is_error ? &error_output : &output, bytes, size);
}

/* ---------------------------------------------------------------- calls */

BOOL WINAPI WriteConsoleA(HANDLE console, const VOID *text, DWORD length, LPDWORD done,
                          LPVOID reserved)
{
    (void)reserved;
    struct open_file *file = console_use(console, FILE_OUTPUT);
    if (!file)
        return FALSE;
    console_write_file(file, text, length);
    open_file_leave(file);
    if (done)
        *done = length;
    return TRUE;
}

BOOL WINAPI WriteConsoleW(HANDLE console, const VOID *text, DWORD length, LPDWORD done,
                          LPVOID reserved)
{
    enum { UNITS = 64 };
    const wchar_t *from = text, *end = from + length;
    (void)reserved;
    struct open_file *file = console_use(console, FILE_OUTPUT);
    if (!file)
        return FALSE;
    while (from < end) {
        wchar_t units[UNITS + 1];
        char bytes[UNITS * WIDE_BYTES];
        size_t count = (size_t)(end - from) < UNITS ? (size_t)(end - from) : UNITS, size = 0;
        if (count > 1 && from + count < end && from[count - 1] >= 0xD800 &&
            from[count - 1] < 0xDC00)
            count--; /* the second half belongs to it */
        memcpy(units, from, count * sizeof *units);
        units[count] = 0;
        for (const wchar_t *next = units; next < units + count;)
            size += wide_encode(&next, bytes + size);
        console_write_file(file, bytes, size);
        from += count;
    }
    open_file_leave(file);
    if (done)
        *done = length;
    return TRUE;
}

static bool may_read(HANDLE console, DWORD size)
{
    if (!console_is_side(console, FILE_INPUT))
        return false;
    return size <= CONSOLE_MOST || file_fails(ERROR_NOT_ENOUGH_MEMORY);
}

BOOL WINAPI ReadConsoleA(HANDLE console, LPVOID buffer, DWORD size, LPDWORD done, LPVOID control)
{
    (void)control;
    if (!may_read(console, size))
        return FALSE;
    *done = console_read_bytes(buffer, size);
    return TRUE;
}

BOOL WINAPI ReadConsoleW(HANDLE console, LPVOID buffer, DWORD size, LPDWORD done, LPVOID control)
{
    wchar_t *to = buffer;
    char bytes[WIDE_BYTES];
    size_t held = 0;
    DWORD count = 0;
    (void)control;
    if (!may_read(console, size))
        return FALSE;
    while (count + 1 < size && (count == 0 || to[count - 1] != '\n') &&
           console_read_bytes(bytes + held, 1)) {
        size_t length;
        uint32_t code = wide_code(bytes, ++held, &length);
        if (length == WIDE_INCOMPLETE)
            continue;
        count += (DWORD)wide_units(length ? code : 0xFFFD, to + count);
        held = 0;
    }
    *done = count;
    return TRUE;
}
