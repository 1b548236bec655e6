/* The time of day, and the machine. Windows' names; part of windows.h. The tick count's calls are
 * in nt.h.
 *
 * time.h says where the time comes from. All calls are for any context, in either ring.
 */
#ifndef SYSINFOAPI_H
#define SYSINFOAPI_H

#include <minwinbase.h>

/* Store the time now. The local time is UTC, too. */
VOID WINAPI GetSystemTime(SYSTEMTIME *time);
VOID WINAPI GetLocalTime(SYSTEMTIME *time);
VOID WINAPI GetSystemTimeAsFileTime(FILETIME *time);

typedef struct _SYSTEM_INFO {
    union {
        DWORD dwOemId;
        struct {
            WORD wProcessorArchitecture;
            WORD wReserved;
        };
    };
    DWORD dwPageSize;
    LPVOID lpMinimumApplicationAddress;
    LPVOID lpMaximumApplicationAddress;
    DWORD_PTR dwActiveProcessorMask;
    DWORD dwNumberOfProcessors;
    DWORD dwProcessorType;
    DWORD dwAllocationGranularity;
    WORD wProcessorLevel;    /* the family, as CPUID has it; 4 without CPUID */
    WORD wProcessorRevision; /* model and stepping; 0 without CPUID */
} SYSTEM_INFO, *LPSYSTEM_INFO;
_Static_assert(sizeof(SYSTEM_INFO) == 36, "SYSTEM_INFO");

/* Describe the machine. Both are the same here. */
VOID WINAPI GetSystemInfo(LPSYSTEM_INFO info);
VOID WINAPI GetNativeSystemInfo(LPSYSTEM_INFO info);

/* Stores a row for each CPU (nt_objects.h): RelationProcessorCore, its bit in ProcessorMask, and no
 * flags, because none shares its core. There are no rows of caches, nodes and packages. *length is
 * the bytes that there are for rows, and becomes those needed. FALSE: ERROR_INSUFFICIENT_BUFFER;
 * then rows may be NULL. */
BOOL WINAPI GetLogicalProcessorInformation(PSYSTEM_LOGICAL_PROCESSOR_INFORMATION rows,
                                           PDWORD length);

#endif
