/* The list of files in memory. */
#include "lib/ram_files.h"

#include <stdint.h>
#include <string.h>

#include "lib/host.h"
#include "lib/name_order.h"

#define RANGE 0x10000 /* ranges are multiples of this */

struct lock ram_lock;
void (*ram_on_change)(const char *name, bool is_folder, enum ram_change change);
void (*ram_views_end)(void);
static struct ram_file files[RAM_FILES];

void ram_tell(const struct ram_file *file, enum ram_change change)
{
    if (ram_on_change && file->name[0])
        ram_on_change(file->name, file->is_folder, change);
}

struct ram_file *ram_find(const char *name)
{
    for (struct ram_file *file = files; file < files + RAM_FILES; file++)
        if (file->exists && file->name[0] && name_compare(file->name, name) == 0)
            return file;
    return NULL;
}

static struct ram_file *make_row(const char *name, bool is_folder, uint32_t attributes)
{
    for (struct ram_file *file = files; file < files + RAM_FILES; file++)
        if (!file->exists) {
            *file =
                (struct ram_file){.exists = true, .is_folder = is_folder, .attributes = attributes};
            strcpy(file->name, name);
            ram_tell(file, RAM_ADDED);
            return file;
        }
    return NULL;
}

struct ram_file *ram_make(const char *name)
{
    return make_row(name, false, RAM_ARCHIVE);
}

struct ram_file *ram_make_folder(const char *name)
{
    return make_row(name, true, 0);
}

/* Where the last part of a name begins. */
static size_t folder_length(const char *name)
{
    const char *slash = strrchr(name, '\\');
    return slash ? (size_t)(slash - name) : 0;
}

void ram_rename(struct ram_file *file, const char *name)
{
    size_t length = folder_length(name);
    bool stays = length == folder_length(file->name) &&
                 name_compare_part(name, file->name, length) == 0; /* in its folder */
    ram_tell(file, stays ? RAM_NAMED_BEFORE : RAM_REMOVED);
    strcpy(file->name, name);
    ram_tell(file, stays ? RAM_NAMED_NOW : RAM_ADDED);
}

uint32_t ram_attributes(const struct ram_file *file)
{
    uint32_t all = file->attributes | (file->is_folder ? RAM_FOLDER : 0);
    return all ? all : RAM_PLAIN;
}

void ram_begin(void)
{
    static const char *const folders[] = {"Windows", "Windows\\System32", "Windows\\Temp"};
    for (unsigned i = 0; i < sizeof folders / sizeof folders[0]; i++)
        ram_make_folder(folders[i]);
}

struct ram_file *ram_file_at(unsigned index)
{
    return files[index].exists && files[index].name[0] ? &files[index] : NULL;
}

bool ram_is_inside(const char *name, const char *folder)
{
    size_t length = strlen(folder);
    return name_compare_part(name, folder, length) == 0 && name[length] == '\\';
}

bool ram_has_place(const char *name)
{
    const char *slash = strrchr(name, '\\');
    size_t length = slash ? (size_t)(slash - name) : 0;
    for (const struct ram_file *file = files; length && file < files + RAM_FILES; file++)
        if (file->exists && file->is_folder && name_compare_part(file->name, name, length) == 0 &&
            !file->name[length])
            return true;
    return !length;
}

bool ram_has_more(const struct ram_file *folder)
{
    for (unsigned i = 0; folder->is_folder && i < RAM_FILES; i++) {
        const struct ram_file *other = ram_file_at(i);
        if (other && ram_is_inside(other->name, folder->name))
            return true;
    }
    return false;
}

void ram_adopt(const char *name, char *bytes, size_t size)
{
    struct ram_file *file = ram_make(name);
    file->adopted = true;
    file->bytes = bytes;
    file->size = file->room = size;
}

void ram_give_back(char *bytes)
{
    if (bytes)
        lib_host.range_free(bytes);
}

/* Gives the file other memory. Returns the old one if it is to be given back, else NULL. */
static char *exchange(struct ram_file *file, char *bytes, size_t room)
{
    char *old = file->adopted ? NULL : file->bytes;
    file->adopted = false;
    file->bytes = bytes;
    file->room = room;
    return old;
}

bool ram_grow(struct ram_file *file, size_t size)
{
    if (file->views)
        return false;
    size_t room = file->room && !file->adopted ? file->room : RANGE;
    while (room < size)
        if (__builtin_mul_overflow(room, 2u, &room))
            return false;
    lock_release(&ram_lock);
    char *bytes = lib_host.range_alloc(room), *left = bytes;
    lock_take(&ram_lock);
    if (!bytes)
        return false;
    if ((file->adopted || room > file->room) && !file->views) {
        if (file->bytes)
            memcpy(bytes, file->bytes, file->size);
        left = exchange(file, bytes, room);
    }
    lock_release(&ram_lock);
    ram_give_back(left);
    lock_take(&ram_lock);
    return true;
}

bool ram_resize(struct ram_file *file, size_t size)
{
    if (size > file->room || (size < file->size && file->views))
        return false;
    bool changes = size != file->size;
    if (size > file->size)
        memset(file->bytes + file->size, 0, size - file->size);
    file->size = size;
    if (changes)
        ram_tell(file, RAM_RESIZED);
    return true;
}

static char *file_release(struct ram_file *file)
{
    if (file->name[0] || file->users)
        return NULL;
    file->exists = false;
    return exchange(file, NULL, 0);
}

static void take_name(struct ram_file *file)
{
    ram_tell(file, RAM_REMOVED);
    file->name[0] = 0;
}

char *ram_forget(struct ram_file *file)
{
    take_name(file);
    return file_release(file);
}

char *ram_leave(struct ram_file *file)
{
    if (--file->users == 0 && file->goes)
        take_name(file);
    return file_release(file);
}

void ram_end(void)
{
    if (ram_views_end)
        ram_views_end();
    for (struct ram_file *file = files; file < files + RAM_FILES; file++)
        if (file->exists) {
            file->users = 0;
            ram_give_back(ram_forget(file));
        }
}
