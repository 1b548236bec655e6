/* The tree of a module's resources: types, in each names, in each languages, and at the ends rows
 * that say where bytes are. Source: Microsoft's PE format. Ordinary code. */
#ifndef WIN32_PROCESS_RESOURCE_TREE_H
#define WIN32_PROCESS_RESOURCE_TREE_H

#include <nt_image.h>
#include <stdint.h>
#include <wchar.h>

enum { RESOURCE_LEVELS = 3, RESOURCE_NAME = 256 };

/* The key of an entry of the tree: a text in capitals, or without one a number. */
struct resource_key {
    uint16_t number;
    wchar_t name[RESOURCE_NAME];
};

/* Find a module's directory of resources, and the directory or the row of an entry; NULL. Damaged
 * entries are none. */
const IMAGE_RESOURCE_DIRECTORY *resource_root(const char *base);
const void *resource_find(const char *base, const IMAGE_RESOURCE_DIRECTORY *directory,
                          const struct resource_key *key);

/* Finds the entry of a language by Windows' order: this one, its main language, none; if none is
 * asked for, the user's, and at last any. */
const void *resource_find_language(const char *base, const IMAGE_RESOURCE_DIRECTORY *directory,
                                   uint16_t language);

/* Stores what entry `index` is called. Returns what it leads to, NULL behind the last one. */
const void *resource_entry(const char *base, const IMAGE_RESOURCE_DIRECTORY *directory,
                           unsigned index, struct resource_key *key);

#endif
