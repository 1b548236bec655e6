/* Names and numbers of threads. */
#include "kernel/call/service.h"
#include "kernel/call/trace.h"
#include "uthread/threads/rare_fields.h"
#include "uthread/threads/ut_thread.h"

void uThreadSetName(uThd uthread, const char *name)
{
    if (!ut_valid(ut_is_thread(uthread)) || !ut_rare_fields(uthread))
        return;
    uthread->rare->name = name;
    if (trace_on)
        sys_trace_thread_named(uthread, uThreadName(uthread));
}

const char *uThreadName(uThd uthread)
{
    bool named = ut_valid(ut_is_thread(uthread)) && uthread->rare && uthread->rare->name;
    return named ? uthread->rare->name : "thread";
}

DWORD uThreadNumber(uThd uthread)
{
    return ut_valid(ut_is_thread(uthread)) ? uthread->number : 0;
}
