/* Names and numbers of threads. */
#include "kernel/report/trace.h"
#include "kernel/services/service.h"
#include "uthread/threads/extra.h"
#include "uthread/threads/thread.h"

void uThreadSetName(uThd uthread, const char *name)
{
    if (!ut_valid(ut_is_thread(uthread)) || !ut_extra(uthread))
        return;
    uthread->extra->name = name;
    if (trace_on)
        sys_trace_thread_named(uthread, uThreadName(uthread));
}

const char *uThreadName(uThd uthread)
{
    bool named = ut_valid(ut_is_thread(uthread)) && uthread->extra && uthread->extra->name;
    return named ? uthread->extra->name : "thread";
}

DWORD uThreadNumber(uThd uthread)
{
    return ut_valid(ut_is_thread(uthread)) ? uthread->number : 0;
}
