/* The end of a program by the C library's names, and the functions that run then. */
#include "win32/msvcrt/crt_end.h"

#include "lib/exit.h"
#include "win32/msvcrt/call.h"

#include <process.h>
#include <processthreadsapi.h>
#include <stdlib.h>

CALL(void, _cexit, void)
{
    exit_call_functions();
}

/* No output is ever held back, so there is nothing to do. */
CALL(void, _c_exit, void)
{
}

_Noreturn void msvcrt_end(int status)
{
    ExitProcess((UINT)status);
    __builtin_unreachable();
}

_Noreturn CALL(void, msvcrt_exit, int status)
{
    exit_call_functions();
    msvcrt_end(status);
}

/* The table of a library that is unloaded before the program ends: the library itself calls the
 * functions, from the last to the first. Returns the function, or NULL without memory. */
CALL(_onexit_t, __dllonexit, _onexit_t function, _onexit_t **first, _onexit_t **end)
{
    if (!*first || *first == (_onexit_t *)-1)
        return NULL;
    size_t count = (size_t)(*end - *first);
    _onexit_t *table = realloc(*first, (count + 1) * sizeof *table);
    if (!table)
        return NULL;
    table[count] = function;
    *first = table;
    *end = table + count + 1;
    return function;
}
