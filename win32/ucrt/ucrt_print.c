/* printf and its kin in ucrtbase.dll. Each is compiled into the programs, and calls one of a few
 * functions here with a word of options. */
#include "lib/format_impl.h"
#include "lib/invalid_parameter.h"
#include "lib/stdio_impl.h"
#include "win32/msvcrt/call.h"
#include "win32/msvcrt/placed_arguments.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum option {
    ENDS_IF_ROOM = 1 << 0,   /* _snprintf: no zero where the text fills the buffer */
    COUNTS_ALL = 1 << 1,     /* snprintf: the length is told, and the end is cut off */
    WIDE_LETTERS = 1 << 2,   /* %s is wide in a format for wide texts */
    OLD_WORDS = 1 << 3,      /* 1.#INF */
    THREE_DIGITS = 1 << 4,   /* of an exponent */
    ROUNDS_TO_EVEN = 1 << 5, /* a half; else away from 0 */
};

enum { WAS_CUT = -2 };

static struct format_rules rules_of(uint64_t options)
{
    return (struct format_rules){
        .library = FORMAT_UCRT,
        .exponent_digits = options & THREE_DIGITS ? 3 : 2,
        .rounds_half_up = !(options & ROUNDS_TO_EVEN),
        .has_old_words = (options & OLD_WORDS) != 0,
        .has_narrow_letter = !(options & WIDE_LETTERS),
    };
}

/* ---------------------------------------------------------------- to a file */

static int print(uint64_t options, FILE *file, struct stdio_format text, va_list args)
{
    const struct format_rules rules = rules_of(options);
    if (!file || (!text.narrow && !text.wide)) {
        invalid_parameter(EINVAL, "fprintf");
        return -1;
    }
    text.rules = &rules;
    return stdio_print(file, text, args);
}

CALL(int, ucrt_common_vfprintf, uint64_t options, FILE *file, const char *format, void *locale,
     va_list args)
{
    (void)locale;
    return print(options, file, (struct stdio_format){.narrow = format}, args);
}

CALL(int, ucrt_common_vfwprintf, uint64_t options, FILE *file, const wchar_t *format, void *locale,
     va_list args)
{
    (void)locale;
    return print(options, file, (struct stdio_format){.wide = format}, args);
}

/* ---------------------------------------------------------------- to a buffer */

/* A buffer for characters of either kind. */
struct room {
    char *at;
    size_t count; /* characters */
    size_t width; /* bytes of one */
};

static void end_text(struct room room, size_t length)
{
    char *end = room.at + length * room.width;
    end[0] = end[room.width - 1] = 0;
}

/* Returns the length of the whole text, or -1. *kept becomes that of what is in the buffer. */
static int format_into(uint64_t options, struct room room, const void *text, va_list args,
                       size_t *kept)
{
    const struct format_rules rules = rules_of(options);
    const size_t most = (UINTPTR_MAX - (uintptr_t)room.at) / room.width;
    if (room.count > most)
        room.count = most;
    struct sink sink = {.next = room.at,
                        .end = room.at + room.count * room.width,
                        .wide = room.width != 1,
                        .rules = &rules};
    int length = sink.wide ? format_wide(&sink, text, args) : format(&sink, text, args);
    *kept = (size_t)(sink.next - room.at) / room.width;
    if (length < 0)
        errno = EINVAL;
    return length;
}

static int print_into(uint64_t options, struct room room, const void *text, va_list args)
{
    size_t kept;
    if (!text || (room.count && !room.at)) {
        invalid_parameter(EINVAL, "sprintf");
        return -1;
    }
    int length = format_into(options, room, text, args, &kept);
    if (!room.at)
        return length;
    const bool is_full = kept == room.count;
    if (options & ENDS_IF_ROOM) {
        if (!is_full)
            end_text(room, kept);
        return (size_t)length > kept ? -1 : length;
    }
    if (room.count)
        end_text(room, is_full ? kept - 1 : kept);
    if (options & COUNTS_ALL || length < 0)
        return length;
    return !is_full ? length : room.count ? WAS_CUT : -1;
}

CALL(int, ucrt_common_vsprintf, uint64_t options, char *to, size_t size, const char *format,
     void *locale, va_list args)
{
    (void)locale;
    return print_into(options, (struct room){to, size, sizeof *to}, format, args);
}

CALL(int, ucrt_common_vswprintf, uint64_t options, wchar_t *to, size_t size, const wchar_t *format,
     void *locale, va_list args)
{
    (void)locale;
    return print_into(options, (struct room){(char *)to, size, sizeof *to}, format, args);
}

/* ---------------------------------------------------------------- with errors */

/* At most `most` characters are wanted; _TRUNCATE: as many as there is room for. */
static int print_safely(uint64_t options, struct room room, size_t most, const void *text,
                        va_list args)
{
    size_t kept;
    if (!text || !room.at || !room.count) {
        if (text && !room.at && !room.count && !most)
            return 0;
        invalid_parameter(EINVAL, "sprintf_s");
        return -1;
    }
    struct room part = room;
    part.count = most < room.count ? most : room.count - 1;
    int length = format_into(options, part, text, args, &kept);
    end_text(room, length < 0 ? 0 : kept);
    if (length < 0 || (size_t)length <= kept)
        return length;
    if (most != _TRUNCATE && most >= room.count) {
        end_text(room, 0);
        invalid_parameter(ERANGE, "sprintf_s");
    }
    return -1;
}

#define WHOLE (SIZE_MAX - 1)

CALL(int, ucrt_common_vsprintf_s, uint64_t options, char *to, size_t size, const char *format,
     void *locale, va_list args)
{
    (void)locale;
    return print_safely(options, (struct room){to, size, sizeof *to}, WHOLE, format, args);
}

CALL(int, ucrt_common_vswprintf_s, uint64_t options, wchar_t *to, size_t size,
     const wchar_t *format, void *locale, va_list args)
{
    (void)locale;
    return print_safely(options, (struct room){(char *)to, size, sizeof *to}, WHOLE, format, args);
}

CALL(int, ucrt_common_vsnprintf_s, uint64_t options, char *to, size_t size, size_t most,
     const char *format, void *locale, va_list args)
{
    (void)locale;
    return print_safely(options, (struct room){to, size, sizeof *to}, most, format, args);
}

CALL(int, ucrt_common_vsnwprintf_s, uint64_t options, wchar_t *to, size_t size, size_t most,
     const wchar_t *format, void *locale, va_list args)
{
    (void)locale;
    return print_safely(options, (struct room){(char *)to, size, sizeof *to}, most, format, args);
}

/* ---------------------------------------------------------------- named arguments */

/* Defines a call for formats like "%2$s %1$d", by one of those above. */
#define PLACED(name, letter, parameters, call, ...)                                                \
    CALL(int, name, uint64_t options, PARAMETERS parameters, const letter *format, void *locale,   \
         va_list args)                                                                             \
    {                                                                                              \
        struct placed placed;                                                                      \
        (void)locale;                                                                              \
        if (!placed_take(&placed, format, sizeof(letter) != 1, args))                              \
            return -1;                                                                             \
        const letter *taken = placed.format ? placed.format : format;                              \
        int length = call(options & ~(uint64_t)(ENDS_IF_ROOM | COUNTS_ALL), __VA_ARGS__, taken,    \
                          NULL, placed.arguments);                                                 \
        placed_free(&placed);                                                                      \
        return length < 0 ? -1 : length;                                                           \
    }
#define PARAMETERS(...) __VA_ARGS__

PLACED(ucrt_common_vfprintf_p, char, (FILE * file), ucrt_common_vfprintf, file)
PLACED(ucrt_common_vfwprintf_p, wchar_t, (FILE * file), ucrt_common_vfwprintf, file)
PLACED(ucrt_common_vsprintf_p, char, (char *to, size_t size), ucrt_common_vsprintf, to, size)
PLACED(ucrt_common_vswprintf_p, wchar_t, (wchar_t * to, size_t size), ucrt_common_vswprintf, to,
       size)

/* ---------------------------------------------------------------- on the console without lines */

extern int _vcprintf(const char *format, va_list args);
extern int _vcwprintf(const wchar_t *format, va_list args);

CALL(int, __conio_common_vcprintf, uint64_t options, const char *format, void *locale, va_list args)
{
    (void)options, (void)locale;
    return _vcprintf(format, args);
}

CALL(int, __conio_common_vcwprintf, uint64_t options, const wchar_t *format, void *locale,
     va_list args)
{
    (void)options, (void)locale;
    return _vcwprintf(format, args);
}

extern int _vcprintf_p(const char *format, va_list args);
extern int _vcwprintf_p(const wchar_t *format, va_list args);

CALL(int, __conio_common_vcprintf_p, uint64_t options, const char *format, void *locale,
     va_list args)
{
    (void)options, (void)locale;
    return _vcprintf_p(format, args);
}

CALL(int, __conio_common_vcwprintf_p, uint64_t options, const wchar_t *format, void *locale,
     va_list args)
{
    (void)options, (void)locale;
    return _vcwprintf_p(format, args);
}

/* ---------------------------------------------------------------- values of the library */

/* Whether %n is allowed: never, and it is refused. */
CALL(int, _get_printf_count_output, void)
{
    return 0;
}

CALL(int, _set_printf_count_output, int allows)
{
    (void)allows;
    return 0;
}
