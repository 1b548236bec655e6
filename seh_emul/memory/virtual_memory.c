/* Windows' calls for memory: kernel32's checks come before the kernel's calls, and statuses become
 * last errors. */
#include "kernel/call/numbers.h"
#include "kernel/call/service.h"
#include "kernel/shared/reserves.h"
#include "lib/need_stack.h"
#include "seh_emul/dispatch/frame_check.h"
#include "seh_emul/error_codes.h"
#include "seh_emul/memory/locked_pages.h"
#include "seh_emul/memory/touch.h"

#include <errhandlingapi.h>
#include <memoryapi.h>
#include <seh.h>
#include <stdbool.h>
#include <winternl.h>

enum { STACK_OF_SERVICES = 768 /* in ring 0 the kernel works on the caller's stack */ };

PVOID WINAPI VirtualAlloc(PVOID address, DWORD size, DWORD type, DWORD protect)
{
    uint32_t base = (uint32_t)address, bytes = size;
    if ((base && base < SPACE_SLOT) || type & MEM_IMAGE)
        return error_if_failed(STATUS_INVALID_PARAMETER), NULL;
    need_stack(STACK_OF_SERVICES);
    uint32_t status = sys_region_allocate(&base, &bytes, type, protect);
    if ((status == STATUS_NO_MEMORY || status == STATUS_COMMITMENT_LIMIT) && reserves_give_back())
        status = sys_region_allocate(&base, &bytes, type, protect);
    return error_if_failed(status) ? (PVOID)base : NULL;
}

BOOL WINAPI VirtualFree(PVOID address, DWORD size, DWORD type)
{
    uint32_t base = (uint32_t)address, bytes = size;
    if ((type == MEM_RELEASE && size) || type & MEM_IMAGE)
        return error_if_failed(STATUS_INVALID_PARAMETER);
    need_stack(STACK_OF_SERVICES);
    if (!error_if_failed(sys_region_free(&base, &bytes, type)))
        return FALSE;
    locked_pages_forget(base, base + bytes);
    return TRUE;
}

NTSTATUS NTAPI NtProtectVirtualMemory(HANDLE process, PVOID *base, SIZE_T *size, ULONG protect,
                                      ULONG *old)
{
    if (process != NtCurrentProcess())
        return (NTSTATUS)STATUS_INVALID_HANDLE;
    if (touch_fails(base, sizeof *base, true) || touch_fails(size, sizeof *size, true) ||
        touch_fails(old, sizeof *old, true))
        return (NTSTATUS)STATUS_ACCESS_VIOLATION;
    if (protect & MEM_IMAGE) /* for loaders alone */
        return (NTSTATUS)STATUS_INVALID_PAGE_PROTECTION;
    uint32_t first = (uint32_t)*base, bytes = *size, before;
    need_stack(STACK_OF_SERVICES);
    uint32_t status = sys_region_protect(&first, &bytes, protect, &before);
    if (status == STATUS_SUCCESS) {
        frame_check_text((const void *)first);
        *base = (PVOID)first;
        *size = bytes;
        *old = before;
    }
    return (NTSTATUS)status;
}

BOOL WINAPI VirtualProtect(PVOID address, DWORD size, DWORD protect, DWORD *old)
{
    SIZE_T bytes = size;
    return error_if_failed(
        (uint32_t)NtProtectVirtualMemory(NtCurrentProcess(), &address, &bytes, protect, old));
}

DWORD WINAPI VirtualQuery(const void *address, MEMORY_BASIC_INFORMATION *information, DWORD length)
{
    if (length < sizeof *information)
        return error_if_failed(STATUS_INFO_LENGTH_MISMATCH);
    if (touch_fails(information, sizeof *information, true))
        return error_if_failed(STATUS_ACCESS_VIOLATION);
    return error_if_failed(sys_region_query((uint32_t)address, information)) ? sizeof *information
                                                                             : 0;
}

/* ---------------------------------------------------------------- trying */

BOOL WINAPI IsBadReadPtr(const void *address, DWORD size)
{
    return touch_fails(address, size, false);
}

BOOL WINAPI IsBadWritePtr(PVOID address, DWORD size)
{
    return touch_fails(address, size, true);
}

BOOL WINAPI IsBadHugeReadPtr(const void *, DWORD) __attribute__((alias("IsBadReadPtr")));
BOOL WINAPI IsBadHugeWritePtr(PVOID, DWORD) __attribute__((alias("IsBadWritePtr")));

BOOL WINAPI IsBadCodePtr(PVOID address)
{
    return touch_fails(address, 1, false);
}

BOOL WINAPI IsBadStringPtrW(const wchar_t *text, DWORD most)
{
    for (DWORD i = 0; i < most; i++) {
        if (touch_fails(text + i, sizeof *text, false))
            return true;
        if (text[i] == 0)
            return false;
    }
    return false;
}

BOOL WINAPI IsBadStringPtrA(const char *text, DWORD most)
{
    for (DWORD i = 0; i < most; i++) {
        if (touch_fails(text + i, 1, false))
            return true;
        if (text[i] == 0)
            return false;
    }
    return false;
}
