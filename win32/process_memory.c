/* Memory by calls that name a process: the one that there is. Pages are looked up before they are
 * read or written, so that nothing faults. */
#include "kernel/call/calls.h"
#include "kernel/call/service.h"
#include "seh_emul/error_codes.h"
#include "seh_emul/memory/locked_pages.h"
#include "seh_emul/memory/touch.h"
#include "win32/process_handle.h"

#include <stdbool.h>
#include <string.h>
#include <winbase.h>
#include <winternl.h>

enum { MOST_ZERO_BITS = 21, LEAST_ADDRESS = 0x10000, MOST_ADDRESS = 0x7FFEFFFF };

#define CAN_WRITE                                                                                  \
    (PAGE_READWRITE | PAGE_WRITECOPY | PAGE_EXECUTE_READWRITE | PAGE_EXECUTE_WRITECOPY)
#define CAN_EXECUTE (PAGE_EXECUTE | PAGE_EXECUTE_READ)
#define CAN_READ    (CAN_WRITE | CAN_EXECUTE | PAGE_READONLY)

static bool is_process(HANDLE process)
{
    struct process_information information;
    return process == NtCurrentProcess() ||
           sys_process_query((uint32_t)process, &information) == STATUS_SUCCESS;
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
    if (!is_process(process))
        return (NTSTATUS)STATUS_INVALID_HANDLE;
    uint32_t status = sys_region_allocate(&start, &bytes, type, protect);
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
    if (!is_process(process))
        return (NTSTATUS)STATUS_INVALID_HANDLE;
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
    if (class != MemoryBasicInformation)
        return (NTSTATUS)STATUS_INVALID_INFO_CLASS;
    if (length < sizeof *information)
        return (NTSTATUS)STATUS_INFO_LENGTH_MISMATCH;
    if (touch_fails(information, sizeof *information, true) ||
        (written && touch_fails(written, sizeof *written, true)))
        return (NTSTATUS)STATUS_ACCESS_VIOLATION;
    if (!is_process(process))
        return (NTSTATUS)STATUS_INVALID_HANDLE;
    uint32_t status = sys_region_query((uint32_t)address, information);
    if (status == STATUS_SUCCESS && written)
        *written = sizeof *information;
    return (NTSTATUS)status;
}

LPVOID WINAPI VirtualAllocEx(HANDLE process, LPVOID address, SIZE_T size, DWORD type, DWORD protect)
{
    return process_is_this(process) ? VirtualAlloc(address, size, type, protect) : NULL;
}

BOOL WINAPI VirtualFreeEx(HANDLE process, LPVOID address, SIZE_T size, DWORD type)
{
    return process_is_this(process) && VirtualFree(address, size, type);
}

BOOL WINAPI VirtualProtectEx(HANDLE process, LPVOID address, SIZE_T size, DWORD protect, DWORD *old)
{
    return process_is_this(process) && VirtualProtect(address, size, protect, old);
}

SIZE_T WINAPI VirtualQueryEx(HANDLE process, LPCVOID address, PMEMORY_BASIC_INFORMATION information,
                             SIZE_T length)
{
    return process_is_this(process) ? VirtualQuery(address, information, length) : 0;
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

NTSTATUS NTAPI NtReadVirtualMemory(HANDLE process, LPCVOID address, PVOID buffer, SIZE_T size,
                                   SIZE_T *copied)
{
    if (!is_process(process))
        return (NTSTATUS)STATUS_INVALID_HANDLE;
    if (touch_fails(buffer, size, true))
        return (NTSTATUS)STATUS_ACCESS_VIOLATION;
    return copy_possible(buffer, address, size, accessible(address, size, CAN_READ), copied);
}

NTSTATUS NTAPI NtWriteVirtualMemory(HANDLE process, PVOID address, LPCVOID buffer, SIZE_T size,
                                    SIZE_T *copied)
{
    if (!is_process(process))
        return (NTSTATUS)STATUS_INVALID_HANDLE;
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
    if (!process_is_this(process))
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
