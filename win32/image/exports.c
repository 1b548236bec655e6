#include "win32/image/image_exports.h"

#include "win32/image/image_view.h"

#include <stdbool.h>
#include <string.h>

/* Bytes from an offset inside the image to the image's end. */
static uint32_t room_behind(const char *base, uint32_t offset)
{
    return image_headers(base)->OptionalHeader.SizeOfImage - offset;
}

const char *image_text(const char *base, uint32_t offset)
{
    const char *text = image_at(base, offset, 1);
    if (!text)
        return NULL;
    return memchr(text, 0, room_behind(base, offset)) ? text : NULL;
}

/* The directory with its three tables, all inside the image. */
struct tables {
    const IMAGE_EXPORT_DIRECTORY *directory;
    uint32_t offset, size; /* of the directory: a function inside is a forwarder's text */
    const DWORD *functions, *names;
    const WORD *ordinals; /* without Base */
};

static bool find_tables(const char *base, struct tables *tables)
{
    const IMAGE_EXPORT_DIRECTORY *directory = tables->directory =
        image_directory(base, IMAGE_DIRECTORY_ENTRY_EXPORT, sizeof *directory, &tables->size);
    if (!directory || directory->NumberOfFunctions > UINT32_MAX / sizeof(DWORD) ||
        directory->NumberOfNames > UINT32_MAX / sizeof(DWORD))
        return false;
    uint32_t names = directory->NumberOfNames;
    tables->offset = (uint32_t)((const char *)directory - base);
    tables->functions = image_at(base, directory->AddressOfFunctions,
                                 directory->NumberOfFunctions * (uint32_t)sizeof(DWORD));
    tables->names = image_at(base, directory->AddressOfNames, names * (uint32_t)sizeof(DWORD));
    tables->ordinals =
        image_at(base, directory->AddressOfNameOrdinals, names * (uint32_t)sizeof(WORD));
    return tables->functions && tables->names && tables->ordinals;
}

/* Returns how the name compares with the one in this place, or 1 if that is damaged. */
static int compare_name(const char *base, const struct tables *tables, const char *name,
                        uint32_t place)
{
    const char *other = image_at(base, tables->names[place], 1);
    if (!other)
        return 1;
    uint32_t room = room_behind(base, tables->names[place]);
    int order = strncmp(name, other, room);
    return order == 0 && !memchr(other, 0, room) ? 1 : order;
}

/* Returns the name's place, NumberOfNames if there is none. A table that is not sorted loses names,
 * as on Windows, but for those that the importer's hint finds. */
static uint32_t place_of_name(const char *base, const struct tables *tables, const char *name,
                              uint32_t hint)
{
    uint32_t low = 0, end = tables->directory->NumberOfNames;
    if (hint < end && compare_name(base, tables, name, hint) == 0)
        return hint;
    while (low < end) {
        uint32_t middle = low + (end - 1 - low) / 2;
        int order = compare_name(base, tables, name, middle);
        if (order == 0)
            return middle;
        if (order < 0)
            end = middle;
        else
            low = middle + 1;
    }
    return tables->directory->NumberOfNames;
}

uint32_t image_find_export(const char *base, const char *name, uint32_t number,
                           struct image_export *found)
{
    struct tables tables;
    if (!find_tables(base, &tables))
        return STATUS_PROCEDURE_NOT_FOUND;
    uint32_t place = number - tables.directory->Base;
    if (name) {
        uint32_t of_name = place_of_name(base, &tables, name, number);
        if (of_name == tables.directory->NumberOfNames)
            return STATUS_ENTRYPOINT_NOT_FOUND;
        place = tables.ordinals[of_name];
    }
    uint32_t offset = place < tables.directory->NumberOfFunctions ? tables.functions[place] : 0;
    if (!offset)
        return name ? STATUS_ENTRYPOINT_NOT_FOUND : STATUS_ORDINAL_NOT_FOUND;
    bool forwards = offset - tables.offset < tables.size;
    *found = (struct image_export){
        .address = base + offset,
        .forwarder = forwards ? image_text(base, offset) : NULL,
    };
    return forwards && !found->forwarder ? STATUS_ENTRYPOINT_NOT_FOUND : STATUS_SUCCESS;
}
