/* Memory by calls that name a process: the one that there is. Pages are looked up before they are
 * read or written, so that nothing faults. */
#include "kernel/call/calls.h"
#include "kernel/call/service.h"
#include "seh_emul/error_codes.h"
#include "seh_emul/memory/locked_pages.h"
#include "seh_emul/memory/touch.h"
#include "win32/mapped_files.h"

#include <stdbool.h>
#include <string.h>
#include <winbase.h>
#include <winternl.h>

enum { MOST_ZERO_BITS = 21, LEAST_ADDRESS = 0x10000, MOST_ADDRESS = 0x7FFEFFFF };

#define CAN_WRITE                                                                                  \
    (PAGE_READWRITE | PAGE_WRITECOPY | PAGE_EXECUTE_READWRITE | PAGE_EXECUTE_WRITECOPY)
#define CAN_EXECUTE (PAGE_EXECUTE | PAGE_EXECUTE_READ)
#define CAN_READ    (CAN_WRITE | CAN_EXECUTE | PAGE_READONLY)

/* Returns STATUS_SUCCESS for a handle of the process with these rights, STATUS_INVALID_HANDLE or
 * STATUS_ACCESS_DENIED. */
static uint32_t look_at(HANDLE process, DWORD rights)
{
    struct process_information information;
    struct object_state state;
    if (process == NtCurrentProcess())
        return STATUS_SUCCESS;
    if (sys_process_query((uint32_t)process, &information) != STATUS_SUCCESS ||
        sys_object_query((uint32_t)process, &state) != STATUS_SUCCESS)
        return STATUS_INVALID_HANDLE;
    return rights & ~state.access ? STATUS_ACCESS_DENIED : STATUS_SUCCESS;
}

/* Tells kernel32's calls whether the rights suffice. False: the last error says why. */
static bool may(HANDLE process, DWORD rights)
{
    return error_if_failed(look_at(process, rights));
}

/* ---------------------------------------------------------------- pages */

NTSTATUS NTAPI NtAllocateVirtualMemory(HANDLE process, PVOID *base, ULONG_PTR zero_bits,
                                       SIZE_T *size, ULONG type, ULONG protect)
{
    if (zero_bits > MOST_ZERO_BITS)
        return (NTSTATUS)STATUS_INVALID_PARAMETER_3;
    if (!(type & (MEM_COMMIT | MEM_RESERVE | MEM_RESET)) ||
        type & ~(MEM_COMMIT | MEM_RESERVE | MEM_RESET | MEM_TOP_DOWN))
        return (NTSTATUS)STATUS_INVALID_PARAMETER_5;
    if (touch_fails(base, sizeof *base, true) || touch_fails(size, sizeof *size, true))
        return (NTSTATUS)STATUS_ACCESS_VIOLATION;
    uint32_t start = (uint32_t)*base, bytes = *size;
    if (start > MOST_ADDRESS || (start && start < LEAST_ADDRESS))
        return (NTSTATUS)STATUS_INVALID_PARAMETER_2;
    if (!bytes || bytes > MOST_ADDRESS + 1 - start)
        return (NTSTATUS)STATUS_INVALID_PARAMETER_4;
    uint32_t seen = look_at(process, PROCESS_VM_OPERATION);
    if (seen != STATUS_SUCCESS)
        return (NTSTATUS)seen;
    uint32_t status = sys_region_allocate(&start, &bytes, type, protect);
    /* zero_bits asks for so many zeros at the top of the address. The kernel does not know of it,
     * so a range that lies too high is given back. */
    if (status == STATUS_SUCCESS && !*base && zero_bits && start >> (32 - zero_bits)) {
        bytes = 0;
        sys_region_free(&start, &bytes, MEM_RELEASE);
        status = STATUS_NO_MEMORY;
    }
    if (status == STATUS_SUCCESS) {
        *base = (PVOID)start;
        *size = bytes;
    }
    return (NTSTATUS)status;
}

NTSTATUS NTAPI NtFreeVirtualMemory(HANDLE process, PVOID *base, SIZE_T *size, ULONG type)
{
    if (type != MEM_DECOMMIT && type != MEM_RELEASE)
        return (NTSTATUS)STATUS_INVALID_PARAMETER_4;
    if (touch_fails(base, sizeof *base, true) || touch_fails(size, sizeof *size, true))
        return (NTSTATUS)STATUS_ACCESS_VIOLATION;
    uint32_t seen = look_at(process, PROCESS_VM_OPERATION);
    if (seen != STATUS_SUCCESS)
        return (NTSTATUS)seen;
    uint32_t start = (uint32_t)*base, bytes = *size;
    uint32_t status = sys_region_free(&start, &bytes, type);
    if (status == STATUS_SUCCESS) {
        locked_pages_forget(start, start + bytes);
        *base = (PVOID)start;
        *size = bytes;
    }
    return (NTSTATUS)status;
}

NTSTATUS NTAPI NtQueryVirtualMemory(HANDLE process, PVOID address, MEMORY_INFORMATION_CLASS class,
                                    PVOID buffer, SIZE_T length, SIZE_T *written)
{
    MEMORY_BASIC_INFORMATION *information = buffer;
    if (class == MemorySectionName) {
        uint32_t seen = look_at(process, PROCESS_QUERY_INFORMATION);
        if (seen == STATUS_SUCCESS && written && touch_fails(written, sizeof *written, true))
            seen = STATUS_ACCESS_VIOLATION;
        return (NTSTATUS)(seen == STATUS_SUCCESS
                              ? mapped_file_tell(address, buffer, length, written)
                              : seen);
    }
    if (class != MemoryBasicInformation)
        return (NTSTATUS)STATUS_INVALID_INFO_CLASS;
    if (length < sizeof *information)
        return (NTSTATUS)STATUS_INFO_LENGTH_MISMATCH;
    if (touch_fails(information, sizeof *information, true) ||
        (written && touch_fails(written, sizeof *written, true)))
        return (NTSTATUS)STATUS_ACCESS_VIOLATION;
    uint32_t seen = look_at(process, PROCESS_QUERY_INFORMATION);
    if (seen != STATUS_SUCCESS)
        return (NTSTATUS)seen;
    uint32_t status = sys_region_query((uint32_t)address, information);
    if (status == STATUS_SUCCESS && written)
        *written = sizeof *information;
    return (NTSTATUS)status;
}

LPVOID WINAPI VirtualAllocEx(HANDLE process, LPVOID address, SIZE_T size, DWORD type, DWORD protect)
{
    return may(process, PROCESS_VM_OPERATION) ? VirtualAlloc(address, size, type, protect) : NULL;
}

BOOL WINAPI VirtualFreeEx(HANDLE process, LPVOID address, SIZE_T size, DWORD type)
{
    return may(process, PROCESS_VM_OPERATION) && VirtualFree(address, size, type);
}

BOOL WINAPI VirtualProtectEx(HANDLE process, LPVOID address, SIZE_T size, DWORD protect, DWORD *old)
{
    return may(process, PROCESS_VM_OPERATION) && VirtualProtect(address, size, protect, old);
}

SIZE_T WINAPI VirtualQueryEx(HANDLE process, LPCVOID address, PMEMORY_BASIC_INFORMATION information,
                             SIZE_T length)
{
    return may(process, PROCESS_QUERY_INFORMATION) ? VirtualQuery(address, information, length) : 0;
}

/* ---------------------------------------------------------------- contents */

/* Returns how many of the bytes lie in pages with one of these rights, from the first on. */
static SIZE_T accessible(LPCVOID address, SIZE_T size, DWORD rights)
{
    MEMORY_BASIC_INFORMATION information;
    uint32_t first = (uint32_t)address, at = first;
    while (at - first < size) {
        if (sys_region_query(at, &information) != STATUS_SUCCESS ||
            information.State != MEM_COMMIT || information.Protect & PAGE_GUARD ||
            !(information.Protect & rights))
            return at - first;
        at = (uint32_t)information.BaseAddress + information.RegionSize;
        if (at < first)
            break;
    }
    return size;
}

/* Copies as much of the memory as is possible, and says how much. */
static NTSTATUS copy_possible(PVOID to, LPCVOID from, SIZE_T size, SIZE_T possible, SIZE_T *copied)
{
    if (copied && touch_fails(copied, sizeof *copied, true))
        return (NTSTATUS)STATUS_ACCESS_VIOLATION;
    memmove(to, from, possible);
    if (copied)
        *copied = possible;
    return (NTSTATUS)(possible < size ? STATUS_PARTIAL_COPY : STATUS_SUCCESS);
}

static NTSTATUS none_copied(uint32_t status, SIZE_T *copied)
{
    if (copied && !touch_fails(copied, sizeof *copied, true))
        *copied = 0;
    return (NTSTATUS)status;
}

NTSTATUS NTAPI NtReadVirtualMemory(HANDLE process, LPCVOID address, PVOID buffer, SIZE_T size,
                                   SIZE_T *copied)
{
    uint32_t seen = look_at(process, PROCESS_VM_READ);
    if (seen != STATUS_SUCCESS)
        return none_copied(seen, copied);
    if (touch_fails(buffer, size, true))
        return (NTSTATUS)STATUS_ACCESS_VIOLATION;
    return copy_possible(buffer, address, size, accessible(address, size, CAN_READ), copied);
}

NTSTATUS NTAPI NtWriteVirtualMemory(HANDLE process, PVOID address, LPCVOID buffer, SIZE_T size,
                                    SIZE_T *copied)
{
    uint32_t seen = look_at(process, PROCESS_VM_WRITE);
    if (seen != STATUS_SUCCESS)
        return none_copied(seen, copied);
    if (touch_fails(buffer, size, false))
        return (NTSTATUS)STATUS_ACCESS_VIOLATION;
    return copy_possible(address, buffer, size, accessible(address, size, CAN_WRITE), copied);
}

BOOL WINAPI ReadProcessMemory(HANDLE process, LPCVOID address, LPVOID buffer, SIZE_T size,
                              SIZE_T *copied)
{
    NTSTATUS status = NtReadVirtualMemory(process, address, buffer, size, copied);
    return error_if_failed((uint32_t)status);
}

/* Code is made writable meanwhile. */
BOOL WINAPI WriteProcessMemory(HANDLE process, LPVOID address, LPCVOID buffer, SIZE_T size,
                               SIZE_T *copied)
{
    DWORD old = 0;
    if (!may(process, PROCESS_VM_WRITE))
        return FALSE;
    bool is_code = size && accessible(address, size, CAN_WRITE) < size;
    if (is_code && accessible(address, size, CAN_WRITE | CAN_EXECUTE) < size) {
        bool is_there = accessible(address, size, CAN_READ | PAGE_NOACCESS) == size;
        return error_if_failed(is_there ? STATUS_ACCESS_VIOLATION : STATUS_CONFLICTING_ADDRESSES);
    }
    if (is_code && !VirtualProtect(address, size, PAGE_EXECUTE_READWRITE, &old))
        return FALSE;
    NTSTATUS status = NtWriteVirtualMemory(process, address, buffer, size, copied);
    if (is_code)
        VirtualProtect(address, size, old, &old);
    return error_if_failed((uint32_t)status);
}
