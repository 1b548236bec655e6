/* FormatMessage: a text of the system's or the caller's, with inserts. */
#include "lib/utf16.h"

#include <ctype.h>
#include <errhandlingapi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <winbase.h>

static const struct message {
    DWORD number;
    const char *text;
} messages[] = {
#define MESSAGE(number, text) {number, text "\r\n"},
#include "win32/message_texts.h"
#undef MESSAGE
};

static const char *system_text(DWORD number)
{
    if (number >> 16 == 0x8007) /* an HRESULT of an error */
        number &= 0xFFFF;
    for (const struct message *row = messages; row < messages + ARRAYSIZE(messages); row++)
        if (row->number == number)
            return row->text;
    return NULL;
}

/* The text that is made. Without a buffer it is only measured. */
struct made {
    char *buffer;
    DWORD length;
    DWORD flags;
    DWORD error;                /* why it cannot be made */
    const ULONG_PTR *arguments; /* NULL: there are none */
    bool wide;                  /* s and c of a format stand for wide text */
};

static void put_bytes(struct made *made, const char *bytes, DWORD length)
{
    if (made->buffer)
        memcpy(made->buffer + made->length, bytes, length);
    made->length += length;
}

/* Returns how many words of arguments a format takes: also one for each star, and two for what has
 * eight bytes. */
static unsigned words_of(const char *format)
{
    const char *conversion = strpbrk(format, "aAcCdeEfFgGiopsSuxX");
    bool is_long = strstr(format, "I64") || strstr(format, "ll") || strchr(format, 'j') ||
                   (conversion && strchr("aAeEfFgG", *conversion));
    unsigned words = is_long ? 2 : 1;
    while ((format = strchr(format, '*'))) {
        format++;
        words++;
    }
    return words;
}

/* Makes the format one of printf's, whose S and C are wide. */
static void exchange_kinds(char *format)
{
    static const char from[] = "sScC", to[] = "SsCc";
    char *conversion = strpbrk(format, "aAcCdeEfFgGiopsSuxX");
    const char *kind = conversion ? strchr(from, *conversion) : NULL;
    if (kind && !strpbrk(format, "hlw"))
        *conversion = to[kind - from];
}

/* Prints an insert by a format without its percent sign. Words behind its own may not be there. */
static bool put_insert(struct made *made, unsigned number, const char *format, size_t length)
{
    enum { MOST = 4 }; /* two stars and eight bytes */
    char whole[40] = "%", *text;
    if (length > sizeof whole - 2)
        length = sizeof whole - 2;
    memcpy(whole + 1, format, length);
    if (made->wide)
        exchange_kinds(whole);
    ULONG_PTR words[MOST] = {0};
    unsigned count = words_of(whole);
    memcpy(words, made->arguments + number - 1, min(count, MOST) * sizeof *words);
    int needed = snprintf(NULL, 0, whole, words[0], words[1], words[2], words[3]);
    if (needed < 0)
        return false;
    text = malloc((size_t)needed + 1);
    if (!text) {
        made->error = ERROR_NOT_ENOUGH_MEMORY;
        return false;
    }
    snprintf(text, (size_t)needed + 1, whole, words[0], words[1], words[2], words[3]);
    put_bytes(made, text, (DWORD)needed);
    free(text);
    return true;
}

/* Reads an insert behind its percent sign: a number, perhaps a format. Returns the text behind it;
 * NULL if there is no such argument. */
static const char *take_insert(struct made *made, const char *text)
{
    const char *start = text - 1, *format = "s";
    size_t length = 1;
    unsigned number = (unsigned)(*text++ - '0');
    if (isdigit((unsigned char)*text))
        number = number * 10 + (unsigned)(*text++ - '0');
    if (*text == '!' && strchr(text + 1, '!')) {
        format = text + 1;
        length = (size_t)(strchr(format, '!') - format);
        text = format + length + 1;
    }
    if (made->flags & FORMAT_MESSAGE_IGNORE_INSERTS)
        put_bytes(made, start, (DWORD)(text - start));
    else if (!made->arguments || !put_insert(made, number, format, length))
        return NULL;
    return text;
}

/* A line's end in the text itself. */
static const char *take_line_end(struct made *made, const char *text)
{
    bool is_blank = (made->flags & FORMAT_MESSAGE_MAX_WIDTH_MASK) == FORMAT_MESSAGE_MAX_WIDTH_MASK;
    put_bytes(made, is_blank ? " " : "\r\n", is_blank ? 1 : 2);
    return text + (text[0] == '\r' && text[1] == '\n' ? 2 : 1);
}

/* Returns false if the text asks for an argument that is not there, or ends in a percent sign, or
 * without memory. */
static bool make_text(struct made *made, const char *text)
{
    static const struct escape {
        char letter;
        const char *text;
    } escapes[] = {{'n', "\r\n"}, {'r', "\r"}, {'t', "\t"}, {'b', " "}};
    made->length = 0;
    while (text && *text) {
        if (*text == '\r' || *text == '\n') {
            text = take_line_end(made, text);
        } else if (*text != '%') {
            put_bytes(made, text++, 1);
        } else if (*++text == '0') {
            break;
        } else if (isdigit((unsigned char)*text)) {
            text = take_insert(made, text);
        } else if (!*text) {
            text = NULL;
        } else {
            const struct escape *row = escapes;
            while (row < escapes + ARRAYSIZE(escapes) && row->letter != *text)
                row++;
            bool known = row < escapes + ARRAYSIZE(escapes);
            put_bytes(made, known ? row->text : text, known ? (DWORD)strlen(row->text) : 1);
            text++;
        }
    }
    return text != NULL;
}

static DWORD no_message(DWORD error)
{
    SetLastError(error);
    return 0;
}

/* Makes the text, in memory from malloc, and sets made's length. NULL, with the last error: it
 * cannot be made. */
static char *make_message(struct made *made, const char *from, va_list *arguments)
{
    DWORD flags = made->flags;
    if (!from) {
        no_message(flags & FORMAT_MESSAGE_FROM_STRING ? ERROR_INVALID_PARAMETER
                                                      : ERROR_MR_MID_NOT_FOUND);
        return NULL;
    }
    if (arguments)
        made->arguments = flags & FORMAT_MESSAGE_ARGUMENT_ARRAY ? (const ULONG_PTR *)arguments
                                                                : *(const ULONG_PTR **)arguments;
    made->error = ERROR_INVALID_PARAMETER;
    if (make_text(made, from)) {
        made->error = ERROR_NOT_ENOUGH_MEMORY;
        made->buffer = malloc(made->length + 1);
    }
    if (!made->buffer || !make_text(made, from)) {
        free(made->buffer);
        no_message(made->error);
        return NULL;
    }
    made->buffer[made->length] = 0;
    return made->buffer;
}

/* Whether the flags and the buffer are those of a call; else the last error says why not. */
static bool is_call(DWORD flags, const void *buffer)
{
    const DWORD sources =
        FORMAT_MESSAGE_FROM_STRING | FORMAT_MESSAGE_FROM_HMODULE | FORMAT_MESSAGE_FROM_SYSTEM;
    if (!(flags & sources))
        no_message(ERROR_INVALID_PARAMETER);
    else if (!buffer)
        no_message(flags & FORMAT_MESSAGE_ALLOCATE_BUFFER ? ERROR_NOT_ENOUGH_MEMORY
                                                          : ERROR_INVALID_PARAMETER);
    return flags & sources && buffer;
}

static const char *found_text(DWORD flags, DWORD number)
{
    return flags & FORMAT_MESSAGE_FROM_SYSTEM ? system_text(number) : NULL;
}

/* Gives the caller so many units of so many bytes, and a zero behind them. */
static DWORD give(DWORD flags, const void *units, DWORD length, DWORD width, void *buffer,
                  DWORD size)
{
    bool allocates = flags & FORMAT_MESSAGE_ALLOCATE_BUFFER;
    if (!allocates && length >= size)
        return no_message(ERROR_INSUFFICIENT_BUFFER);
    void *to = buffer;
    if (allocates)
        to = LocalAlloc(LMEM_FIXED, (length + 1 > size ? length + 1 : size) * width);
    if (!to)
        return no_message(ERROR_NOT_ENOUGH_MEMORY);
    memcpy(to, units, (length + 1) * width);
    if (allocates)
        *(void **)buffer = to;
    return length;
}

DWORD WINAPI FormatMessageA(DWORD flags, LPCVOID source, DWORD number, DWORD language, LPSTR buffer,
                            DWORD size, va_list *arguments)
{
    (void)language; /* there is English */
    if (!is_call(flags, buffer))
        return 0;
    struct made made = {.flags = flags};
    const char *from = flags & FORMAT_MESSAGE_FROM_STRING ? source : found_text(flags, number);
    char *text = make_message(&made, from, arguments);
    DWORD length = text ? give(flags, text, made.length, sizeof *text, buffer, size) : 0;
    free(text);
    return length;
}

DWORD WINAPI FormatMessageW(DWORD flags, LPCVOID source, DWORD number, DWORD language,
                            LPWSTR buffer, DWORD size, va_list *arguments)
{
    (void)language;
    if (!is_call(flags, buffer))
        return 0;
    struct made made = {.flags = flags, .wide = true};
    char *own = NULL;
    if (flags & FORMAT_MESSAGE_FROM_STRING && source && !(own = wide_narrow_copy(source)))
        return no_message(ERROR_NOT_ENOUGH_MEMORY);
    const char *from = flags & FORMAT_MESSAGE_FROM_STRING ? own : found_text(flags, number);
    char *text = make_message(&made, from, arguments);
    wchar_t *wide = text ? malloc((made.length + 1) * sizeof *wide) : NULL;
    DWORD length = 0;
    if (wide)
        length = give(flags, wide, (DWORD)wide_widen(text, wide), sizeof *wide, buffer, size);
    else if (text)
        no_message(ERROR_NOT_ENOUGH_MEMORY);
    free(wide);
    free(text);
    free(own);
    return length;
}
