#include "win32/files/image_sections.h"

#include "win32/module_loader.h"

#include <errhandlingapi.h>

uint32_t image_section_check(const struct open_file *file, uint32_t *size)
{
    if (file->kind != FILE_ON_DISK || !module_loader.check_image)
        return STATUS_INVALID_FILE_FOR_SECTION;
    file_keep_bytes(file->ram);
    uint32_t status = module_loader.check_image(file->ram->bytes, (uint32_t)file->ram->size, size);
    file_leave_bytes(file->ram);
    return status;
}

uint32_t image_section_check_handle(HANDLE handle, uint32_t *size)
{
    DWORD error = GetLastError();
    struct open_file *file = open_file_use(handle, FILE_READ_DATA);
    if (!file) {
        SetLastError(error);
        return STATUS_INVALID_HANDLE;
    }
    uint32_t status = image_section_check(file, size);
    open_file_leave(file);
    return status;
}

char *image_section_map(const struct open_file *section)
{
    char *base = NULL;
    file_keep_bytes(section->ram);
    module_loader.map_image(section->ram->bytes, (uint32_t)section->ram->size, &base);
    file_leave_bytes(section->ram);
    return base;
}

void image_section_unmap(char *base)
{
    module_loader.unmap_image(base);
}
