/* The console without lines. */
#include <conio.h>
#include <stdarg.h>
#include <stdio.h>

#include "lib/console_input.h"
#include "lib/stdio_impl.h"

static FILE keys = {.reads = true, STDIO_NOTHING_HELD};
static FILE screen = {.writes = true, STDIO_NOTHING_HELD};

enum { ENTER = 13 };

int _kbhit(void)
{
    return keys.held != EOF || input_has_key();
}

int _getch(void)
{
    char key;
    if (!stdio_read_piece(&keys, &key, 1, STDIO_KEY))
        return EOF;
    return key == '\n' ? ENTER : (unsigned char)key;
}

int _getche(void)
{
    int key = _getch();
    if (key != EOF)
        _putch(key == ENTER ? '\n' : key);
    return key;
}

int _ungetch(int key)
{
    return ungetc(key, &keys);
}

int _putch(int character)
{
    return fputc(character, &screen);
}

int _cputs(const char *text)
{
    return fputs(text, &screen);
}

int _cprintf(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = vfprintf(&screen, format, args);
    va_end(args);
    return length;
}
