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
    union {
        struct moveable *next; /* of a free row, and a multiple of 8: USED is not in it */
        struct {
            WORD state; /* as Windows 7 has it, from USED on */
            BYTE locks, unused;
        };
    };
    LPVOID memory; /* NULL: discarded */
};
_Static_assert(sizeof(struct moveable) == 8 && offsetof(struct moveable, memory) == 4, "handles");

/* They lie in tables, of which none ever goes. */
enum { TABLE = 255, MOST_LOCKS = 255 };
enum { USED = 1 | 2, DISCARDABLE = 4, DISCARDED = 8, SHARED = 0x8000 };
struct table {
    struct table *next;
    DWORD unused; /* keeps the rows at multiples of 8 */
    struct moveable rows[TABLE];
};

static struct table *tables;
static struct moveable *free_rows;
static struct lock tables_lock; /* of all rows; no call of a heap is made with it */

/* The state by the flags that new memory is asked for with. */
static WORD state_of(UINT flags)
{
    return (WORD)(USED | (flags & LMEM_DISCARDABLE ? DISCARDABLE : 0) |
                  (flags & GMEM_DDESHARE ? SHARED : 0));
}

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
            return handle_of(row) == handle && row->state & USED ? row : NULL;
        }
    }
    return NULL;
}

static bool is_moveable(HLOCAL handle)
{
    return (uintptr_t)handle % 8 == offsetof(struct moveable, memory);
}

/* Takes a free row, NULL if there is none. With the lock held. */
static struct moveable *take_row(struct moveable becomes)
{
    struct moveable *row = free_rows;
    if (row) {
        free_rows = row->next;
        *row = becomes;
    }
    return row;
}

/* Gives a row back. With the lock held. */
static void give_row(struct moveable *row)
{
    *row = (struct moveable){.next = free_rows};
    free_rows = row;
}

/* Returns the handle of new moveable memory, NULL without memory. */
static HLOCAL new_handle(struct moveable becomes)
{
    lock_take(&tables_lock);
    struct moveable *row = take_row(becomes);
    lock_release(&tables_lock);
    if (row)
        return handle_of(row);
    struct table *more = HeapAlloc(GetProcessHeap(), HEAP_ZERO_MEMORY, sizeof *more);
    if (!more)
        return NULL;
    lock_take(&tables_lock);
    for (struct moveable *one = more->rows + TABLE; one > more->rows;)
        give_row(--one);
    row = take_row(becomes);
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
    if (!memory)
        return;
    heap_block_of(memory)->user_value = handle;
    heap_block_of(memory)->user_flags |= HAS_HANDLE;
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
    HLOCAL handle = new_handle((struct moveable){
        .state = (WORD)(state_of(flags) | (memory ? 0 : DISCARDED)), .memory = memory});
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
        row->state |= DISCARDED;
    } else {
        LPVOID memory = row->memory
                            ? HeapReAlloc(heap, how | (stays ? HEAP_REALLOC_IN_PLACE_ONLY : 0),
                                          row->memory, size)
                            : HeapAlloc(heap, how | HAS_HANDLE, size);
        if (!memory)
            return NULL;
        note_handle(memory, handle);
        row->memory = memory;
        row->state &= (WORD)~DISCARDED;
    }
    store(handle, row);
    return handle;
}

static HLOCAL make_moveable(HLOCAL memory, UINT flags)
{
    HLOCAL handle = new_handle((struct moveable){.state = state_of(flags), .memory = memory});
    if (handle)
        note_handle(memory, handle);
    return handle;
}

/* Changes what memory is: its flags, or from fixed to moveable. */
static HLOCAL modify(HLOCAL memory, UINT flags)
{
    struct moveable row;
    if (!is_moveable(memory))
        return flags & LMEM_MOVEABLE ? make_moveable(memory, flags) : memory;
    if (!look_up(memory, &row))
        return NULL;
    if (flags & LMEM_DISCARDABLE)
        row.state |= state_of(flags);
    store(memory, &row);
    return memory;
}

/* Whether fixed memory is a block: else the last error says what it is. */
static bool is_block(LPCVOID memory)
{
    DWORD before = GetLastError();
    SetLastError(ERROR_INVALID_HANDLE);
    if (!memory || !HeapValidate(GetProcessHeap(), 0, memory))
        return false;
    SetLastError(before);
    return true;
}

HLOCAL WINAPI LocalReAlloc(HLOCAL memory, SIZE_T size, UINT flags)
{
    struct moveable row;
    if (!is_moveable(memory) && !is_block(memory))
        return NULL;
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
            give_row(row);
        lock_release(&tables_lock);
        if (!row) {
            SetLastError(ERROR_INVALID_HANDLE);
            return memory;
        }
    }
    if (bytes && !is_block(bytes))
        return memory;
    HeapFree(GetProcessHeap(), 0, bytes);
    return NULL;
}

SIZE_T WINAPI LocalSize(HLOCAL memory)
{
    struct moveable row = {.memory = memory};
    if (is_moveable(memory) && (!look_up(memory, &row) || !row.memory))
        return 0;
    if (!is_block(row.memory))
        return (SIZE_T)fails(ERROR_INVALID_HANDLE);
    return HeapSize(GetProcessHeap(), 0, row.memory);
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
    BOOL is_left = !is_moveable(memory) || unlock(memory);
    return is_left || GetLastError() == ERROR_INVALID_HANDLE; /* Windows' answer for no memory */
}

/* discardable: the word that the family of calls has for that. */
static UINT flags_of(HLOCAL memory, UINT discardable)
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
    return row.locks | (row.state & DISCARDABLE ? discardable : 0u) |
           (row.state & SHARED ? GMEM_DDESHARE : 0u) | (row.memory ? 0u : LMEM_DISCARDED);
}

UINT WINAPI LocalFlags(HLOCAL memory)
{
    return flags_of(memory, LMEM_DISCARDABLE);
}

UINT WINAPI GlobalFlags(HGLOBAL memory)
{
    return flags_of(memory, GMEM_DISCARDABLE);
}

HLOCAL WINAPI LocalHandle(LPCVOID address)
{
    if (is_moveable((HLOCAL)(uintptr_t)address) || !is_block(address)) {
        SetLastError(ERROR_INVALID_HANDLE);
        return NULL;
    }
    const struct block *block = heap_block_of(address);
    bool has_handle = (block->user_flags & HAS_HANDLE) == HAS_HANDLE;
    return has_handle ? block->user_value : (HLOCAL)(uintptr_t)address;
}

HGLOBAL WINAPI GlobalAlloc(UINT, SIZE_T) __attribute__((alias("LocalAlloc")));
HGLOBAL WINAPI GlobalReAlloc(HGLOBAL, SIZE_T, UINT) __attribute__((alias("LocalReAlloc")));
HGLOBAL WINAPI GlobalFree(HGLOBAL) __attribute__((alias("LocalFree")));
SIZE_T WINAPI GlobalSize(HGLOBAL) __attribute__((alias("LocalSize")));
LPVOID WINAPI GlobalLock(HGLOBAL) __attribute__((alias("LocalLock")));
HGLOBAL WINAPI GlobalHandle(LPCVOID) __attribute__((alias("LocalHandle")));
