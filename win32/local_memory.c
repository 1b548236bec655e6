/* LocalAlloc, GlobalAlloc and their kin, over the process' heap. */
#include "lib/lock.h"
#include "win32/fails.h"
#include "win32/heap_records.h"

#include <errhandlingapi.h>
#include <heapapi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <winbase.h>

/* Moveable memory. Its handle is the address of its address, as on Windows, and 4 bytes behind a
 * multiple of 8, where no block of a heap is. */
struct moveable {
    BYTE is_used, locks;
    WORD flags;
    LPVOID memory; /* NULL: discarded */
};
_Static_assert(sizeof(struct moveable) == 8 && offsetof(struct moveable, memory) == 4, "handles");

/* They lie in tables, of which none ever goes. */
enum { TABLE = 255, MOST_LOCKS = 255, KEPT_FLAGS = LMEM_DISCARDABLE | GMEM_DDESHARE };
struct table {
    struct table *next;
    DWORD unused; /* keeps the rows at multiples of 8 */
    struct moveable rows[TABLE];
};

static struct table *tables;
static struct lock tables_lock; /* of all rows; no call of a heap is made with it */

static HLOCAL handle_of(struct moveable *row)
{
    return &row->memory;
}

/* Returns the row of a handle, NULL if there is none. With the lock held. */
static struct moveable *row_of(HLOCAL handle)
{
    for (struct table *table = tables; table; table = table->next) {
        size_t offset = (size_t)((char *)handle - (char *)table->rows);
        if (offset < sizeof table->rows) {
            struct moveable *row = &table->rows[offset / sizeof *row];
            return handle_of(row) == handle && row->is_used ? row : NULL;
        }
    }
    return NULL;
}

static bool is_moveable(HLOCAL handle)
{
    return (uintptr_t)handle % 8 == offsetof(struct moveable, memory);
}

/* Takes a free row of a table. With the lock held. */
static struct moveable *take_row(struct table *table, struct moveable becomes)
{
    for (struct moveable *row = table->rows; row < table->rows + TABLE; row++)
        if (!row->is_used) {
            *row = becomes;
            row->is_used = true;
            return row;
        }
    return NULL;
}

/* Returns the handle of new moveable memory, NULL without memory. */
static HLOCAL new_handle(struct moveable becomes)
{
    struct moveable *row = NULL;
    lock_take(&tables_lock);
    for (struct table *table = tables; table && !row; table = table->next)
        row = take_row(table, becomes);
    lock_release(&tables_lock);
    if (row)
        return handle_of(row);
    struct table *more = HeapAlloc(GetProcessHeap(), HEAP_ZERO_MEMORY, sizeof *more);
    if (!more)
        return NULL;
    row = take_row(more, becomes);
    lock_take(&tables_lock);
    more->next = tables;
    tables = more;
    lock_release(&tables_lock);
    return handle_of(row);
}

/* Copies the row of a handle. Returns false, with the last error, if there is none. */
static bool look_up(HLOCAL handle, struct moveable *row)
{
    lock_take(&tables_lock);
    const struct moveable *found = row_of(handle);
    if (found)
        *row = *found;
    lock_release(&tables_lock);
    return found || fails(ERROR_INVALID_HANDLE);
}

/* Changes the row, which another thread may have taken away. */
static void store(HLOCAL handle, const struct moveable *becomes)
{
    lock_take(&tables_lock);
    struct moveable *row = row_of(handle);
    if (row)
        *row = *becomes;
    lock_release(&tables_lock);
}

/* Moveable memory knows its handle, and that it has one. */
enum { HAS_HANDLE = HEAP_USER_INFO | 0x200 };

static void note_handle(LPVOID memory, HLOCAL handle)
{
    if (memory)
        heap_block_of(memory)->user_value = handle;
}

static DWORD zero_flag(UINT flags)
{
    return flags & LMEM_ZEROINIT ? HEAP_ZERO_MEMORY : 0;
}

HLOCAL WINAPI LocalAlloc(UINT flags, SIZE_T size)
{
    LPVOID memory = NULL;
    if (size || !(flags & LMEM_MOVEABLE)) {
        memory = HeapAlloc(GetProcessHeap(),
                           zero_flag(flags) | (flags & LMEM_MOVEABLE ? HAS_HANDLE : 0), size);
        if (!memory || !(flags & LMEM_MOVEABLE))
            return memory;
    }
    HLOCAL handle = new_handle((struct moveable){.flags = flags & KEPT_FLAGS, .memory = memory});
    if (handle)
        note_handle(memory, handle);
    else
        HeapFree(GetProcessHeap(), 0, memory);
    return handle;
}

/* Gives moveable memory another size, or takes it away for no bytes. */
static HLOCAL resize(HLOCAL handle, struct moveable *row, SIZE_T size, UINT flags)
{
    HANDLE heap = GetProcessHeap();
    DWORD how = zero_flag(flags);
    bool stays = row->locks && !(flags & LMEM_MOVEABLE);
    if (!size && !row->locks) {
        HeapFree(heap, 0, row->memory);
        row->memory = NULL;
    } else {
        LPVOID memory = row->memory
                            ? HeapReAlloc(heap, how | (stays ? HEAP_REALLOC_IN_PLACE_ONLY : 0),
                                          row->memory, size)
                            : HeapAlloc(heap, how | HAS_HANDLE, size);
        if (!memory)
            return NULL;
        note_handle(memory, handle);
        row->memory = memory;
    }
    store(handle, row);
    return handle;
}

/* Changes what memory is: its flags, or from fixed to moveable. */
static HLOCAL modify(HLOCAL memory, UINT flags)
{
    struct moveable row;
    if (!is_moveable(memory))
        return flags & LMEM_MOVEABLE
                   ? new_handle((struct moveable){.flags = flags & KEPT_FLAGS, .memory = memory})
                   : memory;
    if (!look_up(memory, &row))
        return NULL;
    if (flags & LMEM_DISCARDABLE)
        row.flags |= flags & KEPT_FLAGS;
    store(memory, &row);
    return memory;
}

HLOCAL WINAPI LocalReAlloc(HLOCAL memory, SIZE_T size, UINT flags)
{
    struct moveable row;
    if (!memory || (!is_moveable(memory) && !HeapValidate(GetProcessHeap(), 0, memory))) {
        SetLastError(ERROR_INVALID_HANDLE);
        return NULL;
    }
    if (flags & LMEM_MODIFY)
        return modify(memory, flags);
    if (is_moveable(memory))
        return look_up(memory, &row) ? resize(memory, &row, size, flags) : NULL;
    return HeapReAlloc(GetProcessHeap(),
                       zero_flag(flags) | (flags & LMEM_MOVEABLE ? 0 : HEAP_REALLOC_IN_PLACE_ONLY),
                       memory, size);
}

HLOCAL WINAPI LocalFree(HLOCAL memory)
{
    LPVOID bytes = memory;
    if (!memory)
        return NULL;
    if (is_moveable(memory)) {
        lock_take(&tables_lock);
        struct moveable *row = row_of(memory);
        bytes = row ? row->memory : memory;
        if (row)
            row->is_used = false;
        lock_release(&tables_lock);
        if (!row) {
            SetLastError(ERROR_INVALID_HANDLE);
            return memory;
        }
    }
    if (HeapFree(GetProcessHeap(), 0, bytes))
        return NULL;
    SetLastError(ERROR_INVALID_HANDLE);
    return memory;
}

SIZE_T WINAPI LocalSize(HLOCAL memory)
{
    struct moveable row = {.memory = memory};
    if (is_moveable(memory) && (!look_up(memory, &row) || !row.memory))
        return 0;
    SIZE_T size = HeapSize(GetProcessHeap(), 0, row.memory);
    return size != (SIZE_T)-1 ? size : (SIZE_T)fails(ERROR_INVALID_HANDLE);
}

LPVOID WINAPI LocalLock(HLOCAL memory)
{
    if (!is_moveable(memory)) {
        if (memory && HeapValidate(GetProcessHeap(), 0, memory))
            return memory;
        SetLastError(ERROR_INVALID_HANDLE);
        return NULL;
    }
    DWORD error = ERROR_INVALID_HANDLE;
    LPVOID bytes = NULL;
    lock_take(&tables_lock);
    struct moveable *row = row_of(memory);
    if (row) {
        error = ERROR_DISCARDED;
        bytes = row->memory;
        row->locks = (BYTE)(row->locks + (bytes && row->locks < MOST_LOCKS));
    }
    lock_release(&tables_lock);
    if (!bytes)
        SetLastError(error);
    return bytes;
}

/* Takes a lock away from moveable memory. */
static BOOL unlock(HLOCAL memory)
{
    DWORD error = ERROR_INVALID_HANDLE;
    BOOL is_left = FALSE;
    lock_take(&tables_lock);
    struct moveable *row = row_of(memory);
    if (row) {
        error = row->locks ? ERROR_SUCCESS : ERROR_NOT_LOCKED;
        row->locks = (BYTE)(row->locks - (row->locks > 0));
        is_left = row->locks > 0;
    }
    lock_release(&tables_lock);
    return is_left || fails(error);
}

BOOL WINAPI LocalUnlock(HLOCAL memory)
{
    return is_moveable(memory) ? unlock(memory) : fails(ERROR_NOT_LOCKED);
}

BOOL WINAPI GlobalUnlock(HGLOBAL memory)
{
    return is_moveable(memory) ? unlock(memory) : TRUE;
}

UINT WINAPI LocalFlags(HLOCAL memory)
{
    struct moveable row;
    if (!is_moveable(memory)) {
        if (memory && HeapValidate(GetProcessHeap(), 0, memory))
            return 0;
        SetLastError(ERROR_INVALID_HANDLE);
        return LMEM_INVALID_HANDLE;
    }
    if (!look_up(memory, &row))
        return LMEM_INVALID_HANDLE;
    return row.locks | row.flags | (row.memory ? 0u : LMEM_DISCARDED);
}

HLOCAL WINAPI LocalHandle(LPCVOID address)
{
    struct moveable *found = NULL;
    lock_take(&tables_lock);
    for (struct table *table = tables; table && !found; table = table->next)
        for (struct moveable *row = table->rows; row < table->rows + TABLE && !found; row++)
            if (row->is_used && address && row->memory == address)
                found = row;
    lock_release(&tables_lock);
    if (found)
        return handle_of(found);
    if (address && !is_moveable((HLOCAL)(uintptr_t)address) &&
        HeapValidate(GetProcessHeap(), 0, address))
        return (HLOCAL)(uintptr_t)address;
    SetLastError(ERROR_INVALID_HANDLE);
    return NULL;
}

HGLOBAL WINAPI GlobalAlloc(UINT, SIZE_T) __attribute__((alias("LocalAlloc")));
HGLOBAL WINAPI GlobalReAlloc(HGLOBAL, SIZE_T, UINT) __attribute__((alias("LocalReAlloc")));
HGLOBAL WINAPI GlobalFree(HGLOBAL) __attribute__((alias("LocalFree")));
SIZE_T WINAPI GlobalSize(HGLOBAL) __attribute__((alias("LocalSize")));
LPVOID WINAPI GlobalLock(HGLOBAL) __attribute__((alias("LocalLock")));
UINT WINAPI GlobalFlags(HGLOBAL) __attribute__((alias("LocalFlags")));
HGLOBAL WINAPI GlobalHandle(LPCVOID) __attribute__((alias("LocalHandle")));
