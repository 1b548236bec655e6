/* The printf family: the formatter with a sink for the console, a file or a caller's buffer.
 *
 * Printing to the console needs about 300 bytes of stack. Floating point needs more; format_float.c
 * says how much.
 */
#include <stdint.h>
#include <stdio.h>

#include "lib/format_impl.h"
#include "lib/host.h"
#include "lib/stdio_impl.h"

/* The text of a call is written in one piece as far as other threads can tell. Text that fits into
 * a window needs no lock before it is written. Longer text is formatted twice: the first time shows
 * that its arguments can be read, so that the second time cannot fault with the lock held. */
#define CONSOLE_WINDOW 128

struct console_sink {
    struct sink sink; /* first, so that its address is the whole's */
    FILE *file;
    bool failed;
    char window[CONSOLE_WINDOW];
};

static void console_drain(struct sink *sink)
{
    struct console_sink *console = (struct console_sink *)sink;
    if (sink->next != console->window)
        console->failed |=
            !stdio_write(console->file, console->window, (size_t)(sink->next - console->window));
    sink->next = console->window;
}

/* Formats into the window. drain NULL: text that does not fit is dropped. */
static int console_format(struct console_sink *console, void (*drain)(struct sink *sink),
                          const char *text, va_list args)
{
    console->sink = (struct sink){
        .next = console->window,
        .end = console->window + sizeof console->window,
        .drain = drain,
    };
    return format(&console->sink, text, args);
}

int vfprintf(FILE *restrict file, const char *restrict text, va_list args)
{
    if (!file->writes)
        return -1;
    struct console_sink console;
    console.file = file;
    console.failed = false;
    va_list again;
    va_copy(again, args);
    int length = console_format(&console, NULL, text, args);
    if (console.sink.total <= CONSOLE_WINDOW) {
        console_drain(&console.sink);
    } else {
        struct lock *lock = stdio_lock(file);
        lock_take(lock);
        stdio_make_room(file, (size_t)console.sink.total);
        console_format(&console, console_drain, text, again);
        console_drain(&console.sink);
        lock_release(lock);
    }
    va_end(again);
    return console.failed ? -1 : length;
}

int vsnprintf(char *restrict buffer, size_t size, const char *restrict text, va_list args)
{
    /* A size that means "no limit" is cut at the end of the address space. */
    size_t room = size ? size - 1 : 0;
    if (room > UINTPTR_MAX - (uintptr_t)buffer)
        room = UINTPTR_MAX - (uintptr_t)buffer;
    struct sink sink = {.next = buffer, .end = (char *)((uintptr_t)buffer + room)};
    int length = format(&sink, text, args);
    if (size != 0)
        *sink.next = 0;
    return length;
}

int vsprintf(char *restrict buffer, const char *restrict text, va_list args)
{
    return vsnprintf(buffer, SIZE_MAX, text, args);
}

int _vsnprintf(char *buffer, size_t size, const char *text, va_list args)
{
    struct sink sink = {.next = buffer, .end = buffer + size};
    int length = format(&sink, text, args);
    if (sink.next != sink.end)
        *sink.next = 0;
    return length < 0 || (size_t)length > size ? -1 : length;
}

int _snprintf(char *buffer, size_t size, const char *text, ...)
{
    va_list args;
    va_start(args, text);
    int length = _vsnprintf(buffer, size, text, args);
    va_end(args);
    return length;
}

int vprintf(const char *restrict text, va_list args)
{
    return vfprintf(stdout, text, args);
}

int printf(const char *restrict text, ...)
{
    va_list args;
    va_start(args, text);
    int length = vprintf(text, args);
    va_end(args);
    return length;
}

int fprintf(FILE *restrict file, const char *restrict text, ...)
{
    va_list args;
    va_start(args, text);
    int length = vfprintf(file, text, args);
    va_end(args);
    return length;
}

int snprintf(char *restrict buffer, size_t size, const char *restrict text, ...)
{
    va_list args;
    va_start(args, text);
    int length = vsnprintf(buffer, size, text, args);
    va_end(args);
    return length;
}

int sprintf(char *restrict buffer, const char *restrict text, ...)
{
    va_list args;
    va_start(args, text);
    int length = vsprintf(buffer, text, args);
    va_end(args);
    return length;
}
