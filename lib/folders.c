/* Folders are rows in the list of files. */
#include "lib/folders.h"

#include <stdio.h>
#include <string.h>

#include "lib/environment.h"
#include "lib/name_order.h"
#include "lib/ram_files.h"

/* Finds a folder. Returns NULL with the reason. With the lock held. */
static struct ram_file *find(const char *name, enum folder_result *result)
{
    struct ram_file *found = ram_find(name);
    *result = found && found->is_folder ? FOLDER_DONE
              : found                   ? FOLDER_IS_FILE
              : ram_has_place(name)     ? FOLDER_MISSING
                                        : FOLDER_NO_PLACE;
    return *result == FOLDER_DONE ? found : NULL;
}

/* Whether the current folder is this one, or in it. */
static bool is_current(const char *name)
{
    struct path path;
    path_make(&path, ".");
    const char *now = path_name(&path);
    return name_compare(now, name) == 0 || ram_is_inside(now, name);
}

enum folder_result folder_make(const struct path *path)
{
    char name[PATH_SIZE];
    enum folder_result result;
    path_copy_name(name, path);
    lock_take(&ram_lock);
    find(name, &result);
    if (result == FOLDER_DONE || result == FOLDER_IS_FILE)
        result = FOLDER_TAKEN;
    else if (result == FOLDER_MISSING)
        result = ram_make_folder(name) ? FOLDER_DONE : FOLDER_NO_ROOM;
    lock_release(&ram_lock);
    return result;
}

/* Tells whether the folder has files, and whether some of them are open. With the lock held. */
static enum folder_result look_inside(const char *name)
{
    enum folder_result result = FOLDER_DONE;
    for (unsigned i = 0; i < RAM_FILES && result != FOLDER_IN_USE; i++) {
        const struct ram_file *file = ram_file_at(i);
        if (file && ram_is_inside(file->name, name))
            result = file->users ? FOLDER_IN_USE : FOLDER_NOT_EMPTY;
    }
    return result;
}

enum folder_result folder_remove(const struct path *path)
{
    char name[PATH_SIZE];
    enum folder_result result;
    path_copy_name(name, path);
    bool in_use = is_current(name);
    lock_take(&ram_lock);
    struct ram_file *folder = find(name, &result);
    if (folder && look_inside(name) != FOLDER_DONE)
        result = FOLDER_NOT_EMPTY;
    else if (folder && folder->attributes & RAM_READ_ONLY)
        result = FOLDER_READ_ONLY;
    else if (folder && (in_use || folder->users))
        result = in_use ? FOLDER_IN_USE : FOLDER_OPEN;
    else if (folder)
        ram_forget(folder);
    lock_release(&ram_lock);
    return result;
}

/* Renames all rows, or, if a name would become too long, none. With the lock held. */
static enum folder_result rename_rows(const char *from, const char *to)
{
    size_t before = strlen(from), after = strlen(to);
    for (unsigned pass = 0; pass < 2; pass++)
        for (unsigned i = 0; i < RAM_FILES; i++) {
            struct ram_file *file = ram_file_at(i);
            if (!file || (name_compare(file->name, from) != 0 && !ram_is_inside(file->name, from)))
                continue;
            char name[2 * PATH_SIZE];
            sprintf(name, "%s%s", to, file->name + before);
            if (strlen(file->name) - before + after > RAM_NAME_MAX)
                return FOLDER_NO_ROOM;
            if (pass == 1 && file->name[before])
                strcpy(file->name, name);
            else if (pass == 1)
                ram_rename(file, name);
        }
    return FOLDER_DONE;
}

enum folder_result folder_rename(const struct path *from, const struct path *to)
{
    char old[PATH_SIZE], becomes[PATH_SIZE];
    enum folder_result result;
    path_copy_name(old, from);
    path_copy_name(becomes, to);
    bool in_use = is_current(old) || ram_is_inside(becomes, old);
    lock_take(&ram_lock);
    const struct ram_file *there = ram_find(becomes);
    if (!find(old, &result))
        ;
    else if (in_use || look_inside(old) == FOLDER_IN_USE)
        result = FOLDER_IN_USE;
    else if (there && name_compare(old, becomes) != 0)
        result = FOLDER_TAKEN;
    else if (!ram_has_place(becomes))
        result = FOLDER_NO_PLACE;
    else
        result = rename_rows(old, becomes);
    lock_release(&ram_lock);
    return result;
}

/* Looks for a folder; the root is there. */
static enum folder_result look_for(const char *name)
{
    enum folder_result result = FOLDER_DONE;
    lock_take(&ram_lock);
    if (*name)
        find(name, &result);
    lock_release(&ram_lock);
    return result;
}

bool folder_is_there(const struct path *path)
{
    char name[PATH_SIZE];
    path_copy_name(name, path);
    return look_for(name) == FOLDER_DONE;
}

enum folder_result folder_enter(const struct path *path)
{
    char name[PATH_SIZE], whole[PATH_SIZE + PATH_ROOT_LENGTH];
    path_copy_name(name, path);
    enum folder_result result = look_for(name);
    if (result != FOLDER_DONE)
        return result;
    sprintf(whole, "C:\\%s", name);
    if (!environment_set("=C:", whole))
        return FOLDER_NO_ROOM;
    path_enter(name);
    return FOLDER_DONE;
}
