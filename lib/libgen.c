/* The parts of a path by POSIX' calls. */
#include "lib/paths.h"

#include <libgen.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static char here[] = ".";

static bool is_slash(char character)
{
    return character == '/' || character == '\\';
}

/* Cuts off the slashes behind the last part, but not the root's. Returns what is behind the drive,
 * or NULL for nothing. */
static char *trim(char *path)
{
    if (!path || !*path)
        return NULL;
    char *root = path[1] == ':' ? path + 2 : path, *end = root + strlen(root);
    while (end > root + 1 && is_slash(end[-1]))
        *--end = 0;
    return root;
}

char *basename(char *path)
{
    char *root = trim(path);
    if (!root || !*root)
        return here;
    char *last = (char *)path_last_part(path);
    return *last ? last : root; /* the root alone is its own last part */
}

char *dirname(char *path)
{
    char *root = trim(path);
    if (!root)
        return here;
    char *end = (char *)path_last_part(path);
    while (end > root + 1 && is_slash(end[-1]))
        end--;
    *end = 0;
    return *path ? path : here;
}
