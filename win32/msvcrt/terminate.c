/* The functions that a thread of C++ ends with: terminate and unexpected, which a program may set.
 */
#include "win32/msvcrt/call.h"
#include "win32/msvcrt/thread_data.h"

_Noreturn void msvcrt_abort(void);

typedef void ending(void);

CALL(ending *, set_terminate, ending *function)
{
    ending **place = &msvcrt_thread()->terminate, *before = *place;
    *place = function;
    return before ? before : msvcrt_abort;
}

CALL(ending *, set_unexpected, ending *function)
{
    ending **place = &msvcrt_thread()->unexpected, *before = *place;
    *place = function;
    return before;
}

CALL(ending *, _get_unexpected, void)
{
    return msvcrt_thread()->unexpected;
}

_Noreturn CALL(void, terminate, void)
{
    ending *function = msvcrt_thread()->terminate;
    if (function)
        function();
    msvcrt_abort();
}

_Noreturn CALL(void, unexpected, void)
{
    ending *function = msvcrt_thread()->unexpected;
    if (function)
        function();
    terminate();
}
