/* Relocation: each address that the linker has noted is moved by as much as the image is. */
#include "win32/image/image_view.h"
#include "win32/image/map.h"

#include "seh_emul/memory/touch.h"

#include <string.h>

/* Kinds of which the headers for programs know nothing. */
enum { IGNORED_6 = 6, IGNORED_7 = 7 };

/* Adds to an integer of this size, which may lie anywhere. */
#define ADD(type, at, amount)                                                                      \
    do {                                                                                           \
        type value;                                                                                \
        memcpy(&value, at, sizeof value);                                                          \
        value = (type)(value + (type)(amount));                                                    \
        memcpy(at, &value, sizeof value);                                                          \
    } while (0)

/* The word's neighbour in the list has the half that is lost. */
static void move_high_adjusted(char *at, uint32_t delta, int16_t low)
{
    uint16_t high;
    memcpy(&high, at, sizeof high);
    high = (uint16_t)((((uint32_t)high << 16) + (uint32_t)low + delta + 0x8000) >> 16);
    memcpy(at, &high, sizeof high);
}

/* Moves the places that one block lists. Each is a word with a kind and an offset in the block's
 * page. */
static bool move_block(char *base, uint32_t delta, uint32_t page, const uint16_t *words,
                       uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        unsigned kind = words[i] >> 12;
        if (kind == IMAGE_REL_BASED_ABSOLUTE || kind == IGNORED_6 || kind == IGNORED_7)
            continue;
        unsigned width = kind == IMAGE_REL_BASED_DIR64     ? 8
                         : kind == IMAGE_REL_BASED_HIGHLOW ? 4
                                                           : 2;
        char *at = image_at(base, page + (words[i] & 0xFFF), width);
        if (!at || touch_fails(at, width, true))
            return false;
        if (kind == IMAGE_REL_BASED_HIGHLOW)
            ADD(uint32_t, at, delta);
        else if (kind == IMAGE_REL_BASED_HIGH)
            ADD(uint16_t, at, delta >> 16);
        else if (kind == IMAGE_REL_BASED_LOW)
            ADD(uint16_t, at, delta);
        else if (kind == IMAGE_REL_BASED_DIR64)
            ADD(uint64_t, at, (int64_t)(int32_t)delta);
        else if (kind == IMAGE_REL_BASED_HIGHADJ && i + 1 < count)
            move_high_adjusted(at, delta, (int16_t)words[++i]);
        else
            return false; /* of other machines */
    }
    return true;
}

uint32_t image_relocate(char *base)
{
    IMAGE_NT_HEADERS *headers = image_headers(base);
    uint32_t delta = (uint32_t)base - headers->OptionalHeader.ImageBase, size = 0;
    const char *next = image_directory(base, IMAGE_DIRECTORY_ENTRY_BASERELOC,
                                       sizeof(IMAGE_BASE_RELOCATION), &size);
    if (delta == 0)
        return STATUS_SUCCESS;
    if (headers->FileHeader.Characteristics & IMAGE_FILE_RELOCS_STRIPPED)
        return STATUS_CONFLICTING_ADDRESSES;
    headers->OptionalHeader.ImageBase = (uint32_t)base;
    if (!next || !size)
        return STATUS_SUCCESS; /* Windows lets it run as it is */
    if (!image_at(base, (uint32_t)(next - base), size))
        return STATUS_INVALID_IMAGE_FORMAT;
    const char *end = next + size;
    while ((uint32_t)(end - next) >= sizeof(IMAGE_BASE_RELOCATION)) {
        const IMAGE_BASE_RELOCATION *block = (const IMAGE_BASE_RELOCATION *)next;
        uint32_t length = block->SizeOfBlock; /* the block may move itself */
        if (length == 0)
            break;
        if (length < sizeof *block || length > (uint32_t)(end - next) ||
            !move_block(base, delta, block->VirtualAddress, (const uint16_t *)(block + 1),
                        (length - sizeof *block) / sizeof(uint16_t)))
            return STATUS_INVALID_IMAGE_FORMAT;
        next += length;
    }
    return STATUS_SUCCESS;
}
