/* Views of sections: pages of the file, or the memory, that lie at addresses of their own, too
 * (kernel/memory/views.h). Ordinary code, without the lock of files. */
#ifndef WIN32_FILES_VIEW_CALLS_H
#define WIN32_FILES_VIEW_CALLS_H

#include "win32/files/open_files.h"

/* Maps *size bytes of a section from this offset on, 0 for all that follow, with this protection,
 * which is a valid one, at *base, or anywhere if that is NULL. Both become those of the view. An
 * image is mapped whole, where it wants to be if that is free.
 * STATUS_INVALID_HANDLE, STATUS_ACCESS_DENIED (the handle's rights), STATUS_MAPPED_ALIGNMENT (the
 * offset or the base is no multiple of 64 KB), STATUS_INVALID_VIEW_SIZE,
 * STATUS_CONFLICTING_ADDRESSES, STATUS_NO_MEMORY. */
uint32_t view_of_section(HANDLE section, DWORD protect, uint64_t offset, void **base, SIZE_T *size);

/* Stores the name of the file (ram_files.h) whose view, or image, has this address; it is "" for
 * memory without a file. Returns false when there is no view. */
bool view_name(const void *address, char name[RAM_NAME_MAX + 1]);

#endif
