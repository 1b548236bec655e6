/* The console itself, and its handles. */
#include "lib/host.h"
#include "win32/console/console_handlers.h"
#include "win32/console/console_io.h"
#include "win32/files/open_files.h"

#include <consoleapi.h>
#include <errhandlingapi.h>
#include <handleapi.h>
#include <processenv.h>
#include <synchapi.h>

/* FreeConsole has been called. */
static bool has_left;

bool console_is_there(void)
{
    return !__atomic_load_n(&has_left, __ATOMIC_RELAXED) || file_fails(ERROR_INVALID_HANDLE);
}

BOOL WINAPI AllocConsole(void)
{
    return !__atomic_exchange_n(&has_left, false, __ATOMIC_RELAXED)
               ? file_fails(ERROR_ACCESS_DENIED)
               : TRUE;
}

BOOL WINAPI FreeConsole(void)
{
    console_forget_handlers();
    return !__atomic_exchange_n(&has_left, true, __ATOMIC_RELAXED) ||
           file_fails(ERROR_INVALID_PARAMETER);
}

/* ---------------------------------------------------------------- handles */

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
    const struct console_screens *screens = console_screens_kept();
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

bool console_is_side(HANDLE handle, enum file_kind side)
{
    struct open_file *file = console_use(handle, side);
    if (file)
        open_file_leave(file);
    return file != NULL;
}
