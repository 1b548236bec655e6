/* Bringing a file to memory as an image: sections, relocation, protections. Ordinary code. */
#ifndef WIN32_IMAGE_MAP_H
#define WIN32_IMAGE_MAP_H

#include "win32/image/image_file.h"

/* Maps the file, all of it writable, at its ImageBase if that is free, else elsewhere. Stores the
 * base. Returns STATUS_SUCCESS, or STATUS_NO_MEMORY and STATUS_COMMITMENT_LIMIT with nothing
 * changed. */
uint32_t image_map(const struct image_file *file, char **base);

/* Makes the addresses in the image right for its base, once. STATUS_CONFLICTING_ADDRESSES: it
 * cannot move. STATUS_INVALID_IMAGE_FORMAT: its list of addresses is damaged. */
uint32_t image_relocate(char *base);

/* Gives each page of the image the rights that its section asks for. */
void image_protect_sections(char *base);

/* Reserve addresses for an image, at this base if they are free, else elsewhere; give pages of it
 * memory that can be written. image_reserve: STATUS_NO_MEMORY; image_commit: false without memory.
 */
uint32_t image_reserve(uint32_t wanted, uint32_t size, char **base);
bool image_commit(char *start, uint32_t size);

/* Gives the memory back. */
void image_unmap(char *base);

#endif
