#include "win32/ntdll/debug_buffer.h"

#include "win32/heap_walk.h"
#include "win32/process/module.h"

#include <memoryapi.h>
#include <processthreadsapi.h>
#include <string.h>

enum { OF_MODULES = 1, OF_HEAPS = 4, OF_BLOCKS = 16 };
enum { MOST = 4 << 20, PAGE = 4096, HEAPS = 64, UNIT = 8 };

/* The program's memory, as on Windows. */
struct debug_buffer {
    HANDLE section;
    void *here, *there; /* where the buffer is */
    ULONG_PTR apart;
    HANDLE events[2];
    ULONG_PTR process;
    HANDLE thread;
    ULONG flags;
    SIZE_T used, committed, size; /* bytes */
    struct module_rows *modules;
    void *traces;
    struct heap_rows *heaps;
    void *locks, *heap;
    HANDLE process_handle;
    void *reserved[6];
};
_Static_assert(sizeof(struct debug_buffer) == 0x60, "as on Windows");

struct module_rows {
    ULONG count;
    struct {
        HANDLE section;
        void *mapped, *base;
        ULONG size, flags;
        USHORT load_order, start_order, loads, name_at;
        char path[256];
    } rows[];
};

struct block_row {
    SIZE_T size;
    USHORT flags, trace;
    SIZE_T committed; /* of a heap's own entry */
    void *first;
};

struct heap_rows {
    ULONG count;
    struct {
        void *base;
        ULONG flags;
        USHORT overhead, trace;
        SIZE_T allocated, committed; /* bytes */
        ULONG tags, blocks, pseudo_tags, granularity, reserved[5];
        void *tag_rows;
        struct block_row *block_rows;
    } rows[];
};
_Static_assert(sizeof(((struct heap_rows *)0)->rows[0]) == 64, "as on Windows");
_Static_assert(sizeof(((struct module_rows *)0)->rows[0]) == 284, "as on Windows");

static SIZE_T up(SIZE_T size, SIZE_T unit)
{
    return (size + unit - 1) / unit * unit;
}

/* So many bytes of zeros at the end of what is used, NULL if there is no room. Blocks' rows are
 * whole units, so that they lie side by side. */
static void *lay(struct debug_buffer *buffer, SIZE_T size)
{
    SIZE_T end = buffer->used + up(size, UNIT);
    if (end > buffer->size)
        return NULL;
    if (end > buffer->committed) {
        SIZE_T committed = up(end, PAGE);
        if (!VirtualAlloc(buffer->here, committed, MEM_COMMIT, PAGE_READWRITE))
            return NULL;
        buffer->committed = committed;
    }
    void *place = (char *)buffer + buffer->used;
    buffer->used = end;
    return memset(place, 0, size);
}

struct debug_buffer *NTAPI RtlCreateQueryDebugBuffer(ULONG most, BOOLEAN has_event_pair)
{
    (void)has_event_pair; /* a process asks itself, and waits for no other */
    SIZE_T size = up(most ? most : MOST, PAGE);
    void *place = VirtualAlloc(NULL, size, MEM_RESERVE, PAGE_READWRITE);
    if (!place)
        return NULL;
    struct debug_buffer *buffer = VirtualAlloc(place, PAGE, MEM_COMMIT, PAGE_READWRITE);
    if (!buffer) {
        VirtualFree(place, 0, MEM_RELEASE);
        return NULL;
    }
    buffer->here = buffer->there = place;
    buffer->used = sizeof *buffer;
    buffer->committed = PAGE;
    buffer->size = size;
    return buffer;
}

NTSTATUS NTAPI RtlDestroyQueryDebugBuffer(struct debug_buffer *buffer)
{
    VirtualFree(buffer, 0, MEM_RELEASE);
    return STATUS_SUCCESS;
}

/* ---------------------------------------------------------------- lists */

static bool tell_modules(struct debug_buffer *buffer)
{
    unsigned count = 0, i = 0;
    MODULE_FOR_EACH (module)
        count++;
    struct module_rows *list = lay(buffer, sizeof *list + count * sizeof list->rows[0]);
    if (!list)
        return false;
    list->count = count;
    MODULE_FOR_EACH (module) {
        list->rows[i].base = module->row.DllBase;
        list->rows[i].size = module->row.SizeOfImage;
        list->rows[i].flags = module->row.Flags;
        list->rows[i].load_order = (USHORT)i;
        list->rows[i].loads = module->row.LoadCount;
        strncpy(list->rows[i].path, module->path, sizeof list->rows[i].path - 1);
        const char *slash = strrchr(list->rows[i].path, '\\');
        list->rows[i].name_at = (USHORT)(slash ? slash + 1 - list->rows[i].path : 0);
        i++;
    }
    buffer->modules = list;
    return true;
}

/* Its lock is held, so that no block comes or goes. */
static bool tell_heap(struct debug_buffer *buffer, struct heap_rows *list, unsigned i, HANDLE heap)
{
    PROCESS_HEAP_ENTRY entry = {0};
    list->rows[i].base = heap;
    while (HeapWalk(heap, &entry)) {
        bool is_region = entry.wFlags & PROCESS_HEAP_REGION;
        if (is_region) {
            list->rows[i].committed = entry.Region.dwCommittedSize;
            list->rows[i].overhead = entry.cbOverhead;
        } else {
            list->rows[i].allocated += entry.cbData;
        }
        if (!(buffer->flags & OF_BLOCKS))
            continue;
        enum { BUSY = 1, SEGMENT = 2 };
        struct block_row *row = lay(buffer, sizeof *row);
        if (!row)
            return false;
        if (!list->rows[i].block_rows)
            list->rows[i].block_rows = row;
        list->rows[i].blocks++;
        *row = is_region ? (struct block_row){.flags = SEGMENT,
                                              .committed = entry.Region.dwCommittedSize,
                                              .first = entry.Region.lpFirstBlock}
                         : (struct block_row){.size = entry.cbData, .flags = BUSY};
    }
    return true;
}

static bool tell_heaps(struct debug_buffer *buffer)
{
    HANDLE heaps[HEAPS];
    DWORD count = GetProcessHeaps(HEAPS, heaps);
    count = count < HEAPS ? count : HEAPS;
    struct heap_rows *list = lay(buffer, sizeof *list + count * sizeof list->rows[0]);
    bool done = list != NULL;
    for (DWORD i = 0; i < count && done; i++) {
        HeapLock(heaps[i]);
        done = tell_heap(buffer, list, i, heaps[i]);
        HeapUnlock(heaps[i]);
    }
    if (!done)
        return false;
    list->count = count;
    buffer->heaps = list;
    return true;
}

NTSTATUS NTAPI RtlQueryProcessDebugInformation(ULONG_PTR process, ULONG flags,
                                               struct debug_buffer *buffer)
{
    if (process != GetCurrentProcessId())
        return (NTSTATUS)STATUS_INVALID_CID;
    buffer->process = process;
    buffer->flags = flags;
    buffer->used = sizeof *buffer;
    buffer->modules = NULL;
    buffer->heaps = NULL;
    bool done = true;
    if (flags & OF_MODULES) {
        EnterCriticalSection(&loader_lock);
        done = tell_modules(buffer);
        LeaveCriticalSection(&loader_lock);
    }
    if (flags & (OF_HEAPS | OF_BLOCKS))
        done = done && tell_heaps(buffer);
    return (NTSTATUS)(done ? STATUS_SUCCESS : STATUS_NO_MEMORY);
}
