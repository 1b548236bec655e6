/* Heaps: the process' one, and those that the program creates. */
#include "win32/fails.h"
#include "win32/heap_records.h"

#include <errhandlingapi.h>
#include <memoryapi.h>
#include <seh.h>
#include <stdlib.h>

/* RECORDS: the part of a heap that its own records take of what all may have. */
enum { PAGE = 4096, PRIVATE_HEAP = 0x1000, RECORDS = 0x588 };
#define SEGMENT_MARK 0xFFEEFFEEu
#define HEAP_MARK    0xEEFFEEFFu

struct lock heaps_lock;
static struct heap *process_heap, *created; /* the latter in the order of their making */

/* Returns NULL without memory. */
static struct heap *make_heap(DWORD flags, SIZE_T most)
{
    struct heap *heap = VirtualAlloc(NULL, sizeof *heap, MEM_COMMIT | MEM_RESERVE, PAGE_READWRITE);
    if (!heap)
        return NULL;
    *heap = (struct heap){.segment_mark = SEGMENT_MARK,
                          .flags = flags | (most ? 0 : HEAP_FLAG_GROWABLE),
                          .mark = HEAP_MARK,
                          .front_end = most || flags & HEAP_NO_SERIALIZE ? NULL : heap,
                          .most = (most + PAGE - 1) / PAGE * PAGE,
                          .used = most ? RECORDS : 0};
    InitializeCriticalSection(&heap->gate);
    return heap;
}

static void end_heap(struct heap *heap)
{
    DeleteCriticalSection(&heap->gate);
    VirtualFree(heap, 0, MEM_RELEASE);
}

HANDLE WINAPI GetProcessHeap(void)
{
    struct heap *heap = __atomic_load_n(&process_heap, __ATOMIC_ACQUIRE), *none = NULL;
    if (heap)
        return heap;
    heap = make_heap(0, 0);
    if (heap && !__atomic_compare_exchange_n(&process_heap, &none, heap, false, __ATOMIC_ACQ_REL,
                                             __ATOMIC_ACQUIRE))
        end_heap(heap); /* another thread was first */
    return none ? none : heap;
}

void process_heap_end(void)
{
    if (process_heap && process_heap->mark == HEAP_MARK)
        end_heap(process_heap);
    process_heap = NULL;
}

/* The program can write over a heap: its lock would be waited for for ever then. */
static struct heap *intact(struct heap *heap)
{
    if (heap && heap->mark != HEAP_MARK)
        RaiseException(STATUS_HEAP_CORRUPTION, EXCEPTION_NONCONTINUABLE, 0, NULL);
    return heap;
}

struct heap *heap_of(HANDLE handle)
{
    struct heap *heap = process_heap;
    if (handle == heap)
        return intact(heap);
    lock_take(&heaps_lock);
    for (heap = created; heap && heap != handle; heap = heap->next)
        ;
    lock_release(&heaps_lock);
    return intact(heap);
}

struct heap *heap_or_error(HANDLE handle)
{
    struct heap *heap = heap_of(handle);
    if (!heap)
        SetLastError(ERROR_INVALID_HANDLE);
    return heap;
}

void *heap_memory(const struct heap *heap, SIZE_T size, bool zero)
{
    if (heap->flags & HEAP_CREATE_ENABLE_EXECUTE)
        return VirtualAlloc(NULL, size, MEM_COMMIT | MEM_RESERVE, PAGE_EXECUTE_READWRITE);
    return zero ? calloc(1, size) : malloc(size);
}

void heap_give_back(const struct heap *heap, void *memory)
{
    if (heap->flags & HEAP_CREATE_ENABLE_EXECUTE)
        VirtualFree(memory, 0, MEM_RELEASE);
    else
        free(memory);
}

HANDLE WINAPI HeapCreate(DWORD flags, SIZE_T initial, SIZE_T most)
{
    struct heap *heap = make_heap(flags | PRIVATE_HEAP, most && most < initial ? initial : most);
    if (!heap) {
        SetLastError(ERROR_NOT_ENOUGH_MEMORY);
        return NULL;
    }
    struct heap **end = &created;
    lock_take(&heaps_lock);
    while (*end)
        end = &(*end)->next;
    *end = heap;
    lock_release(&heaps_lock);
    return heap;
}

BOOL WINAPI HeapDestroy(HANDLE handle)
{
    lock_take(&heaps_lock);
    struct heap **link = &created;
    while (*link && *link != handle)
        link = &(*link)->next;
    struct heap *heap = *link;
    if (heap)
        *link = heap->next;
    lock_release(&heaps_lock);
    if (!heap)
        return fails(ERROR_INVALID_HANDLE);
    while (heap->first) {
        struct block *block = heap->first;
        heap->first = block->next;
        heap_give_back(heap, block);
    }
    end_heap(heap);
    return TRUE;
}

DWORD WINAPI GetProcessHeaps(DWORD room, PHANDLE heaps)
{
    DWORD count = 1;
    if (room)
        heaps[0] = GetProcessHeap();
    lock_take(&heaps_lock);
    for (struct heap *heap = created; heap; heap = heap->next, count++)
        if (count < room)
            heaps[count] = heap;
    lock_release(&heaps_lock);
    return count;
}

SIZE_T WINAPI HeapCompact(HANDLE handle, DWORD flags)
{
    (void)flags;
    return heap_or_error(handle) ? PAGE : 0;
}

/* ---------------------------------------------------------------- what is told of a heap */

/* The kind of a heap: 2 is one of small blocks, which a heap that cannot grow is not. */
static ULONG kind_of(const struct heap *heap)
{
    return heap->front_end ? 2 : 0;
}

BOOL WINAPI HeapSetInformation(HANDLE handle, HEAP_INFORMATION_CLASS class, PVOID information,
                               SIZE_T size)
{
    if (class == HeapEnableTerminationOnCorruption)
        return !handle || heap_or_error(handle);
    if (class != HeapCompatibilityInformation || !information || size < sizeof(ULONG))
        return fails(ERROR_INVALID_PARAMETER);
    if (!heap_or_error(handle))
        return FALSE;
    ULONG kind = *(ULONG *)information;
    return kind == kind_of(handle) || fails(ERROR_GEN_FAILURE);
}

BOOL WINAPI HeapQueryInformation(HANDLE handle, HEAP_INFORMATION_CLASS class, PVOID information,
                                 SIZE_T size, SIZE_T *needed)
{
    if (class != HeapCompatibilityInformation)
        return fails(ERROR_INVALID_PARAMETER);
    if (!heap_or_error(handle))
        return FALSE;
    if (needed)
        *needed = sizeof(ULONG);
    if (!information || size < sizeof(ULONG))
        return fails(ERROR_INSUFFICIENT_BUFFER);
    *(ULONG *)information = kind_of(handle);
    return TRUE;
}
