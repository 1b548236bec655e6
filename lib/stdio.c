/* Characters, lines and blocks to and from the console and files, without formatting. */
#include <stdio.h>

#include <stdint.h>
#include <string.h>

#include "lib/host.h"
#include "lib/stdio_impl.h"

static struct stdio_file input = {.reads = true, .held = EOF};
static struct stdio_file output = {.writes = true, .held = EOF};

FILE *const stdin = &input;
FILE *const stdout = &output;
FILE *const stderr = &output;

/* The machine may read the bytes with interrupts off, or not at all. A bad pointer faults here, in
 * the program. */
static void touch(const volatile char *bytes, size_t length)
{
    enum { PAGE = 4096 };
    for (size_t at = 0; at < length; at += PAGE)
        (void)bytes[at];
    if (length)
        (void)bytes[length - 1];
}

bool stdio_write(struct stdio_file *file, const char *bytes, size_t length)
{
    if (!file->writes) {
        file->failed = true;
        return false;
    }
    if (!file->ram) {
        touch(bytes, length);
        lib_host.write(bytes, length);
        return true;
    }
    struct ram_file *ram = file->ram;
    if (file->appends)
        file->position = ram->size;
    size_t end;
    if (__builtin_add_overflow(file->position, length, &end) ||
        (end > ram->size && !ram_resize(ram, end))) {
        file->failed = true;
        return false;
    }
    memcpy(ram->bytes + file->position, bytes, length);
    file->position = end;
    return true;
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

/* Bytes from the console that no caller has taken yet. */
static char pending[128];
static size_t pending_next, pending_end;

static int console_get(void)
{
    if (pending_next == pending_end) {
        size_t length = lib_host.read(pending, sizeof pending);
        if (length == 0)
            return EOF;
        pending_next = 0;
        pending_end = length;
    }
    return (unsigned char)pending[pending_next++];
}

int fgetc(FILE *file)
{
    int character = file->held;
    file->held = EOF;
    if (character != EOF) {
        return character;
    } else if (!file->reads) {
        file->failed = true;
    } else if (!file->ram) {
        character = console_get();
        file->ended = character == EOF;
    } else if (file->position < file->ram->size) {
        character = (unsigned char)file->ram->bytes[file->position++];
    } else {
        file->ended = true;
    }
    return character;
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
    if (character == EOF || file->held != EOF || !file->reads)
        return EOF;
    file->held = (unsigned char)character;
    file->ended = false;
    return file->held;
}

size_t fread(void *restrict items, size_t size, size_t count, FILE *restrict file)
{
    char *bytes = items;
    size_t wanted, length = 0;
    if (size == 0 || __builtin_mul_overflow(size, count, &wanted))
        return 0;
    while (length < wanted) {
        int character = fgetc(file);
        if (character == EOF)
            break;
        bytes[length++] = (char)character;
    }
    return length / size;
}

char *fgets(char *restrict buffer, int size, FILE *restrict file)
{
    if (!file->reads || size <= 0)
        return NULL;
    int length = 0;
    while (length < size - 1) {
        int character = fgetc(file);
        if (character == EOF)
            break;
        buffer[length++] = (char)character;
        if (character == '\n')
            break;
    }
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
