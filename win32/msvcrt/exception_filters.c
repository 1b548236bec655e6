/* The filters around main: an exception that no handler has taken may be a signal. */
#include "lib/exception_signals.h"
#include "win32/msvcrt/call.h"

#include <excpt.h>
#include <nt.h>

#define CPP_EXCEPTION 0xE06D7363u

CALL(int, _XcptFilter, unsigned long code, EXCEPTION_POINTERS *pointers)
{
    return signal_take_exception(code, pointers) ? EXCEPTION_CONTINUE_EXECUTION
                                                 : EXCEPTION_CONTINUE_SEARCH;
}

/* That of a library: other exceptions than those of C++ are the program's. */
CALL(int, __CppXcptFilter, unsigned long code, EXCEPTION_POINTERS *pointers)
{
    return code == CPP_EXCEPTION ? _XcptFilter(code, pointers) : EXCEPTION_CONTINUE_SEARCH;
}
