/* The headers of an image, and what they lead to. */
#include <memoryapi.h>
#include <stdbool.h>
#include <winnt.h>
#include <winternl.h>

#define IS_DATA_FILE 1u /* a bit of a base: the image lies there as it does in its file */

PIMAGE_NT_HEADERS NTAPI RtlImageNtHeader(PVOID base)
{
    PIMAGE_DOS_HEADER first = base;
    if (!base || base == (PVOID)-1 || IsBadReadPtr(first, sizeof *first) ||
        first->e_magic != IMAGE_DOS_SIGNATURE || first->e_lfanew < 0)
        return NULL;
    PIMAGE_NT_HEADERS headers = (PIMAGE_NT_HEADERS)((char *)base + first->e_lfanew);
    bool are_there = !IsBadReadPtr(headers, sizeof *headers);
    return are_there && headers->Signature == IMAGE_NT_SIGNATURE ? headers : NULL;
}

/* Returns where in its file the byte at this address of an image is; 0: it is in no section. */
static DWORD place_in_file(PIMAGE_NT_HEADERS headers, DWORD address)
{
    PIMAGE_SECTION_HEADER section = IMAGE_FIRST_SECTION(headers);
    for (unsigned i = 0; i < headers->FileHeader.NumberOfSections; i++, section++)
        if (address - section->VirtualAddress < section->SizeOfRawData)
            return section->PointerToRawData + (address - section->VirtualAddress);
    return 0;
}

PVOID NTAPI RtlImageDirectoryEntryToData(PVOID base, BOOLEAN is_mapped, USHORT entry, PULONG size)
{
    ULONG_PTR bits = (ULONG_PTR)base;
    char *bytes = (char *)(bits & ~(ULONG_PTR)IS_DATA_FILE);
    PIMAGE_NT_HEADERS headers = RtlImageNtHeader(bytes);
    *size = 0;
    if (!headers || entry >= headers->OptionalHeader.NumberOfRvaAndSizes ||
        entry >= IMAGE_NUMBEROF_DIRECTORY_ENTRIES)
        return NULL;
    IMAGE_DATA_DIRECTORY row = headers->OptionalHeader.DataDirectory[entry];
    DWORD place = row.VirtualAddress;
    if (bits & IS_DATA_FILE || !is_mapped)
        if (place >= headers->OptionalHeader.SizeOfHeaders)
            place = place_in_file(headers, place);
    if (!place)
        return NULL;
    *size = row.Size;
    return bytes + place;
}
