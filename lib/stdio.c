/* Characters, lines and blocks to and from the console and files, without formatting. */
#include <stdio.h>

#include <stdint.h>
#include <string.h>

#include "lib/caller_memory.h"
#include "lib/host.h"
#include "lib/stdio_impl.h"

struct stdio_file stdio_streams[STDIO_STREAMS] = {
    {.reads = true, .text = true, STDIO_NOTHING_HELD},
    {.writes = true, .text = true, STDIO_NOTHING_HELD},
    {.writes = true, .text = true, STDIO_NOTHING_HELD},
};
static struct lock input_lock, output_lock;

FILE *const stdin = &stdio_streams[0];
FILE *const stdout = &stdio_streams[1];
FILE *const stderr = &stdio_streams[2];

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
        lib_host.write(bytes, length);
    }
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

static bool line_begins = true; /* at the console's next byte */

/* Returns how many of the bytes that are there come before a line that begins with ^Z. */
static size_t before_control_z(void)
{
    const char *from = pending + pending_next;
    bool begins = line_begins;
    for (size_t i = 0; i < pending_length(); begins = from[i++] == '\n')
        if (begins && from[i] == STDIO_CONTROL_Z)
            return i;
    return pending_length();
}

/* Whether a whole line that begins with ^Z is there. */
static bool text_ends(void)
{
    size_t before = before_control_z();
    return memchr(pending + pending_next + before, '\n', pending_length() - before) != NULL;
}

/* Waits until a read of at most so many bytes, of a line, or of text, can have all of them. Returns
 * the number of bytes that are there: fewer when the input has ended or the buffer is full. */
static size_t console_wait(size_t wanted, bool line, bool text)
{
    while (pending_length() < wanted && pending_length() < sizeof pending) {
        if (line && memchr(pending + pending_next, '\n', pending_length()))
            break;
        if (text && text_ends())
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

bool stdio_console_has_input(void)
{
    if (!lock_try(&input_lock)) /* what comes belongs to the thread that waits for it */
        return false;
    bool some = pending_length() || lib_host.read(NULL, 0);
    lock_release(&input_lock);
    return some;
}

/* ^Z at the begin of a line ends a text. Such a line of the console goes; what is behind it is read
 * by later calls. Returns how many of the bytes that are there come before one. */
static size_t console_text(void)
{
    const char *from = pending + pending_next;
    size_t before = before_control_z(), length = pending_length();
    if (before == 0 && length) {
        const char *end = memchr(from, '\n', length);
        pending_next += end ? (size_t)(end + 1 - from) : length;
    }
    return before;
}

/* Leaves bytes behind. */
static void pass(FILE *file, size_t length)
{
    if (file->ram) {
        file->place->position += length;
    } else if (length) { /* of the console: NUL has none */
        pending_next += length;
        line_begins = pending[pending_next - 1] == '\n';
    }
}

/* Returns the place of the bytes that come next; there are some. */
static const char *here(const FILE *file)
{
    return file->ram ? file->ram->bytes + file->place->position : pending + pending_next;
}

/* Passes a CR before LF. Returns how many of the bytes behind it come before the next CR that may
 * be one, or before ^Z. length: of all bytes that are there, two at least if two come. */
static size_t text_length(FILE *file, size_t length, size_t most)
{
    const char *from = here(file);
    if (length > 1 && from[0] == '\r' && from[1] == '\n') {
        pass(file, 1);
        from++;
        length--;
    }
    for (size_t i = 0; i < length && i < most; i++)
        if (from[i] == STDIO_CONTROL_Z ||
            (from[i] == '\r' && (i + 1 < length ? from[i + 1] == '\n' : i > 0)))
            return i;
    return length;
}

/* Returns how many bytes of a pipe are there, when there are enough. */
static size_t pipe_wait(const FILE *file, size_t most, enum stdio_wish wish)
{
    size_t length = console_wait(wish == STDIO_SOME ? 1 : most, wish == STDIO_LINE, false);
    if (length == 1 && file->text && *here(file) == '\r')
        length = console_wait(2, false, false); /* is it a line's end? */
    return length;
}

/* Returns how many bytes a read of at most so many bytes, or of a line, gets in one piece. *from is
 * their place. With the lock held. */
static size_t stdio_look(FILE *file, size_t most, enum stdio_wish wish, const char **from)
{
    static const char none;
    size_t length = 0;
    *from = &none;
    if (!file->reads) {
        file->failed = true;
        return 0;
    }
    bool is_pipe = stdio_is_pipe(file), is_console = !file->ram && !file->empty && !is_pipe;
    if (is_console) {
        if (wish == STDIO_SOME)
            wish = STDIO_LINE;
        length = console_wait(most, wish == STDIO_LINE, file->text);
        if (file->text)
            length = console_text();
    } else {
        if (is_pipe)
            length = pipe_wait(file, most, wish);
        else if (file->ram && file->place->position < file->ram->size)
            length = file->ram->size - file->place->position;
        if (file->text && length)
            length = text_length(file, length, most);
    }
    file->ended = length == 0 || (file->ended && !is_console);
    if (length)
        *from = here(file);
    length = length < most ? length : most;
    const char *end = wish == STDIO_LINE && length ? memchr(*from, '\n', length) : NULL;
    return end ? (size_t)(end + 1 - *from) : length;
}

/* fgetc, with the lock held. */
static int get(FILE *file)
{
    const char *from;
    int character = file->held;
    file->held = EOF;
    if (character == EOF && stdio_look(file, 1, STDIO_ALL, &from) != 0) {
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

size_t stdio_read_piece(FILE *file, char *to, size_t most, enum stdio_wish wish)
{
    struct lock *lock = stdio_lock(file);
    size_t length, touched = 0;
    for (;;) {
        const char *from;
        lock_take(lock);
        bool one = file->held != EOF;
        char held = (char)file->held;
        length = one ? 1 : stdio_look(file, most, wish, &from);
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
        if ((part = stdio_read_piece(file, bytes + length, wanted - length, STDIO_ALL)) == 0)
            break;
    return length / size;
}

char *fgets(char *restrict buffer, int size, FILE *restrict file)
{
    if (!file->reads || size <= 0)
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
