/* Walks of heaps, block by block. */
#include "win32/heap_walk.h"

#include "win32/fails.h"
#include "win32/heap_records.h"

#include <ntstatus.h>
#include <winternl.h>

/* The heap's own entry. */
static PROCESS_HEAP_ENTRY region_of(const struct heap *heap)
{
    PROCESS_HEAP_ENTRY entry = {
        .lpData = (PVOID)heap, .cbOverhead = sizeof(struct block), .wFlags = RTL_HEAP_REGION};
    for (struct block *block = heap->first; block; block = block->next)
        entry.Region.dwCommittedSize += block->size + sizeof *block;
    entry.Region.lpFirstBlock = heap->first ? heap->first->bytes : NULL;
    entry.Region.lpLastBlock = heap->last ? heap->last->bytes : NULL;
    return entry;
}

/* The entry behind that of a block, or of the heap. Returns a status. */
static uint32_t next_entry(struct heap *heap, LPCVOID before, PROCESS_HEAP_ENTRY *next)
{
    if (before != heap && !HeapValidate(heap, 0, before))
        return STATUS_INVALID_PARAMETER;
    PROCESS_HEAP_ENTRY entry = {.cbOverhead = sizeof(struct block), .wFlags = RTL_HEAP_BUSY_BLOCK};
    lock_take(&heaps_lock);
    /* Another thread may have freed the block meanwhile. */
    bool is_there = before == heap || heap_block_of(before)->heap == heap;
    struct block *block = before == heap ? heap->first
                          : is_there     ? heap_block_of(before)->next
                                         : NULL;
    if (block) {
        entry.lpData = block->bytes;
        entry.cbData = block->size;
    }
    lock_release(&heaps_lock);
    if (!is_there)
        return STATUS_INVALID_PARAMETER;
    if (!block)
        return STATUS_NO_MORE_ENTRIES;
    *next = entry;
    return STATUS_SUCCESS;
}

NTSTATUS NTAPI RtlWalkHeap(HANDLE handle, LPPROCESS_HEAP_ENTRY entry)
{
    struct heap *heap = heap_of(handle);
    if (!heap || !entry)
        return (NTSTATUS)(heap ? STATUS_INVALID_PARAMETER : STATUS_INVALID_HANDLE);
    if (entry->lpData)
        return (NTSTATUS)next_entry(heap, entry->lpData, entry);
    lock_take(&heaps_lock);
    *entry = region_of(heap);
    lock_release(&heaps_lock);
    return STATUS_SUCCESS;
}

BOOL WINAPI HeapWalk(HANDLE heap, LPPROCESS_HEAP_ENTRY entry)
{
    NTSTATUS status = RtlWalkHeap(heap, entry);
    if (status)
        return fails(RtlNtStatusToDosError(status));
    entry->wFlags =
        entry->wFlags == RTL_HEAP_REGION ? PROCESS_HEAP_REGION : PROCESS_HEAP_ENTRY_BUSY;
    return TRUE;
}
