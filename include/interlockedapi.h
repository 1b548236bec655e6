/* Singly linked lists that any number of threads change at a time, without a lock. Windows' names
 * and rules; part of windows.h.
 *
 *     SLIST_HEADER list;
 *     InitializeSListHead(&list);
 *     InterlockedPushEntrySList(&list, &item->entry);
 *
 * List and entries are aligned to MEMORY_ALLOCATION_ALIGNMENT. An entry that was popped may be
 * freed at once, also while other threads pop. Any context but interrupts, in either ring. The
 * calls need cmpxchg8b. A 486 has none; there bit 0 of the list's first pointer is a lock, and a
 * thread that finds it taken waits.
 */
#ifndef INTERLOCKEDAPI_H
#define INTERLOCKEDAPI_H

#include <nt_objects.h>

/* Makes an empty list, which no other thread may use meanwhile. */
VOID WINAPI InitializeSListHead(PSLIST_HEADER list);

/* Put one entry in front, or count of them that are linked from first to last. Return the first
 * entry of before; NULL: the list was empty. */
PSLIST_ENTRY WINAPI InterlockedPushEntrySList(PSLIST_HEADER list, PSLIST_ENTRY entry);
PSLIST_ENTRY WINAPI InterlockedPushListSListEx(PSLIST_HEADER list, PSLIST_ENTRY first,
                                               PSLIST_ENTRY last, ULONG count);

/* This call does as InterlockedPushListSListEx, and takes its first two words in ecx and edx. */
#define SLIST_FAST __attribute__((fastcall))
PSLIST_ENTRY SLIST_FAST InterlockedPushListSList(PSLIST_HEADER list, PSLIST_ENTRY first,
                                                 PSLIST_ENTRY last, ULONG count);

/* Takes the first entry out and returns it, or NULL. */
PSLIST_ENTRY WINAPI InterlockedPopEntrySList(PSLIST_HEADER list);

/* Takes all entries out and returns the first one, or NULL. */
PSLIST_ENTRY WINAPI InterlockedFlushSList(PSLIST_HEADER list);

/* The number of entries, modulo 65536. */
USHORT WINAPI QueryDepthSList(PSLIST_HEADER list);

/* These calls by ntdll's names. RtlFirstEntrySList returns the first entry, which stays in the
 * list. */
VOID NTAPI RtlInitializeSListHead(PSLIST_HEADER list);
PSLIST_ENTRY NTAPI RtlFirstEntrySList(const SLIST_HEADER *list);
PSLIST_ENTRY NTAPI RtlInterlockedPushEntrySList(PSLIST_HEADER list, PSLIST_ENTRY entry);
PSLIST_ENTRY NTAPI RtlInterlockedPushListSListEx(PSLIST_HEADER list, PSLIST_ENTRY first,
                                                 PSLIST_ENTRY last, ULONG count);
PSLIST_ENTRY SLIST_FAST RtlInterlockedPushListSList(PSLIST_HEADER list, PSLIST_ENTRY first,
                                                    PSLIST_ENTRY last, ULONG count);
PSLIST_ENTRY NTAPI RtlInterlockedPopEntrySList(PSLIST_HEADER list);
PSLIST_ENTRY NTAPI RtlInterlockedFlushSList(PSLIST_HEADER list);
WORD NTAPI RtlQueryDepthSList(PSLIST_HEADER list);

#endif
