/* Wide texts and formats on the console without lines, by conio.h's calls. */
#include "lib/utf16.h"
#include "win32/msvcrt/call.h"

#include <conio.h>
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

/* Prints a text of malloc, and gives it back. Returns its length, -1 without one. */
static int put_and_free(char *text, int length)
{
    bool has_gone = text && _cputs(text) >= 0;
    free(text);
    return has_gone ? length : -1;
}

CALL(int, _vcprintf, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int length = _vscprintf(format, again);
    va_end(again);
    char *text = length < 0 ? NULL : malloc((size_t)length + 1);
    if (text)
        vsprintf(text, format, args);
    return put_and_free(text, length);
}

CALL(int, _vcwprintf, const wchar_t *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int length = _vscwprintf(format, again);
    va_end(again);
    wchar_t *wide = length < 0 ? NULL : malloc(((size_t)length + 1) * sizeof *wide);
    char *text = NULL;
    if (wide) {
        _vswprintf(wide, format, args);
        text = wide_narrow_copy(wide);
    }
    free(wide);
    return put_and_free(text, length);
}

CALL(int, _cwprintf, const wchar_t *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = _vcwprintf(format, args);
    va_end(args);
    return length;
}

CALL(int, _cputws, const wchar_t *text)
{
    return put_and_free(wide_narrow_copy(text), 0);
}

CALL(wint_t, _putwch, wchar_t character)
{
    const wchar_t text[] = {character, 0};
    return _cputws(text) ? WEOF : character;
}

/* Reads a line. text[0] says how many characters have room, and text[1] how many came; the text
 * begins at text[2]. */
CALL(char *, _cgets, char *text)
{
    int most = (unsigned char)text[0], length = 0, key;
    while (length < most - 1 && (key = _getche()) != EOF && key != '\r')
        text[2 + length++] = (char)key;
    text[2 + length] = 0;
    text[1] = (char)length;
    return text + 2;
}

/* Takes the room as a parameter; *length becomes the number of characters. */
CALL(int, _cgets_s, char *text, size_t room, size_t *length)
{
    size_t count = 0;
    int key;
    if (text && room)
        *text = 0;
    if (!text || !room || !length)
        return errno = EINVAL;
    while (count < room - 1 && (key = _getche()) != EOF && key != '\r')
        text[count++] = (char)key;
    text[count] = 0;
    *length = count;
    return 0;
}

CALL(int, _cgetws_s, wchar_t *text, size_t room, size_t *length)
{
    size_t count = 0;
    wint_t key;
    if (text && room)
        *text = 0;
    if (!text || !room || !length)
        return errno = EINVAL;
    while (count < room - 1 && (key = _getwche()) != WEOF && key != '\r')
        text[count++] = (wchar_t)key;
    text[count] = 0;
    *length = count;
    return 0;
}

CALL(wchar_t *, _cgetws, wchar_t *text)
{
    size_t length = 0;
    _cgetws_s(text + 2, text[0], &length);
    text[1] = (wchar_t)length;
    return text + 2;
}
