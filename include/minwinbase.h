/* The names that Win32 programs use for exception codes, each of them a status of ntstatus.h;
 * dates, and what calls of threads and objects are given. Part of windows.h. */
#ifndef MINWINBASE_H
#define MINWINBASE_H

#include <nt.h>
#include <nt_objects.h>
#include <windef.h>

#define EXCEPTION_ACCESS_VIOLATION         STATUS_ACCESS_VIOLATION
#define EXCEPTION_ARRAY_BOUNDS_EXCEEDED    STATUS_ARRAY_BOUNDS_EXCEEDED
#define EXCEPTION_BREAKPOINT               STATUS_BREAKPOINT
#define EXCEPTION_DATATYPE_MISALIGNMENT    STATUS_DATATYPE_MISALIGNMENT
#define EXCEPTION_FLT_DENORMAL_OPERAND     STATUS_FLOAT_DENORMAL_OPERAND
#define EXCEPTION_FLT_DIVIDE_BY_ZERO       STATUS_FLOAT_DIVIDE_BY_ZERO
#define EXCEPTION_FLT_INEXACT_RESULT       STATUS_FLOAT_INEXACT_RESULT
#define EXCEPTION_FLT_INVALID_OPERATION    STATUS_FLOAT_INVALID_OPERATION
#define EXCEPTION_FLT_OVERFLOW             STATUS_FLOAT_OVERFLOW
#define EXCEPTION_FLT_STACK_CHECK          STATUS_FLOAT_STACK_CHECK
#define EXCEPTION_FLT_UNDERFLOW            STATUS_FLOAT_UNDERFLOW
#define EXCEPTION_GUARD_PAGE               STATUS_GUARD_PAGE_VIOLATION
#define EXCEPTION_ILLEGAL_INSTRUCTION      STATUS_ILLEGAL_INSTRUCTION
#define EXCEPTION_INT_DIVIDE_BY_ZERO       STATUS_INTEGER_DIVIDE_BY_ZERO
#define EXCEPTION_INT_OVERFLOW             STATUS_INTEGER_OVERFLOW
#define EXCEPTION_INVALID_DISPOSITION      STATUS_INVALID_DISPOSITION
#define EXCEPTION_INVALID_HANDLE           STATUS_INVALID_HANDLE
#define EXCEPTION_IN_PAGE_ERROR            STATUS_IN_PAGE_ERROR
#define EXCEPTION_NONCONTINUABLE_EXCEPTION STATUS_NONCONTINUABLE_EXCEPTION
#define EXCEPTION_PRIV_INSTRUCTION         STATUS_PRIVILEGED_INSTRUCTION
#define EXCEPTION_SINGLE_STEP              STATUS_SINGLE_STEP
#define EXCEPTION_STACK_OVERFLOW           STATUS_STACK_OVERFLOW

typedef struct _SYSTEMTIME {
    WORD wYear; /* 1601 to 30827 */
    WORD wMonth;
    WORD wDayOfWeek; /* 0: Sunday */
    WORD wDay;
    WORD wHour;
    WORD wMinute;
    WORD wSecond;
    WORD wMilliseconds;
} SYSTEMTIME, *PSYSTEMTIME, *LPSYSTEMTIME;

/* Where in a file a call works, and what came of it: the status, and the bytes. */
typedef struct _OVERLAPPED {
    ULONG_PTR Internal;
    ULONG_PTR InternalHigh;
    union {
        struct {
            DWORD Offset;
            DWORD OffsetHigh;
        };
        PVOID Pointer;
    };
    HANDLE hEvent;
} OVERLAPPED, *LPOVERLAPPED;

/* Rights and inheritance are not looked at: there is one process and one user. */
typedef struct _SECURITY_ATTRIBUTES {
    DWORD nLength;
    LPVOID lpSecurityDescriptor;
    BOOL bInheritHandle;
} SECURITY_ATTRIBUTES, *PSECURITY_ATTRIBUTES, *LPSECURITY_ATTRIBUTES;

/* The exit code of a thread that runs. */
#define STILL_ACTIVE STATUS_PENDING

typedef DWORD(WINAPI *PTHREAD_START_ROUTINE)(LPVOID parameter);
typedef PTHREAD_START_ROUTINE LPTHREAD_START_ROUTINE;

typedef RTL_CRITICAL_SECTION CRITICAL_SECTION, *PCRITICAL_SECTION, *LPCRITICAL_SECTION;
typedef RTL_CRITICAL_SECTION_DEBUG CRITICAL_SECTION_DEBUG, *PCRITICAL_SECTION_DEBUG,
    *LPCRITICAL_SECTION_DEBUG;

/* An entry of HeapWalk: the heap itself, a region, or one of its blocks. */
#define PROCESS_HEAP_REGION     0x1u
#define PROCESS_HEAP_ENTRY_BUSY 0x4u
typedef struct _PROCESS_HEAP_ENTRY {
    PVOID lpData;
    DWORD cbData;
    BYTE cbOverhead, iRegionIndex;
    WORD wFlags;
    union {
        struct {
            HANDLE hMem;
            DWORD dwReserved[3];
        } Block;
        struct {
            DWORD dwCommittedSize, dwUnCommittedSize;
            LPVOID lpFirstBlock, lpLastBlock;
        } Region;
    };
} PROCESS_HEAP_ENTRY, *LPPROCESS_HEAP_ENTRY;
_Static_assert(sizeof(PROCESS_HEAP_ENTRY) == 28, "PROCESS_HEAP_ENTRY");

#endif
