#include "win32/ntdll/section_facts.h"

#include "win32/files/image_sections.h"
#include "win32/ntdll/nt_statuses.h"

#include <errhandlingapi.h>
#include <memoryapi.h>
#include <nt_image.h>
#include <string.h>

_Static_assert(sizeof(SECTION_BASIC_INFORMATION) == 0x10 &&
                   sizeof(SECTION_IMAGE_INFORMATION) == 0x30,
               "Windows 7's");

enum {
    WHOLE_PAGES = 4095,
    FLAT = 8,              /* ImageFlags */
    HAS_COM_DESCRIPTOR = 1 /* LoaderFlags */
};

static void tell_basic(const struct open_file *section, void *facts)
{
    uint64_t size = (section->position + WHOLE_PAGES) & ~(uint64_t)WHOLE_PAGES;
    *(SECTION_BASIC_INFORMATION *)facts = (SECTION_BASIC_INFORMATION){
        .Attributes = section->share,
        .Size.QuadPart = (LONGLONG)(section->share & SEC_FILE ? section->position : size),
    };
}

/* The file may have been written to since the section was made: then its headers may be gone. */
static void tell_image(const struct open_file *section, void *facts)
{
    const struct ram_file *ram = section->ram;
    IMAGE_DOS_HEADER dos;
    IMAGE_NT_HEADERS headers = {.Signature = 0};
    lock_take(&ram_lock);
    if (ram->size >= sizeof dos) {
        memcpy(&dos, ram->bytes, sizeof dos);
        if ((uint64_t)(uint32_t)dos.e_lfanew + sizeof headers <= ram->size)
            memcpy(&headers, ram->bytes + dos.e_lfanew, sizeof headers);
    }
    uint32_t size = (uint32_t)ram->size;
    lock_release(&ram_lock);
    const IMAGE_OPTIONAL_HEADER32 *optional = &headers.OptionalHeader;
    bool has_com = optional->NumberOfRvaAndSizes > IMAGE_DIRECTORY_ENTRY_COM_DESCRIPTOR &&
                   optional->DataDirectory[IMAGE_DIRECTORY_ENTRY_COM_DESCRIPTOR].VirtualAddress;
    *(SECTION_IMAGE_INFORMATION *)facts = (SECTION_IMAGE_INFORMATION){
        .TransferAddress = (PVOID)(optional->ImageBase + optional->AddressOfEntryPoint),
        .MaximumStackSize = optional->SizeOfStackReserve,
        .CommittedStackSize = optional->SizeOfStackCommit,
        .SubSystemType = optional->Subsystem,
        .SubSystemMinorVersion = optional->MinorSubsystemVersion,
        .SubSystemMajorVersion = optional->MajorSubsystemVersion,
        .ImageCharacteristics = headers.FileHeader.Characteristics,
        .DllCharacteristics = optional->DllCharacteristics,
        .Machine = headers.FileHeader.Machine,
        .ImageContainsCode = optional->SizeOfCode || optional->AddressOfEntryPoint,
        .ImageFlags = optional->SectionAlignment <= WHOLE_PAGES ? FLAT : 0,
        .LoaderFlags = has_com ? HAS_COM_DESCRIPTOR : 0,
        .ImageFileSize = size,
        .CheckSum = optional->CheckSum,
    };
}

static const struct {
    SIZE_T size;
    DWORD needs; /* of the section's SEC flags */
    void (*tell)(const struct open_file *section, void *facts);
} classes[] = {
    [SectionBasicInformation] = {sizeof(SECTION_BASIC_INFORMATION), 0, tell_basic},
    [SectionImageInformation] = {sizeof(SECTION_IMAGE_INFORMATION), SEC_IMAGE, tell_image},
};

NTSTATUS NTAPI NtQuerySection(HANDLE handle, SECTION_INFORMATION_CLASS which, PVOID facts,
                              SIZE_T size, PSIZE_T length)
{
    DWORD before = GetLastError();
    if ((unsigned)which >= sizeof classes / sizeof classes[0])
        return (NTSTATUS)STATUS_INVALID_INFO_CLASS;
    if (size < classes[which].size)
        return (NTSTATUS)STATUS_INFO_LENGTH_MISMATCH;
    struct open_file *section = open_section_use(handle, SECTION_QUERY);
    if (!section) {
        bool is_denied = GetLastError() == ERROR_ACCESS_DENIED;
        SetLastError(before);
        return (NTSTATUS)(is_denied ? STATUS_ACCESS_DENIED : STATUS_INVALID_HANDLE);
    }
    bool is_told = (section->share & classes[which].needs) == classes[which].needs;
    if (is_told)
        classes[which].tell(section, facts);
    open_file_leave(section);
    if (is_told && length)
        *length = classes[which].size;
    return (NTSTATUS)(is_told ? STATUS_SUCCESS : STATUS_SECTION_NOT_IMAGE);
}

/* The mapping at an address: the whole range, and the name of its file, if it has one. */
struct mapped {
    MEMORY_BASIC_INFORMATION range;
    struct {
        UNICODE_STRING text;
        WCHAR units[2 * MAX_PATH];
    } name;
};

static NTSTATUS look_at(PVOID address, struct mapped *mapped)
{
    HANDLE own = NtCurrentProcess();
    if (NtQueryVirtualMemory(own, address, MemoryBasicInformation, &mapped->range,
                             sizeof mapped->range, NULL) ||
        mapped->range.State == MEM_FREE)
        return (NTSTATUS)STATUS_INVALID_ADDRESS;
    if (mapped->range.Type == MEM_PRIVATE)
        return (NTSTATUS)STATUS_CONFLICTING_ADDRESSES;
    if (NtQueryVirtualMemory(own, address, MemorySectionName, &mapped->name, sizeof mapped->name,
                             NULL))
        mapped->name.text = (UNICODE_STRING){.Length = 0};
    return STATUS_SUCCESS;
}

NTSTATUS NTAPI NtAreMappedFilesTheSame(PVOID first, PVOID second)
{
    struct mapped one, other;
    NTSTATUS status = look_at(first, &one);
    if (status == STATUS_SUCCESS)
        status = look_at(second, &other);
    if (status != STATUS_SUCCESS)
        return status;
    bool is_image_of_it = one.range.Type == MEM_IMAGE && one.name.text.Length &&
                          RtlEqualUnicodeString(&one.name.text, &other.name.text, TRUE);
    return (NTSTATUS)(one.range.AllocationBase == other.range.AllocationBase || is_image_of_it
                          ? STATUS_SUCCESS
                          : STATUS_NOT_SAME_DEVICE);
}
