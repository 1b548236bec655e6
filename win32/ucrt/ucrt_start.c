/* The calls by which a program begins that Visual C++ has made since 2015. */
#include "win32/msvcrt/call.h"
#include "win32/msvcrt/start_up.h"

#include <errno.h>
#include <processenv.h>
#include <stdbool.h>
#include <stddef.h>
#include <wctype.h>

/* main's arguments: none; those of the command line; those of the command line with names of files
 * in place of * and ?. */
enum { ARGUMENTS_NONE, ARGUMENTS_PLAIN, ARGUMENTS_EXPANDED };

/* Both lists are made at once. */
CALL(int, _configure_narrow_argv, int mode)
{
    if (mode < ARGUMENTS_NONE || mode > ARGUMENTS_EXPANDED)
        return errno = EINVAL;
    return mode == ARGUMENTS_NONE || start_up_prepare(mode == ARGUMENTS_EXPANDED) ? 0 : ENOMEM;
}

/* The lists of the environment are there from the start. */
CALL(int, ucrt_initialize_environment, void)
{
    return 0;
}

enum { PROGRAM_UNKNOWN };
static int program_type = PROGRAM_UNKNOWN;

CALL(void, ucrt_set_app_type, int type)
{
    program_type = type;
}

CALL(int, _query_app_type, void)
{
    return program_type;
}

/* ---------------------------------------------------------------- for WinMain */

/* Defines a call that returns the command line behind the program's name, which may stand in
 * quotation marks, and blanks. */
#define BEHIND_NAME(name, letter, whole)                                                           \
    CALL(const letter *, name, void)                                                               \
    {                                                                                              \
        bool is_quoted = false;                                                                    \
        const letter *line = whole();                                                              \
        for (; *line > ' ' || (*line && is_quoted); line++)                                        \
            is_quoted ^= *line == '"';                                                             \
        while (*line && *line <= ' ')                                                              \
            line++;                                                                                \
        return line;                                                                               \
    }

static const unsigned char *narrow_line(void)
{
    return (const unsigned char *)GetCommandLineA();
}

BEHIND_NAME(_get_narrow_winmain_command_line, unsigned char, narrow_line)
BEHIND_NAME(_get_wide_winmain_command_line, wchar_t, GetCommandLineW)
