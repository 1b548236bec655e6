#include "win32/image/map.h"

#include "kernel/call/service.h"
#include "seh_emul/memory/touch.h"
#include "win32/image/image_view.h"

#include <memoryapi.h>
#include <string.h>

/* Bytes from `from` of the file to the image, as far as the file has them. */
static void copy_bytes(const struct image_file *file, char *to, uint32_t from, uint32_t size)
{
    if (from < file->size)
        memcpy(to, file->bytes + from, size < file->size - from ? size : file->size - from);
}

static uint32_t size_in_memory(const IMAGE_SECTION_HEADER *section)
{
    return section->Misc.VirtualSize ? section->Misc.VirtualSize : section->SizeOfRawData;
}

uint32_t image_reserve(uint32_t wanted, uint32_t size, char **base)
{
    const DWORD type = MEM_RESERVE | MEM_IMAGE;
    uint32_t at = wanted, bytes = size, status = STATUS_CONFLICTING_ADDRESSES;
    if (at)
        status = sys_region_allocate(&at, &bytes, type, PAGE_EXECUTE_READWRITE);
    if (status != STATUS_SUCCESS) {
        at = 0, bytes = size;
        status = sys_region_allocate(&at, &bytes, type, PAGE_EXECUTE_READWRITE);
    }
    *base = (char *)at;
    return status;
}

bool image_commit(char *start, uint32_t size)
{
    uint32_t at = (uint32_t)start;
    return size == 0 || sys_region_allocate(&at, &size, MEM_COMMIT | MEM_IMAGE, PAGE_READWRITE) ==
                            STATUS_SUCCESS;
}

/* The file's bytes begin at a sector, and end where the linker's padding ends. */
static bool map_section(const struct image_file *file, char *base,
                        const IMAGE_SECTION_HEADER *section)
{
    char *to = base + section->VirtualAddress;
    uint32_t room = image_round_up(size_in_memory(section), IMAGE_PAGE);
    if (!image_commit(to, room))
        return false;
    if (!section->PointerToRawData || !section->SizeOfRawData)
        return true;
    uint32_t from = section->PointerToRawData & -(uint32_t)IMAGE_SECTOR;
    uint32_t used = section->SizeOfRawData < room ? section->SizeOfRawData : room;
    uint32_t size = image_round_up(section->PointerToRawData + used,
                                   file->headers->OptionalHeader.FileAlignment) -
                    from;
    copy_bytes(file, to, from, size < room ? size : room);
    return true;
}

static bool map_sections(const struct image_file *file, char *base)
{
    uint32_t headers = file->headers->OptionalHeader.SizeOfHeaders;
    if (file->is_flat) {
        if (!image_commit(base, file->pages))
            return false;
        copy_bytes(file, base, 0, file->pages);
        return true;
    }
    if (!image_commit(base, headers))
        return false;
    copy_bytes(file, base, 0, headers);
    for (unsigned i = 0; i < file->headers->FileHeader.NumberOfSections; i++)
        if (!map_section(file, base, &file->sections[i]))
            return false;
    return true;
}

uint32_t image_map(const struct image_file *file, char **base)
{
    uint32_t status = image_reserve(file->headers->OptionalHeader.ImageBase, file->pages, base);
    if (status != STATUS_SUCCESS || map_sections(file, *base))
        return status;
    image_unmap(*base);
    return STATUS_COMMITMENT_LIMIT;
}

void image_unmap(char *base)
{
    uint32_t at = (uint32_t)base, size = 0;
    sys_region_free(&at, &size, MEM_RELEASE | MEM_IMAGE);
}

/* By the bits for executing, reading and writing of a section. */
static const DWORD protections[8] = {
    PAGE_NOACCESS,  PAGE_EXECUTE,           PAGE_READONLY,  PAGE_EXECUTE_READ,
    PAGE_WRITECOPY, PAGE_EXECUTE_WRITECOPY, PAGE_WRITECOPY, PAGE_EXECUTE_WRITECOPY,
};

/* The loader's own writes do not count. */
static void protect(char *start, uint32_t size, DWORD protection)
{
    uint32_t at = (uint32_t)start, before;
    sys_region_protect(&at, &size, protection | MEM_IMAGE, &before);
}

void image_protect_sections(char *base)
{
    const IMAGE_NT_HEADERS *headers = image_headers(base);
    const IMAGE_SECTION_HEADER *sections = IMAGE_FIRST_SECTION(headers);
    if (headers->OptionalHeader.SectionAlignment < IMAGE_PAGE) {
        protect(base, headers->OptionalHeader.SizeOfImage, PAGE_EXECUTE_WRITECOPY);
        return;
    }
    /* The headers last: the table of sections may lie behind them, where the memory may be another
     * section's. */
    for (unsigned i = 0; i < headers->FileHeader.NumberOfSections; i++) {
        const IMAGE_SECTION_HEADER *section = &sections[i];
        if (!image_at(base, (uint32_t)((const char *)section - base), sizeof *section) ||
            touch_fails(section, sizeof *section, false))
            break;
        if (image_at(base, section->VirtualAddress, size_in_memory(section)))
            protect(base + section->VirtualAddress, size_in_memory(section),
                    protections[section->Characteristics >> 29]);
    }
    protect(base, headers->OptionalHeader.SizeOfHeaders, PAGE_READONLY);
}
