/* Characters, lines and blocks to and from the console and files, without formatting. */
#include <stdio.h>

#include <stdint.h>
#include <string.h>

#include "lib/caller_memory.h"
#include "lib/host.h"
#include "lib/stdio_impl.h"

static struct stdio_file input = {.reads = true, STDIO_NOTHING_HELD};
static struct stdio_file output = {.writes = true, STDIO_NOTHING_HELD};
static struct lock input_lock, output_lock;

FILE *const stdin = &input;
FILE *const stdout = &output;
FILE *const stderr = &output;

struct lock *stdio_lock(const struct stdio_file *file)
{
    return file == &output ? &output_lock : file == &input ? &input_lock : &ram_lock;
}

void stdio_make_room(struct stdio_file *file, size_t length)
{
    size_t end;
    while (file->ram &&
           !__builtin_add_overflow(file->appends ? file->ram->size : file->position, length, &end))
        if (end <= file->ram->room || !ram_grow(file->ram, end))
            break;
}

/* Writes to a file in memory, with the lock held. */
static bool ram_write(struct stdio_file *file, const char *bytes, size_t length)
{
    struct ram_file *ram = file->ram;
    stdio_make_room(file, length);
    if (file->appends)
        file->position = ram->size;
    size_t end;
    if (__builtin_add_overflow(file->position, length, &end) ||
        (end > ram->size && !ram_resize(ram, end)))
        return false;
    memcpy(ram->bytes + file->position, bytes, length);
    file->position = end;
    return true;
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
    if (!file->ram)
        lib_host.write(bytes, length);
    else
        taken = ram_write(file, bytes, length);
    file->failed |= !taken;
    lock_release(lock);
    return taken;
}

int fputs(const char *restrict text, FILE *restrict file)
{
    return stdio_write(file, text, strlen(text)) ? 0 : EOF;
}

int puts(const char *text)
{
    return printf("%s\n", text) < 0 ? EOF : 0;
}

int fputc(int character, FILE *file)
{
    char byte = (char)character;
    return stdio_write(file, &byte, 1) ? (unsigned char)byte : EOF;
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
    if (size == 0 || __builtin_mul_overflow(size, count, &bytes))
        return 0;
    return stdio_write(file, items, bytes) ? count : 0;
}

int fflush(FILE *file)
{
    (void)file; /* no output is ever held back */
    return 0;
}

/* Bytes from the console that no caller has taken yet. A line of this length is read whole,
 * whichever threads read. */
static char pending[1024];
static size_t pending_next, pending_end;

static size_t pending_length(void)
{
    return pending_end - pending_next;
}

/* Waits until a read of at most so many bytes, or of a line, can have all of them. Returns the
 * number of bytes that are there: fewer when the input has ended or the buffer is full. */
static size_t console_wait(size_t wanted, bool line)
{
    while (pending_length() < wanted && pending_length() < sizeof pending) {
        if (line && memchr(pending + pending_next, '\n', pending_length()))
            break;
        memmove(pending, pending + pending_next, pending_length());
        pending_end = pending_length();
        pending_next = 0;
        size_t length = lib_host.read(pending + pending_end, sizeof pending - pending_end);
        if (length == 0)
            break;
        pending_end += length;
    }
    return pending_length();
}

/* Returns how many bytes a read of at most so many bytes, or of a line, gets in one piece. *from is
 * their place. With the lock held. */
static size_t stdio_look(FILE *file, size_t most, bool line, const char **from)
{
    static const char none;
    size_t length = 0;
    *from = &none;
    if (!file->reads) {
        file->failed = true;
        return 0;
    }
    if (!file->ram) {
        length = console_wait(most, line);
        *from = pending + pending_next;
        file->ended = length == 0;
    } else if (file->position < file->ram->size) {
        length = file->ram->size - file->position;
        *from = file->ram->bytes + file->position;
    } else {
        file->ended = true;
    }
    length = length < most ? length : most;
    const char *end = line && length ? memchr(*from, '\n', length) : NULL;
    return end ? (size_t)(end + 1 - *from) : length;
}

/* Leaves behind the bytes at which look has pointed. */
static void pass(FILE *file, size_t length)
{
    if (file->ram)
        file->position += length;
    else
        pending_next += length;
}

/* fgetc, with the lock held. */
static int get(FILE *file)
{
    const char *from;
    int character = file->held;
    file->held = EOF;
    if (character == EOF && stdio_look(file, 1, false, &from) != 0) {
        character = (unsigned char)*from;
        pass(file, 1);
    }
    return character;
}

int fgetc(FILE *file)
{
    struct lock *lock = stdio_lock(file);
    lock_take(lock);
    int character = get(file);
    lock_release(lock);
    return character;
}

/* Reads one piece of at most so many bytes, or of a line. Returns its length, 0 at the end. */
static size_t get_piece(FILE *file, char *to, size_t most, bool line)
{
    struct lock *lock = stdio_lock(file);
    size_t length, touched = 0;
    for (;;) {
        const char *from;
        lock_take(lock);
        bool one = file->held != EOF;
        char held = (char)file->held;
        length = one ? 1 : stdio_look(file, most, line, &from);
        if (length <= touched) {
            memcpy(to, one ? &held : from, length);
            if (one)
                file->held = EOF;
            else
                pass(file, length);
            break;
        }
        lock_release(lock); /* others may read meanwhile */
        touch_to_write(to, length);
        touched = length;
    }
    lock_release(lock);
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
    if (size == 0 || __builtin_mul_overflow(size, count, &wanted))
        return 0;
    for (size_t part; length < wanted; length += part)
        if ((part = get_piece(file, bytes + length, wanted - length, false)) == 0)
            break;
    return length / size;
}

char *fgets(char *restrict buffer, int size, FILE *restrict file)
{
    if (!file->reads || size <= 0)
        return NULL;
    size_t length = 0, most = (size_t)size - 1;
    for (size_t part; length < most && (length == 0 || buffer[length - 1] != '\n'); length += part)
        if ((part = get_piece(file, buffer + length, most - length, true)) == 0)
            break;
    buffer[length] = 0;
    return length != 0 || size == 1 ? buffer : NULL;
}

int feof(FILE *file)
{
    return file->ended;
}

int ferror(FILE *file)
{
    return file->failed;
}

void clearerr(FILE *file)
{
    file->ended = file->failed = false;
}
