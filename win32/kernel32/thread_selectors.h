/* The descriptors of segments behind selectors. Ordinary code. */
#ifndef WIN32_KERNEL32_THREAD_SELECTORS_H
#define WIN32_KERNEL32_THREAD_SELECTORS_H

#include <windef.h>

/* A descriptor as the CPU has it: LDT_ENTRY's bytes. */
typedef struct _LDT_ENTRY {
    WORD LimitLow, BaseLow;
    BYTE BaseMid, Flags1, Flags2, BaseHi;
} LDT_ENTRY, *LPLDT_ENTRY;

/* The descriptor behind a selector of the thread; the two low bits do not count. The descriptors of
 * the system, and number 0, are all zeros. FALSE: ERROR_INVALID_HANDLE; ERROR_INVALID_THREAD_ID, it
 * is one of a local table, of which there is none; ERROR_NOACCESS, it is past the table's end. */
BOOL WINAPI GetThreadSelectorEntry(HANDLE thread, DWORD selector, LPLDT_ENTRY entry);

#endif
