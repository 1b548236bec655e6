#include "win32/ntdll/nt_sections.h"

#include "win32/files/image_sections.h"
#include "win32/files/view_calls.h"
#include "win32/ntdll/named_objects.h"
#include "win32/ntdll/nt_paths.h"
#include "win32/ntdll/nt_results.h"
#include "win32/ntdll/nt_statuses.h"
#include "win32/ntdll/program_objects.h"
#include "win32/ntdll/section_facts.h"
#include "win32/process_handle.h"

#include <errhandlingapi.h>
#include <handleapi.h>
#include <memoryapi.h>
#include <nt_image.h>
#include <string.h>

enum { MOST_ZERO_BITS = 21 };

/* Whether there are sections and views of this protection; views may have two more. */
static bool is_protection(ULONG protect, bool of_view)
{
    const ULONG of_sections = PAGE_READONLY | PAGE_READWRITE | PAGE_WRITECOPY | PAGE_EXECUTE_READ |
                              PAGE_EXECUTE_READWRITE | PAGE_EXECUTE_WRITECOPY;
    const ULONG all = of_sections | (of_view ? PAGE_NOACCESS | PAGE_EXECUTE : 0);
    return protect && !(protect & (protect - 1)) && !(protect & ~all);
}

/* Takes the name of a section, "" for none. */
static NTSTATUS begin_named_section(PHANDLE section, const OBJECT_ATTRIBUTES *attributes,
                                    WCHAR name[MAX_PATH])
{
    NTSTATUS status = nt_begin_object_call(section, attributes);
    if (status == STATUS_SUCCESS)
        status = nt_take_object_name(attributes, name);
    if (status == STATUS_SUCCESS && *name &&
        (nt_name_is_taken(name) || program_object_kind(name) == FILE_OBJECT))
        status = (NTSTATUS)STATUS_OBJECT_TYPE_MISMATCH;
    return status;
}

NTSTATUS NTAPI NtCreateSection(PHANDLE section, ULONG access, POBJECT_ATTRIBUTES attributes,
                               PLARGE_INTEGER size, ULONG protect, ULONG traits, HANDLE file)
{
    WCHAR name[MAX_PATH];
    DWORD before = GetLastError();
    LARGE_INTEGER most = {.QuadPart = size ? size->QuadPart : 0};
    (void)access;
    if (!(traits & (SEC_COMMIT | SEC_RESERVE | SEC_IMAGE)))
        return (NTSTATUS)STATUS_INVALID_PARAMETER_6;
    if (!is_protection(protect, false))
        return (NTSTATUS)STATUS_INVALID_PAGE_PROTECTION;
    if (!file && !most.QuadPart)
        return (NTSTATUS)STATUS_INVALID_PARAMETER_4;
    NTSTATUS named = begin_named_section(section, attributes, name);
    if (named != STATUS_SUCCESS)
        return named;
    uint32_t image_size = 0;
    uint32_t image =
        traits & SEC_IMAGE ? image_section_check_handle(file, &image_size) : STATUS_SUCCESS;
    if (image != STATUS_SUCCESS)
        return (NTSTATUS)image;
    if (traits & SEC_IMAGE && (ULONGLONG)most.QuadPart > image_size)
        return (NTSTATUS)STATUS_SECTION_TOO_BIG;
    SetLastError(NO_ERROR);
    HANDLE made = CreateFileMappingW(file ? file : INVALID_HANDLE_VALUE, NULL, protect | traits,
                                     (DWORD)most.HighPart, most.LowPart, *name ? name : NULL);
    /* CreateFileMapping opens a section that is there. NtCreateSection does so only if asked. */
    bool was_there = made && GetLastError() == ERROR_ALREADY_EXISTS;
    if (was_there && !(attributes->Attributes & OBJ_OPENIF)) {
        CloseHandle(made);
        made = NULL;
        SetLastError(ERROR_ALREADY_EXISTS);
    }
    NTSTATUS status = nt_result(made, before);
    if (made)
        *section = made;
    return made && was_there ? (NTSTATUS)STATUS_OBJECT_NAME_EXISTS : status;
}

NTSTATUS NTAPI NtOpenSection(PHANDLE section, ULONG access, POBJECT_ATTRIBUTES attributes)
{
    WCHAR name[MAX_PATH];
    DWORD before = GetLastError();
    NTSTATUS named = begin_named_section(section, attributes, name);
    if (named != STATUS_SUCCESS || !*name)
        return named != STATUS_SUCCESS ? named : nt_no_name(attributes);
    HANDLE opened = OpenFileMappingW(access, FALSE, name);
    if (opened)
        *section = opened;
    return nt_result(opened, before);
}

/* Whether a view is an image that lies elsewhere than it wanted to. The section's handle may have
 * no right to be asked. */
static bool has_moved(const char *view)
{
    MEMORY_BASIC_INFORMATION about;
    if (!VirtualQuery(view, &about, sizeof about) || about.Type != MEM_IMAGE)
        return false;
    LONG headers_at = ((const IMAGE_DOS_HEADER *)view)->e_lfanew;
    const IMAGE_NT_HEADERS *headers = (const IMAGE_NT_HEADERS *)(view + headers_at);
    return headers->OptionalHeader.ImageBase != (ULONG_PTR)view;
}

/* Whether one of so many highest bits of an address is set. */
static bool is_above(const void *base, ULONG_PTR zero_bits)
{
    return zero_bits && (ULONG_PTR)base >> (32 - zero_bits);
}

NTSTATUS NTAPI NtMapViewOfSection(HANDLE section, HANDLE process, PVOID *base, ULONG_PTR zero_bits,
                                  SIZE_T commit, PLARGE_INTEGER offset, PSIZE_T size,
                                  ULONG inherits, ULONG kind, ULONG protect)
{
    DWORD before = GetLastError();
    (void)commit, (void)inherits, (void)kind;
    if (zero_bits > MOST_ZERO_BITS || is_above(*base, zero_bits))
        return (NTSTATUS)STATUS_INVALID_PARAMETER_4;
    if (!is_protection(protect, true))
        return (NTSTATUS)STATUS_INVALID_PAGE_PROTECTION;
    if (!process_is_this(process)) {
        SetLastError(before);
        return (NTSTATUS)STATUS_INVALID_HANDLE;
    }
    uint32_t status =
        view_of_section(section, protect, offset ? (uint64_t)offset->QuadPart : 0, base, size);
    if (status == STATUS_SUCCESS && is_above(*base, zero_bits)) {
        UnmapViewOfFile(*base);
        *base = NULL;
        status = STATUS_NO_MEMORY;
    }
    if (status == STATUS_SUCCESS && has_moved(*base))
        return (NTSTATUS)STATUS_IMAGE_NOT_AT_BASE;
    return (NTSTATUS)status;
}

NTSTATUS NTAPI NtUnmapViewOfSection(HANDLE process, PVOID base)
{
    DWORD before = GetLastError();
    if (!process_is_this(process)) {
        SetLastError(before);
        return (NTSTATUS)STATUS_INVALID_HANDLE;
    }
    return nt_result(UnmapViewOfFile(base), before);
}
