#include "win32/process/resource_tree.h"

#include "win32/image/image_view.h"

#include <stdbool.h>
#include <string.h>

/* The flags in an entry's two words. The rest of a word is an offset from the root. */
#define IS_NAME      0x80000000u
#define IS_DIRECTORY 0x80000000u

enum { ENGLISH_US = 0x409, MAIN_LANGUAGE = 0x3FF };

struct entry {
    DWORD name, offset;
};

static uint32_t root_offset(const char *base)
{
    return image_headers(base)
        ->OptionalHeader.DataDirectory[IMAGE_DIRECTORY_ENTRY_RESOURCE]
        .VirtualAddress;
}

const IMAGE_RESOURCE_DIRECTORY *resource_root(const char *base)
{
    uint32_t size;
    return image_directory(base, IMAGE_DIRECTORY_ENTRY_RESOURCE, sizeof(IMAGE_RESOURCE_DIRECTORY),
                           &size);
}

/* A text of the tree, with its length before it. */
static bool read_name(const char *base, uint32_t offset, wchar_t name[RESOURCE_NAME])
{
    uint32_t at = root_offset(base) + offset;
    const uint16_t *length = image_at(base, at, sizeof *length);
    if (!length || *length >= RESOURCE_NAME)
        return false;
    const void *text = image_at(base, at + (uint32_t)sizeof *length, *length * sizeof *name);
    if (!text)
        return false;
    memcpy(name, text, *length * sizeof *name);
    name[*length] = 0;
    return true;
}

const void *resource_entry(const char *base, const IMAGE_RESOURCE_DIRECTORY *directory,
                           unsigned index, struct resource_key *key)
{
    unsigned count = directory->NumberOfNamedEntries + directory->NumberOfIdEntries;
    uint32_t at = (uint32_t)((const char *)(directory + 1) - base) + index * sizeof(struct entry);
    const struct entry *entry = image_at(base, at, sizeof *entry);
    if (index >= count || !entry)
        return NULL;
    *key = (struct resource_key){.number = (uint16_t)entry->name};
    if (entry->name & IS_NAME && !read_name(base, entry->name & ~IS_NAME, key->name))
        return NULL;
    /* A directory and a row have the same size. */
    _Static_assert(sizeof(IMAGE_RESOURCE_DIRECTORY) == sizeof(IMAGE_RESOURCE_DATA_ENTRY), "");
    return image_at(base, root_offset(base) + (entry->offset & ~IS_DIRECTORY),
                    sizeof(IMAGE_RESOURCE_DIRECTORY));
}

static bool are_equal(const struct resource_key *a, const struct resource_key *b)
{
    return *a->name || *b->name ? wcscmp(a->name, b->name) == 0 : a->number == b->number;
}

const void *resource_find(const char *base, const IMAGE_RESOURCE_DIRECTORY *directory,
                          const struct resource_key *key)
{
    struct resource_key other;
    const void *found;
    for (unsigned i = 0; (found = resource_entry(base, directory, i, &other)); i++)
        if (are_equal(key, &other))
            return found;
    return NULL;
}

const void *resource_find_language(const char *base, const IMAGE_RESOURCE_DIRECTORY *directory,
                                   uint16_t language)
{
    struct resource_key first;
    const uint16_t order[] = {
        language, (uint16_t)(language & MAIN_LANGUAGE), 0, ENGLISH_US, ENGLISH_US & MAIN_LANGUAGE,
    };
    unsigned asked = 3, all = sizeof order / sizeof *order;
    for (unsigned i = 0; i < (language ? asked : all); i++) {
        const void *found =
            resource_find(base, directory, &(struct resource_key){.number = order[i]});
        if (found)
            return found;
    }
    return language ? NULL : resource_entry(base, directory, 0, &first);
}
