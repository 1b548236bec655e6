#include "win32/image/image_file.h"

enum { MOST_BYTES = 0x77000000, BASE_ALIGNMENT = 0x10000, OS2_KIND = 0x36 };

/* Headers of other systems begin where a PE file has its own. */
static uint32_t status_of_signature(const char *at, uint32_t room)
{
    const IMAGE_NT_HEADERS *headers = (const IMAGE_NT_HEADERS *)at;
    if (headers->Signature == IMAGE_NT_SIGNATURE)
        return STATUS_SUCCESS;
    if ((headers->Signature & 0xFFFF) != IMAGE_OS2_SIGNATURE || room <= OS2_KIND)
        return STATUS_INVALID_IMAGE_PROTECT;
    return at[OS2_KIND] == 2   ? STATUS_INVALID_IMAGE_NE_FORMAT
           : at[OS2_KIND] == 5 ? STATUS_INVALID_IMAGE_PROTECT
                               : STATUS_INVALID_IMAGE_WIN_16;
}

static bool is_power(uint32_t value)
{
    return value && !(value & (value - 1));
}

static bool aligns(const IMAGE_OPTIONAL_HEADER *optional)
{
    uint32_t file = optional->FileAlignment, section = optional->SectionAlignment;
    return is_power(file) && is_power(section) && section >= file &&
           (file % IMAGE_SECTOR == 0 || file == section);
}

static bool headers_fit(const struct image_file *file)
{
    const IMAGE_OPTIONAL_HEADER *optional = &file->headers->OptionalHeader;
    const IMAGE_FILE_HEADER *header = &file->headers->FileHeader;
    uint32_t headers_end = (uint32_t)((const char *)(file->headers + 1) - file->bytes);
    uint32_t in_memory = file->is_flat ? file->pages : optional->SizeOfHeaders;
    uint64_t table_end = (uint64_t)((const char *)file->sections - file->bytes) +
                         (uint64_t)header->NumberOfSections * sizeof *file->sections;
    return header->Machine == IMAGE_FILE_MACHINE_I386 &&
           header->Characteristics & IMAGE_FILE_EXECUTABLE_IMAGE &&
           optional->Magic == IMAGE_NT_OPTIONAL_HDR32_MAGIC && aligns(optional) &&
           optional->SizeOfHeaders <= optional->SizeOfImage &&
           (optional->SizeOfHeaders || optional->SectionAlignment < IMAGE_PAGE) &&
           optional->SizeOfImage > 0 && optional->SizeOfImage <= MOST_BYTES &&
           optional->ImageBase && optional->ImageBase % BASE_ALIGNMENT == 0 &&
           table_end <= file->size && headers_end <= in_memory; /* the loader reads them there */
}

/* In a flat file each section lies in memory where it lies in the file. */
static bool flat_sections_fit(const struct image_file *file)
{
    for (unsigned i = 0; i < file->headers->FileHeader.NumberOfSections; i++) {
        const IMAGE_SECTION_HEADER *section = &file->sections[i];
        if (section->VirtualAddress != section->PointerToRawData ||
            section->Misc.VirtualSize > section->SizeOfRawData)
            return false;
    }
    return true;
}

/* Sections follow each other in memory without a gap, up to the image's end. Only the last one
 * that has bytes in the file must have all of them there. */
static bool sections_fit(const struct image_file *file)
{
    const IMAGE_OPTIONAL_HEADER *optional = &file->headers->OptionalHeader;
    uint32_t alignment = optional->SectionAlignment;
    uint64_t next = image_round_up(optional->SizeOfHeaders, alignment), end_in_file = 0;
    unsigned count = file->headers->FileHeader.NumberOfSections;
    for (unsigned i = 0; i < count; i++) {
        const IMAGE_SECTION_HEADER *section = &file->sections[i];
        uint32_t size =
            section->Misc.VirtualSize ? section->Misc.VirtualSize : section->SizeOfRawData;
        uint64_t end = (uint64_t)section->PointerToRawData + section->SizeOfRawData;
        if (section->VirtualAddress != next || size == 0 || end > UINT32_MAX)
            return false;
        if (section->SizeOfRawData && section->PointerToRawData)
            end_in_file = end;
        next += ((uint64_t)size + alignment - 1) & -(uint64_t)alignment;
        if (((uint64_t)section->VirtualAddress + size) > file->pages)
            return false;
    }
    uint32_t left = next < file->pages ? (uint32_t)(file->pages - next) : 0;
    return end_in_file <= file->size && (left < alignment || (!count && left == alignment));
}

uint32_t image_file_check(struct image_file *file, const char *bytes, uint32_t size)
{
    const IMAGE_DOS_HEADER *dos = (const IMAGE_DOS_HEADER *)bytes;
    *file = (struct image_file){.bytes = bytes, .size = size};
    if (size < sizeof *dos || dos->e_magic != IMAGE_DOS_SIGNATURE)
        return STATUS_INVALID_IMAGE_NOT_MZ;
    uint32_t at = (uint32_t)dos->e_lfanew;
    if (at % 4)
        return STATUS_INVALID_IMAGE_FORMAT;
    if (at >= size || size - at < sizeof(DWORD))
        return STATUS_INVALID_IMAGE_PROTECT;
    uint32_t status = status_of_signature(bytes + at, size - at);
    if (status != STATUS_SUCCESS)
        return status;
    if (size - at < sizeof *file->headers)
        return STATUS_INVALID_IMAGE_FORMAT;
    file->headers = (const IMAGE_NT_HEADERS *)(bytes + at);
    if (file->headers->OptionalHeader.Magic == IMAGE_NT_OPTIONAL_HDR64_MAGIC &&
        file->headers->FileHeader.Machine != IMAGE_FILE_MACHINE_I386)
        return STATUS_INVALID_IMAGE_WIN_64;
    file->sections = IMAGE_FIRST_SECTION(file->headers);
    file->is_flat = file->headers->OptionalHeader.SectionAlignment < IMAGE_PAGE;
    file->pages = image_round_up(file->headers->OptionalHeader.SizeOfImage, IMAGE_PAGE);
    bool fits = headers_fit(file) && (file->is_flat ? flat_sections_fit(file) : sections_fit(file));
    return fits ? STATUS_SUCCESS : STATUS_INVALID_IMAGE_FORMAT;
}

uint32_t image_file_check_program(const struct image_file *file)
{
    enum { OLDEST = 3 << 16 | 10, NEWEST = 6 << 16 | 1 }; /* versions of Windows: 3.10 to 6.1 */
    const IMAGE_OPTIONAL_HEADER *optional = &file->headers->OptionalHeader;
    uint32_t version =
        (uint32_t)optional->MajorSubsystemVersion << 16 | optional->MinorSubsystemVersion;
    bool fits = !(file->headers->FileHeader.Characteristics & IMAGE_FILE_DLL) &&
                (optional->Subsystem == IMAGE_SUBSYSTEM_WINDOWS_CUI ||
                 optional->Subsystem == IMAGE_SUBSYSTEM_WINDOWS_GUI) &&
                version >= OLDEST && version <= NEWEST;
    return fits ? STATUS_SUCCESS : STATUS_INVALID_IMAGE_FORMAT;
}
