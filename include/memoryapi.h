/* Memory as Windows hands it out: address ranges in steps of 64 KB, pages of 4 KB with rights of
 * their own, guard pages that go off once.
 *
 *     char *range = VirtualAlloc(NULL, 1 << 20, MEM_RESERVE, PAGE_READWRITE);
 *     VirtualAlloc(range, 4096, MEM_COMMIT, PAGE_READWRITE);
 *     VirtualAlloc(range + 4096, 4096, MEM_COMMIT, PAGE_READWRITE | PAGE_GUARD);
 *
 * Names, values, results and last errors are Windows' (32-bit, XP to 7). There are three
 * differences. Committed pages have their memory at once. PAGE_WRITECOMBINE is kept and shown, but
 * means write-through. On a CPU that cannot forbid execution, every readable page can be executed,
 * as on Windows there.
 *
 * All calls are for ordinary code and handlers, at either privilege level, not for interrupts.
 */
#ifndef MEMORYAPI_H
#define MEMORYAPI_H

#include <minwinbase.h>

/* Protections: exactly one of the first eight, and at most one of the last three. */
#define PAGE_NOACCESS          0x001u
#define PAGE_READONLY          0x002u
#define PAGE_READWRITE         0x004u
#define PAGE_WRITECOPY         0x008u /* of PE files and views: pages that are not written to yet */
#define PAGE_EXECUTE           0x010u
#define PAGE_EXECUTE_READ      0x020u
#define PAGE_EXECUTE_READWRITE 0x040u
#define PAGE_EXECUTE_WRITECOPY 0x080u /* likewise */
#define PAGE_GUARD             0x100u
#define PAGE_NOCACHE           0x200u
#define PAGE_WRITECOMBINE      0x400u

/* Requests to VirtualAlloc and VirtualFree, and answers of VirtualQuery. */
#define MEM_COMMIT             0x00001000u
#define MEM_RESERVE            0x00002000u
#define MEM_DECOMMIT           0x00004000u
#define MEM_RELEASE            0x00008000u
#define MEM_FREE               0x00010000u
#define MEM_PRIVATE            0x00020000u
#define MEM_MAPPED             0x00040000u
#define MEM_RESET              0x00080000u
#define MEM_TOP_DOWN           0x00100000u
#define MEM_IMAGE              0x01000000u

/* A run of pages that are alike. It begins with the page that was asked about. */
typedef struct _MEMORY_BASIC_INFORMATION {
    PVOID BaseAddress;
    PVOID AllocationBase;    /* NULL for free pages */
    DWORD AllocationProtect; /* as it was given when the range was reserved */
    DWORD RegionSize;        /* bytes */
    DWORD State;             /* MEM_COMMIT, MEM_RESERVE or MEM_FREE */
    DWORD Protect;           /* 0 for reserved pages, PAGE_NOACCESS for free ones */
    DWORD Type;              /* MEM_PRIVATE, MEM_MAPPED, MEM_IMAGE, or 0 for free pages */
} MEMORY_BASIC_INFORMATION, *PMEMORY_BASIC_INFORMATION;

/* MEM_RESERVE takes addresses: from address on, rounded down to 64 KB. With address NULL they may
 * be anywhere, with MEM_TOP_DOWN as high as possible. MEM_COMMIT gives memory to the pages that
 * [address, address + size) touches. New memory is zeroed; pages that have memory already only get
 * the new rights. Both flags together do both. MEM_RESET lets the contents of committed pages be
 * forgotten, and changes nothing here.
 *
 * Returns the start of the reserved or committed range, else NULL: ERROR_INVALID_PARAMETER,
 * ERROR_INVALID_ADDRESS (in use, or not reserved), ERROR_NOT_ENOUGH_MEMORY (no addresses),
 * ERROR_COMMITMENT_LIMIT (no memory). */
PVOID WINAPI VirtualAlloc(PVOID address, DWORD size, DWORD type, DWORD protect);

/* MEM_RELEASE takes a range back; size is 0, and address is the one that reserving returned.
 * MEM_DECOMMIT takes only the memory of the pages that [address, address + size) touches, or with
 * size 0 of the whole range. FALSE: ERROR_INVALID_PARAMETER, ERROR_INVALID_ADDRESS (no range, or
 * not its start). ERROR_INVALID_PARAMETER (a view). */
BOOL WINAPI VirtualFree(PVOID address, DWORD size, DWORD type);

/* Gives new rights to committed pages of one range. *old becomes the first page's old rights.
 *
 * The program's own code, constants and variables are three ranges with pages of their own. They
 * may get all rights: PAGE_WRITECOPY and its kin there stand for rights to write. Code of the
 * runtime's calls may get PAGE_EXECUTE_READWRITE, for hooks, and PAGE_EXECUTE_READ again. In ring 3
 * it may not, because ring 0 executes it, too.
 *
 * FALSE: ERROR_INVALID_PARAMETER, ERROR_INVALID_ADDRESS (not in one range, or not committed: then
 * nothing has changed), ERROR_NOACCESS (old cannot be written), ERROR_ACCESS_DENIED (other pages of
 * the image). */
BOOL WINAPI VirtualProtect(PVOID address, DWORD size, DWORD protect, DWORD *old);

/* Describes the page at address. Returns 28, the number of bytes written, else 0:
 * ERROR_INVALID_PARAMETER (above 7FFEFFFFh and not in the image), ERROR_BAD_LENGTH (length below
 * 28), ERROR_NOACCESS. The image is one range of MEM_IMAGE, runtime and program together. */
DWORD WINAPI VirtualQuery(const void *address, MEMORY_BASIC_INFORMATION *information, DWORD length);

/* The calls above for a process by its handle: there is one process. FALSE, NULL or 0:
 * ERROR_INVALID_HANDLE. */
LPVOID WINAPI VirtualAllocEx(HANDLE process, LPVOID address, SIZE_T size, DWORD type,
                             DWORD protect);
BOOL WINAPI VirtualFreeEx(HANDLE process, LPVOID address, SIZE_T size, DWORD type);
BOOL WINAPI VirtualProtectEx(HANDLE process, LPVOID address, SIZE_T size, DWORD protect,
                             DWORD *old);
SIZE_T WINAPI VirtualQueryEx(HANDLE process, LPCVOID address, PMEMORY_BASIC_INFORMATION information,
                             SIZE_T length);

/* Copy memory of the process, the one that there is. *copied, unless NULL, becomes the number of
 * bytes. Code that cannot be written is made writable meanwhile. FALSE: ERROR_INVALID_HANDLE,
 * ERROR_NOACCESS (the buffer, or what is written cannot be written), ERROR_PARTIAL_COPY (not all
 * can be read), ERROR_INVALID_ADDRESS (not all is there to be written), ERROR_ACCESS_DENIED. */
BOOL WINAPI ReadProcessMemory(HANDLE process, LPCVOID address, LPVOID buffer, SIZE_T size,
                              SIZE_T *copied);
BOOL WINAPI WriteProcessMemory(HANDLE process, LPVOID address, LPCVOID buffer, SIZE_T size,
                               SIZE_T *copied);

/* Lock the pages that [address, address + size) touches into memory, and unlock them. No page ever
 * leaves memory here, so this only keeps Windows' rules. At most 50 pages are locked at a time. A
 * page is locked once, however often the call is made. Memory that is given back is no longer
 * locked.
 *
 * FALSE: ERROR_INVALID_PARAMETER (size 0, or no address of a program), ERROR_NOACCESS (not
 * committed, or PAGE_NOACCESS), STATUS_GUARD_PAGE_VIOLATION (a guard, which has gone off), or
 * ERROR_WORKING_SET_QUOTA (too many); ERROR_NOT_LOCKED of VirtualUnlock. Then no lock has changed.
 */
BOOL WINAPI VirtualLock(PVOID address, DWORD size);
BOOL WINAPI VirtualUnlock(PVOID address, DWORD size);

/* TRUE when a page of [address, address + size) cannot be read, or written. FALSE for size 0. These
 * calls try a byte of each page, so a guard page goes off and counts as bad, once. */
BOOL WINAPI IsBadReadPtr(const void *address, DWORD size);
BOOL WINAPI IsBadWritePtr(PVOID address, DWORD size);
BOOL WINAPI IsBadHugeReadPtr(const void *address, DWORD size);
BOOL WINAPI IsBadHugeWritePtr(PVOID address, DWORD size);
BOOL WINAPI IsBadCodePtr(PVOID address);

/* TRUE when a byte of the string cannot be read. The string ends with its zero, or after `most`
 * characters. */
BOOL WINAPI IsBadStringPtrA(const char *text, DWORD most);
BOOL WINAPI IsBadStringPtrW(const wchar_t *text, DWORD most);

/* A section is a file's bytes, or with INVALID_HANDLE_VALUE memory, and a view is a part of them at
 * addresses of its own. All views of a file, its reads and its writes are one memory; with
 * FILE_MAP_COPY a page is the view's own once it is written to. A view has the protection of its
 * access, which VirtualProtect cannot make more of, and keeps the file when all handles are closed.
 * With SEC_RESERVE the pages of all views get memory when VirtualAlloc commits those of one. A file
 * with views is not shortened, and does not grow beyond 1 MB or the section's size.
 *
 * NULL: ERROR_INVALID_PARAMETER (no size of memory, no such protection), ERROR_FILE_INVALID (an
 * empty file), ERROR_NOT_ENOUGH_MEMORY (larger than a file that may not change),
 * ERROR_ACCESS_DENIED, ERROR_BAD_EXE_FORMAT (SEC_IMAGE, of what is no PE file, and always in a
 * native program), ERROR_INVALID_HANDLE (an object of another kind has the name);
 * ERROR_MAPPED_ALIGNMENT (an offset or a base that is no multiple of 64 KB). A section or view that
 * is gone: ERROR_INVALID_HANDLE, ERROR_INVALID_ADDRESS. */
#define SEC_FILE            0x00800000u /* told of a file's, and not asked for */
#define SEC_IMAGE           0x01000000u
#define SEC_RESERVE         0x04000000u
#define SEC_COMMIT          0x08000000u
#define SEC_NOCACHE         0x10000000u
#define FILE_MAP_COPY       0x01u
#define FILE_MAP_WRITE      0x02u
#define FILE_MAP_READ       0x04u
#define FILE_MAP_EXECUTE    0x20u
#define FILE_MAP_ALL_ACCESS 0x000F001Fu
#define SECTION_QUERY       0x01u
#define SECTION_MAP_WRITE   0x02u
#define SECTION_MAP_READ    0x04u
#define SECTION_MAP_EXECUTE 0x08u
#define SECTION_EXTEND_SIZE 0x10u
HANDLE WINAPI CreateFileMappingA(HANDLE file, LPSECURITY_ATTRIBUTES security, DWORD protect,
                                 DWORD size_high, DWORD size, LPCSTR name);
HANDLE WINAPI CreateFileMappingW(HANDLE file, LPSECURITY_ATTRIBUTES security, DWORD protect,
                                 DWORD size_high, DWORD size, LPCWSTR name);
LPVOID WINAPI MapViewOfFile(HANDLE section, DWORD access, DWORD offset_high, DWORD offset,
                            SIZE_T size);

/* base is the address where the view has to lie, or NULL. ERROR_INVALID_ADDRESS: those addresses
 * are in use. */
LPVOID WINAPI MapViewOfFileEx(HANDLE section, DWORD access, DWORD offset_high, DWORD offset,
                              SIZE_T size, LPVOID base);

/* Find the section with this name again: Create does, with ERROR_ALREADY_EXISTS, and Open. NULL:
 * ERROR_FILE_NOT_FOUND. */
HANDLE WINAPI OpenFileMappingA(DWORD access, BOOL inherit, LPCSTR name);
HANDLE WINAPI OpenFileMappingW(DWORD access, BOOL inherit, LPCWSTR name);
BOOL WINAPI UnmapViewOfFile(LPCVOID address);
BOOL WINAPI FlushViewOfFile(LPCVOID address, SIZE_T size);
#ifdef UNICODE
#define CreateFileMapping CreateFileMappingW
#define OpenFileMapping   OpenFileMappingW
#else
#define CreateFileMapping CreateFileMappingA
#define OpenFileMapping   OpenFileMappingA
#endif

_Static_assert(sizeof(MEMORY_BASIC_INFORMATION) == 0x1C, "MEMORY_BASIC_INFORMATION");

#endif
