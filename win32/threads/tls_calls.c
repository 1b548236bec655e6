/* A thread's own words: 64 in its TEB, and 1024 more in memory of their own once one is set. */
#include "kernel/call/service.h"
#include "kernel/call/tib.h"
#include "lib/lock.h"
#include "lib/need_stack.h"
#include "win32/threads/end.h"

#include <errhandlingapi.h>
#include <intrin.h>
#include <processthreadsapi.h>
#include <stdlib.h>

enum { IN_TEB = TLS_MINIMUM_AVAILABLE, EXPANSION = 1024, INDEXES = IN_TEB + EXPANSION, BITS = 32 };

/* A bit for each index that is in use. */
static volatile long used[INDEXES / BITS];

/* Guards the expansion slots of all threads, and the end of an index, which one caller alone sees.
 */
static struct lock lock;

static BOOL tls_refuse(DWORD error)
{
    SetLastError(error);
    return FALSE;
}

/* Returns an index that was free, or TLS_OUT_OF_INDEXES. */
static DWORD take_index(void)
{
    for (DWORD i = 0; i < INDEXES / BITS; i++) {
        unsigned long taken;
        while (taken = (unsigned long)used[i], ~taken) {
            unsigned bit = (unsigned)__builtin_ctzl(~taken);
            if (_InterlockedCompareExchange(&used[i], (long)(taken | 1ul << bit), (long)taken) ==
                (long)taken)
                return i * BITS + bit;
        }
    }
    return TLS_OUT_OF_INDEXES;
}

/* The thread's slot, or NULL as long as the thread has no memory for it. */
static PVOID *slot(TEB *teb, DWORD index)
{
    if (index < IN_TEB)
        return &teb->TlsSlots[index];
    return teb->TlsExpansionSlots ? &teb->TlsExpansionSlots[index - IN_TEB] : NULL;
}

DWORD WINAPI TlsAlloc(void)
{
    DWORD index = take_index();
    PVOID *place = index == TLS_OUT_OF_INDEXES ? NULL : slot(tib_current(), index);
    if (index == TLS_OUT_OF_INDEXES)
        SetLastError(ERROR_NO_MORE_ITEMS);
    if (place)
        *place = NULL;
    return index;
}

BOOL WINAPI TlsFree(DWORD index)
{
    if (index >= INDEXES)
        return tls_refuse(ERROR_INVALID_PARAMETER);
    need_stack(STACK_OF_STEPS);
    lock_take(&lock);
    bool is_used = (unsigned long)used[index / BITS] >> index % BITS & 1;
    if (is_used) {
        sys_tls_clear(index);
        _InterlockedAnd(&used[index / BITS], (long)~(1ul << index % BITS));
    }
    lock_release(&lock);
    return is_used ? TRUE : tls_refuse(ERROR_INVALID_PARAMETER);
}

PVOID WINAPI TlsGetValue(DWORD index)
{
    if (index >= INDEXES) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return NULL;
    }
    const PVOID *place = slot(tib_current(), index);
    SetLastError(ERROR_SUCCESS);
    return place ? *place : NULL;
}

BOOL WINAPI TlsSetValue(DWORD index, PVOID value)
{
    TEB *teb = tib_current();
    if (index >= INDEXES)
        return tls_refuse(ERROR_INVALID_PARAMETER);
    if (!slot(teb, index) && !(teb->TlsExpansionSlots = calloc(EXPANSION, sizeof(PVOID))))
        return tls_refuse(ERROR_NOT_ENOUGH_MEMORY);
    *slot(teb, index) = value;
    return TRUE;
}

void tls_forget(void)
{
    TEB *teb = tib_current();
    PVOID *slots = teb->TlsExpansionSlots;
    if (!slots)
        return;
    need_stack(STACK_OF_STEPS);
    lock_take(&lock);
    teb->TlsExpansionSlots = NULL;
    lock_release(&lock);
    free(slots);
}
