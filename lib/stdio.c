/* Characters, lines and blocks to and from the console and files, without formatting. */
#include <stdio.h>

#include <stdint.h>
#include <string.h>

#include "lib/caller_memory.h"
#include "lib/console_input.h"
#include "lib/host.h"
#include "lib/invalid_parameter.h"
#include "lib/stdio_impl.h"

struct stdio_file stdio_files[STDIO_FILES] = {
    {.reads = true, .text = true, .number = 0, STDIO_NOTHING_HELD},
    {.writes = true, .text = true, .number = 1, STDIO_NOTHING_HELD},
    {.writes = true, .text = true, .number = 2, STDIO_NOTHING_HELD},
};
static struct lock output_lock;

FILE *const stdin = &stdio_files[0];
FILE *const stdout = &stdio_files[1];
FILE *const stderr = &stdio_files[2];

struct lock *stdio_lock(const struct stdio_file *file)
{
    return file->ram || file->empty ? &ram_lock
           : file->reads            ? &input_lock
           : file->writes           ? &output_lock
                                    : &ram_lock; /* a FILE that is free */
}

static bool has_room(struct stdio_file *file, size_t length)
{
    size_t end;
    do {
        size_t begin = file->appends ? file->ram->size : file->place->position;
        if (__builtin_add_overflow(begin, length, &end))
            return false;
        if (end <= file->ram->room)
            return true;
    } while (ram_grow(file->ram, end));
    return false;
}

void stdio_make_room(struct stdio_file *file, size_t length)
{
    size_t most;
    if (!file->ram)
        return;
    if (file->text && !__builtin_mul_overflow(length, 2u, &most) && has_room(file, most))
        return; /* each may be an LF */
    has_room(file, length);
}

/* Writes to a file in memory, with the lock held. */
static bool ram_write(struct stdio_file *file, const char *bytes, size_t length)
{
    struct ram_file *ram = file->ram;
    if (file->appends)
        file->place->position = ram->size;
    size_t end;
    if (__builtin_add_overflow(file->place->position, length, &end) ||
        (end > ram->size && !ram_resize(ram, end)))
        return false;
    memcpy(ram->bytes + file->place->position, bytes, length);
    file->place->position = end;
    return true;
}

/* Writes CR LF for each LF. */
static bool ram_write_text(struct stdio_file *file, const char *bytes, size_t length)
{
    bool taken = true;
    while (taken && length) {
        const char *end = memchr(bytes, '\n', length);
        size_t part = end ? (size_t)(end - bytes) : length;
        taken = ram_write(file, bytes, part) && (!end || ram_write(file, "\r\n", 2));
        part += end != NULL;
        bytes += part;
        length -= part;
    }
    return taken;
}

const struct stdio_screen *stdio_screen;

/* The screen has the standard error, too, unless that leaves by a way of its own. */
static void write_console(const struct stdio_file *file, const char *bytes, size_t length)
{
    const struct stdio_screen *screen = __atomic_load_n(&stdio_screen, __ATOMIC_ACQUIRE);
    bool is_error = file->number == STDIO_ERROR;
    if (screen && !stdio_is_pipe(file) && !(is_error && lib_host.write_error != lib_host.write))
        screen->write(bytes, length);
    else
        (is_error ? lib_host.write_error : lib_host.write)(bytes, length);
}

bool stdio_write(struct stdio_file *file, const char *bytes, size_t length)
{
    if (!file->writes) {
        file->failed = true;
        return false;
    }
    touch(bytes, length);
    struct lock *lock = stdio_lock(file);
    bool taken = true;
    lock_take(lock);
    if (file->ram) {
        stdio_make_room(file, length);
        taken = (file->text ? ram_write_text : ram_write)(file, bytes, length);
    } else if (!file->empty) {
        write_console(file, bytes, length);
    }
    file->failed |= !taken;
    lock_release(lock);
    return taken;
}

int fputs(const char *restrict text, FILE *restrict file)
{
    if (!is_given(text, "fputs") || !is_given(file, "fputs"))
        return EOF;
    return stdio_write(file, text, strlen(text)) ? 0 : EOF;
}

int puts(const char *text)
{
    return printf("%s\n", text) < 0 ? EOF : 0;
}

int fputc(int character, FILE *file)
{
    char byte = (char)character;
    return is_given(file, "fputc") && stdio_write(file, &byte, 1) ? (unsigned char)byte : EOF;
}

int putc(int character, FILE *file)
{
    return fputc(character, file);
}

int putchar(int character)
{
    return fputc(character, stdout);
}

size_t fwrite(const void *restrict items, size_t size, size_t count, FILE *restrict file)
{
    size_t bytes;
    if (size == 0 || count == 0 || !is_given(items, "fwrite") || !is_given(file, "fwrite") ||
        __builtin_mul_overflow(size, count, &bytes))
        return 0;
    return stdio_write(file, items, bytes) ? count : 0;
}

int fflush(FILE *file)
{
    (void)file; /* no output is ever held back */
    return 0;
}

/* The bytes that a read gets in one piece. */
struct piece {
    const char *from;
    size_t passed; /* bytes there */
    size_t length; /* bytes that the caller gets of them: a text's CR before LF is left out */
};

/* Looks how far a piece of a text goes, at most up to ^Z. A CR at the end of what is there may
 * stand before an LF. */
static struct piece text_piece(const char *from, size_t available, size_t most, bool line)
{
    struct piece piece = {from, 0, 0};
    bool ends = false;
    while (!ends && piece.passed < available && piece.length < most) {
        char byte = from[piece.passed];
        bool is_last = piece.passed + 1 == available;
        if (byte == STDIO_CONTROL_Z || (byte == '\r' && is_last && piece.passed))
            break;
        piece.length += byte != '\r' || is_last || from[piece.passed + 1] != '\n';
        piece.passed++;
        ends = line && byte == '\n';
    }
    return piece;
}

static void copy_piece(char *to, const struct piece *piece)
{
    const char *from = piece->from, *end = from + piece->passed;
    if (piece->passed == piece->length)
        memcpy(to, from, piece->length);
    else
        for (; from < end; from++)
            if (*from != '\r' || from + 1 == end || from[1] != '\n')
                *to++ = *from;
}

/* Returns the piece that a read of at most so many bytes gets; its length is 0 at the end. With the
 * lock held. */
static struct piece look(FILE *file, size_t most, enum stdio_wish wish)
{
    if (!file->reads) {
        file->failed = true;
        return (struct piece){0};
    }
    bool is_input = !file->ram && !file->empty, is_console = is_input && !lib_host.input_is_pipe;
    struct piece piece = {0};
    size_t available = 0;
    if (is_console && wish == STDIO_SOME)
        wish = STDIO_LINE;
    if (is_input) {
        available = input_wait(most, wish, file->text);
        piece.from = input_here();
    } else if (file->ram && file->place->position < file->ram->size) {
        available = file->ram->size - file->place->position;
        piece.from = file->ram->bytes + file->place->position;
    }
    bool line = wish == STDIO_LINE;
    if (file->text && !is_console) {
        piece = text_piece(piece.from, available, most, line);
    } else {
        piece.length = available < most ? available : most;
        const char *end = line && piece.length ? memchr(piece.from, '\n', piece.length) : NULL;
        if (end)
            piece.length = (size_t)(end + 1 - piece.from);
        piece.passed = piece.length;
    }
    file->ended = piece.length == 0 || (file->ended && !is_console);
    return piece;
}

/* Gives the caller the piece, and leaves it behind. */
static void take(FILE *file, const struct piece *piece, char *to)
{
    copy_piece(to, piece);
    if (file->ram)
        file->place->position += piece->passed;
    else if (piece->passed)
        input_pass(piece->passed);
}

/* fgetc, with the lock held. */
static int get(FILE *file)
{
    char byte;
    int character = file->held;
    file->held = EOF;
    if (character == EOF) {
        struct piece piece = look(file, 1, STDIO_ALL);
        if (piece.length) {
            take(file, &piece, &byte);
            character = (unsigned char)byte;
        }
    }
    return character;
}

int fgetc(FILE *file)
{
    if (!is_given(file, "fgetc"))
        return EOF;
    struct lock *lock = stdio_lock(file);
    lock_take(lock);
    int character = get(file);
    lock_release(lock);
    return character;
}

size_t stdio_read_piece(FILE *file, char *to, size_t most, enum stdio_wish wish)
{
    struct lock *lock = stdio_lock(file);
    size_t length = 0, touched = 0;
    while (most) {
        lock_take(lock);
        bool one = file->held != EOF;
        struct piece piece = {.length = 1};
        if (!one)
            piece = look(file, most, wish);
        length = piece.length;
        if (length <= touched) {
            if (one) {
                *to = (char)file->held;
                file->held = EOF;
            } else {
                take(file, &piece, to);
            }
            lock_release(lock);
            break;
        }
        lock_release(lock); /* others may read meanwhile */
        touch_to_write(to, length);
        touched = length;
    }
    return length;
}

int getc(FILE *file)
{
    return fgetc(file);
}

int getchar(void)
{
    return fgetc(stdin);
}

int ungetc(int character, FILE *file)
{
    if (!is_given(file, "ungetc"))
        return EOF;
    struct lock *lock = stdio_lock(file);
    int given = EOF;
    lock_take(lock);
    if (character != EOF && file->held == EOF && file->reads) {
        given = file->held = (unsigned char)character;
        file->ended = false;
    }
    lock_release(lock);
    return given;
}

size_t fread(void *restrict items, size_t size, size_t count, FILE *restrict file)
{
    char *bytes = items;
    size_t wanted, length = 0;
    if (size == 0 || count == 0 || !is_given(items, "fread") || !is_given(file, "fread") ||
        __builtin_mul_overflow(size, count, &wanted))
        return 0;
    for (size_t part; length < wanted; length += part)
        if ((part = stdio_read_piece(file, bytes + length, wanted - length, STDIO_ALL)) == 0)
            break;
    return length / size;
}

char *fgets(char *restrict buffer, int size, FILE *restrict file)
{
    if (size == 0)
        return NULL;
    if (!is_given(buffer, "fgets") || !is_given(file, "fgets") || size < 0 || !file->reads)
        return NULL;
    size_t length = 0, most = (size_t)size - 1;
    for (size_t part; length < most && (length == 0 || buffer[length - 1] != '\n'); length += part)
        if ((part = stdio_read_piece(file, buffer + length, most - length, STDIO_LINE)) == 0)
            break;
    if (!length && most)
        return NULL; /* at the end the buffer stays as it is */
    buffer[length] = 0;
    return buffer;
}

int feof(FILE *file)
{
    return is_given(file, "feof") && file->ended;
}

int ferror(FILE *file)
{
    return is_given(file, "ferror") && file->failed;
}

void clearerr(FILE *file)
{
    if (is_given(file, "clearerr"))
        file->ended = file->failed = false;
}
