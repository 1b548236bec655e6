/* Variables of threads as MinGW's gcc makes them (-femulated-tls): its code asks for the address by
 * a record of the variable. Each thread has a block for each variable from its first use until the
 * thread ends. The declarations are the compiler's, so no header has them. */
#include "win32/threads/end.h"

#include <errhandlingapi.h>
#include <intrin.h>
#include <processthreadsapi.h>
#include <stdlib.h>
#include <string.h>

struct emulated {
    size_t size, align;
    volatile long index; /* 0 until the first thread asks; from 1 on */
    const void *initial; /* or NULL: zeros */
};

/* A thread's blocks by index, NULL where it has none. The first word counts the others. */
union block {
    size_t count;
    void *place;
};

enum { MORE = 16, POINTER = sizeof(void *) };

static volatile long indexes;

volatile long emulated_locals_slot;

void *__emutls_get_address(struct emulated *variable);

/* A number or word that another thread has set in the meantime stays, and this one's is lost. */
static size_t index_of(struct emulated *variable)
{
    if (!variable->index)
        _InterlockedCompareExchange(&variable->index, _InterlockedIncrement(&indexes), 0);
    return (size_t)variable->index;
}

static DWORD slot_index(void)
{
    if (!emulated_locals_slot) {
        DWORD own = TlsAlloc();
        if (own == TLS_OUT_OF_INDEXES)
            abort();
        if (_InterlockedCompareExchange(&emulated_locals_slot, (long)own + 1, 0))
            TlsFree(own);
    }
    return (DWORD)emulated_locals_slot - 1;
}

/* A new block. The word below it leads to its memory. */
static void *make(const struct emulated *variable)
{
    size_t align = variable->align > POINTER ? variable->align : POINTER;
    char *memory = malloc(variable->size + align + POINTER);
    if (!memory)
        abort();
    void **place = (void **)(((size_t)memory + POINTER + align - 1) & -align);
    place[-1] = memory;
    if (variable->initial)
        memcpy(place, variable->initial, variable->size);
    else
        memset(place, 0, variable->size);
    return place;
}

static union block *with_room(union block *blocks, size_t index)
{
    size_t count = blocks ? blocks->count : 0, larger = index + MORE;
    if (index <= count)
        return blocks;
    union block *grown = realloc(blocks, (1 + larger) * sizeof *grown);
    if (!grown || !TlsSetValue(slot_index(), grown))
        abort();
    memset(grown + 1 + count, 0, (larger - count) * sizeof *grown);
    grown->count = larger;
    return grown;
}

void *__emutls_get_address(struct emulated *variable)
{
    DWORD error = GetLastError();
    size_t index = index_of(variable);
    union block *blocks = with_room(TlsGetValue(slot_index()), index);
    if (!blocks[index].place)
        blocks[index].place = make(variable);
    SetLastError(error);
    return blocks[index].place;
}

void emulated_locals_forget(void)
{
    union block *blocks = TlsGetValue(slot_index());
    if (!blocks)
        return;
    for (size_t i = 1; i <= blocks->count; i++)
        if (blocks[i].place)
            free(((void **)blocks[i].place)[-1]);
    free(blocks);
    TlsSetValue(slot_index(), NULL);
}
