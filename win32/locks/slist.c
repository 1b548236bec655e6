/* Lists without a lock. All of a list's header changes in one step: the first entry, the number of
 * entries, and a number that counts changes. So a list that is as it was has not been changed and
 * changed back meanwhile.
 *
 * Without cmpxchg8b, bit 0 of the first pointer is set while a thread changes the header. Such a
 * CPU is the machine's only one, so the thread that has set it waits for its turn, and others
 * sleep.
 */
#include "kernel/call/features.h"
#include "win32/address_wait_calls.h"
#include "win32/locks/slist_next.h"
#include "win32/word.h"

#include <interlockedapi.h>
#include <seh.h>

#define LOCKED 1u

/* ---------------------------------------------------------------- changing the header */

static SLIST_HEADER header_of(uint32_t low, uint32_t high)
{
    return (SLIST_HEADER){.Alignment = (uint64_t)high << 32 | (low & ~LOCKED)};
}

/* Returns the header. If it changes meanwhile it may be torn apart; then `change` refuses it. */
static SLIST_HEADER read_header(const SLIST_HEADER *list)
{
    const volatile uint32_t *words = (const volatile uint32_t *)list;
    uint32_t high = words[1];
    return header_of(words[0], high);
}

/* A function of its own, because tests look for what a 486 lacks by functions' names. */
static __attribute__((noinline)) bool change_in_one(PSLIST_HEADER list, SLIST_HEADER *now,
                                                    SLIST_HEADER becomes)
{
    bool changed;
    __asm__ volatile("lock cmpxchg8b %1"
                     : "=@ccz"(changed), "+m"(list->Alignment), "+A"(now->Alignment)
                     : "b"((uint32_t)becomes.Alignment), "c"((uint32_t)(becomes.Alignment >> 32))
                     : "memory");
    return changed;
}

static uint32_t lock(PSLIST_HEADER list)
{
    for (;;) {
        uint32_t first = word_read(list);
        if (first & LOCKED)
            address_wait(list, first, wait_deadline(1));
        else if (word_change(list, first, first | LOCKED))
            return first;
    }
}

static bool change_locked(PSLIST_HEADER list, SLIST_HEADER *now, SLIST_HEADER becomes)
{
    volatile uint32_t *words = (volatile uint32_t *)list;
    uint32_t first = lock(list);
    SLIST_HEADER found = header_of(first, words[1]);
    bool changed = found.Alignment == now->Alignment;
    if (changed) {
        words[1] = (uint32_t)(becomes.Alignment >> 32);
        first = (uint32_t)becomes.Alignment;
    }
    *now = found;
    __atomic_store_n(words, first, __ATOMIC_SEQ_CST);
    return changed;
}

/* The header becomes another one if it is `now` still. Else `now` becomes the one that it is. */
static bool change(PSLIST_HEADER list, SLIST_HEADER *now, SLIST_HEADER becomes)
{
    becomes.Sequence = (WORD)(now->Sequence + 1);
    return cpu_features.cx8 ? change_in_one(list, now, becomes) : change_locked(list, now, becomes);
}

/* ---------------------------------------------------------------- an entry that is gone */

/* The handler's frame around a pop. */
struct pop_frame {
    EXCEPTION_REGISTRATION_RECORD record;
    PSLIST_HEADER list;
    SLIST_HEADER now;
};

/* Lets the pop go on, without a value, if the entry was popped by another thread: the header has
 * changed, so the pop begins again. A fault in an entry of the list is the program's. */
static EXCEPTION_DISPOSITION forget_entry(EXCEPTION_RECORD *record,
                                          EXCEPTION_REGISTRATION_RECORD *frame, CONTEXT *context,
                                          EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    const struct pop_frame *pop = (const struct pop_frame *)frame;
    (void)dispatcher;
    if (record->ExceptionFlags & EXCEPTION_UNWIND || context->Eip != (DWORD)slist_next_read ||
        read_header(pop->list).Alignment == pop->now.Alignment)
        return ExceptionContinueSearch;
    context->Eip = (DWORD)slist_next_done;
    return ExceptionContinueExecution;
}
SEH_REGISTER_HANDLER(forget_entry);

static PSLIST_ENTRY pop(PSLIST_HEADER list, struct pop_frame *frame)
{
    SLIST_HEADER becomes;
    do {
        if (!frame->now.Next.Next)
            return NULL;
        becomes.Next.Next = slist_next(frame->now.Next.Next);
        becomes.Depth = (WORD)(frame->now.Depth - 1);
    } while (!change(list, &frame->now, becomes));
    return frame->now.Next.Next;
}

/* ---------------------------------------------------------------- the calls */

VOID NTAPI RtlInitializeSListHead(PSLIST_HEADER list)
{
    list->Alignment = 0;
}

PSLIST_ENTRY NTAPI RtlFirstEntrySList(const SLIST_HEADER *list)
{
    return (PSLIST_ENTRY)(word_read(list) & ~LOCKED);
}

WORD NTAPI RtlQueryDepthSList(PSLIST_HEADER list)
{
    return *(volatile WORD *)&list->Depth;
}

PSLIST_ENTRY NTAPI RtlInterlockedPushListSListEx(PSLIST_HEADER list, PSLIST_ENTRY first,
                                                 PSLIST_ENTRY last, ULONG count)
{
    SLIST_HEADER now = read_header(list), becomes;
    do {
        last->Next = now.Next.Next;
        becomes.Next.Next = first;
        becomes.Depth = (WORD)(now.Depth + count);
    } while (!change(list, &now, becomes));
    return now.Next.Next;
}

PSLIST_ENTRY SLIST_FAST RtlInterlockedPushListSList(PSLIST_HEADER list, PSLIST_ENTRY first,
                                                    PSLIST_ENTRY last, ULONG count)
{
    return RtlInterlockedPushListSListEx(list, first, last, count);
}

PSLIST_ENTRY NTAPI RtlInterlockedPushEntrySList(PSLIST_HEADER list, PSLIST_ENTRY entry)
{
    return RtlInterlockedPushListSListEx(list, entry, entry, 1);
}

PSLIST_ENTRY NTAPI RtlInterlockedPopEntrySList(PSLIST_HEADER list)
{
    struct pop_frame frame = {.list = list, .now = read_header(list)};
    seh_link(&frame.record, forget_entry);
    PSLIST_ENTRY first = pop(list, &frame);
    seh_unlink(&frame.record);
    return first;
}

PSLIST_ENTRY NTAPI RtlInterlockedFlushSList(PSLIST_HEADER list)
{
    SLIST_HEADER now = read_header(list), becomes = {.Alignment = 0};
    while (!change(list, &now, becomes))
        ;
    return now.Next.Next;
}

/* kernel32's calls are ntdll's. */
VOID WINAPI InitializeSListHead(PSLIST_HEADER) __attribute__((alias("RtlInitializeSListHead")));
PSLIST_ENTRY WINAPI InterlockedPushEntrySList(PSLIST_HEADER, PSLIST_ENTRY)
    __attribute__((alias("RtlInterlockedPushEntrySList")));
PSLIST_ENTRY WINAPI InterlockedPushListSListEx(PSLIST_HEADER, PSLIST_ENTRY, PSLIST_ENTRY, ULONG)
    __attribute__((alias("RtlInterlockedPushListSListEx")));
PSLIST_ENTRY SLIST_FAST InterlockedPushListSList(PSLIST_HEADER, PSLIST_ENTRY, PSLIST_ENTRY, ULONG)
    __attribute__((alias("RtlInterlockedPushListSList")));
PSLIST_ENTRY WINAPI InterlockedPopEntrySList(PSLIST_HEADER)
    __attribute__((alias("RtlInterlockedPopEntrySList")));
PSLIST_ENTRY WINAPI InterlockedFlushSList(PSLIST_HEADER)
    __attribute__((alias("RtlInterlockedFlushSList")));
USHORT WINAPI QueryDepthSList(PSLIST_HEADER) __attribute__((alias("RtlQueryDepthSList")));
