/* Opening, closing and positions of files; removing and renaming them. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "lib/stdio_impl.h"

static struct stdio_file open_files[FOPEN_MAX];

/* Opens the file, or returns NULL when too many are open. */
static FILE *attach(struct ram_file *ram, bool reads, bool writes, bool appends)
{
    for (FILE *file = open_files; file < open_files + FOPEN_MAX; file++)
        if (!file->reads && !file->writes) {
            *file = (struct stdio_file){
                .reads = reads, .writes = writes, .appends = appends, .ram = ram, .held = EOF};
            ram->users++;
            return file;
        }
    errno = EMFILE;
    return NULL;
}

FILE *fopen(const char *restrict name, const char *restrict mode)
{
    bool both = strchr(mode, '+') != NULL;
    if (!*mode || !strchr("rwa", *mode) || !*name) {
        errno = *name ? EINVAL : ENOENT;
        return NULL;
    }
    struct ram_file *ram = ram_find(name);
    if (!ram && *mode == 'r') {
        errno = ENOENT;
        return NULL;
    }
    bool is_new = !ram;
    if (is_new && !(ram = ram_make(name))) {
        errno = strlen(name) > RAM_NAME_MAX ? EINVAL : ENOSPC;
        return NULL;
    }
    FILE *file = attach(ram, *mode == 'r' || both, *mode != 'r' || both, *mode == 'a');
    if (!file && is_new)
        ram_forget(ram);
    else if (file && *mode == 'w')
        ram_resize(ram, 0);
    return file;
}

FILE *tmpfile(void)
{
    struct ram_file *ram = ram_make("");
    FILE *file = ram ? attach(ram, true, true, false) : NULL;
    if (ram && !file)
        ram_forget(ram);
    return file;
}

int fclose(FILE *file)
{
    if (!file->ram)
        return EOF;
    ram_leave(file->ram);
    *file = (struct stdio_file){.held = EOF};
    return 0;
}

int fseek(FILE *file, long offset, int whence)
{
    if (!file->ram || whence < SEEK_SET || whence > SEEK_END) {
        errno = EINVAL;
        return -1;
    }
    size_t start = whence == SEEK_SET ? 0 : whence == SEEK_END ? file->ram->size : file->position;
    if (whence == SEEK_CUR && file->held != EOF)
        start--;
    long long position = (long long)start + offset;
    if (position < 0 || position > LONG_MAX) {
        errno = EINVAL;
        return -1;
    }
    file->position = (size_t)position;
    file->held = EOF;
    file->ended = false;
    return 0;
}

long ftell(FILE *file)
{
    if (!file->ram) {
        errno = EINVAL;
        return -1;
    }
    return (long)(file->position - (file->held != EOF));
}

void rewind(FILE *file)
{
    fseek(file, 0, SEEK_SET);
    clearerr(file);
}

int remove(const char *name)
{
    struct ram_file *ram = ram_find(name);
    if (!ram) {
        errno = ENOENT;
        return -1;
    }
    ram_forget(ram);
    return 0;
}

int rename(const char *old, const char *becomes)
{
    struct ram_file *ram = ram_find(old), *there = ram_find(becomes);
    if (!ram || strlen(becomes) > RAM_NAME_MAX || !*becomes) {
        errno = ram ? EINVAL : ENOENT;
        return -1;
    }
    if (there && there != ram)
        ram_forget(there);
    strcpy(ram->name, becomes);
    return 0;
}
