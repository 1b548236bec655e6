/* Characters and lines to and from the console, without formatting. */
#include <stdio.h>

#include <stdint.h>
#include <string.h>

#include "lib/host.h"
#include "lib/stdio_impl.h"

static struct stdio_file input = {.output = false};
static struct stdio_file output = {.output = true};

FILE *const stdin = &input;
FILE *const stdout = &output;
FILE *const stderr = &output;

int fputs(const char *restrict text, FILE *restrict file)
{
    if (!file->output)
        return EOF;
    lib_host.write(text, strlen(text));
    return 0;
}

int puts(const char *text)
{
    return printf("%s\n", text) < 0 ? EOF : 0;
}

int fputc(int character, FILE *file)
{
    if (!file->output)
        return EOF;
    char byte = (char)character;
    lib_host.write(&byte, 1);
    return (unsigned char)byte;
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
    if (!file->output || size == 0 || __builtin_mul_overflow(size, count, &bytes))
        return 0;
    lib_host.write(items, bytes);
    return count;
}

int fflush(FILE *file)
{
    (void)file; /* no output is ever held back */
    return 0;
}

/* Bytes from the console that no caller has taken yet. */
static char pending[128];
static size_t pending_next, pending_end;

int getchar(void)
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

char *fgets(char *restrict buffer, int size, FILE *restrict file)
{
    if (file->output || size <= 0)
        return NULL;
    int length = 0;
    while (length < size - 1) {
        int character = getchar();
        if (character == EOF)
            break;
        buffer[length++] = (char)character;
        if (character == '\n')
            break;
    }
    buffer[length] = 0;
    return length != 0 || size == 1 ? buffer : NULL;
}
