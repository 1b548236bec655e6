/* What few threads have: names and the like, in a block of their own. */
#include "kernel/report/trace.h"
#include "kernel/services/service.h"
#include "uthread/uthread_impl.h"

#include <stdlib.h>

struct utExtra *ut_extra(uThd uthread)
{
    if (!uthread->extra)
        uthread->extra = calloc(1, sizeof *uthread->extra);
    if (uthread->extra)
        ut_make_rare(uthread);
    else
        ut_set_error(UtErrorNoMemory);
    return uthread->extra;
}

void uThreadSetName(uThd uthread, const char *name)
{
    if (!ut_is_thread(uthread) || !ut_extra(uthread))
        return;
    uthread->extra->name = name;
    if (trace_on)
        sys_trace_thread_named(uthread, uThreadName(uthread));
}

const char *uThreadName(uThd uthread)
{
    bool named = ut_is_thread(uthread) && uthread->extra && uthread->extra->name;
    return named ? uthread->extra->name : "thread";
}
