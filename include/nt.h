/* The Windows types that programs and the runtime share: exact names, layouts and values.
 *
 * Source: the public Windows SDK's winnt.h for 32-bit x86. Every size and offset that code or
 * assembly relies on is asserted below. Nothing here may differ from Windows.
 */
#ifndef NT_H
#define NT_H

#include <stddef.h>
#include <stdint.h>

#define NTAPI  __attribute__((stdcall))
#define WINAPI __attribute__((stdcall))

typedef void VOID, *PVOID, *HANDLE;
typedef long LONG;
typedef uint8_t UCHAR, BYTE, BOOLEAN;
typedef uint16_t WORD;
typedef unsigned long ULONG, DWORD, ULONG_PTR, SIZE_T;
typedef int BOOL;
typedef unsigned UINT;
#define FALSE 0
#define TRUE  1
typedef LONG NTSTATUS;

#include <ntstatus.h>

/* ---------------------------------------------------------------- exceptions */

#define EXCEPTION_NONCONTINUABLE     0x01u
#define EXCEPTION_UNWINDING          0x02u
#define EXCEPTION_EXIT_UNWIND        0x04u
#define EXCEPTION_STACK_INVALID      0x08u
#define EXCEPTION_NESTED_CALL        0x10u
#define EXCEPTION_UNWIND             (EXCEPTION_UNWINDING | EXCEPTION_EXIT_UNWIND)
#define EXCEPTION_MAXIMUM_PARAMETERS 15

typedef struct _EXCEPTION_RECORD {
    DWORD ExceptionCode;
    DWORD ExceptionFlags;
    struct _EXCEPTION_RECORD *ExceptionRecord;
    PVOID ExceptionAddress;
    DWORD NumberParameters;
    ULONG_PTR ExceptionInformation[EXCEPTION_MAXIMUM_PARAMETERS];
} EXCEPTION_RECORD, *PEXCEPTION_RECORD;

/* fnsave stores all fields but the last. Windows adds that word. */
typedef struct _FLOATING_SAVE_AREA {
    DWORD ControlWord;
    DWORD StatusWord;
    DWORD TagWord;
    DWORD ErrorOffset;
    DWORD ErrorSelector;
    DWORD DataOffset;
    DWORD DataSelector;
    BYTE RegisterArea[80];
    DWORD Cr0NpxState;
} FLOATING_SAVE_AREA;

#define CONTEXT_i386               0x00010000u
#define CONTEXT_CONTROL            (CONTEXT_i386 | 0x01u) /* Ebp Eip SegCs EFlags Esp SegSs */
#define CONTEXT_INTEGER            (CONTEXT_i386 | 0x02u) /* Edi Esi Ebx Edx Ecx Eax */
#define CONTEXT_SEGMENTS           (CONTEXT_i386 | 0x04u) /* SegDs SegEs SegFs SegGs */
#define CONTEXT_FLOATING_POINT     (CONTEXT_i386 | 0x08u)
#define CONTEXT_DEBUG_REGISTERS    (CONTEXT_i386 | 0x10u)
#define CONTEXT_EXTENDED_REGISTERS (CONTEXT_i386 | 0x20u)
#define CONTEXT_FULL               (CONTEXT_CONTROL | CONTEXT_INTEGER | CONTEXT_SEGMENTS)
#define CONTEXT_ALL                (CONTEXT_FULL | 0x38u) /* and what the other three are for */

typedef struct _CONTEXT {
    DWORD ContextFlags;
    DWORD Dr0, Dr1, Dr2, Dr3, Dr6, Dr7;
    FLOATING_SAVE_AREA FloatSave;
    DWORD SegGs, SegFs, SegEs, SegDs;
    DWORD Edi, Esi, Ebx, Edx, Ecx, Eax;
    DWORD Ebp, Eip, SegCs, EFlags, Esp, SegSs;
    BYTE ExtendedRegisters[512]; /* as fxsave stores it */
} CONTEXT, *PCONTEXT;

typedef struct _EXCEPTION_POINTERS {
    PEXCEPTION_RECORD ExceptionRecord;
    PCONTEXT ContextRecord;
} EXCEPTION_POINTERS, *PEXCEPTION_POINTERS;

/* A handler's answer. */
typedef enum _EXCEPTION_DISPOSITION {
    ExceptionContinueExecution = 0,
    ExceptionContinueSearch = 1,
    ExceptionNestedException = 2,
    ExceptionCollidedUnwind = 3
} EXCEPTION_DISPOSITION;

/* The answer of a filter or of a vectored handler. */
#define EXCEPTION_EXECUTE_HANDLER    1
#define EXCEPTION_CONTINUE_SEARCH    0
#define EXCEPTION_CONTINUE_EXECUTION (-1)

typedef LONG(NTAPI *PVECTORED_EXCEPTION_HANDLER)(EXCEPTION_POINTERS *pointers);

struct _EXCEPTION_REGISTRATION_RECORD;

/* A handler. record and context describe the exception. frame is the record through which the
 * handler was found. dispatcher is a place where the handler of a nested or collided exception
 * names another frame. */
typedef EXCEPTION_DISPOSITION (*PEXCEPTION_ROUTINE)(
    EXCEPTION_RECORD *record, struct _EXCEPTION_REGISTRATION_RECORD *frame, CONTEXT *context,
    struct _EXCEPTION_REGISTRATION_RECORD **dispatcher);

/* A record of the chain whose head is at fs:[0]. It lies on the stack of the thread that it serves.
 */
typedef struct _EXCEPTION_REGISTRATION_RECORD {
    struct _EXCEPTION_REGISTRATION_RECORD *Next;
    PEXCEPTION_ROUTINE Handler;
} EXCEPTION_REGISTRATION_RECORD, *PEXCEPTION_REGISTRATION_RECORD;

#define EXCEPTION_CHAIN_END ((EXCEPTION_REGISTRATION_RECORD *)0xFFFFFFFFu)

/* ---------------------------------------------------------------- the thread's block at FS */

typedef struct _NT_TIB {
    EXCEPTION_REGISTRATION_RECORD *ExceptionList;
    PVOID StackBase;  /* the first byte above the stack */
    PVOID StackLimit; /* its lowest usable byte */
    PVOID SubSystemTib;
    PVOID FiberData;
    PVOID ArbitraryUserPointer;
    struct _NT_TIB *Self;
} NT_TIB;

typedef struct _TEB {
    NT_TIB NtTib;
    PVOID EnvironmentPointer;
    DWORD UniqueProcess; /* the client identifier's two halves */
    DWORD UniqueThread;
    PVOID ActiveRpcHandle;
    PVOID ThreadLocalStoragePointer;
    struct _PEB *ProcessEnvironmentBlock;
    DWORD LastErrorValue;
    DWORD CountOfOwnedCriticalSections;
    BYTE Reserved3C[0xAC - 0x3C];
    DWORD UserReserved[5];
    BYTE ReservedC0[0xCC - 0xC0];
    DWORD SystemReserved1[54];
    DWORD ExceptionCode;
    PVOID ActivationContextStackPointer;
    BYTE Reserved1AC[0x1D4 - 0x1AC];
    DWORD GdiTebBatch[0x138]; /* Windows' graphics; here the C library's words of the thread */
    BYTE Reserved6B4[0xBF4 - 0x6B4];
    DWORD LastStatusValue; /* of the last status that became an error */
    BYTE ReservedBF8[0xE0C - 0xBF8];
    PVOID DeallocationStack; /* the lowest address of the stack's reservation */
    PVOID TlsSlots[64];
    BYTE ReservedF10[0xF78 - 0xF10];
    DWORD GuaranteedStackBytes;
    BYTE ReservedF7C[0xF94 - 0xF7C];
    PVOID *TlsExpansionSlots; /* 1024 more, made when the first is set */
    BYTE ReservedF98[0xF9C - 0xF98];
    DWORD IsImpersonating;    /* 1 between ImpersonateSelf and RevertToSelf */
    DWORD ImpersonationLevel; /* while it is; Windows has a cache of languages there */
    BYTE ReservedFA4[0xFB4 - 0xFA4];
    PVOID FlsData;
    BYTE ReservedFB8[0xFCA - 0xFB8];
    WORD SameTebFlags;
    BYTE ReservedFCC[0x1000 - 0xFCC];
} TEB;

/* ---------------------------------------------------------------- the process' block */

/* fs:[30h] leads to it. The layout is Windows 7's. It stands for the one program, in every thread.
 * In a native program Ldr, ProcessParameters, ProcessHeap and LoaderLock are NULL. The runtime
 * writes it once, at the start, and never reads it but for ImageBaseAddress. */
typedef struct _PEB {
    BYTE InheritedAddressSpace;
    BYTE ReadImageFileExecOptions;
    BYTE BeingDebugged;
    BYTE BitField;
    HANDLE Mutant;
    PVOID ImageBaseAddress;
    struct _PEB_LDR_DATA *Ldr;
    struct _RTL_USER_PROCESS_PARAMETERS *ProcessParameters;
    PVOID SubSystemData;
    PVOID ProcessHeap;
    BYTE Reserved1C[0x64 - 0x1C];
    ULONG NumberOfProcessors;
    ULONG NtGlobalFlag;
    BYTE Reserved6C[0xA0 - 0x6C];
    struct _RTL_CRITICAL_SECTION *LoaderLock;
    ULONG OSMajorVersion;
    ULONG OSMinorVersion;
    WORD OSBuildNumber;
    WORD OSCSDVersion; /* the service pack, in the upper byte */
    ULONG OSPlatformId;
    ULONG ImageSubsystem;
    BYTE ReservedB8[0x1D4 - 0xB8];
    ULONG SessionId;
    BYTE Reserved1D8[0x248 - 0x1D8];
} PEB, *PPEB;

/* ---------------------------------------------------------------- telling of threads */

/* A pointer to one in a section .CRT$XL* makes it called in the program's first thread before main
 * and at the end (DLL_PROCESS_ATTACH, DLL_PROCESS_DETACH), and in each other thread before its
 * function and at its end. The module is the program's, and the third parameter NULL. Threads that
 * TerminateThread ends are not told. Source: Microsoft's PE format, "TLS Callback Functions". */
typedef void(NTAPI *PIMAGE_TLS_CALLBACK)(void *module, DWORD reason, void *reserved);

#define DLL_PROCESS_DETACH 0
#define DLL_PROCESS_ATTACH 1
#define DLL_THREAD_ATTACH  2
#define DLL_THREAD_DETACH  3

/* ---------------------------------------------------------------- the shared page */

/* A reader takes these three words without a lock: High1 and High2 differ while they are written.
 */
typedef struct _KSYSTEM_TIME {
    DWORD LowPart;
    DWORD High1Time;
    DWORD High2Time;
} KSYSTEM_TIME;

typedef struct _KUSER_SHARED_DATA {
    DWORD TickCountLowDeprecated;
    DWORD TickCountMultiplier;  /* milliseconds a tick, as a fixed-point number with 24 bits */
    KSYSTEM_TIME InterruptTime; /* both in 100 ns, 0 in a native program: units since the start, */
    KSYSTEM_TIME SystemTime;    /* and since 1601, as they were at the last tick */
    BYTE Reserved20[0x26C - 0x20];
    ULONG NtMajorVersion, NtMinorVersion;
    BYTE Reserved274[0x300 - 0x274];
    ULONG SystemCall, SystemCallReturn; /* 0 in a native program */
    BYTE Reserved308[0x320 - 0x308];
    KSYSTEM_TIME TickCount;
} KUSER_SHARED_DATA;

#define SHARED_USER_DATA ((const volatile KUSER_SHARED_DATA *)0x7FFE0000u)

/* Milliseconds since start. Wraps to 0 after 49.7 days. Callable from everywhere, in any ring. */
static __inline DWORD WINAPI GetTickCount(void)
{
    return SHARED_USER_DATA->TickCount.LowPart;
}

/* Like GetTickCount, but with 64 bits. Does not wrap. */
static __inline uint64_t WINAPI GetTickCount64(void)
{
    DWORD high, low;
    do {
        high = (DWORD)SHARED_USER_DATA->TickCount.High1Time;
        low = SHARED_USER_DATA->TickCount.LowPart;
    } while (high != SHARED_USER_DATA->TickCount.High2Time);
    return (uint64_t)high << 32 | low;
}

/* ---------------------------------------------------------------- layout checks */

#define NT_ASSERT_OFFSET(type, field, offset)                                                      \
    _Static_assert(offsetof(type, field) == (offset), #type "." #field)

_Static_assert(sizeof(EXCEPTION_RECORD) == 0x50, "EXCEPTION_RECORD");
_Static_assert(sizeof(FLOATING_SAVE_AREA) == 0x70, "FLOATING_SAVE_AREA");
_Static_assert(sizeof(CONTEXT) == 0x2CC, "CONTEXT");
_Static_assert(sizeof(TEB) == 0x1000, "TEB");
NT_ASSERT_OFFSET(CONTEXT, Dr6, 0x14);
NT_ASSERT_OFFSET(CONTEXT, Dr7, 0x18);
NT_ASSERT_OFFSET(CONTEXT, FloatSave, 0x1C);
NT_ASSERT_OFFSET(CONTEXT, SegGs, 0x8C);
NT_ASSERT_OFFSET(CONTEXT, SegDs, 0x98);
NT_ASSERT_OFFSET(CONTEXT, Edi, 0x9C);
NT_ASSERT_OFFSET(CONTEXT, Eax, 0xB0);
NT_ASSERT_OFFSET(CONTEXT, Ebp, 0xB4);
NT_ASSERT_OFFSET(CONTEXT, Eip, 0xB8);
NT_ASSERT_OFFSET(CONTEXT, SegCs, 0xBC);
NT_ASSERT_OFFSET(CONTEXT, EFlags, 0xC0);
NT_ASSERT_OFFSET(CONTEXT, Esp, 0xC4);
NT_ASSERT_OFFSET(CONTEXT, SegSs, 0xC8);
NT_ASSERT_OFFSET(CONTEXT, ExtendedRegisters, 0xCC);
NT_ASSERT_OFFSET(TEB, NtTib.StackBase, 0x04);
NT_ASSERT_OFFSET(TEB, NtTib.StackLimit, 0x08);
NT_ASSERT_OFFSET(TEB, NtTib.FiberData, 0x10);
NT_ASSERT_OFFSET(TEB, NtTib.Self, 0x18);
NT_ASSERT_OFFSET(TEB, UniqueProcess, 0x20);
NT_ASSERT_OFFSET(TEB, ThreadLocalStoragePointer, 0x2C);
NT_ASSERT_OFFSET(TEB, ProcessEnvironmentBlock, 0x30);
NT_ASSERT_OFFSET(TEB, LastErrorValue, 0x34);
NT_ASSERT_OFFSET(TEB, UserReserved, 0xAC);
NT_ASSERT_OFFSET(TEB, SystemReserved1, 0xCC);
NT_ASSERT_OFFSET(TEB, ExceptionCode, 0x1A4);
NT_ASSERT_OFFSET(TEB, GdiTebBatch, 0x1D4);
NT_ASSERT_OFFSET(TEB, DeallocationStack, 0xE0C);
NT_ASSERT_OFFSET(TEB, TlsSlots, 0xE10);
NT_ASSERT_OFFSET(TEB, GuaranteedStackBytes, 0xF78);
NT_ASSERT_OFFSET(TEB, CountOfOwnedCriticalSections, 0x38);
NT_ASSERT_OFFSET(TEB, ActivationContextStackPointer, 0x1A8);
NT_ASSERT_OFFSET(TEB, LastStatusValue, 0xBF4);
NT_ASSERT_OFFSET(TEB, TlsExpansionSlots, 0xF94);
NT_ASSERT_OFFSET(TEB, IsImpersonating, 0xF9C);
NT_ASSERT_OFFSET(TEB, FlsData, 0xFB4);
NT_ASSERT_OFFSET(TEB, SameTebFlags, 0xFCA);
_Static_assert(sizeof(PEB) == 0x248, "PEB");
NT_ASSERT_OFFSET(PEB, ImageBaseAddress, 0x08);
NT_ASSERT_OFFSET(PEB, NumberOfProcessors, 0x64);
NT_ASSERT_OFFSET(PEB, OSMajorVersion, 0xA4);
NT_ASSERT_OFFSET(PEB, OSCSDVersion, 0xAE);
NT_ASSERT_OFFSET(PEB, ImageSubsystem, 0xB4);
NT_ASSERT_OFFSET(PEB, SessionId, 0x1D4);
NT_ASSERT_OFFSET(KUSER_SHARED_DATA, InterruptTime, 0x08);
NT_ASSERT_OFFSET(KUSER_SHARED_DATA, SystemTime, 0x14);
NT_ASSERT_OFFSET(KUSER_SHARED_DATA, NtMajorVersion, 0x26C);
NT_ASSERT_OFFSET(KUSER_SHARED_DATA, TickCount, 0x320);

#endif
