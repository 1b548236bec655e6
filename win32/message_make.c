#include "win32/message_make.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The message that is made. After an error nothing is added. */
struct made {
    const struct message_words *words;
    char *text;
    DWORD length, room;
    DWORD error;
    unsigned last;  /* the greatest number of an argument that was taken */
    DWORD column;   /* characters of the line */
    DWORD run;      /* where the blanks and tabs begin that were added last */
    DWORD run_end;  /* and end; 0: none were */
    DWORD blanks;   /* where the line's last ones begin that have a blank */
    DWORD behind;   /* and end */
    bool has_blank; /* the line has some */
};

static bool make_room(struct made *made, DWORD length)
{
    if (made->error || length < made->room)
        return !made->error;
    DWORD room = length * 2 + 64;
    char *text = realloc(made->text, room);
    if (!text) {
        made->error = ERROR_NOT_ENOUGH_MEMORY;
        return false;
    }
    made->text = text;
    made->room = room;
    return true;
}

static bool begins_character(char byte) /* in UTF-8 */
{
    return ((unsigned char)byte & 0xC0) != 0x80;
}

/* Breaks a full line at its last blanks, which end with it. A line without blanks ends where it is
 * full. */
static void break_line(struct made *made)
{
    DWORD end = made->has_blank ? made->blanks : made->length;
    DWORD rest = made->has_blank ? made->behind : made->length;
    DWORD count = made->length - rest;
    if (!make_room(made, end + 2 + count))
        return;
    memmove(made->text + end + 2, made->text + rest, count);
    memcpy(made->text + end, "\r\n", 2);
    made->length = end + 2 + count;
    made->has_blank = false;
    made->run_end = 0;
    made->column = 0;
    for (DWORD i = end + 2; i < made->length; i++)
        made->column += begins_character(made->text[i]);
}

/* The width at which lines are broken; 0: they are not. */
static DWORD width_of(const struct made *made)
{
    DWORD width = made->words->flags & FORMAT_MESSAGE_MAX_WIDTH_MASK;
    return width == FORMAT_MESSAGE_MAX_WIDTH_MASK ? 0 : width;
}

/* Adds a text that is not broken: an insert, what an escape stands for, a character. The line may
 * be full behind it. */
static void put_whole(struct made *made, const char *text, size_t length)
{
    if (!make_room(made, made->length + (DWORD)length))
        return;
    memcpy(made->text + made->length, text, length);
    made->length += (DWORD)length;
    if (!width_of(made)) /* no line is broken, so none is counted */
        return;
    for (size_t i = 0; i < length; i++)
        if (text[i] == '\r' || text[i] == '\n') {
            made->column = 0;
            made->has_blank = false;
        } else {
            made->column += begins_character(text[i]);
        }
    if (made->column >= width_of(made))
        break_line(made);
}

/* Notes a blank or a tab that is added next. A tab goes with the blanks beside it; alone it breaks
 * no line. */
static void note_blank(struct made *made, char byte)
{
    if (made->run_end != made->length)
        made->run = made->length;
    made->run_end = made->length + 1;
    if (byte == ' ') {
        made->blanks = made->run;
        made->has_blank = true;
    }
    if (made->has_blank && made->blanks == made->run)
        made->behind = made->run_end;
}

/* Adds the message's own text, whose lines are broken at blanks. */
static void put_text(struct made *made, const char *text, size_t length)
{
    if (!width_of(made))
        put_whole(made, text, length);
    for (size_t i = 0, end; width_of(made) && i < length; i = end) {
        for (end = i + 1; end < length && !begins_character(text[end]);)
            end++;
        if (text[i] == ' ' || text[i] == '\t')
            note_blank(made, text[i]);
        put_whole(made, text + i, end - i);
    }
}

static const char conversions[] = "aAcCdeEfFgGiopsSuxX";

/* Whether a format takes eight bytes. */
static bool is_long(const char *format)
{
    const char *conversion = strpbrk(format, conversions);
    return strstr(format, "I64") || strstr(format, "ll") || strchr(format, 'j') ||
           (conversion && strchr("aAeEfFgG", *conversion));
}

/* Makes the format one of printf's, whose S and C are wide. */
static void exchange_kinds(char *format)
{
    static const char from[] = "sScC", to[] = "SsCc";
    char *conversion = strpbrk(format, conversions);
    const char *kind = conversion ? strchr(from, *conversion) : NULL;
    if (kind && !strpbrk(format, "hlw"))
        *conversion = to[kind - from];
}

/* The argument of a number; for 0 the one behind all that were taken. */
static ULONG_PTR take_argument(struct made *made, unsigned number)
{
    if (number == 0)
        number = made->last + 1;
    if (number > made->last)
        made->last = number;
    return made->words->arguments[number - 1];
}

/* Prints an insert by a format without its percent sign. Its number is that of the first star, if
 * there is one. */
static void put_insert(struct made *made, unsigned number, const char *format, size_t length)
{
    enum { MOST = 4 }; /* two stars and eight bytes */
    char whole[40] = "%";
    ULONG_PTR words[MOST] = {0};
    unsigned count = 0;
    if (length > sizeof whole - 2 || memchr(format, '%', length)) {
        made->error = ERROR_INVALID_PARAMETER;
        return;
    }
    memcpy(whole + 1, format, length);
    if (made->words->wide)
        exchange_kinds(whole);
    for (const char *star = whole; count < 2 && (star = strchr(star, '*')); star++) {
        words[count++] = take_argument(made, number);
        number = 0;
    }
    words[count++] = take_argument(made, number);
    if (is_long(whole))
        words[count] = take_argument(made, number ? number + 1 : 0);
    int needed = snprintf(NULL, 0, whole, words[0], words[1], words[2], words[3]);
    char *text = needed < 0 ? NULL : malloc((size_t)needed + 1);
    if (text) {
        snprintf(text, (size_t)needed + 1, whole, words[0], words[1], words[2], words[3]);
        put_whole(made, text, (size_t)needed);
    } else {
        made->error = needed < 0 ? ERROR_INVALID_PARAMETER : ERROR_NOT_ENOUGH_MEMORY;
    }
    free(text);
}

/* Reads an insert behind its percent sign: a number, perhaps a format. Returns the text behind
 * it. */
static const char *take_insert(struct made *made, const char *text)
{
    const char *start = text - 1, *format = "s";
    size_t length = 1;
    unsigned number = (unsigned)(*text++ - '0');
    if (isdigit((unsigned char)*text))
        number = number * 10 + (unsigned)(*text++ - '0');
    if (*text == '!') {
        const char *end = strchr(text + 1, '!');
        format = text + 1;
        length = end ? (size_t)(end - format) : 0;
        text = end ? end + 1 : format;
    }
    if (made->words->flags & FORMAT_MESSAGE_IGNORE_INSERTS)
        put_text(made, start, (size_t)(text - start));
    else if (!made->words->arguments || !length)
        made->error = ERROR_INVALID_PARAMETER;
    else
        put_insert(made, number, format, length);
    return text;
}

/* Makes what an escape stands for that is no insert. Returns the text behind it. */
static const char *take_escape(struct made *made, const char *text)
{
    static const struct escape {
        char letter;
        const char *text;
    } escapes[] = {{'n', "\r\n"}, {'r', "\r"}, {'t', "\t"}, {'b', " "}};
    for (const struct escape *row = escapes; row < escapes + ARRAYSIZE(escapes); row++)
        if (row->letter == *text) {
            const char *means = *text == 't' && width_of(made) ? "\r\n" : row->text;
            put_whole(made, means, strlen(means));
            return text + 1;
        }
    if (made->words->flags & FORMAT_MESSAGE_IGNORE_INSERTS)
        put_whole(made, "%", 1);
    put_whole(made, text, 1);
    return text + 1;
}

/* A line's end in the text itself: a blank where the caller says how wide lines are. */
static const char *take_line_end(struct made *made, const char *text)
{
    bool is_blank = made->words->flags & FORMAT_MESSAGE_MAX_WIDTH_MASK;
    put_text(made, is_blank ? " " : "\r\n", is_blank ? 1 : 2);
    return text + (text[0] == '\r' && text[1] == '\n' ? 2 : 1);
}

static void make_text(struct made *made, const char *text)
{
    while (*text && !made->error) {
        const size_t plain = strcspn(text, "\r\n%");
        put_text(made, text, plain);
        text += plain;
        if (!*text)
            break;
        if (*text == '\r' || *text == '\n')
            text = take_line_end(made, text);
        else if (*++text == '0')
            return;
        else if (isdigit((unsigned char)*text))
            text = take_insert(made, text);
        else if (*text)
            text = take_escape(made, text);
        else
            made->error = ERROR_INVALID_PARAMETER;
    }
}

char *message_make(const char *from, const struct message_words *words, DWORD *length, DWORD *error)
{
    struct made made = {.words = words};
    if (make_room(&made, 0))
        make_text(&made, from);
    *error = made.error;
    *length = made.length;
    if (made.error) {
        free(made.text);
        return NULL;
    }
    made.text[made.length] = 0;
    return made.text;
}
