/* The bytes of a file, read in place. Ordinary code. */
#ifndef WIN32_PROCESS_FILE_BYTES_H
#define WIN32_PROCESS_FILE_BYTES_H

#include <stdint.h>
#include <winbase.h>

struct file_bytes {
    const char *bytes;
    uint32_t size;
    HANDLE file;
    struct ram_file *ram; /* whose bytes they are */
};

/* Opens the file as a loader does. STATUS_DLL_NOT_FOUND: there is none; STATUS_ACCESS_DENIED: it is
 * a folder; STATUS_SHARING_VIOLATION; STATUS_INVALID_IMAGE_NOT_MZ: it is empty. */
uint32_t file_bytes_open(const char *path, struct file_bytes *opened);
void file_bytes_close(struct file_bytes *opened);

#endif
