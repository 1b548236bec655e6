#include "win32/kernel32/heap_values.h"

#include "win32/fails.h"
#include "win32/heap_records.h"

#include <stdbool.h>

/* The block with these bytes, NULL with the last error. */
static struct block *block_or_error(HANDLE heap, PVOID bytes)
{
    if (bytes && HeapValidate(heap, 0, bytes))
        return heap_block_of(bytes);
    fails(ERROR_INVALID_PARAMETER);
    return NULL;
}

BOOLEAN NTAPI RtlGetUserInfoHeap(HANDLE heap, ULONG flags, PVOID bytes, PVOID *value,
                                 PULONG user_flags)
{
    const struct block *block = block_or_error(heap, bytes);
    (void)flags;
    if (!block)
        return FALSE;
    bool has_value = block->user_flags & HEAP_USER_INFO;
    if (value && has_value)
        *value = block->user_value;
    if (user_flags)
        *user_flags = has_value ? block->user_flags & HEAP_USER_FLAGS : 0;
    return TRUE;
}

BOOLEAN NTAPI RtlSetUserValueHeap(HANDLE heap, ULONG flags, PVOID bytes, PVOID value)
{
    struct block *block = block_or_error(heap, bytes);
    (void)flags;
    if (!block || !(block->user_flags & HEAP_USER_INFO))
        return FALSE;
    block->user_value = value;
    return TRUE;
}

BOOLEAN NTAPI RtlSetUserFlagsHeap(HANDLE heap, ULONG flags, PVOID bytes, ULONG clears, ULONG sets)
{
    struct block *block = block_or_error(heap, bytes);
    (void)flags;
    if (!block || (clears | sets) & ~(ULONG)HEAP_USER_FLAGS)
        return (BOOLEAN)fails(ERROR_INVALID_PARAMETER);
    block->user_flags = (block->user_flags & ~clears) | sets;
    return TRUE;
}

VOID WINAPI GlobalFix(HGLOBAL memory)
{
    GlobalLock(memory);
}

VOID WINAPI GlobalUnfix(HGLOBAL memory)
{
    GlobalUnlock(memory);
}

LPVOID WINAPI GlobalWire(HGLOBAL memory)
{
    return GlobalLock(memory);
}

BOOL WINAPI GlobalUnWire(HGLOBAL memory)
{
    return GlobalUnlock(memory);
}

SIZE_T WINAPI GlobalCompact(DWORD wanted)
{
    (void)wanted;
    return HeapCompact(GetProcessHeap(), 0);
}

SIZE_T WINAPI LocalCompact(UINT wanted)
{
    (void)wanted;
    return HeapCompact(GetProcessHeap(), 0);
}

SIZE_T WINAPI LocalShrink(HLOCAL memory, UINT size)
{
    (void)memory, (void)size;
    return HeapCompact(GetProcessHeap(), 0);
}
