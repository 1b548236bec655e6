/* The Interlocked calls that kernel32 exports, of which the headers have macros. */
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
    return _InterlockedCompareExchange64(value, becomes, expected);
}
