/* Sections of PE files, whose views are images: each section of the file has its own pages and
 * protection. Ordinary code. */
#ifndef WIN32_FILES_IMAGE_SECTIONS_H
#define WIN32_FILES_IMAGE_SECTIONS_H

#include "win32/files/open_files.h"

#define STATUS_INVALID_FILE_FOR_SECTION 0xC0000020u

/* Checks an open file by a loader's rules and stores the size of its image. Returns its status:
 * STATUS_INVALID_FILE_FOR_SECTION for what is no file. Without the lock of files. */
uint32_t image_section_check(const struct open_file *file, uint32_t *size);
uint32_t image_section_check_handle(HANDLE handle, uint32_t *size);

/* Maps an image, where it wants to be if that is free, and without moving its addresses. Returns
 * NULL without memory. Without the lock of files. */
char *image_section_map(const struct open_file *section);
void image_section_unmap(char *base);

#endif
