#include "win32/process/file_bytes.h"

#include "win32/files/open_files.h"

#include <errhandlingapi.h>
#include <fileapi.h>
#include <handleapi.h>
#include <nt.h>

static uint32_t status_of_error(void)
{
    switch (GetLastError()) {
    case ERROR_ACCESS_DENIED:
        return STATUS_ACCESS_DENIED;
    case ERROR_SHARING_VIOLATION:
        return STATUS_SHARING_VIOLATION;
    default:
        return STATUS_DLL_NOT_FOUND;
    }
}

uint32_t file_bytes_open(const char *path, struct file_bytes *opened)
{
    *opened = (struct file_bytes){
        .file = CreateFileA(path, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_DELETE, NULL,
                            OPEN_EXISTING, 0, NULL),
    };
    if (opened->file == INVALID_HANDLE_VALUE)
        return status_of_error();
    struct open_file *file = open_file_use(opened->file, FILE_READ_DATA);
    uint32_t status = file ? STATUS_SUCCESS : status_of_error();
    if (file && file->kind != FILE_ON_DISK)
        status = STATUS_DLL_NOT_FOUND;
    if (status == STATUS_SUCCESS) {
        opened->ram = file->ram;
        file_keep_bytes(opened->ram);
        opened->bytes = opened->ram->bytes;
        opened->size = (uint32_t)opened->ram->size;
        if (!opened->size)
            status = STATUS_INVALID_IMAGE_NOT_MZ;
    }
    if (file)
        open_file_leave(file);
    if (status != STATUS_SUCCESS)
        file_bytes_close(opened);
    return status;
}

void file_bytes_close(struct file_bytes *opened)
{
    if (opened->ram)
        file_leave_bytes(opened->ram);
    CloseHandle(opened->file);
}
