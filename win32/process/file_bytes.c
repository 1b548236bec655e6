#include "win32/process/file_bytes.h"

#include <errhandlingapi.h>
#include <fileapi.h>
#include <handleapi.h>
#include <memoryapi.h>
#include <nt.h>

static uint32_t status_of_error(void)
{
    switch (GetLastError()) {
    case ERROR_ACCESS_DENIED:
        return STATUS_ACCESS_DENIED;
    case ERROR_SHARING_VIOLATION:
        return STATUS_SHARING_VIOLATION;
    case ERROR_FILE_INVALID:
        return STATUS_INVALID_IMAGE_NOT_MZ;
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
    opened->size = GetFileSize(opened->file, NULL);
    opened->section = CreateFileMappingA(opened->file, NULL, PAGE_READONLY, 0, 0, NULL);
    if (opened->section)
        opened->bytes = MapViewOfFile(opened->section, FILE_MAP_READ, 0, 0, 0);
    if (opened->bytes)
        return STATUS_SUCCESS;
    uint32_t status = status_of_error();
    file_bytes_close(opened);
    return status;
}

void file_bytes_close(struct file_bytes *opened)
{
    if (opened->bytes)
        UnmapViewOfFile(opened->bytes);
    if (opened->section)
        CloseHandle(opened->section);
    CloseHandle(opened->file);
}
