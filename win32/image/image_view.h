/* An image in memory: its headers and what its directories lead to. Offsets are from the image's
 * base (RVAs). The file may be damaged, so each is looked at before it is followed. Ordinary code,
 * either ring. */
#ifndef WIN32_IMAGE_IMAGE_VIEW_H
#define WIN32_IMAGE_IMAGE_VIEW_H

#include <nt_image.h>
#include <stddef.h>
#include <stdint.h>

/* The headers of an image that was mapped: they were checked. */
static inline IMAGE_NT_HEADERS *image_headers(const char *base)
{
    return (IMAGE_NT_HEADERS *)(base + ((const IMAGE_DOS_HEADER *)base)->e_lfanew);
}

/* Returns the address of size bytes at this offset, NULL if they are not inside the image. */
static inline void *image_at(const char *base, uint32_t offset, uint32_t size)
{
    uint32_t all = image_headers(base)->OptionalHeader.SizeOfImage;
    return offset <= all && size <= all - offset ? (void *)(base + offset) : NULL;
}

/* Returns a directory's place and size, NULL where the image has none of at least `least` bytes. */
static inline void *image_directory(const char *base, unsigned number, uint32_t least,
                                    uint32_t *size)
{
    const IMAGE_OPTIONAL_HEADER *optional = &image_headers(base)->OptionalHeader;
    const IMAGE_DATA_DIRECTORY *directory = &optional->DataDirectory[number];
    if (number >= optional->NumberOfRvaAndSizes || !directory->VirtualAddress)
        return NULL;
    *size = directory->Size;
    return image_at(base, directory->VirtualAddress, least);
}

/* Returns the text at this offset, NULL if it does not end inside the image. */
const char *image_text(const char *base, uint32_t offset);

#endif
