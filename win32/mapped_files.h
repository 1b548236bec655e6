/* The files behind addresses, for NtQueryVirtualMemory. */
#ifndef WIN32_MAPPED_FILES_H
#define WIN32_MAPPED_FILES_H

#include <stdint.h>
#include <windef.h>

/* Stores a UNICODE_STRING, and the name behind it: that of the file whose view or image has the
 * address, by its device. *written, unless NULL, becomes the bytes of both.
 * STATUS_INVALID_ADDRESS: it is in neither; STATUS_FILE_INVALID: of a view of memory;
 * STATUS_INFO_LENGTH_MISMATCH: no room for the UNICODE_STRING; STATUS_BUFFER_OVERFLOW: none for the
 * name; STATUS_ACCESS_VIOLATION. Ordinary code. */
uint32_t mapped_file_tell(LPCVOID address, PVOID buffer, SIZE_T length, SIZE_T *written);

#endif
