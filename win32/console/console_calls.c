/* The console: its handles, its modes, its text. */
#include "lib/console_input.h"
#include "lib/console_signals.h"
#include "lib/host.h"
#include "lib/stdio_impl.h"
#include "lib/utf16.h"
#include "seh_emul/memory/touch.h"
#include "win32/console/console_handlers.h"
#include "win32/console/console_io.h"
#include "win32/files/open_files.h"

#include <consoleapi.h>
#include <errhandlingapi.h>
#include <handleapi.h>
#include <processenv.h>
#include <processthreadsapi.h>
#include <signal.h>
#include <string.h>
#include <synchapi.h>
#include <winnls.h>

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

static const struct console_screens *screens_if_kept(void)
{
    return __atomic_load_n(&console_screens, __ATOMIC_ACQUIRE);
}

void console_write_file(const struct open_file *file, const char *bytes, DWORD size)
{
    const struct console_screens *screens = screens_if_kept();
    if (screens && file->kind == FILE_OUTPUT && !file->is_error)
        screens->write(file, bytes, size);
    else
        stdio_write(file->is_error ? &error_output : &output, bytes, size);
}

/* ---------------------------------------------------------------- handles */

/* FreeConsole has been called. */
static bool has_left;

bool console_is_there(void)
{
    return !__atomic_load_n(&has_left, __ATOMIC_RELAXED) || file_fails(ERROR_INVALID_HANDLE);
}

enum { STANDARD_HANDLES = 3 };
static HANDLE standard[STANDARD_HANDLES];

static BOOL CALLBACK open_standard(PINIT_ONCE once, PVOID parameter, PVOID *context)
{
    (void)once, (void)parameter, (void)context;
    const struct {
        bool is_pipe;
        enum file_kind pipe, console;
        DWORD access; /* of a pipe */
    } streams[STANDARD_HANDLES] = {
        {lib_host.input_is_pipe, FILE_PIPE, FILE_INPUT, FILE_GENERIC_READ},
        {lib_host.output_is_pipe, FILE_OUTPUT_PIPE, FILE_OUTPUT, FILE_GENERIC_WRITE},
        {lib_host.error_is_pipe, FILE_OUTPUT_PIPE, FILE_OUTPUT, FILE_GENERIC_WRITE},
    };
    for (unsigned i = 0; i < STANDARD_HANDLES; i++) {
        HANDLE handle =
            streams[i].is_pipe
                ? open_file_device(streams[i].pipe, streams[i].access)
                : open_file_device(streams[i].console, FILE_GENERIC_READ | FILE_GENERIC_WRITE);
        standard[i] = handle == INVALID_HANDLE_VALUE ? NULL : handle;
    }
    struct open_file *file = open_file_use(standard[STANDARD_HANDLES - 1], 0);
    if (file) {
        file->is_error = true;
        open_file_leave(file);
    }
    return TRUE;
}

/* Returns the place of a standard handle; NULL, with the last error: there is no such one. */
static HANDLE *find_standard(DWORD which)
{
    static INIT_ONCE once;
    DWORD index = STD_INPUT_HANDLE - which;
    if (index >= STANDARD_HANDLES) {
        SetLastError(ERROR_INVALID_HANDLE);
        return NULL;
    }
    DWORD before = GetLastError();
    InitOnceExecuteOnce(&once, open_standard, NULL, NULL);
    SetLastError(before);
    return &standard[index];
}

HANDLE WINAPI GetStdHandle(DWORD which)
{
    const HANDLE *place = find_standard(which);
    return place ? *place : INVALID_HANDLE_VALUE;
}

BOOL WINAPI SetStdHandle(DWORD which, HANDLE handle)
{
    HANDLE *place = find_standard(which);
    if (place)
        *place = handle;
    return place != NULL;
}

HANDLE console_open_output(DWORD access)
{
    const struct console_screens *screens = screens_if_kept();
    void *screen = screens ? screens->active() : NULL;
    HANDLE handle = open_file_of(FILE_OUTPUT, access, screen, screen ? screens->end : NULL);
    if (handle != INVALID_HANDLE_VALUE)
        SetLastError(ERROR_SUCCESS);
    return handle;
}

struct open_file *console_use(HANDLE handle, enum file_kind side)
{
    struct open_file *file = open_file_use(handle, 0);
    bool is_console = file && (file->kind == FILE_INPUT || file->kind == FILE_OUTPUT);
    if (is_console && (side == FILE_NONE || side == file->kind))
        return file;
    if (file)
        open_file_leave(file);
    SetLastError(ERROR_INVALID_HANDLE);
    return NULL;
}

/* Whether the handle is this side of the console; else the last error says that not. */
static bool is_side(HANDLE handle, enum file_kind side)
{
    struct open_file *file = console_use(handle, side);
    if (file)
        open_file_leave(file);
    return file != NULL;
}

bool console_is_output(HANDLE handle)
{
    return is_side(handle, FILE_OUTPUT);
}

/* ---------------------------------------------------------------- modes */

#define EDITING     (ENABLE_INSERT_MODE | ENABLE_QUICK_EDIT_MODE)
#define OUTPUT_MODE (ENABLE_PROCESSED_OUTPUT | ENABLE_WRAP_AT_EOL_OUTPUT)
static DWORD input_mode = ENABLE_PROCESSED_INPUT | ENABLE_LINE_INPUT | ENABLE_ECHO_INPUT |
                          ENABLE_MOUSE_INPUT | ENABLE_INSERT_MODE | ENABLE_EXTENDED_FLAGS |
                          ENABLE_AUTO_POSITION;
DWORD console_first_mode = OUTPUT_MODE;

static DWORD *mode_of(const struct open_file *file)
{
    const struct console_screens *screens = screens_if_kept();
    return file->kind == FILE_INPUT ? &input_mode
           : screens                ? screens->mode(file)
                                    : &console_first_mode;
}

BOOL WINAPI GetConsoleMode(HANDLE console, LPDWORD mode)
{
    struct open_file *file = console_use(console, FILE_NONE);
    if (!file)
        return FALSE;
    DWORD now = *mode_of(file);
    bool hides = file->kind == FILE_INPUT && !(now & ENABLE_EXTENDED_FLAGS);
    open_file_leave(file);
    *mode = hides ? now & ~EDITING : now;
    return TRUE;
}

BOOL WINAPI SetConsoleMode(HANDLE console, DWORD mode)
{
    struct open_file *file = console_use(console, FILE_NONE);
    if (!file)
        return FALSE;
    bool is_input = file->kind == FILE_INPUT;
    bool echoes = mode & ENABLE_ECHO_INPUT, takes_lines = mode & ENABLE_LINE_INPUT;
    DWORD most = is_input ? 2 * ENABLE_AUTO_POSITION - 1 : OUTPUT_MODE;
    bool can_be = !(mode & ~most) && !(is_input && echoes && !takes_lines);
    if (can_be)
        *mode_of(file) = is_input && mode & EDITING ? mode | ENABLE_EXTENDED_FLAGS : mode;
    if (can_be && is_input)
        input_set_typing(takes_lines, echoes, !(mode & ENABLE_PROCESSED_INPUT));
    open_file_leave(file);
    return can_be || file_fails(ERROR_INVALID_PARAMETER);
}

static UINT input_page = 437, output_page = 437;

static BOOL set_page(UINT *page, UINT becomes)
{
    if (!console_is_there())
        return FALSE;
    if (!IsValidCodePage(becomes))
        return file_fails(ERROR_INVALID_PARAMETER);
    *page = becomes;
    return TRUE;
}

UINT WINAPI GetConsoleCP(void)
{
    return console_is_there() ? input_page : 0;
}

UINT WINAPI GetConsoleOutputCP(void)
{
    return console_is_there() ? output_page : 0;
}

BOOL WINAPI SetConsoleCP(UINT page)
{
    return set_page(&input_page, page);
}

BOOL WINAPI SetConsoleOutputCP(UINT page)
{
    return set_page(&output_page, page);
}

/* ---------------------------------------------------------------- text */

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
    if (!is_side(console, FILE_INPUT))
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

/* ---------------------------------------------------------------- Ctrl-C */

enum { HANDLERS = 32 };
#define ENDED_BY_CONTROL_C 0xC000013Au
static PHANDLER_ROUTINE handlers[HANDLERS]; /* with the lock; the newest is the last */
static unsigned handler_count;
static bool ignores_control_c;
static struct lock handlers_lock;

BOOL WINAPI SetConsoleCtrlHandler(PHANDLER_ROUTINE handler, BOOL add)
{
    interrupts_begin();
    DWORD error = ERROR_SUCCESS;
    lock_take(&handlers_lock);
    unsigned i = handler_count;
    if (!handler) {
        ignores_control_c = add;
    } else if (add) {
        error = i < HANDLERS ? ERROR_SUCCESS : ERROR_NOT_ENOUGH_MEMORY;
        if (!error)
            handlers[handler_count++] = handler;
    } else {
        while (i && handlers[i - 1] != handler)
            i--;
        error = i ? ERROR_SUCCESS : ERROR_INVALID_PARAMETER;
        for (; i && i < handler_count; i++)
            handlers[i - 1] = handlers[i];
        handler_count -= !error;
    }
    lock_release(&handlers_lock);
    return !error || file_fails(error);
}

void console_event(DWORD event)
{
    PHANDLER_ROUTINE calls[HANDLERS];
    lock_take(&handlers_lock);
    unsigned count = handler_count;
    bool ignores = event == CTRL_C_EVENT && ignores_control_c;
    memcpy(calls, handlers, sizeof calls);
    lock_release(&handlers_lock);
    while (!ignores && count)
        if (calls[--count](event))
            return;
    bool is_taken = ignores || (event == CTRL_C_EVENT && signal_console(SIGINT)) ||
                    (event == CTRL_BREAK_EVENT && signal_console(SIGBREAK));
    if (!is_taken)
        ExitProcess(ENDED_BY_CONTROL_C);
}

/* ---------------------------------------------------------------- the console itself */

BOOL WINAPI AllocConsole(void)
{
    return !__atomic_exchange_n(&has_left, false, __ATOMIC_RELAXED)
               ? file_fails(ERROR_ACCESS_DENIED)
               : TRUE;
}

BOOL WINAPI FreeConsole(void)
{
    lock_take(&handlers_lock);
    handler_count = 0;
    lock_release(&handlers_lock);
    return !__atomic_exchange_n(&has_left, true, __ATOMIC_RELAXED) ||
           file_fails(ERROR_INVALID_PARAMETER);
}
