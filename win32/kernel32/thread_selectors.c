#include "win32/kernel32/thread_selectors.h"

#include "win32/fails.h"

#include <winternl.h>

enum {
    PRIVILEGE = 3,
    LOCAL_TABLE = 4,
    USER_CODE = 0x18,
    USER_DATA = 0x20,
    USER_TEB = 0x38,
    TABLE_END = 0x80,
    /* Flags1: present, of ring 3, accessed, and what it is for. */
    CODE = 0xFB,
    DATA = 0xF3,
    /* Flags2: 32 bits, and whether the limit counts pages, above its highest four bits. */
    BITS_32 = 0x40,
    PAGES = 0x80,
};

static LDT_ENTRY whole(BYTE kind)
{
    return (LDT_ENTRY){.LimitLow = 0xFFFF, .Flags1 = kind, .Flags2 = PAGES | BITS_32 | 0xF};
}

BOOL WINAPI GetThreadSelectorEntry(HANDLE thread, DWORD selector, LPLDT_ENTRY entry)
{
    THREAD_BASIC_INFORMATION about;
    if (!NT_SUCCESS(
            NtQueryInformationThread(thread, ThreadBasicInformation, &about, sizeof about, NULL)))
        return fails(ERROR_INVALID_HANDLE);
    if (selector & LOCAL_TABLE)
        return fails(ERROR_INVALID_THREAD_ID);
    ULONG_PTR teb = (ULONG_PTR)about.TebBaseAddress;
    selector &= ~(DWORD)PRIVILEGE;
    if (selector >= TABLE_END || !entry)
        return fails(ERROR_NOACCESS);
    *entry = selector == USER_CODE   ? whole(CODE)
             : selector == USER_DATA ? whole(DATA)
             : selector == USER_TEB  ? (LDT_ENTRY){.LimitLow = 0xFFF,
                                                   .BaseLow = (WORD)teb,
                                                   .BaseMid = (BYTE)(teb >> 16),
                                                   .Flags1 = DATA,
                                                   .Flags2 = BITS_32,
                                                   .BaseHi = (BYTE)(teb >> 24)}
                                     : (LDT_ENTRY){0};
    return TRUE;
}
