/* How much memory the machine has, and how many addresses the program. */
#include "kernel/call/calls.h"
#include "kernel/call/numbers.h"
#include "kernel/call/service.h"

#include <errhandlingapi.h>
#include <memoryapi.h>
#include <sysinfoapi.h>
#include <winternl.h>

#define ADDRESSES_END 0x7FFF0000u
enum { PAGE = 4096, MOST_OLD = 0x7FFFFFFF /* what the older call can say */ };

static DWORDLONG free_addresses(void)
{
    MEMORY_BASIC_INFORMATION information;
    DWORDLONG found = 0;
    for (uint32_t at = SPACE_SLOT; at < ADDRESSES_END; at += information.RegionSize) {
        if (sys_region_query(at, &information) != STATUS_SUCCESS || !information.RegionSize)
            break;
        if (information.State == MEM_FREE)
            found += information.RegionSize;
    }
    return found;
}

BOOL WINAPI GlobalMemoryStatusEx(LPMEMORYSTATUSEX status)
{
    struct process_information information;
    if (status->dwLength != sizeof *status) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return FALSE;
    }
    sys_process_query((uint32_t)NtCurrentProcess(), &information);
    DWORDLONG total = (DWORDLONG)information.pages * PAGE;
    DWORDLONG left = (DWORDLONG)information.free_pages * PAGE;
    *status = (MEMORYSTATUSEX){
        .dwLength = sizeof *status,
        .dwMemoryLoad = (DWORD)((total - left) * 100 / total),
        .ullTotalPhys = total,
        .ullAvailPhys = left,
        .ullTotalPageFile = total,
        .ullAvailPageFile = left,
        .ullTotalVirtual = ADDRESSES_END - SPACE_SLOT,
        .ullAvailVirtual = free_addresses(),
    };
    return TRUE;
}

static SIZE_T at_most(DWORDLONG size)
{
    return size > MOST_OLD ? MOST_OLD : (SIZE_T)size;
}

VOID WINAPI GlobalMemoryStatus(LPMEMORYSTATUS status)
{
    MEMORYSTATUSEX all = {.dwLength = sizeof all};
    GlobalMemoryStatusEx(&all);
    *status = (MEMORYSTATUS){
        .dwLength = sizeof *status,
        .dwMemoryLoad = all.dwMemoryLoad,
        .dwTotalPhys = at_most(all.ullTotalPhys),
        .dwAvailPhys = at_most(all.ullAvailPhys),
        .dwTotalPageFile = at_most(all.ullTotalPageFile),
        .dwAvailPageFile = at_most(all.ullAvailPageFile),
        .dwTotalVirtual = at_most(all.ullTotalVirtual),
        .dwAvailVirtual = at_most(all.ullAvailVirtual),
    };
}
