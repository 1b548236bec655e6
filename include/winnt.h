/* The Windows SDK's winnt.h, as far as Trapline has what it declares. Part of windows.h.
 *
 * Records, contexts, the TEB and statuses are in nt.h, locks and rights in nt_objects.h, the Rtl
 * calls in seh.h, pages' protections in memoryapi.h, executable files in nt_image.h.
 */
#ifndef WINNT_H
#define WINNT_H

#include <excpt.h>
#include <intrin.h>
#include <memoryapi.h>
#include <nt_image.h>
#include <nt_objects.h>
#include <seh.h>
#include <string.h>
#include <windef.h>

/* ---------------------------------------------------------------- types */

typedef PCONTEXT LPCONTEXT;
typedef FLOATING_SAVE_AREA *PFLOATING_SAVE_AREA;
typedef EXCEPTION_POINTERS *LPEXCEPTION_POINTERS;
typedef NT_TIB *PNT_TIB;
typedef TEB *PTEB;

/* ---------------------------------------------------------------- the calling thread */

static __inline struct _TEB *NtCurrentTeb(void)
{
    return (struct _TEB *)__readfsdword(offsetof(TEB, NtTib.Self));
}

/* ---------------------------------------------------------------- kinds of exceptions */

/* ExceptionInformation[0] of an access violation. */
#define EXCEPTION_READ_FAULT      0
#define EXCEPTION_WRITE_FAULT     1
#define EXCEPTION_EXECUTE_FAULT   8

#define EXCEPTION_TARGET_UNWIND   0x20u
#define EXCEPTION_COLLIDED_UNWIND 0x40u
#define IS_UNWINDING(flags)       (((flags)&EXCEPTION_UNWIND) != 0)
#define IS_DISPATCHING(flags)     (((flags)&EXCEPTION_UNWIND) == 0)
#define IS_TARGET_UNWIND(flags)   ((flags)&EXCEPTION_TARGET_UNWIND)

/* ---------------------------------------------------------------- Interlocked calls */

/* Each is a macro, and those that kernel32 exports are functions as well. */
LONG WINAPI InterlockedIncrement(volatile LONG *value);
LONG WINAPI InterlockedDecrement(volatile LONG *value);
LONG WINAPI InterlockedExchange(volatile LONG *value, LONG becomes);
LONG WINAPI InterlockedExchangeAdd(volatile LONG *value, LONG more);
LONG WINAPI InterlockedCompareExchange(volatile LONG *value, LONG becomes, LONG expected);
LONGLONG WINAPI InterlockedCompareExchange64(volatile LONGLONG *value, LONGLONG becomes,
                                             LONGLONG expected);
#define InterlockedIncrement(value)         _InterlockedIncrement(value)
#define InterlockedDecrement(value)         _InterlockedDecrement(value)
#define InterlockedExchange(value, becomes) _InterlockedExchange(value, becomes)
#define InterlockedExchangeAdd(value, more) _InterlockedExchangeAdd(value, more)
#define InterlockedCompareExchange(value, becomes, expected)                                       \
    _InterlockedCompareExchange(value, becomes, expected)
#define InterlockedCompareExchange64(value, becomes, expected)                                     \
    _InterlockedCompareExchange64(value, becomes, expected)

#define InterlockedAdd                           _InterlockedAdd
#define InterlockedAnd                           _InterlockedAnd
#define InterlockedOr                            _InterlockedOr
#define InterlockedXor                           _InterlockedXor
#define InterlockedExchangePointer               _InterlockedExchangePointer
#define InterlockedCompareExchangePointer        _InterlockedCompareExchangePointer
#define InterlockedIncrement16                   _InterlockedIncrement16
#define InterlockedDecrement16                   _InterlockedDecrement16
#define InterlockedExchange16                    _InterlockedExchange16
#define InterlockedExchangeAdd16                 _InterlockedExchangeAdd16
#define InterlockedAnd16                         _InterlockedAnd16
#define InterlockedOr16                          _InterlockedOr16
#define InterlockedXor16                         _InterlockedXor16
#define InterlockedIncrement64                   _InterlockedIncrement64
#define InterlockedDecrement64                   _InterlockedDecrement64
#define InterlockedExchange64                    _InterlockedExchange64
#define InterlockedExchangeAdd64                 _InterlockedExchangeAdd64
#define InterlockedAdd64                         _InterlockedAdd64
#define InterlockedAnd64                         _InterlockedAnd64
#define InterlockedOr64                          _InterlockedOr64
#define InterlockedXor64                         _InterlockedXor64
#define InterlockedCompareExchange16             _InterlockedCompareExchange16
#define InterlockedExchange8                     _InterlockedExchange8
#define InterlockedAnd8                          _InterlockedAnd8
#define InterlockedOr8                           _InterlockedOr8
#define InterlockedXor8                          _InterlockedXor8
#define InterlockedIncrementAcquire              _InterlockedIncrement
#define InterlockedIncrementRelease              _InterlockedIncrement
#define InterlockedIncrementNoFence              _InterlockedIncrement
#define InterlockedDecrementAcquire              _InterlockedDecrement
#define InterlockedDecrementRelease              _InterlockedDecrement
#define InterlockedDecrementNoFence              _InterlockedDecrement
#define InterlockedExchangeAcquire               _InterlockedExchange
#define InterlockedExchangeRelease               _InterlockedExchange
#define InterlockedExchangeNoFence               _InterlockedExchange
#define InterlockedExchangeAddAcquire            _InterlockedExchangeAdd
#define InterlockedExchangeAddRelease            _InterlockedExchangeAdd
#define InterlockedExchangeAddNoFence            _InterlockedExchangeAdd
#define InterlockedCompareExchangeAcquire        _InterlockedCompareExchange
#define InterlockedCompareExchangeRelease        _InterlockedCompareExchange
#define InterlockedCompareExchangeNoFence        _InterlockedCompareExchange
#define InterlockedAndAcquire                    _InterlockedAnd
#define InterlockedAndRelease                    _InterlockedAnd
#define InterlockedAndNoFence                    _InterlockedAnd
#define InterlockedOrAcquire                     _InterlockedOr
#define InterlockedOrRelease                     _InterlockedOr
#define InterlockedOrNoFence                     _InterlockedOr
#define InterlockedXorAcquire                    _InterlockedXor
#define InterlockedXorRelease                    _InterlockedXor
#define InterlockedXorNoFence                    _InterlockedXor
#define InterlockedCompareExchangePointerAcquire _InterlockedCompareExchangePointer
#define InterlockedCompareExchange64Acquire      _InterlockedCompareExchange64
#define InterlockedCompareExchangePointerRelease _InterlockedCompareExchangePointer
#define InterlockedCompareExchange64Release      _InterlockedCompareExchange64
#define InterlockedCompareExchangePointerNoFence _InterlockedCompareExchangePointer
#define InterlockedCompareExchange64NoFence      _InterlockedCompareExchange64
#define InterlockedExchangeSubtract(value, less)                                                   \
    ((DWORD)_InterlockedExchangeAdd((volatile LONG *)(value), -(LONG)(less)))
#define InterlockedBitTestAndSet                _interlockedbittestandset
#define InterlockedBitTestAndReset              _interlockedbittestandreset
#define InterlockedBitTestAndComplement         _interlockedbittestandcomplement
#define YieldProcessor                          _mm_pause
#define MemoryBarrier                           __faststorefence

/* ---------------------------------------------------------------- macros */

#define UNREFERENCED_PARAMETER(name)            ((void)(name))
#define DBG_UNREFERENCED_PARAMETER(name)        ((void)(name))
#define DBG_UNREFERENCED_LOCAL_VARIABLE(name)   ((void)(name))
#define C_ASSERT(held)                          _Static_assert(held, #held)
#define ANYSIZE_ARRAY                           1
#define ARRAYSIZE(array)                        (sizeof(array) / sizeof((array)[0]))
#define RTL_NUMBER_OF(array)                    ARRAYSIZE(array)
#define _countof(array)                         ARRAYSIZE(array)
#define FIELD_OFFSET(type, field)               ((LONG)offsetof(type, field))
#define RTL_FIELD_SIZE(type, field)             (sizeof(((type *)0)->field))
#define CONTAINING_RECORD(address, type, field) ((type *)((char *)(address)-offsetof(type, field)))
#define Int32x32To64(a, b)                      ((LONGLONG)(LONG)(a) * (LONG)(b))
#define UInt32x32To64(a, b)                     ((ULONGLONG)(DWORD)(a) * (DWORD)(b))

#define RtlMoveMemory(to, from, size)           memmove((to), (from), (size))
#define RtlCopyMemory(to, from, size)           memcpy((to), (from), (size))
#define RtlFillMemory(to, size, byte)           memset((to), (byte), (size))
#define RtlZeroMemory(to, size)                 memset((to), 0, (size))
#define RtlEqualMemory(left, right, size)       (!memcmp((left), (right), (size)))

/* Zeros that the compiler may not leave out, as it may for a block that nobody reads again. */
static __inline PVOID RtlSecureZeroMemory(PVOID to, SIZE_T size)
{
    memset(to, 0, size);
    __asm__ volatile("" : : "r"(to) : "memory");
    return to;
}

/* Returns how many bytes are alike, from the first on. */
static __inline SIZE_T NTAPI RtlCompareMemory(const VOID *left, const VOID *right, SIZE_T size)
{
    SIZE_T same = 0;
    while (same < size && ((const BYTE *)left)[same] == ((const BYTE *)right)[same])
        same++;
    return same;
}

/* Stores the return addresses of the caller and of its callers, at most `count` of them, and
 * without the first `skip`. The first is in the calling function itself. Returns how many there
 * are; *hash, unless NULL, becomes their sum. Functions that do not link their frames by ebp are
 * left out. */
WORD NTAPI RtlCaptureStackBackTrace(DWORD skip, DWORD count, PVOID *trace, PDWORD hash);

#define MINCHAR  0x80
#define MAXCHAR  0x7F
#define MINSHORT 0x8000
#define MAXSHORT 0x7FFF
#define MINLONG  0x80000000
#define MAXLONG  0x7FFFFFFF
#define MAXBYTE  0xFF
#define MAXWORD  0xFFFF
#define MAXDWORD 0xFFFFFFFF

#endif
