#include "win32/ntdll/ldr_calls.h"

#include "win32/process/load.h"
#include "win32/process/loader_calls.h"
#include "win32/process/module.h"
#include "win32/process/resources.h"

#include <errhandlingapi.h>
#include <libloaderapi.h>
#include <processthreadsapi.h>
#include <seh.h>
#include <string.h>
#include <stringapiset.h>
#include <winnt.h>

/* Stores the name as bytes, MODULE_PATH of them at most. */
static bool narrow_name(const UNICODE_STRING *name, char narrow[MODULE_PATH])
{
    int units = name->Length / (int)sizeof(WCHAR);
    int size = units ? WideCharToMultiByte(CP_ACP, 0, name->Buffer, units, narrow, MODULE_PATH - 1,
                                           NULL, NULL)
                     : 0;
    narrow[size] = 0;
    return size > 0;
}

NTSTATUS NTAPI LdrLoadDll(PCWSTR folders, PULONG flags, PUNICODE_STRING name, PVOID *base)
{
    enum { ONLY_MAP = 2 };
    char narrow[MODULE_PATH];
    struct module *module;
    (void)folders;
    *base = NULL;
    if (!narrow_name(name, narrow))
        return (NTSTATUS)STATUS_DLL_NOT_FOUND;
    DWORD how = flags && *flags & ONLY_MAP ? DONT_RESOLVE_DLL_REFERENCES : 0;
    EnterCriticalSection(&loader_lock);
    uint32_t status = loader_load_guarded(narrow, how, &module);
    if (status == STATUS_SUCCESS)
        *base = module_base(module);
    LeaveCriticalSection(&loader_lock);
    return (NTSTATUS)status;
}

NTSTATUS NTAPI LdrUnloadDll(PVOID base)
{
    DWORD error = GetLastError();
    bool done = FreeLibrary(base);
    SetLastError(error);
    return (NTSTATUS)(done ? STATUS_SUCCESS : STATUS_DLL_NOT_FOUND);
}

NTSTATUS NTAPI LdrGetDllHandleEx(ULONG flags, PCWSTR folders, PULONG traits, PUNICODE_STRING name,
                                 PVOID *base)
{
    enum { UNCOUNTED = 1, FOR_EVER = 2 };
    char narrow[MODULE_PATH];
    (void)folders, (void)traits;
    if (flags & ~(ULONG)(UNCOUNTED | FOR_EVER) || flags == (UNCOUNTED | FOR_EVER))
        return (NTSTATUS)STATUS_INVALID_PARAMETER;
    if (!narrow_name(name, narrow))
        return (NTSTATUS)STATUS_DLL_NOT_FOUND;
    EnterCriticalSection(&loader_lock);
    struct module *module = load_find(narrow);
    if (module && !(flags & UNCOUNTED))
        load_count(module, flags & FOR_EVER);
    if (base)
        *base = module ? module_base(module) : NULL;
    LeaveCriticalSection(&loader_lock);
    return (NTSTATUS)(module ? STATUS_SUCCESS : STATUS_DLL_NOT_FOUND);
}

NTSTATUS NTAPI LdrGetDllHandle(PCWSTR folders, PULONG traits, PUNICODE_STRING name, PVOID *base)
{
    return LdrGetDllHandleEx(1, folders, traits, name, base);
}

NTSTATUS NTAPI LdrAddRefDll(ULONG flags, PVOID base)
{
    enum { FOR_EVER = 1 };
    if (flags & ~(ULONG)FOR_EVER)
        return (NTSTATUS)STATUS_INVALID_PARAMETER;
    EnterCriticalSection(&loader_lock);
    struct module *module = module_by_base(base);
    if (module)
        load_count(module, flags & FOR_EVER);
    LeaveCriticalSection(&loader_lock);
    return (NTSTATUS)(module ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER);
}

NTSTATUS NTAPI LdrDisableThreadCalloutsForDll(PVOID base)
{
    DWORD error = GetLastError();
    bool done = DisableThreadLibraryCalls(base);
    bool has_locals = !done && GetLastError() == ERROR_INVALID_PARAMETER;
    SetLastError(error);
    if (done)
        return STATUS_SUCCESS;
    return (NTSTATUS)(has_locals ? STATUS_INVALID_PARAMETER : STATUS_DLL_NOT_FOUND);
}

NTSTATUS NTAPI LdrGetProcedureAddress(PVOID base, PANSI_STRING name, ULONG number, PVOID *address)
{
    enum { LONGEST_NAME = 4096 };
    char text[LONGEST_NAME];
    const char *wanted = (const char *)(number & 0xFFFF);
    const void *found = NULL;
    if (name && name->Length >= sizeof text)
        return (NTSTATUS)STATUS_ENTRYPOINT_NOT_FOUND;
    if (name && name->Length) {
        memcpy(text, name->Buffer, name->Length);
        text[name->Length] = 0;
        wanted = text;
    }
    if (!wanted)
        return (NTSTATUS)STATUS_INVALID_PARAMETER;
    EnterCriticalSection(&loader_lock);
    struct module *module = module_by_base(base);
    uint32_t status = module ? loader_find_guarded(module, wanted, &found) : STATUS_DLL_NOT_FOUND;
    LeaveCriticalSection(&loader_lock);
    if (status == STATUS_SUCCESS)
        *address = (PVOID)found;
    return (NTSTATUS)status;
}

/* ---------------------------------------------------------------- the lock */

enum { LOCK_RAISES = 1, LOCK_TRIES = 2, LOCK_TAKEN = 1, LOCK_NOT_TAKEN = 2 };

static NTSTATUS refuse_lock(ULONG flags, uint32_t status)
{
    if (flags & LOCK_RAISES)
        RtlRaiseStatus((NTSTATUS)status);
    return (NTSTATUS)status;
}

NTSTATUS NTAPI LdrLockLoaderLock(ULONG flags, PULONG disposition, PULONG cookie)
{
    if (disposition)
        *disposition = 0;
    if (cookie)
        *cookie = 0;
    if (flags & ~(ULONG)(LOCK_RAISES | LOCK_TRIES))
        return refuse_lock(flags, STATUS_INVALID_PARAMETER_1);
    if (flags & LOCK_TRIES && !disposition)
        return refuse_lock(flags, STATUS_INVALID_PARAMETER_2);
    if (!cookie)
        return refuse_lock(flags, STATUS_INVALID_PARAMETER_3);
    bool taken = true;
    if (flags & LOCK_TRIES)
        taken = TryEnterCriticalSection(&loader_lock);
    else
        EnterCriticalSection(&loader_lock);
    if (disposition)
        *disposition = taken ? LOCK_TAKEN : LOCK_NOT_TAKEN;
    *cookie = taken ? GetCurrentThreadId() : 0;
    return STATUS_SUCCESS;
}

NTSTATUS NTAPI LdrUnlockLoaderLock(ULONG flags, ULONG cookie)
{
    if (!cookie)
        return STATUS_SUCCESS;
    if (flags & ~(ULONG)LOCK_RAISES)
        return refuse_lock(flags, STATUS_INVALID_PARAMETER_1);
    if (cookie != GetCurrentThreadId())
        return refuse_lock(flags, STATUS_INVALID_PARAMETER_2);
    LeaveCriticalSection(&loader_lock);
    return STATUS_SUCCESS;
}

/* ---------------------------------------------------------------- rows */

NTSTATUS NTAPI LdrFindEntryForAddress(PVOID address, PLDR_DATA_TABLE_ENTRY *row)
{
    EnterCriticalSection(&loader_lock);
    struct module *module = module_by_address(address);
    if (module)
        *row = &module->row;
    LeaveCriticalSection(&loader_lock);
    return (NTSTATUS)(module ? STATUS_SUCCESS : STATUS_NO_MORE_ENTRIES);
}

/* The function may raise an exception, or jump. */
SEH_FUNCTION static void tell_of_modules(PLDR_ENUM_CALLBACK function, PVOID context)
{
    BOOLEAN stop = FALSE;
    EnterCriticalSection(&loader_lock);
    module_walks++;
    __try {
        for (struct module *module = first_module; module && !stop; module = module->next)
            function(&module->row, context, &stop);
    } __finally {
        module_walks--;
        load_drop_uncounted();
        LeaveCriticalSection(&loader_lock);
    }
}

NTSTATUS NTAPI LdrEnumerateLoadedModules(ULONG reserved, PLDR_ENUM_CALLBACK function, PVOID context)
{
    if (reserved || !function)
        return (NTSTATUS)STATUS_INVALID_PARAMETER;
    tell_of_modules(function, context);
    return STATUS_SUCCESS;
}

PVOID NTAPI RtlPcToFileHeader(PVOID address, PVOID *base)
{
    EnterCriticalSection(&loader_lock);
    const struct module *module = module_by_address(address);
    *base = module ? module_base(module) : NULL;
    LeaveCriticalSection(&loader_lock);
    return *base;
}

BOOLEAN NTAPI RtlDllShutdownInProgress(VOID)
{
    return loader_data.ShutdownInProgress;
}

/* ---------------------------------------------------------------- images */

static bool section_has(const IMAGE_SECTION_HEADER *section, ULONG offset)
{
    return offset - section->VirtualAddress < section->SizeOfRawData;
}

PIMAGE_SECTION_HEADER NTAPI RtlImageRvaToSection(const IMAGE_NT_HEADERS *headers, PVOID base,
                                                 ULONG offset)
{
    PIMAGE_SECTION_HEADER section = IMAGE_FIRST_SECTION(headers);
    (void)base;
    for (unsigned i = 0; i < headers->FileHeader.NumberOfSections; i++, section++)
        if (section_has(section, offset))
            return section;
    return NULL;
}

PVOID NTAPI RtlImageRvaToVa(const IMAGE_NT_HEADERS *headers, PVOID base, ULONG offset,
                            PIMAGE_SECTION_HEADER *last)
{
    PIMAGE_SECTION_HEADER section = last ? *last : NULL;
    if (!section || !section_has(section, offset))
        section = RtlImageRvaToSection(headers, base, offset);
    if (!section)
        return NULL;
    if (last)
        *last = section;
    return (char *)base + section->PointerToRawData + (offset - section->VirtualAddress);
}

/* ---------------------------------------------------------------- resources */

static NTSTATUS status_of_resource(DWORD error)
{
    switch (error) {
    case ERROR_RESOURCE_TYPE_NOT_FOUND:
        return (NTSTATUS)STATUS_RESOURCE_TYPE_NOT_FOUND;
    case ERROR_RESOURCE_NAME_NOT_FOUND:
        return (NTSTATUS)STATUS_RESOURCE_NAME_NOT_FOUND;
    case ERROR_RESOURCE_LANG_NOT_FOUND:
        return (NTSTATUS)STATUS_RESOURCE_LANG_NOT_FOUND;
    default:
        return (NTSTATUS)STATUS_RESOURCE_DATA_NOT_FOUND;
    }
}

NTSTATUS NTAPI LdrFindResource_U(PVOID base, PLDR_RESOURCE_INFO path, ULONG level, PVOID *row)
{
    enum { WHOLE = 3 };
    DWORD error = GetLastError();
    if (level != WHOLE)
        return (NTSTATUS)STATUS_INVALID_PARAMETER;
    HRSRC found =
        FindResourceExW(base, (LPCWSTR)path->Type, (LPCWSTR)path->Name, (WORD)path->Language);
    NTSTATUS status = status_of_resource(GetLastError());
    SetLastError(error);
    if (!found)
        return status;
    *row = found;
    return STATUS_SUCCESS;
}

NTSTATUS NTAPI LdrAccessResource(PVOID base, PVOID row, PVOID *bytes, PULONG size)
{
    PVOID found = LoadResource(base, row);
    if (!found)
        return (NTSTATUS)STATUS_RESOURCE_DATA_NOT_FOUND;
    if (bytes)
        *bytes = found;
    if (size)
        *size = SizeofResource(base, row);
    return STATUS_SUCCESS;
}

PUSHORT NTAPI LdrProcessRelocationBlock(PVOID page, ULONG count, PUSHORT rows, LONG distance)
{
    enum { NOTHING, HIGH, LOW, WHOLE, KIND_SHIFT = 12, PLACE_MASK = 0xFFF };
    for (; count; count--, rows++) {
        char *place = (char *)page + (*rows & PLACE_MASK);
        ULONG word = 0;
        switch (*rows >> KIND_SHIFT) {
        case NOTHING:
            break;
        case HIGH: /* the upper half of an address */
            memcpy((char *)&word + 2, place, 2);
            word += (ULONG)distance;
            memcpy(place, (char *)&word + 2, 2);
            break;
        case LOW:
            memcpy(&word, place, 2);
            word += (ULONG)distance;
            memcpy(place, &word, 2);
            break;
        case WHOLE:
            memcpy(&word, place, sizeof word);
            word += (ULONG)distance;
            memcpy(place, &word, sizeof word);
            break;
        default:
            return NULL;
        }
    }
    return rows;
}
