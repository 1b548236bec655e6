/* Windows' types and values for threads, locks and objects that threads wait for: those parts of
 * the SDK's winnt.h that the runtime uses itself. Part of windows.h.
 *
 * Programs see names and layouts; the calls stand in synchapi.h, processthreadsapi.h and their kin.
 */
#ifndef NT_OBJECTS_H
#define NT_OBJECTS_H

#include <windef.h>

/* ---------------------------------------------------------------- lists and long numbers */

typedef union _LARGE_INTEGER {
    struct {
        DWORD LowPart;
        LONG HighPart;
    };
    struct {
        DWORD LowPart;
        LONG HighPart;
    } u;
    LONGLONG QuadPart;
} LARGE_INTEGER, *PLARGE_INTEGER;

typedef union _ULARGE_INTEGER {
    struct {
        DWORD LowPart;
        DWORD HighPart;
    };
    struct {
        DWORD LowPart;
        DWORD HighPart;
    } u;
    ULONGLONG QuadPart;
} ULARGE_INTEGER, *PULARGE_INTEGER;

typedef struct _LIST_ENTRY {
    struct _LIST_ENTRY *Flink;
    struct _LIST_ENTRY *Blink;
} LIST_ENTRY, *PLIST_ENTRY;

typedef struct _SINGLE_LIST_ENTRY {
    struct _SINGLE_LIST_ENTRY *Next;
} SINGLE_LIST_ENTRY, *PSINGLE_LIST_ENTRY;

/* ---------------------------------------------------------------- locks */

/* LockCount is -1 when the section is free. Bit 0 is clear while it is owned, bit 1 while a woken
 * thread is on its way; each waiter takes 4 off (Windows since Vista with service pack 1). */
typedef struct _RTL_CRITICAL_SECTION_DEBUG {
    WORD Type;
    WORD CreatorBackTraceIndex;
    struct _RTL_CRITICAL_SECTION *CriticalSection;
    LIST_ENTRY ProcessLocksList;
    DWORD EntryCount;
    DWORD ContentionCount;
    DWORD Flags;
    WORD CreatorBackTraceIndexHigh;
    WORD SpareWORD;
} RTL_CRITICAL_SECTION_DEBUG, *PRTL_CRITICAL_SECTION_DEBUG;

typedef struct _RTL_CRITICAL_SECTION {
    PRTL_CRITICAL_SECTION_DEBUG DebugInfo;
    LONG LockCount;
    LONG RecursionCount;
    HANDLE OwningThread; /* the owner's number */
    HANDLE LockSemaphore;
    ULONG_PTR SpinCount;
} RTL_CRITICAL_SECTION, *PRTL_CRITICAL_SECTION;

typedef struct _RTL_SRWLOCK {
    PVOID Ptr;
} RTL_SRWLOCK, *PRTL_SRWLOCK;

typedef struct _RTL_CONDITION_VARIABLE {
    PVOID Ptr;
} RTL_CONDITION_VARIABLE, *PRTL_CONDITION_VARIABLE;

typedef union _RTL_RUN_ONCE {
    PVOID Ptr;
} RTL_RUN_ONCE, *PRTL_RUN_ONCE;

#define RTL_SRWLOCK_INIT                                                                           \
    {                                                                                              \
        0                                                                                          \
    }
#define RTL_CONDITION_VARIABLE_INIT                                                                \
    {                                                                                              \
        0                                                                                          \
    }
#define RTL_CONDITION_VARIABLE_LOCKMODE_SHARED 0x1u
#define RTL_RUN_ONCE_INIT                                                                          \
    {                                                                                              \
        0                                                                                          \
    }
#define RTL_RUN_ONCE_CHECK_ONLY                    0x1u
#define RTL_RUN_ONCE_ASYNC                         0x2u
#define RTL_RUN_ONCE_INIT_FAILED                   0x4u
#define RTL_RUN_ONCE_CTX_RESERVED_BITS             2

#define RTL_CRITICAL_SECTION_FLAG_NO_DEBUG_INFO    0x01000000u
#define RTL_CRITICAL_SECTION_FLAG_DYNAMIC_SPIN     0x02000000u
#define RTL_CRITICAL_SECTION_FLAG_STATIC_INIT      0x04000000u
#define RTL_CRITICAL_SECTION_FLAG_RESOURCE_TYPE    0x08000000u
#define RTL_CRITICAL_SECTION_FLAG_FORCE_DEBUG_INFO 0x10000000u
#define RTL_CRITICAL_SECTION_ALL_FLAG_BITS         0xFF000000u

/* ---------------------------------------------------------------- lists without a lock */

#define MEMORY_ALLOCATION_ALIGNMENT                8

typedef struct _SINGLE_LIST_ENTRY SLIST_ENTRY, *PSLIST_ENTRY;

typedef union _SLIST_HEADER {
    ULONGLONG Alignment;
    struct {
        SLIST_ENTRY Next;
        WORD Depth;
        WORD Sequence; /* counts changes of the list */
    };
} SLIST_HEADER, *PSLIST_HEADER;

/* ---------------------------------------------------------------- waiting */

#define MAXIMUM_WAIT_OBJECTS  64
#define MAXIMUM_SUSPEND_COUNT 0x7F

typedef VOID(NTAPI *PAPCFUNC)(ULONG_PTR parameter);
typedef VOID(NTAPI *WAITORTIMERCALLBACKFUNC)(PVOID parameter, BOOLEAN timed_out);
typedef VOID(NTAPI *WORKERCALLBACKFUNC)(PVOID parameter);
typedef VOID(NTAPI *PFLS_CALLBACK_FUNCTION)(PVOID data);

#define FLS_MAXIMUM_AVAILABLE             128
#define TLS_MINIMUM_AVAILABLE             64

/* ---------------------------------------------------------------- rights and values */

#define DELETE                            0x00010000u
#define READ_CONTROL                      0x00020000u
#define WRITE_DAC                         0x00040000u
#define WRITE_OWNER                       0x00080000u
#define SYNCHRONIZE                       0x00100000u
#define STANDARD_RIGHTS_REQUIRED          0x000F0000u
#define STANDARD_RIGHTS_READ              READ_CONTROL
#define STANDARD_RIGHTS_WRITE             READ_CONTROL
#define STANDARD_RIGHTS_EXECUTE           READ_CONTROL
#define STANDARD_RIGHTS_ALL               0x001F0000u
#define ACCESS_SYSTEM_SECURITY            0x01000000u /* nobody has this right */
#define MAXIMUM_ALLOWED                   0x02000000u
#define GENERIC_ALL                       0x10000000u
#define GENERIC_EXECUTE                   0x20000000u
#define GENERIC_WRITE                     0x40000000u
#define GENERIC_READ                      0x80000000u

#define FILE_READ_DATA                    0x0001u
#define FILE_LIST_DIRECTORY               0x0001u
#define FILE_WRITE_DATA                   0x0002u
#define FILE_APPEND_DATA                  0x0004u
#define FILE_READ_EA                      0x0008u
#define FILE_WRITE_EA                     0x0010u
#define FILE_EXECUTE                      0x0020u
#define FILE_READ_ATTRIBUTES              0x0080u
#define FILE_WRITE_ATTRIBUTES             0x0100u
#define FILE_GENERIC_READ                 0x00120089u
#define FILE_GENERIC_WRITE                0x00120116u
#define FILE_GENERIC_EXECUTE              0x001200A0u
#define FILE_ALL_ACCESS                   0x001F01FFu

#define EVENT_QUERY_STATE                 0x0001u
#define EVENT_MODIFY_STATE                0x0002u
#define EVENT_ALL_ACCESS                  (STANDARD_RIGHTS_REQUIRED | SYNCHRONIZE | 0x3u)
#define MUTANT_QUERY_STATE                0x0001u
#define MUTANT_ALL_ACCESS                 (STANDARD_RIGHTS_REQUIRED | SYNCHRONIZE | 0x1u)
#define MUTEX_MODIFY_STATE                MUTANT_QUERY_STATE
#define MUTEX_ALL_ACCESS                  MUTANT_ALL_ACCESS
#define SEMAPHORE_QUERY_STATE             0x0001u
#define SEMAPHORE_MODIFY_STATE            0x0002u
#define SEMAPHORE_ALL_ACCESS              (STANDARD_RIGHTS_REQUIRED | SYNCHRONIZE | 0x3u)
#define TIMER_QUERY_STATE                 0x0001u
#define TIMER_MODIFY_STATE                0x0002u
#define TIMER_ALL_ACCESS                  (STANDARD_RIGHTS_REQUIRED | SYNCHRONIZE | 0x3u)

#define THREAD_TERMINATE                  0x0001u
#define THREAD_SUSPEND_RESUME             0x0002u
#define THREAD_ALERT                      0x0004u
#define THREAD_GET_CONTEXT                0x0008u
#define THREAD_SET_CONTEXT                0x0010u
#define THREAD_SET_INFORMATION            0x0020u
#define THREAD_QUERY_INFORMATION          0x0040u
#define THREAD_SET_THREAD_TOKEN           0x0080u
#define THREAD_IMPERSONATE                0x0100u
#define THREAD_DIRECT_IMPERSONATION       0x0200u
#define THREAD_SET_LIMITED_INFORMATION    0x0400u
#define THREAD_QUERY_LIMITED_INFORMATION  0x0800u
#define THREAD_ALL_ACCESS                 (STANDARD_RIGHTS_REQUIRED | SYNCHRONIZE | 0xFFFFu)

#define PROCESS_TERMINATE                 0x0001u
#define PROCESS_CREATE_THREAD             0x0002u
#define PROCESS_SET_SESSIONID             0x0004u
#define PROCESS_VM_OPERATION              0x0008u
#define PROCESS_VM_READ                   0x0010u
#define PROCESS_VM_WRITE                  0x0020u
#define PROCESS_DUP_HANDLE                0x0040u
#define PROCESS_CREATE_PROCESS            0x0080u
#define PROCESS_SET_QUOTA                 0x0100u
#define PROCESS_SET_INFORMATION           0x0200u
#define PROCESS_QUERY_INFORMATION         0x0400u
#define PROCESS_SUSPEND_RESUME            0x0800u
#define PROCESS_QUERY_LIMITED_INFORMATION 0x1000u
#define PROCESS_SET_LIMITED_INFORMATION   0x2000u
#define PROCESS_ALL_ACCESS                (STANDARD_RIGHTS_REQUIRED | SYNCHRONIZE | 0xFFFFu)

#define DUPLICATE_CLOSE_SOURCE            0x1u
#define DUPLICATE_SAME_ACCESS             0x2u

#define THREAD_BASE_PRIORITY_LOWRT        15
#define THREAD_BASE_PRIORITY_MAX          2
#define THREAD_BASE_PRIORITY_MIN          (-2)
#define THREAD_BASE_PRIORITY_IDLE         (-15)

/* Processors, in the one group that there is. */
typedef ULONG_PTR KAFFINITY;

typedef struct _GROUP_AFFINITY {
    KAFFINITY Mask;
    WORD Group;
    WORD Reserved[3];
} GROUP_AFFINITY, *PGROUP_AFFINITY;

typedef struct _PROCESSOR_NUMBER {
    WORD Group;
    BYTE Number;
    BYTE Reserved;
} PROCESSOR_NUMBER, *PPROCESSOR_NUMBER;

#define MAXIMUM_PROCESSORS 32

typedef enum _LOGICAL_PROCESSOR_RELATIONSHIP {
    RelationProcessorCore,
    RelationNumaNode,
    RelationCache,
    RelationProcessorPackage,
    RelationGroup,
    RelationProcessorDie,
    RelationNumaNodeEx,
    RelationProcessorModule,
    RelationAll = 0xFFFF
} LOGICAL_PROCESSOR_RELATIONSHIP;

typedef enum _PROCESSOR_CACHE_TYPE {
    CacheUnified,
    CacheInstruction,
    CacheData,
    CacheTrace
} PROCESSOR_CACHE_TYPE;

typedef struct _CACHE_DESCRIPTOR {
    BYTE Level;
    BYTE Associativity;
    WORD LineSize;
    DWORD Size;
    PROCESSOR_CACHE_TYPE Type;
} CACHE_DESCRIPTOR, *PCACHE_DESCRIPTOR;

typedef struct _SYSTEM_LOGICAL_PROCESSOR_INFORMATION {
    ULONG_PTR ProcessorMask;
    LOGICAL_PROCESSOR_RELATIONSHIP Relationship;
    union {
        struct {
            BYTE Flags;
        } ProcessorCore;
        struct {
            DWORD NodeNumber;
        } NumaNode;
        CACHE_DESCRIPTOR Cache;
        ULONGLONG Reserved[2];
    };
} SYSTEM_LOGICAL_PROCESSOR_INFORMATION, *PSYSTEM_LOGICAL_PROCESSOR_INFORMATION;

#define PF_FLOATING_POINT_EMULATED       1
#define PF_COMPARE_EXCHANGE_DOUBLE       2
#define PF_MMX_INSTRUCTIONS_AVAILABLE    3
#define PF_XMMI_INSTRUCTIONS_AVAILABLE   6
#define PF_3DNOW_INSTRUCTIONS_AVAILABLE  7
#define PF_RDTSC_INSTRUCTION_AVAILABLE   8
#define PF_PAE_ENABLED                   9
#define PF_XMMI64_INSTRUCTIONS_AVAILABLE 10
#define PF_NX_ENABLED                    12
#define PF_SSE3_INSTRUCTIONS_AVAILABLE   13
#define PF_COMPARE_EXCHANGE128           14

#define PROCESSOR_ARCHITECTURE_INTEL     0
#define PROCESSOR_INTEL_386              386
#define PROCESSOR_INTEL_486              486
#define PROCESSOR_INTEL_PENTIUM          586

_Static_assert(sizeof(RTL_CRITICAL_SECTION) == 24, "RTL_CRITICAL_SECTION");
_Static_assert(sizeof(RTL_CRITICAL_SECTION_DEBUG) == 32, "RTL_CRITICAL_SECTION_DEBUG");
_Static_assert(sizeof(SLIST_HEADER) == 8, "SLIST_HEADER");
_Static_assert(sizeof(SYSTEM_LOGICAL_PROCESSOR_INFORMATION) == 24,
               "SYSTEM_LOGICAL_PROCESSOR_INFORMATION");
NT_ASSERT_OFFSET(RTL_CRITICAL_SECTION, OwningThread, 0x0C);
NT_ASSERT_OFFSET(RTL_CRITICAL_SECTION, SpinCount, 0x14);
NT_ASSERT_OFFSET(SLIST_HEADER, Depth, 4);
NT_ASSERT_OFFSET(SLIST_HEADER, Sequence, 6);

#endif
