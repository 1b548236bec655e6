/* The console's modes and code pages. */
#include "lib/console_input.h"
#include "win32/console/console_io.h"
#include "win32/files/open_files.h"

#include <consoleapi.h>
#include <errhandlingapi.h>
#include <winnls.h>

#define EDITING     (ENABLE_INSERT_MODE | ENABLE_QUICK_EDIT_MODE)
#define OUTPUT_MODE (ENABLE_PROCESSED_OUTPUT | ENABLE_WRAP_AT_EOL_OUTPUT)
static DWORD input_mode = ENABLE_PROCESSED_INPUT | ENABLE_LINE_INPUT | ENABLE_ECHO_INPUT |
                          ENABLE_MOUSE_INPUT | ENABLE_INSERT_MODE | ENABLE_EXTENDED_FLAGS |
                          ENABLE_AUTO_POSITION;
DWORD console_first_mode = OUTPUT_MODE;

static DWORD *mode_of(const struct open_file *file)
{
    const struct console_screens *screens = console_screens_kept();
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
