/* The list of files in memory. */
#include "lib/ram_files.h"

#include <stdint.h>
#include <string.h>

#include "lib/host.h"

#define RANGE 0x10000 /* ranges are multiples of this */

static struct ram_file files[RAM_FILES];

struct ram_file *ram_find(const char *name)
{
    for (struct ram_file *file = files; file < files + RAM_FILES; file++)
        if (file->exists && file->name[0] && strcmp(file->name, name) == 0)
            return file;
    return NULL;
}

struct ram_file *ram_make(const char *name)
{
    if (strlen(name) > RAM_NAME_MAX)
        return NULL;
    for (struct ram_file *file = files; file < files + RAM_FILES; file++)
        if (!file->exists) {
            *file = (struct ram_file){.exists = true};
            strcpy(file->name, name);
            return file;
        }
    return NULL;
}

void ram_adopt(const char *name, char *bytes, size_t size)
{
    struct ram_file *file = ram_make(name);
    file->adopted = true;
    file->bytes = bytes;
    file->size = file->room = size;
}

static void free_bytes(struct ram_file *file)
{
    if (file->bytes && !file->adopted)
        lib_host.range_free(file->bytes);
}

bool ram_resize(struct ram_file *file, size_t size)
{
    if (size > file->room) {
        size_t room = file->room && !file->adopted ? file->room : RANGE;
        while (room < size)
            if (__builtin_mul_overflow(room, 2u, &room))
                return false;
        char *bytes = lib_host.range_alloc(room);
        if (!bytes)
            return false;
        if (file->bytes)
            memcpy(bytes, file->bytes, file->size);
        free_bytes(file);
        file->adopted = false;
        file->bytes = bytes;
        file->room = room;
    }
    if (size > file->size)
        memset(file->bytes + file->size, 0, size - file->size);
    file->size = size;
    return true;
}

static void release(struct ram_file *file)
{
    if (file->name[0] || file->users)
        return;
    free_bytes(file);
    file->exists = false;
}

void ram_forget(struct ram_file *file)
{
    file->name[0] = 0;
    release(file);
}

void ram_leave(struct ram_file *file)
{
    file->users--;
    release(file);
}

void ram_end(void)
{
    for (struct ram_file *file = files; file < files + RAM_FILES; file++)
        if (file->exists) {
            file->users = 0;
            ram_forget(file);
        }
}
