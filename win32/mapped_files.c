#include "win32/mapped_files.h"

#include "kernel/call/service.h"
#include "seh_emul/memory/touch.h"
#include "win32/files/file_names.h"
#include "win32/files/view_calls.h"

#include <libloaderapi.h>
#include <memoryapi.h>
#include <stringapiset.h>
#include <winternl.h>

#include <string.h>

#define DEVICE L"\\Device\\HarddiskVolume1\\" /* C:\ */
enum { DEVICE_LENGTH = sizeof DEVICE / sizeof(WCHAR) - 1, ROOT_LENGTH = 3, NAME = 512 };

/* Makes the name, and stores its length in units. */
static uint32_t find_file(LPCVOID address, WCHAR name[NAME], SIZE_T *length)
{
    char narrow[RAM_NAME_MAX + 1];
    WCHAR path[MAX_PATH], *behind_root = name + DEVICE_LENGTH;
    MEMORY_BASIC_INFORMATION region;
    memcpy(name, DEVICE, sizeof DEVICE);
    if (view_name(address, narrow)) {
        if (!*narrow)
            return STATUS_FILE_INVALID;
        MultiByteToWideChar(CP_UTF8, 0, narrow, -1, behind_root, NAME - DEVICE_LENGTH);
    } else if (sys_region_query((uint32_t)address, &region) == STATUS_SUCCESS &&
               region.Type == MEM_IMAGE &&
               GetModuleFileNameW(region.AllocationBase, path, MAX_PATH) > ROOT_LENGTH) {
        wcscpy(behind_root, path + ROOT_LENGTH);
    } else {
        return STATUS_INVALID_ADDRESS;
    }
    *length = wcslen(name);
    return STATUS_SUCCESS;
}

uint32_t mapped_file_tell(LPCVOID address, PVOID buffer, SIZE_T length, SIZE_T *written)
{
    WCHAR name[NAME];
    SIZE_T units;
    UNICODE_STRING *text = buffer;
    uint32_t status = find_file(address, name, &units);
    if (status != STATUS_SUCCESS)
        return status;
    USHORT bytes = (USHORT)((units + 1) * sizeof *name);
    SIZE_T needed = sizeof *text + bytes;
    if (length < needed)
        status = length < sizeof *text ? STATUS_INFO_LENGTH_MISMATCH : STATUS_BUFFER_OVERFLOW;
    if (status == STATUS_SUCCESS && touch_fails(buffer, needed, true))
        return STATUS_ACCESS_VIOLATION;
    if (written)
        *written = needed;
    if (status != STATUS_SUCCESS)
        return status;
    memcpy(text + 1, name, bytes);
    *text = (UNICODE_STRING){(USHORT)(bytes - sizeof *name), bytes, (PWSTR)(text + 1)};
    return STATUS_SUCCESS;
}
