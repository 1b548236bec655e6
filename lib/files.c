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
            *file = (struct stdio_file){.reads = reads,
                                        .writes = writes,
                                        .appends = appends,
                                        .ram = ram,
                                        STDIO_NOTHING_HELD};
            ram->users++;
            return file;
        }
    errno = EMFILE;
    return NULL;
}

/* fopen with a mode that exists and a name of this length, with the lock held. */
static FILE *open_held(const char *name, size_t length, char mode, bool both)
{
    struct ram_file *ram = ram_find(name);
    if (!ram && mode == 'r') {
        errno = ENOENT;
        return NULL;
    }
    bool is_new = !ram;
    if (is_new && !(ram = ram_make(name))) {
        errno = length > RAM_NAME_MAX ? EINVAL : ENOSPC;
        return NULL;
    }
    FILE *file = attach(ram, mode == 'r' || both, mode != 'r' || both, mode == 'a');
    if (!file && is_new)
        ram_forget(ram); /* it has no memory yet */
    else if (file && mode == 'w')
        ram_resize(ram, 0);
    return file;
}

FILE *fopen(const char *restrict name, const char *restrict mode)
{
    bool both = strchr(mode, '+') != NULL;
    char first = *mode;
    if (!first || !strchr("rwa", first) || !*name) {
        errno = *name ? EINVAL : ENOENT;
        return NULL;
    }
    size_t length = strlen(name);
    lock_take(&ram_lock);
    FILE *file = open_held(name, length, first, both);
    lock_release(&ram_lock);
    return file;
}

FILE *tmpfile(void)
{
    lock_take(&ram_lock);
    struct ram_file *ram = ram_make("");
    FILE *file = ram ? attach(ram, true, true, false) : NULL;
    if (ram && !file)
        ram_forget(ram);
    lock_release(&ram_lock);
    return file;
}

int fclose(FILE *file)
{
    if (!file->ram)
        return EOF;
    lock_take(&ram_lock);
    char *left = ram_leave(file->ram);
    *file = (struct stdio_file){STDIO_NOTHING_HELD};
    lock_release(&ram_lock);
    ram_give_back(left);
    return 0;
}

/* The position that fseek asks for; negative if there is none. */
static long long position_of(const FILE *file, long offset, int whence)
{
    size_t start = whence == SEEK_SET ? 0 : whence == SEEK_END ? file->ram->size : file->position;
    if (whence == SEEK_CUR && file->held != EOF)
        start--;
    return (long long)start + offset;
}

int fseek(FILE *file, long offset, int whence)
{
    if (!file->ram || whence < SEEK_SET || whence > SEEK_END) {
        errno = EINVAL;
        return -1;
    }
    lock_take(&ram_lock);
    long long position = position_of(file, offset, whence);
    bool is_there = position >= 0 && position <= LONG_MAX;
    if (is_there) {
        file->position = (size_t)position;
        file->held = EOF;
        file->ended = false;
    }
    lock_release(&ram_lock);
    if (!is_there)
        errno = EINVAL;
    return is_there ? 0 : -1;
}

long ftell(FILE *file)
{
    if (!file->ram) {
        errno = EINVAL;
        return -1;
    }
    lock_take(&ram_lock);
    long position = (long)(file->position - (file->held != EOF));
    lock_release(&ram_lock);
    return position;
}

void rewind(FILE *file)
{
    fseek(file, 0, SEEK_SET);
    clearerr(file);
}

int remove(const char *name)
{
    char *left = NULL;
    (void)strlen(name); /* a bad pointer faults without the lock */
    lock_take(&ram_lock);
    struct ram_file *ram = ram_find(name);
    if (ram)
        left = ram_forget(ram);
    lock_release(&ram_lock);
    ram_give_back(left);
    if (!ram)
        errno = ENOENT;
    return ram ? 0 : -1;
}

int rename(const char *old, const char *becomes)
{
    char *left = NULL;
    size_t length = strlen(becomes);
    bool is_name = length > 0 && length <= RAM_NAME_MAX;
    lock_take(&ram_lock);
    struct ram_file *ram = ram_find(old), *there = ram_find(becomes);
    if (ram && is_name) {
        if (there && there != ram)
            left = ram_forget(there);
        strcpy(ram->name, becomes);
    }
    lock_release(&ram_lock);
    ram_give_back(left);
    if (!ram || !is_name)
        errno = ram ? EINVAL : ENOENT;
    return ram && is_name ? 0 : -1;
}
