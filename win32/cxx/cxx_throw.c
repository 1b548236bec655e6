/* throw. */
#include "kernel/call/trace.h"
#include "win32/cxx/cxx_trace.h"
#include "win32/msvcrt/call.h"

#include <seh.h>

/* Both are NULL for "throw;". The object stays in the thrower's frame. */
CALL(void NTAPI, _CxxThrowException, void *object, const struct cxx_thrown *thrown)
{
    bool is_pure = thrown && thrown->attributes & THROWN_PURE;
    const ULONG_PTR parameters[CXX_PARAMETERS] = {
        [CXX_MAGIC] = is_pure ? MAGIC_PURE : MAGIC_FIRST,
        [CXX_OBJECT] = (ULONG_PTR)object,
        [CXX_THROWN] = (ULONG_PTR)thrown,
    };
    if (trace_on)
        cxx_trace_throw(thrown);
    RaiseException(CXX_EXCEPTION, EXCEPTION_NONCONTINUABLE, CXX_PARAMETERS, parameters);
}
