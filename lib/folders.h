/* Folders: making, removing, renaming and entering them. Paths are PATH_FILE (paths.h), with or
 * without a backslash at their end, or where it is said PATH_ROOT. */
#ifndef LIB_FOLDERS_H
#define LIB_FOLDERS_H

#include "lib/paths.h"

enum folder_result {
    FOLDER_DONE,
    FOLDER_MISSING,
    FOLDER_NO_PLACE, /* what it stands in is missing */
    FOLDER_TAKEN,    /* there is a file or folder of the name */
    FOLDER_IS_FILE,
    FOLDER_NOT_EMPTY,
    FOLDER_OPEN,   /* only to be removed: it has handles */
    FOLDER_IN_USE, /* it has the current folder, or files that are open */
    FOLDER_READ_ONLY,
    FOLDER_NO_ROOM
};

enum folder_result folder_make(const struct path *path);
enum folder_result folder_remove(const struct path *path);

/* Gives a folder, and all that is in it, another name. */
enum folder_result folder_rename(const struct path *from, const struct path *to);

/* Makes it the current one; PATH_ROOT, too. The hidden variable =C: of the environment tells it. */
enum folder_result folder_enter(const struct path *path);

/* Whether there is the folder; PATH_ROOT, too. */
bool folder_is_there(const struct path *path);

#endif
