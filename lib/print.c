/* The printf family: the formatter with a sink for the console, a file or a caller's buffer.
 *
 * Printing to the console needs about 300 bytes of stack. Floating point needs more; format_float.c
 * says how much.
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <wchar.h>

#include "lib/format_impl.h"
#include "lib/host.h"
#include "lib/inlining.h"
#include "lib/invalid_parameter.h"
#include "lib/stdio_impl.h"
#include "lib/utf16.h"
#include "lib/with_points.h"

/* The text of a call is written in one piece as far as other threads can tell. Text that fits into
 * a window needs no lock before it is written. Longer text is formatted twice: the first time shows
 * that its arguments can be read, so that the second time cannot fault with the lock held. */
#define CONSOLE_WINDOW 128

struct console_sink {
    struct sink sink; /* first, so that its address is the whole's */
    FILE *file;
    bool failed;
    char window[CONSOLE_WINDOW + sizeof(wchar_t)] __attribute__((aligned(sizeof(wchar_t))));
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
/* A wide text goes out in UTF-8. Unless it is the last part, the first half of a pair that ends a
 * full window waits for the second. */
static OWN_STACK void write_wide(struct console_sink *console, bool last)
{
    struct sink *sink = &console->sink;
    if (stdio_has_units(console->file)) {
        console_drain(sink);
        return;
    }
    const wchar_t *text = (const wchar_t *)console->window, *end = (const wchar_t *)sink->next;
    char bytes[CONSOLE_WINDOW / sizeof *text * WIDE_BYTES];
    size_t length = 0;
    bool waits = !last && end[-1] >= 0xD800 && end[-1] < 0xDC00;
    wchar_t half = waits ? *--end : 0;
    *(wchar_t *)end = 0;
    while (text < end)
        length += wide_encode(&text, bytes + length);
    if (length)
        console->failed |= !stdio_write(console->file, bytes, length);
    sink->next = console->window;
    if (waits) {
        *(wchar_t *)console->window = half;
        sink->next += sizeof half;
    }
}

static void console_drain_wide(struct sink *sink)
{
    write_wide((struct console_sink *)sink, false);
}

static void drain_last(struct console_sink *console)
{
    if (console->sink.wide)
        write_wide(console, true);
    else
        console_drain(&console->sink);
}

static int format_either(struct sink *sink, struct stdio_format text, va_list args)
{
    return text.wide ? format_wide(sink, text.wide, args) : format(sink, text.narrow, args);
}

/* Formats into the window. Unless it drains, text that does not fit is dropped. */
static int console_format(struct console_sink *console, bool drains, struct stdio_format text,
                          va_list args)
{
    console->sink = (struct sink){
        .next = console->window,
        .end = console->window + CONSOLE_WINDOW,
        .wide = text.wide != NULL,
        .rules = text.rules,
        .drain = !drains     ? NULL
                 : text.wide ? console_drain_wide
                             : console_drain,
    };
    return format_either(&console->sink, text, args);
}

/* Returns a length as the caller gets it; a failure sets errno. */
static int told(int length)
{
    if (length < 0)
        errno = EINVAL;
    return length;
}

int stdio_print(FILE *file, struct stdio_format text, va_list args)
{
    if (!is_given(file, "printf") ||
        !is_given(text.narrow ? (const void *)text.narrow : text.wide, "printf") || !file->writes)
        return -1;
    struct console_sink console;
    console.file = file;
    console.failed = false;
    va_list again;
    va_copy(again, args);
    int length = console_format(&console, false, text, args);
    if ((size_t)console.sink.total * (text.wide ? sizeof(wchar_t) : 1) <= CONSOLE_WINDOW) {
        drain_last(&console);
    } else {
        struct lock *lock = stdio_lock(file);
        lock_take(lock);
        stdio_make_room(file, (size_t)console.sink.total * (text.wide ? WIDE_BYTES : 1));
        console_format(&console, true, text, again);
        drain_last(&console);
        lock_release(lock);
    }
    va_end(again);
    return console.failed ? -1 : told(length);
}

int vfprintf(FILE *restrict file, const char *restrict text, va_list args)
{
    return stdio_print(file, (struct stdio_format){.narrow = text}, args);
}

int vfwprintf(FILE *restrict file, const wchar_t *restrict text, va_list args)
{
    return stdio_print(file, (struct stdio_format){.wide = text}, args);
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
    return told(length);
}

int vsprintf(char *restrict buffer, const char *restrict text, va_list args)
{
    return vsnprintf(buffer, SIZE_MAX, text, args);
}

/* Without a buffer it is a text's length that is asked for; with one, -1 for a text that does not
 * fit. */
static int length_if_it_fits(const void *buffer, size_t size, int length)
{
    return buffer && (size_t)length > size ? -1 : length;
}

static int fail_without_format(const char *call)
{
    invalid_parameter(EINVAL, call);
    return -1;
}

int _vsnprintf(char *buffer, size_t size, const char *text, va_list args)
{
    if (!text)
        return fail_without_format("_vsnprintf");
    struct sink sink = {.next = buffer, .end = buffer + size};
    int length = told(format(&sink, text, args));
    if (sink.next != sink.end)
        *sink.next = 0;
    return length_if_it_fits(buffer, size, length);
}

int _vsnwprintf(wchar_t *buffer, size_t size, const wchar_t *text, va_list args)
{
    if (!text)
        return fail_without_format("_vsnwprintf");
    struct sink sink = {.next = (char *)buffer, .end = (char *)(buffer + size), .wide = true};
    int length = told(format_wide(&sink, text, args));
    if (sink.next != sink.end)
        *(wchar_t *)sink.next = 0;
    return length_if_it_fits(buffer, size, length);
}

int stdio_format_wide(wchar_t *buffer, size_t size, const wchar_t *text, va_list args)
{
    char *last = (char *)(buffer + (size ? size - 1 : 0));
    struct sink sink = {.next = (char *)buffer, .end = last, .wide = true};
    int length = told(format_wide(&sink, text, args));
    if (size)
        *(wchar_t *)sink.next = 0;
    return length;
}

int vswprintf(wchar_t *restrict buffer, size_t size, const wchar_t *restrict text, va_list args)
{
    int length = stdio_format_wide(buffer, size, text, args);
    return (size_t)length >= size ? -1 : length;
}

int _vswprintf(wchar_t *buffer, const wchar_t *text, va_list args)
{
    size_t room = (SIZE_MAX - (uintptr_t)buffer) / sizeof *buffer;
    return stdio_format_wide(buffer, room, text, args);
}

int _vscprintf(const char *text, va_list args)
{
    return vsnprintf(NULL, 0, text, args);
}

int _vscwprintf(const wchar_t *text, va_list args)
{
    return stdio_format_wide(NULL, 0, text, args);
}

int vprintf(const char *restrict text, va_list args)
{
    return vfprintf(stdout, text, args);
}

int vwprintf(const wchar_t *restrict text, va_list args)
{
    return vfwprintf(stdout, text, args);
}

WITH_POINTS(printf, vprintf, text, (const char *restrict text, ...), text)
WITH_POINTS(fprintf, vfprintf, text, (FILE *restrict file, const char *restrict text, ...), file,
            text)
WITH_POINTS(sprintf, vsprintf, text, (char *restrict buffer, const char *restrict text, ...),
            buffer, text)
WITH_POINTS(snprintf, vsnprintf, text,
            (char *restrict buffer, size_t size, const char *restrict text, ...), buffer, size,
            text)
WITH_POINTS(_snprintf, _vsnprintf, text, (char *buffer, size_t size, const char *text, ...), buffer,
            size, text)
WITH_POINTS(_scprintf, _vscprintf, text, (const char *text, ...), text)
WITH_POINTS(_swprintf, _vswprintf, text, (wchar_t * buffer, const wchar_t *text, ...), buffer, text)
WITH_POINTS(wprintf, vwprintf, text, (const wchar_t *restrict text, ...), text)
WITH_POINTS(fwprintf, vfwprintf, text, (FILE *restrict file, const wchar_t *restrict text, ...),
            file, text)
WITH_POINTS(swprintf, vswprintf, text,
            (wchar_t *restrict buffer, size_t size, const wchar_t *restrict text, ...), buffer,
            size, text)
WITH_POINTS(_snwprintf, _vsnwprintf, text,
            (wchar_t * buffer, size_t size, const wchar_t *text, ...), buffer, size, text)
WITH_POINTS(_scwprintf, _vscwprintf, text, (const wchar_t *text, ...), text)
