/* The console without lines. */
#include <conio.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

#include "lib/console_input.h"
#include "lib/stdio_impl.h"
#include "lib/terminal_keys.h"
#include "lib/utf16.h"

static FILE screen = {.writes = true, STDIO_NOTHING_HELD};

enum { ENTER = 13, BEYOND_ASCII = 0x80 };

/* With the input's lock: a value that was given back, and the second one of a key without a
 * character, or of a pair. EOF: none. */
static int given_back = EOF, second = EOF;

int _kbhit(void)
{
    return given_back != EOF || second != EOF || input_has_key();
}

/* Takes a value. */
static int take_value(int *from)
{
    int value = *from;
    *from = EOF;
    return value;
}

/* Takes the character that begins here, if one does. Returns its unit, or the first of two; 0: the
 * bytes are no UTF-8. */
static int take_character(size_t there)
{
    wchar_t units[WIDE_UNITS];
    size_t length;
    uint32_t code = wide_code(input_here(), there, &length);
    if (length == 0 || length == WIDE_INCOMPLETE)
        return 0;
    input_pass(length);
    if (wide_units(code, units) > 1)
        second = units[1];
    return units[0];
}

/* Takes the next key, and returns its value, or the first of two. */
static int take_key(bool wide)
{
    struct key key;
    unsigned char codes[2];
    for (;;) { /* a wait moves input_here */
        size_t there = wide ? input_wait_character() : input_wait(1, STDIO_KEY, false);
        size_t length = key_first(input_here(), there, input_has_marks(), &key);
        if (!length)
            return EOF;
        int character = key_character(&key);
        int unit = wide && character >= BEYOND_ASCII ? take_character(there) : 0;
        if (unit)
            return unit;
        input_pass(length);
        if (character || !key.scan_code)
            return character == '\n' ? ENTER : character;
        if (key_codes(&key, codes)) {
            second = codes[1];
            return codes[0];
        }
    }
}

static int next_value(bool wide)
{
    lock_take(&input_lock);
    int value = take_value(&given_back);
    if (value == EOF)
        value = take_value(&second);
    if (value == EOF)
        value = take_key(wide);
    lock_release(&input_lock);
    return value;
}

static int unget(int value)
{
    lock_take(&input_lock);
    bool has_room = given_back == EOF && value != EOF;
    if (has_room)
        given_back = value;
    lock_release(&input_lock);
    return has_room ? value : EOF;
}

int _getch(void)
{
    return next_value(false);
}

wint_t _getwch(void)
{
    int value = next_value(true);
    return value == EOF ? WEOF : (wint_t)value;
}

int _getche(void)
{
    int key = _getch();
    if (key != EOF)
        _putch(key == ENTER ? '\n' : key);
    return key;
}

/* The first unit of a pair shows both. */
wint_t _getwche(void)
{
    enum { HALF = 0x3FF, FIRST = 0xD800, SECOND = 0xDC00 };
    wint_t key = _getwch();
    if (key == WEOF || (key & ~HALF) == SECOND)
        return key;
    bool is_first = (key & ~HALF) == FIRST;
    const wchar_t text[] = {key == ENTER ? '\n' : (wchar_t)key, is_first ? (wchar_t)second : 0, 0};
    char bytes[2 * WIDE_BYTES];
    _cputs(wide_narrow(text, bytes, sizeof bytes));
    return key;
}

int _ungetch(int key)
{
    return unget(key == EOF ? EOF : (unsigned char)key);
}

/* A program for Windows gives 16 bits, with anything above them. */
wint_t _ungetwch(wint_t key)
{
    wchar_t unit = (wchar_t)key;
    int given = unget(unit == (wchar_t)WEOF ? EOF : unit);
    return given == EOF ? WEOF : (wint_t)given;
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
