/* The Interlocked calls that kernel32 exports, of which the headers have macros. */
#include "win32/locks/atomics.h"

#include <winnt.h>

#undef InterlockedIncrement
#undef InterlockedDecrement
#undef InterlockedExchange
#undef InterlockedExchangeAdd
#undef InterlockedCompareExchange
#undef InterlockedCompareExchange64

LONG WINAPI InterlockedIncrement(volatile LONG *value)
{
    return _InterlockedIncrement(value);
}

LONG WINAPI InterlockedDecrement(volatile LONG *value)
{
    return _InterlockedDecrement(value);
}

LONG WINAPI InterlockedExchange(volatile LONG *value, LONG becomes)
{
    return _InterlockedExchange(value, becomes);
}

LONG WINAPI InterlockedExchangeAdd(volatile LONG *value, LONG more)
{
    return _InterlockedExchangeAdd(value, more);
}

LONG WINAPI InterlockedCompareExchange(volatile LONG *value, LONG becomes, LONG expected)
{
    return _InterlockedCompareExchange(value, becomes, expected);
}

LONGLONG WINAPI InterlockedCompareExchange64(volatile LONGLONG *value, LONGLONG becomes,
                                             LONGLONG expected)
{
    /* The header's own is for CPUs that have an instruction for it. */
    return (LONGLONG)atomics_exchange_if((volatile uint64_t *)value, (uint64_t)expected,
                                         (uint64_t)becomes);
}
