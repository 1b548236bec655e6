/* The printf family with a locale, which changes nothing here, and with named arguments. */
#include "win32/msvcrt/call.h"
#include "win32/msvcrt/placed_arguments.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <wchar.h>

extern int _vcprintf(const char *format, va_list args);
extern int _vcwprintf(const wchar_t *format, va_list args);

/* The parameters before the format, with their types and as names. */
#define NOTHING
#define FILE_PARAMETER FILE *file,
#define FILE_NAME      file,
#define TO(letter)     letter *to,
#define TO_NAME        to,
#define SIZED(letter)  letter *to, size_t size,
#define SIZED_NAMES    to, size,
#define PART(letter)   letter *to, size_t size, size_t most,
#define PART_NAMES     to, size, most,

/* A row of the lists below has a call with a list of arguments, and one with the arguments
 * themselves. Then it has these two with a locale, the call that all are made of, the characters of
 * the format, and the parameters before it. These are the definitions that rows become. */
#define WITH_ARGUMENTS(list, name, list_l, name_l, call, letter, BEFORE, NAMES)                    \
    CALL(int, name, BEFORE const letter *format, ...)                                              \
    {                                                                                              \
        va_list args;                                                                              \
        va_start(args, format);                                                                    \
        int length = list(NAMES format, args);                                                     \
        va_end(args);                                                                              \
        return length;                                                                             \
    }

#define WITH_LOCALE(list, name, list_l, name_l, call, letter, BEFORE, NAMES)                       \
    CALL(int, list_l, BEFORE const letter *format, void *locale, va_list args)                     \
    {                                                                                              \
        (void)locale;                                                                              \
        return list(NAMES format, args);                                                           \
    }                                                                                              \
    CALL(int, name_l, BEFORE const letter *format, void *locale, ...)                              \
    {                                                                                              \
        va_list args;                                                                              \
        va_start(args, locale);                                                                    \
        int length = list(NAMES format, args);                                                     \
        va_end(args);                                                                              \
        return length;                                                                             \
    }

/* ---------------------------------------------------------------- the usual ones */

#define PLAIN(ROW)                                                                                 \
    ROW(vprintf, , _vprintf_l, _printf_l, , char, NOTHING, NOTHING)                                \
    ROW(vprintf_s, , _vprintf_s_l, _printf_s_l, , char, NOTHING, NOTHING)                          \
    ROW(vfprintf, , _vfprintf_l, _fprintf_l, , char, FILE_PARAMETER, FILE_NAME)                    \
    ROW(vfprintf_s, , _vfprintf_s_l, _fprintf_s_l, , char, FILE_PARAMETER, FILE_NAME)              \
    ROW(vsprintf, , _vsprintf_l, _sprintf_l, , char, TO(char), TO_NAME)                            \
    ROW(vsprintf_s, , _vsprintf_s_l, _sprintf_s_l, , char, SIZED(char), SIZED_NAMES)               \
    ROW(_vsnprintf, , _vsnprintf_l, _snprintf_l, , char, SIZED(char), SIZED_NAMES)                 \
    ROW(_vsnprintf_s, , _vsnprintf_s_l, _snprintf_s_l, , char, PART(char), PART_NAMES)             \
    ROW(_vscprintf, , _vscprintf_l, _scprintf_l, , char, NOTHING, NOTHING)                         \
    ROW(_vcprintf, , _vcprintf_l, _cprintf_l, , char, NOTHING, NOTHING)                            \
    ROW(vwprintf, , _vwprintf_l, _wprintf_l, , wchar_t, NOTHING, NOTHING)                          \
    ROW(vwprintf_s, , _vwprintf_s_l, _wprintf_s_l, , wchar_t, NOTHING, NOTHING)                    \
    ROW(vfwprintf, , _vfwprintf_l, _fwprintf_l, , wchar_t, FILE_PARAMETER, FILE_NAME)              \
    ROW(vfwprintf_s, , _vfwprintf_s_l, _fwprintf_s_l, , wchar_t, FILE_PARAMETER, FILE_NAME)        \
    ROW(_vswprintf, , _vswprintf_l, _swprintf_l, , wchar_t, TO(wchar_t), TO_NAME)                  \
    ROW(vswprintf_s, , _vswprintf_s_l, _swprintf_s_l, , wchar_t, SIZED(wchar_t), SIZED_NAMES)      \
    ROW(_vsnwprintf, , _vsnwprintf_l, _snwprintf_l, , wchar_t, SIZED(wchar_t), SIZED_NAMES)        \
    ROW(_vsnwprintf_s, , _vsnwprintf_s_l, _snwprintf_s_l, , wchar_t, PART(wchar_t), PART_NAMES)    \
    ROW(_vscwprintf, , _vscwprintf_l, _scwprintf_l, , wchar_t, NOTHING, NOTHING)                   \
    ROW(_vcwprintf, , _vcwprintf_l, _cwprintf_l, , wchar_t, NOTHING, NOTHING)

PLAIN(WITH_LOCALE)

/* ---------------------------------------------------------------- always with an end */

/* A text that is cut off ends with a zero, and the result is -1. */
CALL(int, _vsnprintf_c, char *to, size_t size, const char *format, va_list args)
{
    const int length = vsnprintf(to, size, format, args);
    return (size_t)length >= size ? -1 : length;
}

#define ENDED(ROW)                                                                                 \
    ROW(_vsnprintf_c, _snprintf_c, _vsnprintf_c_l, _snprintf_c_l, , char, SIZED(char),             \
        SIZED_NAMES)                                                                               \
    ROW(vswprintf, _swprintf_c, _vswprintf_c_l, _swprintf_c_l, , wchar_t, SIZED(wchar_t),          \
        SIZED_NAMES)

ENDED(WITH_ARGUMENTS)
ENDED(WITH_LOCALE)

/* ---------------------------------------------------------------- named arguments */

/* "%2$s %1$d" */
#define PLACED(ROW)                                                                                \
    ROW(_vprintf_p, _printf_p, _vprintf_p_l, _printf_p_l, vprintf_s, char, NOTHING, NOTHING)       \
    ROW(_vfprintf_p, _fprintf_p, _vfprintf_p_l, _fprintf_p_l, vfprintf_s, char, FILE_PARAMETER,    \
        FILE_NAME)                                                                                 \
    ROW(_vsprintf_p, _sprintf_p, _vsprintf_p_l, _sprintf_p_l, _vsnprintf_c, char, SIZED(char),     \
        SIZED_NAMES)                                                                               \
    ROW(_vscprintf_p, _scprintf_p, _vscprintf_p_l, _scprintf_p_l, _vscprintf, char, NOTHING,       \
        NOTHING)                                                                                   \
    ROW(_vcprintf_p, _cprintf_p, _vcprintf_p_l, _cprintf_p_l, _vcprintf, char, NOTHING, NOTHING)   \
    ROW(_vwprintf_p, _wprintf_p, _vwprintf_p_l, _wprintf_p_l, vwprintf_s, wchar_t, NOTHING,        \
        NOTHING)                                                                                   \
    ROW(_vfwprintf_p, _fwprintf_p, _vfwprintf_p_l, _fwprintf_p_l, vfwprintf_s, wchar_t,            \
        FILE_PARAMETER, FILE_NAME)                                                                 \
    ROW(_vswprintf_p, _swprintf_p, _vswprintf_p_l, _swprintf_p_l, vswprintf, wchar_t,              \
        SIZED(wchar_t), SIZED_NAMES)                                                               \
    ROW(_vscwprintf_p, _scwprintf_p, _vscwprintf_p_l, _scwprintf_p_l, _vscwprintf, wchar_t,        \
        NOTHING, NOTHING)                                                                          \
    ROW(_vcwprintf_p, _cwprintf_p, _vcwprintf_p_l, _cwprintf_p_l, _vcwprintf, wchar_t, NOTHING,    \
        NOTHING)

#define OF_PLACED(list, name, list_l, name_l, call, letter, BEFORE, NAMES)                         \
    CALL(int, list, BEFORE const letter *format, va_list args)                                     \
    {                                                                                              \
        struct placed placed;                                                                      \
        if (!placed_take(&placed, format, sizeof(letter) != 1, args))                              \
            return -1;                                                                             \
        const letter *taken = placed.format ? placed.format : format;                              \
        int length = call(NAMES taken, placed.arguments);                                          \
        placed_free(&placed);                                                                      \
        return length;                                                                             \
    }

PLACED(OF_PLACED)
PLACED(WITH_ARGUMENTS)
PLACED(WITH_LOCALE)

/* ---------------------------------------------------------------- on the console, with a look */

#define CONSOLE(ROW)                                                                               \
    ROW(_vcprintf_s, _cprintf_s, _vcprintf_s_l, _cprintf_s_l, _vcprintf, char, NOTHING, NOTHING)   \
    ROW(_vcwprintf_s, _cwprintf_s, _vcwprintf_s_l, _cwprintf_s_l, _vcwprintf, wchar_t, NOTHING,    \
        NOTHING)

#define WITH_A_LOOK(list, name, list_l, name_l, call, letter, BEFORE, NAMES)                       \
    CALL(int, list, const letter *format, va_list args)                                            \
    {                                                                                              \
        if (format)                                                                                \
            return call(format, args);                                                             \
        errno = EINVAL;                                                                            \
        return -1;                                                                                 \
    }

CONSOLE(WITH_A_LOOK)
CONSOLE(WITH_ARGUMENTS)
CONSOLE(WITH_LOCALE)
