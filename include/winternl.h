/* Structures and calls of ntdll that the other headers do not have, for the running program and its
 * running thread. Each has the rules of the Win32 call that leads to it. The result is a status,
 * and the last error stays as it is. STATUS_INVALID_HANDLE is for handles of anything else.
 *
 * All calls are for ordinary code and handlers, at either privilege level, not for interrupts.
 */
#ifndef WINTERNL_H
#define WINTERNL_H

#include <nt_image.h>
#include <stdarg.h>
#include <string.h>
#include <synchapi.h>
#include <sysinfoapi.h>
#include <wchar.h>

#define NT_SUCCESS(status) ((NTSTATUS)(status) >= 0)
#define NtCurrentProcess() ((HANDLE)-1)
#define NtCurrentThread()  ((HANDLE)-2)

/* ---------------------------------------------------------------- structures */

/* Texts with their lengths, in bytes and without the zero at the end. */
typedef struct _UNICODE_STRING {
    USHORT Length, MaximumLength;
    PWSTR Buffer;
} UNICODE_STRING, *PUNICODE_STRING;
typedef const UNICODE_STRING *PCUNICODE_STRING;

typedef struct _STRING {
    USHORT Length, MaximumLength;
    PCHAR Buffer;
} STRING, *PSTRING, ANSI_STRING, *PANSI_STRING;

/* *text becomes that of source, up to the zero at its end; NULL has length 0. */
static __inline VOID NTAPI RtlInitUnicodeString(PUNICODE_STRING text, PCWSTR source)
{
    SIZE_T length = source ? wcslen(source) * sizeof *source : 0;
    text->Length = (USHORT)(length < 0xFFFC ? length : 0xFFFC);
    text->MaximumLength = (USHORT)(source ? text->Length + sizeof *source : 0);
    text->Buffer = (PWSTR)source;
}

static __inline VOID NTAPI RtlInitAnsiString(PANSI_STRING text, const char *source)
{
    SIZE_T length = source ? strlen(source) : 0;
    text->Length = (USHORT)(length < 0xFFFE ? length : 0xFFFE);
    text->MaximumLength = (USHORT)(source ? text->Length + 1 : 0);
    text->Buffer = (PCHAR)source;
}

static __inline VOID NTAPI RtlInitString(PSTRING text, const char *source)
{
    RtlInitAnsiString(text, source);
}

typedef LONG KPRIORITY;

typedef struct _CLIENT_ID {
    HANDLE UniqueProcess, UniqueThread;
} CLIENT_ID, *PCLIENT_ID;

typedef struct _IO_STATUS_BLOCK {
    union {
        NTSTATUS Status;
        PVOID Pointer;
    };
    ULONG_PTR Information;
} IO_STATUS_BLOCK, *PIO_STATUS_BLOCK;

/* The name and the parent folder of an object, for calls that make or open one. */
#define OBJ_INHERIT          0x002
#define OBJ_PERMANENT        0x010
#define OBJ_EXCLUSIVE        0x020
#define OBJ_CASE_INSENSITIVE 0x040
#define OBJ_OPENIF           0x080
#define OBJ_OPENLINK         0x100
#define OBJ_KERNEL_HANDLE    0x200
typedef struct _OBJECT_ATTRIBUTES {
    ULONG Length;
    HANDLE RootDirectory;
    PUNICODE_STRING ObjectName;
    ULONG Attributes;
    PVOID SecurityDescriptor, SecurityQualityOfService;
} OBJECT_ATTRIBUTES, *POBJECT_ATTRIBUTES;
#define InitializeObjectAttributes(object, name, attributes, root, security)                       \
    ((void)(*(object) = (OBJECT_ATTRIBUTES){sizeof(OBJECT_ATTRIBUTES), root, name, attributes,     \
                                            security, NULL}))

/* The loader's lists, as Windows 7 has them. In a native program Ldr of the PEB is NULL. */
typedef struct _PEB_LDR_DATA {
    ULONG Length;
    BOOLEAN Initialized;
    HANDLE SsHandle;
    LIST_ENTRY InLoadOrderModuleList, InMemoryOrderModuleList, InInitializationOrderModuleList;
    PVOID EntryInProgress;
    BOOLEAN ShutdownInProgress;
    HANDLE ShutdownThreadId;
} PEB_LDR_DATA, *PPEB_LDR_DATA;

typedef struct _LDR_DATA_TABLE_ENTRY {
    LIST_ENTRY InLoadOrderLinks, InMemoryOrderLinks, InInitializationOrderLinks;
    PVOID DllBase, EntryPoint;
    ULONG SizeOfImage;
    UNICODE_STRING FullDllName, BaseDllName;
    ULONG Flags;
    USHORT LoadCount, TlsIndex;
    LIST_ENTRY HashLinks;
    ULONG TimeDateStamp;
    PVOID EntryPointActivationContext, PatchInformation;
    LIST_ENTRY ForwarderLinks, ServiceTagLinks, StaticLinks;
    PVOID ContextInformation;
    ULONG OriginalBase;
    LARGE_INTEGER LoadTime;
} LDR_DATA_TABLE_ENTRY, *PLDR_DATA_TABLE_ENTRY;

/* The parameters that the process was started with. In a native program ProcessParameters of the
 * PEB is NULL. */
typedef struct _CURDIR {
    UNICODE_STRING DosPath;
    HANDLE Handle;
} CURDIR, *PCURDIR;

typedef struct _RTL_USER_PROCESS_PARAMETERS {
    ULONG MaximumLength, Length, Flags, DebugFlags;
    HANDLE ConsoleHandle;
    ULONG ConsoleFlags;
    HANDLE StandardInput, StandardOutput, StandardError;
    CURDIR CurrentDirectory;
    UNICODE_STRING DllPath, ImagePathName, CommandLine;
    PVOID Environment;
    ULONG StartingX, StartingY, CountX, CountY, CountCharsX, CountCharsY;
    ULONG FillAttribute, WindowFlags, ShowWindowFlags;
    UNICODE_STRING WindowTitle, DesktopInfo, ShellInfo, RuntimeData;
    BYTE CurrentDirectories[32][16];
    ULONG EnvironmentSize, EnvironmentVersion;
} RTL_USER_PROCESS_PARAMETERS, *PRTL_USER_PROCESS_PARAMETERS;

NT_ASSERT_OFFSET(PEB_LDR_DATA, InMemoryOrderModuleList, 0x14);
NT_ASSERT_OFFSET(PEB_LDR_DATA, ShutdownThreadId, 0x2C);
NT_ASSERT_OFFSET(LDR_DATA_TABLE_ENTRY, DllBase, 0x18);
NT_ASSERT_OFFSET(LDR_DATA_TABLE_ENTRY, BaseDllName, 0x2C);
NT_ASSERT_OFFSET(LDR_DATA_TABLE_ENTRY, LoadCount, 0x38);
NT_ASSERT_OFFSET(LDR_DATA_TABLE_ENTRY, ForwarderLinks, 0x50);
NT_ASSERT_OFFSET(LDR_DATA_TABLE_ENTRY, LoadTime, 0x70);
NT_ASSERT_OFFSET(RTL_USER_PROCESS_PARAMETERS, CommandLine, 0x40);
NT_ASSERT_OFFSET(RTL_USER_PROCESS_PARAMETERS, WindowTitle, 0x70);
NT_ASSERT_OFFSET(RTL_USER_PROCESS_PARAMETERS, EnvironmentSize, 0x290);
_Static_assert(sizeof(LDR_DATA_TABLE_ENTRY) == 0x78, "LDR_DATA_TABLE_ENTRY");
_Static_assert(sizeof(RTL_USER_PROCESS_PARAMETERS) == 0x298, "RTL_USER_PROCESS_PARAMETERS");

/* ---------------------------------------------------------------- calls */

/* The error that stands for a status. It comes from a table; ERROR_MR_MID_NOT_FOUND stands for
 * statuses that have none. The first call notes the status in the TEB. Any context, in either ring.
 */
ULONG NTAPI RtlNtStatusToDosError(NTSTATUS status);
ULONG NTAPI RtlNtStatusToDosErrorNoTeb(NTSTATUS status);

/* GetThreadContext and SetThreadContext. Failures: STATUS_DATATYPE_MISALIGNMENT and
 * STATUS_ACCESS_VIOLATION, as NtContinue has them (seh.h). */
NTSTATUS NTAPI NtGetContextThread(HANDLE thread, CONTEXT *context);
NTSTATUS NTAPI NtSetContextThread(HANDLE thread, const CONTEXT *context);

/* VirtualProtect. *base and *size become those of the whole pages that got the rights. Failures,
 * which change nothing: STATUS_ACCESS_VIOLATION for a pointer that cannot be written,
 * STATUS_INVALID_PARAMETER, STATUS_INVALID_PAGE_PROTECTION, STATUS_CONFLICTING_ADDRESSES (not in
 * one range), STATUS_NOT_COMMITTED, STATUS_ACCESS_DENIED (the runtime's part of the image). */
NTSTATUS NTAPI NtProtectVirtualMemory(HANDLE process, PVOID *base, SIZE_T *size, ULONG protect,
                                      ULONG *old);

/* VirtualAlloc. *base and *size become those of the range. zero_bits, 0 to 21, are the uppermost
 * bits that are to be 0 in a base that is not given. Failures, which change nothing:
 * STATUS_ACCESS_VIOLATION for a pointer that cannot be written; the number of the parameter that is
 * wrong, STATUS_INVALID_PARAMETER_2 (base) to STATUS_INVALID_PARAMETER_5 (type);
 * STATUS_INVALID_PAGE_PROTECTION, STATUS_CONFLICTING_ADDRESSES (in use, or not reserved),
 * STATUS_NO_MEMORY, STATUS_COMMITMENT_LIMIT. */
NTSTATUS NTAPI NtAllocateVirtualMemory(HANDLE process, PVOID *base, ULONG_PTR zero_bits,
                                       SIZE_T *size, ULONG type, ULONG protect);

/* VirtualFree. A range that is released may be said with its size, but not in parts. Failures:
 * STATUS_ACCESS_VIOLATION, STATUS_INVALID_PARAMETER_4 (type), STATUS_MEMORY_NOT_ALLOCATED,
 * STATUS_FREE_VM_NOT_AT_BASE, STATUS_UNABLE_TO_FREE_VM (not one range). */
NTSTATUS NTAPI NtFreeVirtualMemory(HANDLE process, PVOID *base, SIZE_T *size, ULONG type);

/* VirtualQuery. *written, unless NULL, becomes 28. Failures: STATUS_INVALID_INFO_CLASS,
 * STATUS_INFO_LENGTH_MISMATCH, STATUS_ACCESS_VIOLATION, STATUS_INVALID_PARAMETER (address).
 * MemorySectionName: a UNICODE_STRING with the name of the file that is mapped there, by its
 * device; also STATUS_INVALID_ADDRESS (none is), STATUS_FILE_INVALID (a view of memory),
 * STATUS_BUFFER_OVERFLOW. */
typedef enum _MEMORY_INFORMATION_CLASS {
    MemoryBasicInformation,
    MemorySectionName = 2
} MEMORY_INFORMATION_CLASS;
NTSTATUS NTAPI NtQueryVirtualMemory(HANDLE process, PVOID address, MEMORY_INFORMATION_CLASS which,
                                    PVOID buffer, SIZE_T length, SIZE_T *written);

/* Copy memory of the process from and to the caller's own, as much as lies in pages that can be
 * read, or written. *copied, unless NULL, becomes the number of bytes. STATUS_PARTIAL_COPY: not
 * all. STATUS_ACCESS_VIOLATION: the caller's cannot be accessed. */
NTSTATUS NTAPI NtReadVirtualMemory(HANDLE process, LPCVOID address, PVOID buffer, SIZE_T size,
                                   SIZE_T *copied);
NTSTATUS NTAPI NtWriteVirtualMemory(HANDLE process, PVOID address, LPCVOID buffer, SIZE_T size,
                                    SIZE_T *copied);

/* Information about the process, by classes. length is that of the class' answer: the structure, or
 * 4 for the others, which say that there is no debugger. *needed, unless NULL, becomes it.
 * Failures, in this order: STATUS_INVALID_INFO_CLASS, STATUS_INFO_LENGTH_MISMATCH,
 * STATUS_ACCESS_VIOLATION, STATUS_INVALID_HANDLE; STATUS_PORT_NOT_SET is the answer of the debug
 * object. */
typedef enum _PROCESSINFOCLASS {
    ProcessBasicInformation = 0,
    ProcessDebugPort = 7,          /* 0 */
    ProcessWow64Information = 26,  /* 0 */
    ProcessDebugObjectHandle = 30, /* NULL */
    ProcessDebugFlags = 31         /* 1 */
} PROCESSINFOCLASS;
typedef struct _PROCESS_BASIC_INFORMATION {
    NTSTATUS ExitStatus; /* STATUS_PENDING: it runs */
    PPEB PebBaseAddress;
    ULONG_PTR AffinityMask;
    KPRIORITY BasePriority; /* 8, unless SetPriorityClass has changed it */
    ULONG_PTR UniqueProcessId;
    ULONG_PTR InheritedFromUniqueProcessId; /* 0: no process has started this one */
} PROCESS_BASIC_INFORMATION, *PPROCESS_BASIC_INFORMATION;
NTSTATUS NTAPI NtQueryInformationProcess(HANDLE process, PROCESSINFOCLASS which, PVOID buffer,
                                         ULONG length, PULONG needed);

/* Information about a thread, with the same rules. */
typedef enum _THREADINFOCLASS {
    ThreadBasicInformation = 0,
    ThreadHideFromDebugger = 17
} THREADINFOCLASS;
typedef struct _THREAD_BASIC_INFORMATION {
    NTSTATUS ExitStatus;  /* STATUS_PENDING while it runs */
    PVOID TebBaseAddress; /* NULL behind its end */
    CLIENT_ID ClientId;
    ULONG_PTR AffinityMask;
    KPRIORITY Priority;     /* 1 to 31 */
    KPRIORITY BasePriority; /* to the process', as SetThreadPriority says it */
} THREAD_BASIC_INFORMATION, *PTHREAD_BASIC_INFORMATION;
NTSTATUS NTAPI NtQueryInformationThread(HANDLE thread, THREADINFOCLASS which, PVOID buffer,
                                        ULONG length, PULONG needed);

/* CloseHandle, and SleepEx until a time: a negative one is from now on, in 100 ns, any other a
 * date. Results of the latter: STATUS_SUCCESS, STATUS_USER_APC, STATUS_ACCESS_VIOLATION. */
NTSTATUS NTAPI NtClose(HANDLE handle);
NTSTATUS NTAPI NtDelayExecution(BOOLEAN alertable, PLARGE_INTEGER time);

/* Critical sections. Statuses of the calls that make one: STATUS_INVALID_PARAMETER_2 for more than
 * 00FFFFFFh spins, STATUS_INVALID_PARAMETER_3 for unknown flags. */
NTSTATUS NTAPI RtlInitializeCriticalSection(PRTL_CRITICAL_SECTION section);
NTSTATUS NTAPI RtlInitializeCriticalSectionAndSpinCount(PRTL_CRITICAL_SECTION section, ULONG spins);
NTSTATUS NTAPI RtlInitializeCriticalSectionEx(PRTL_CRITICAL_SECTION section, ULONG spins,
                                              ULONG flags);

/* InitOnce's calls. Begin returns STATUS_PENDING to the caller that must initialise. */
typedef ULONG(NTAPI *PRTL_RUN_ONCE_INIT_FN)(PRTL_RUN_ONCE once, PVOID parameter, PVOID *data);
VOID NTAPI RtlRunOnceInitialize(PRTL_RUN_ONCE once);
NTSTATUS NTAPI RtlRunOnceExecuteOnce(PRTL_RUN_ONCE once, PRTL_RUN_ONCE_INIT_FN function,
                                     PVOID parameter, PVOID *data);
NTSTATUS NTAPI RtlRunOnceBeginInitialize(PRTL_RUN_ONCE once, ULONG flags, PVOID *data);
NTSTATUS NTAPI RtlRunOnceComplete(PRTL_RUN_ONCE once, ULONG flags, PVOID data);

/* Keyed events: a wait and a release of the same key meet. Each waits until the other comes or its
 * time has passed: NULL is for ever, a negative time is from now on, in 100 ns, any other one is a
 * date. A handle NULL names the one that is always there. Results: STATUS_SUCCESS, STATUS_TIMEOUT,
 * STATUS_USER_APC, STATUS_INVALID_PARAMETER_1 for an odd key, STATUS_INVALID_HANDLE. A new one has
 * no name: attributes is NULL and flags 0, else STATUS_INVALID_PARAMETER. */
NTSTATUS NTAPI NtCreateKeyedEvent(PHANDLE event, ULONG access, PVOID attributes, ULONG flags);
NTSTATUS NTAPI NtWaitForKeyedEvent(HANDLE event, PVOID key, BOOLEAN alertable, PLARGE_INTEGER time);
NTSTATUS NTAPI NtReleaseKeyedEvent(HANDLE event, PVOID key, BOOLEAN alertable, PLARGE_INTEGER time);

/* SetEvent and its kin; *before, unless NULL, becomes the state before: 1 is set. */
NTSTATUS NTAPI NtSetEvent(HANDLE event, PLONG before);
NTSTATUS NTAPI NtResetEvent(HANDLE event, PLONG before);
NTSTATUS NTAPI NtPulseEvent(HANDLE event, PLONG before);

/* Queues a call of routine with three arguments: see QueueUserAPC. Nothing is queued for no
 * routine. STATUS_UNSUCCESSFUL: the thread has ended. */
typedef VOID(NTAPI *PPS_APC_ROUTINE)(PVOID first, PVOID second, PVOID third);
NTSTATUS NTAPI NtQueueApcThread(HANDLE thread, PPS_APC_ROUTINE routine, PVOID first, PVOID second,
                                PVOID third);

/* Texts. A copy with allocates comes from the process' heap, and RtlFree... gives it back; else it
 * has the room of text->MaximumLength. STATUS_BUFFER_OVERFLOW, it has no room (a
 * narrow text gets what fits);
 * STATUS_INVALID_PARAMETER_2, STATUS_NAME_TOO_LONG, it is too long for any; STATUS_NO_MEMORY. The
 * comparison is by units, or their capitals (winuser.h), and returns a number below, at or above 0.
 */
NTSTATUS NTAPI RtlInitUnicodeStringEx(PUNICODE_STRING text, PCWSTR source);
NTSTATUS NTAPI RtlUnicodeStringToAnsiString(PANSI_STRING text, PCUNICODE_STRING source,
                                            BOOLEAN allocates);
NTSTATUS NTAPI RtlAnsiStringToUnicodeString(PUNICODE_STRING text, const STRING *source,
                                            BOOLEAN allocates);
BOOLEAN NTAPI RtlCreateUnicodeStringFromAsciiz(PUNICODE_STRING text, const char *source);
VOID NTAPI RtlFreeUnicodeString(PUNICODE_STRING text);
VOID NTAPI RtlFreeAnsiString(PANSI_STRING text);
WCHAR NTAPI RtlUpcaseUnicodeChar(WCHAR unit);
LONG NTAPI RtlCompareUnicodeString(PCUNICODE_STRING left, PCUNICODE_STRING right,
                                   BOOLEAN ignores_case);
BOOLEAN NTAPI RtlEqualUnicodeString(PCUNICODE_STRING left, PCUNICODE_STRING right,
                                    BOOLEAN ignores_case);

/* The calls of heaps (heapapi.h). */
PVOID NTAPI RtlAllocateHeap(PVOID heap, ULONG flags, SIZE_T size);
PVOID NTAPI RtlReAllocateHeap(PVOID heap, ULONG flags, PVOID block, SIZE_T size);
BOOLEAN NTAPI RtlFreeHeap(PVOID heap, ULONG flags, PVOID block);
SIZE_T NTAPI RtlSizeHeap(PVOID heap, ULONG flags, PVOID block);

/* RtlCreateHeap: NULL for a heap in memory of the caller's, too. Without HEAP_GROWABLE it never has
 * more than `reserve`. RtlDestroyHeap returns NULL, or the heap that it does not know. */
#define HEAP_GROWABLE 2u
PVOID NTAPI RtlCreateHeap(ULONG flags, PVOID base, SIZE_T reserve, SIZE_T commit, PVOID lock,
                          PVOID parameters);
PVOID NTAPI RtlDestroyHeap(PVOID heap);

/* Times: of the day, of the counter whose frequency may be NULL, and in seconds since 1970, FALSE
 * if those do not fit. STATUS_ACCESS_VIOLATION. */
NTSTATUS NTAPI NtQuerySystemTime(PLARGE_INTEGER time);
NTSTATUS NTAPI NtQueryPerformanceCounter(PLARGE_INTEGER count, PLARGE_INTEGER frequency);
BOOLEAN NTAPI RtlTimeToSecondsSince1970(PLARGE_INTEGER time, PULONG seconds);
VOID NTAPI RtlSecondsSince1970ToTime(ULONG seconds, PLARGE_INTEGER time);

/* SwitchToThread; STATUS_NO_YIELD_PERFORMED: no other thread was ready. */
NTSTATUS NTAPI NtYieldExecution(void);

/* ExitThread, TerminateThread and TerminateProcess; a process NULL is all other threads. */
_Noreturn VOID NTAPI RtlExitUserThread(ULONG status);
NTSTATUS NTAPI NtTerminateThread(HANDLE thread, NTSTATUS code);
NTSTATUS NTAPI NtTerminateProcess(HANDLE process, NTSTATUS code);

/* GetVersionEx. STATUS_INVALID_PARAMETER: the size is none of its structures'. */
typedef OSVERSIONINFOW RTL_OSVERSIONINFOW, *PRTL_OSVERSIONINFOW;
NTSTATUS NTAPI RtlGetVersion(PRTL_OSVERSIONINFOW version);

/* Prints a text on the console. STATUS_NO_MEMORY. */
NTSTATUS NTAPI NtDisplayString(PUNICODE_STRING text);

/* The headers of an image (nt_image.h), and what an entry of their directory, IMAGE_DIRECTORY_...,
 * leads to, with its size. An image that is not mapped lies as it does in its file. NULL: there is
 * none. */
PIMAGE_NT_HEADERS NTAPI RtlImageNtHeader(PVOID base);
PVOID NTAPI RtlImageDirectoryEntryToData(PVOID base, BOOLEAN is_mapped, USHORT entry, PULONG size);

/* Information about the machine, by classes. *needed, unless NULL, becomes the size of the answer.
 * The answer about the time is cut to the buffer's length. STATUS_INVALID_INFO_CLASS,
 * STATUS_INFO_LENGTH_MISMATCH, STATUS_ACCESS_VIOLATION. */
typedef enum _SYSTEM_INFORMATION_CLASS {
    SystemBasicInformation = 0,
    SystemProcessorInformation = 1,
    SystemTimeOfDayInformation = 3,
    SystemKernelDebuggerInformation = 35
} SYSTEM_INFORMATION_CLASS;
typedef struct _SYSTEM_BASIC_INFORMATION {
    ULONG Reserved, TimerResolution, PageSize;
    ULONG NumberOfPhysicalPages, LowestPhysicalPageNumber, HighestPhysicalPageNumber;
    ULONG AllocationGranularity;
    ULONG_PTR MinimumUserModeAddress, MaximumUserModeAddress, ActiveProcessorsAffinityMask;
    CHAR NumberOfProcessors;
} SYSTEM_BASIC_INFORMATION, *PSYSTEM_BASIC_INFORMATION;
typedef struct _SYSTEM_PROCESSOR_INFORMATION {
    USHORT ProcessorArchitecture, ProcessorLevel, ProcessorRevision, MaximumProcessors;
    ULONG ProcessorFeatureBits; /* 0: IsProcessorFeaturePresent tells of features */
} SYSTEM_PROCESSOR_INFORMATION, *PSYSTEM_PROCESSOR_INFORMATION;
typedef struct _SYSTEM_TIMEOFDAY_INFORMATION {
    LARGE_INTEGER BootTime, CurrentTime, TimeZoneBias;
    ULONG TimeZoneId, Reserved;
    ULONGLONG BootTimeBias, SleepTimeBias;
} SYSTEM_TIMEOFDAY_INFORMATION, *PSYSTEM_TIMEOFDAY_INFORMATION;
typedef struct _SYSTEM_KERNEL_DEBUGGER_INFORMATION {
    BOOLEAN KernelDebuggerEnabled, KernelDebuggerNotPresent;
} SYSTEM_KERNEL_DEBUGGER_INFORMATION, *PSYSTEM_KERNEL_DEBUGGER_INFORMATION;
_Static_assert(sizeof(SYSTEM_BASIC_INFORMATION) == 0x2C, "SYSTEM_BASIC_INFORMATION");
_Static_assert(sizeof(SYSTEM_PROCESSOR_INFORMATION) == 0x0C, "SYSTEM_PROCESSOR_INFORMATION");
_Static_assert(sizeof(SYSTEM_TIMEOFDAY_INFORMATION) == 0x30, "SYSTEM_TIMEOFDAY_INFORMATION");
NTSTATUS NTAPI NtQuerySystemInformation(SYSTEM_INFORMATION_CLASS which, PVOID buffer, ULONG length,
                                        PULONG needed);

/* Words and a breakpoint for a debugger: DbgPrint and its kin print nothing without
 * one, and return 0. */
ULONG __cdecl DbgPrint(const char *format, ...);
ULONG __cdecl DbgPrintEx(ULONG component, ULONG level, const char *format, ...);
ULONG NTAPI vDbgPrintEx(ULONG component, ULONG level, const char *format, va_list args);
ULONG NTAPI vDbgPrintExWithPrefix(const char *prefix, ULONG component, ULONG level,
                                  const char *format, va_list args);
VOID NTAPI DbgBreakPoint(void);

/* Settings of a thread: ThreadHideFromDebugger, of length 0, hides it from a debugger that is not
 * there. Statuses are as for NtQueryInformationThread. */
NTSTATUS NTAPI NtSetInformationThread(HANDLE thread, THREADINFOCLASS which, PVOID buffer,
                                      ULONG length);

/* The ticks of the clock, in 100 ns: all three are a millisecond. STATUS_ACCESS_VIOLATION. */
NTSTATUS NTAPI NtQueryTimerResolution(PULONG longest, PULONG shortest, PULONG now);

/* EncodePointer and DecodePointer (winbase.h). */
PVOID NTAPI RtlEncodePointer(PVOID pointer);
PVOID NTAPI RtlDecodePointer(PVOID pointer);
PVOID NTAPI RtlEncodeSystemPointer(PVOID pointer);
PVOID NTAPI RtlDecodeSystemPointer(PVOID pointer);

/* Makes all calls that wait for the calling thread. */
NTSTATUS NTAPI NtTestAlert(void);

#endif
