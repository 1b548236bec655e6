#include "win32/console/console_buffers.h"

#include "win32/console/console_io.h"
#include "win32/console/console_sizes.h"
#include "win32/console/screens.h"

#include <errhandlingapi.h>
#include <string.h>
#include <wchar.h>
#include <winerror.h>

HANDLE WINAPI CreateConsoleScreenBuffer(DWORD access, DWORD share, LPSECURITY_ATTRIBUTES security,
                                        DWORD flags, LPVOID data)
{
    (void)share, (void)security, (void)data;
    if (flags != CONSOLE_TEXTMODE_BUFFER)
        return file_handle_fails(ERROR_INVALID_PARAMETER);
    struct screen *screen = console_is_there() ? screen_make() : NULL;
    return screen ? screen_publish(screen, access) : INVALID_HANDLE_VALUE;
}

BOOL WINAPI SetConsoleActiveScreenBuffer(HANDLE console)
{
    struct screen *screen = screen_use(console, FILE_WRITE_DATA);
    if (!screen)
        return FALSE;
    if (screen != screen_active)
        screen_begin_showing();
    screen_active = screen;
    screen_release(screen);
    return TRUE;
}

/* ---------------------------------------------------------------- fonts */

enum { FONT = 6, WIDTH = 8, HEIGHT = 12, FAMILY = 0x30, WEIGHT = 400 };

BOOL WINAPI GetCurrentConsoleFont(HANDLE console, BOOL largest, PCONSOLE_FONT_INFO font)
{
    CONSOLE_SCREEN_BUFFER_INFO information;
    if (!GetConsoleScreenBufferInfo(console, &information))
        return FALSE;
    *font = (CONSOLE_FONT_INFO){FONT,
                                largest ? information.dwMaximumWindowSize : (COORD){WIDTH, HEIGHT}};
    return TRUE;
}

BOOL WINAPI GetCurrentConsoleFontEx(HANDLE console, BOOL largest, PCONSOLE_FONT_INFOEX font)
{
    CONSOLE_FONT_INFO told;
    if (font->cbSize != sizeof *font)
        return file_fails(ERROR_INVALID_PARAMETER);
    if (!GetCurrentConsoleFont(console, largest, &told))
        return FALSE;
    *font = (CONSOLE_FONT_INFOEX){.cbSize = sizeof *font,
                                  .nFont = told.nFont,
                                  .dwFontSize = told.dwFontSize,
                                  .FontFamily = FAMILY,
                                  .FontWeight = WEIGHT,
                                  .FaceName = L"Terminal"};
    return TRUE;
}

BOOL WINAPI SetCurrentConsoleFontEx(HANDLE console, BOOL largest, PCONSOLE_FONT_INFOEX font)
{
    (void)largest;
    if (font->cbSize != sizeof *font)
        return file_fails(ERROR_INVALID_PARAMETER);
    return console_is_output(console);
}

DWORD WINAPI GetConsoleFontSize(HANDLE console, DWORD font)
{
    if (!console_is_output(console))
        return 0;
    return font == FONT ? WIDTH | HEIGHT << 16 : (DWORD)file_fails(ERROR_INVALID_PARAMETER);
}

/* ---------------------------------------------------------------- what is not there */

BOOL WINAPI GetConsoleSelectionInfo(PCONSOLE_SELECTION_INFO information)
{
    memset(information, 0, sizeof *information);
    return TRUE;
}

BOOL WINAPI SetConsoleDisplayMode(HANDLE console, DWORD mode, PCOORD size)
{
    (void)mode, (void)size;
    return console_is_output(console) && file_fails(ERROR_CALL_NOT_IMPLEMENTED);
}
