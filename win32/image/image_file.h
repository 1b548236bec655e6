/* A PE file as it lies on a disk, checked by the rules of Windows 7 before anything is mapped.
 *
 * Source: Microsoft's PE format. Ordinary code, either ring.
 */
#ifndef WIN32_IMAGE_IMAGE_FILE_H
#define WIN32_IMAGE_IMAGE_FILE_H

#include <nt.h>
#include <nt_image.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { IMAGE_PAGE = 0x1000, IMAGE_SECTOR = 0x200 };

/* Rounds up to a power of 2; a number that does not fit wraps. */
static inline uint32_t image_round_up(uint32_t value, uint32_t power)
{
    return (value + power - 1) & -power;
}

struct image_file {
    const char *bytes;
    uint32_t size;
    const IMAGE_NT_HEADERS *headers;
    const IMAGE_SECTION_HEADER *sections; /* NumberOfSections of them */
    uint32_t pages;                       /* bytes of SizeOfImage, whole pages */
    bool is_flat;                         /* what lies where in memory is as in the file */
};

/* Checks the file, whose bytes begin on four, and fills *file. Returns STATUS_SUCCESS, or the
 * status that Windows has for what is wrong; each becomes ERROR_BAD_EXE_FORMAT. */
uint32_t image_file_check(struct image_file *file, const char *bytes, uint32_t size);

/* Checks the parts that a program's file needs, and a library's does not. */
uint32_t image_file_check_program(const struct image_file *file);

#endif
