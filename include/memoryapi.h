/* Memory as Windows hands it out: address ranges in steps of 64 KB, pages of 4 KB with rights of
 * their own, guard pages that go off once.
 *
 *     char *range = VirtualAlloc(NULL, 1 << 20, MEM_RESERVE, PAGE_READWRITE);
 *     VirtualAlloc(range, 4096, MEM_COMMIT, PAGE_READWRITE);
 *     VirtualAlloc(range + 4096, 4096, MEM_COMMIT, PAGE_READWRITE | PAGE_GUARD);
 *
 * Names, values, results and last errors are Windows' (32-bit, XP to 7). Differences: committed
 * pages have their memory at once; PAGE_WRITECOMBINE is kept and shown, but means write-through; on
 * a CPU that cannot forbid execution, every readable page can be executed, as on Windows there.
 *
 * All calls are for ordinary code and handlers, at either privilege level, not for interrupts.
 */
#ifndef MEMORYAPI_H
#define MEMORYAPI_H

#include <nt.h>

/* Protections: exactly one of the first eight, and at most one of the last three. */
#define PAGE_NOACCESS          0x001u
#define PAGE_READONLY          0x002u
#define PAGE_READWRITE         0x004u
#define PAGE_WRITECOPY         0x008u /* of mapped files only, which do not exist here */
#define PAGE_EXECUTE           0x010u
#define PAGE_EXECUTE_READ      0x020u
#define PAGE_EXECUTE_READWRITE 0x040u
#define PAGE_EXECUTE_WRITECOPY 0x080u /* likewise */
#define PAGE_GUARD             0x100u
#define PAGE_NOCACHE           0x200u
#define PAGE_WRITECOMBINE      0x400u

/* What VirtualAlloc and VirtualFree do, and what VirtualQuery says of a page. */
#define MEM_COMMIT             0x00001000u
#define MEM_RESERVE            0x00002000u
#define MEM_DECOMMIT           0x00004000u
#define MEM_RELEASE            0x00008000u
#define MEM_FREE               0x00010000u
#define MEM_PRIVATE            0x00020000u
#define MEM_RESET              0x00080000u
#define MEM_TOP_DOWN           0x00100000u

/* A run of pages that are alike, from the page that was asked about on. */
typedef struct _MEMORY_BASIC_INFORMATION {
    PVOID BaseAddress;
    PVOID AllocationBase;    /* NULL of free pages */
    DWORD AllocationProtect; /* as it was given when the range was reserved */
    DWORD RegionSize;        /* bytes */
    DWORD State;             /* MEM_COMMIT, MEM_RESERVE or MEM_FREE */
    DWORD Protect;           /* 0 of reserved pages, PAGE_NOACCESS of free ones */
    DWORD Type;              /* MEM_PRIVATE, or 0 of free ones */
} MEMORY_BASIC_INFORMATION, *PMEMORY_BASIC_INFORMATION;

/* MEM_RESERVE takes addresses (address NULL: anywhere, MEM_TOP_DOWN: as high as possible; else from
 * address, rounded down to 64 KB, on); MEM_COMMIT gives the pages that [address, address + size)
 * touches memory, zeroed, or new rights when they have some; both together do both. MEM_RESET lets
 * the contents of committed pages be forgotten, and changes nothing. Returns the start of what was
 * reserved or committed, else NULL: ERROR_INVALID_PARAMETER, ERROR_INVALID_ADDRESS (in use, or not
 * reserved), ERROR_NOT_ENOUGH_MEMORY (no addresses), ERROR_COMMITMENT_LIMIT (no memory). */
PVOID WINAPI VirtualAlloc(PVOID address, DWORD size, DWORD type, DWORD protect);

/* MEM_RELEASE, with size 0 and the address that reserving returned, takes a range back;
 * MEM_DECOMMIT only the memory of the pages that [address, address + size) touches, or with size 0
 * the range's. FALSE: ERROR_INVALID_PARAMETER, ERROR_INVALID_ADDRESS (no range, or not its start).
 */
BOOL WINAPI VirtualFree(PVOID address, DWORD size, DWORD type);

/* New rights for committed pages of one range; *old becomes those of the first page. FALSE:
 * ERROR_INVALID_PARAMETER, ERROR_INVALID_ADDRESS (not in one range, or not committed: then nothing
 * has changed), ERROR_NOACCESS (old cannot be written). */
BOOL WINAPI VirtualProtect(PVOID address, DWORD size, DWORD protect, DWORD *old);

/* Describes the page at address. Returns the bytes written, 28, else 0: ERROR_INVALID_PARAMETER
 * (above 7FFEFFFFh), ERROR_BAD_LENGTH (length below 28), ERROR_NOACCESS. */
DWORD WINAPI VirtualQuery(const void *address, MEMORY_BASIC_INFORMATION *information, DWORD length);

/* TRUE when a byte of each page of [address, address + size) cannot be read, or written; FALSE for
 * size 0. They try, so a guard page goes off and counts as bad, once. */
BOOL WINAPI IsBadReadPtr(const void *address, DWORD size);
BOOL WINAPI IsBadWritePtr(PVOID address, DWORD size);
BOOL WINAPI IsBadHugeReadPtr(const void *address, DWORD size);
BOOL WINAPI IsBadHugeWritePtr(PVOID address, DWORD size);
BOOL WINAPI IsBadCodePtr(PVOID address);

/* TRUE when not every byte up to the string's end, or the first most of them, can be read. */
BOOL WINAPI IsBadStringPtrA(const char *text, DWORD most);

_Static_assert(sizeof(MEMORY_BASIC_INFORMATION) == 0x1C, "MEMORY_BASIC_INFORMATION");

#endif
