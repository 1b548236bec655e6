/* The console without lines. */
#include <conio.h>
#include <stdarg.h>
#include <stdio.h>

#include "lib/console_input.h"
#include "lib/stdio_impl.h"
#include "lib/terminal_keys.h"

static FILE screen = {.writes = true, STDIO_NOTHING_HELD};

enum { ENTER = 13 };

/* With the input's lock: a value that _ungetch gave back, and the second one of a key without a
 * character. EOF: none. */
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

/* Takes the next key, and returns its value, or the first of two. */
static int take_key(void)
{
    struct key key;
    unsigned char codes[2];
    for (;;) {
        size_t there = input_wait(1, STDIO_KEY, false); /* moves input_here */
        size_t length = key_first(input_here(), there, input_has_marks(), &key);
        if (!length)
            return EOF;
        input_pass(length);
        int character = key_character(&key);
        if (character || !key.scan_code)
            return character == '\n' ? ENTER : character;
        if (key_codes(&key, codes)) {
            second = codes[1];
            return codes[0];
        }
    }
}

int _getch(void)
{
    lock_take(&input_lock);
    int value = take_value(&given_back);
    if (value == EOF)
        value = take_value(&second);
    if (value == EOF)
        value = take_key();
    lock_release(&input_lock);
    return value;
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
    lock_take(&input_lock);
    bool has_room = given_back == EOF && key != EOF;
    if (has_room)
        given_back = (unsigned char)key;
    lock_release(&input_lock);
    return has_room ? (unsigned char)key : EOF;
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
