/* A thread's outermost frame: where its function returns to, and where its exceptions end when no
 * handler of its own took them. */
#include "kernel/report.h"
#include "kernel/start.h"
#include "seh_emul/dispatch.h"
#include "seh_emul/status.h"
#include "uthread/uthread_impl.h"

#include <seh.h>
#include <stdio.h>

_Noreturn void ut_run(void); /* called by switch.S */

void ut_run(void)
{
    uThd uthread = utCurrent();
    uthread->status = UtStatusNormal;
    uthread->func();
    ut_finish(0);
}

static void print_error(const EXCEPTION_RECORD *record)
{
    char name[32], access[32] = "";
    if (utCurrent()->name)
        snprintf(name, sizeof name, "%s", utCurrent()->name);
    else
        snprintf(name, sizeof name, "thread %08X", (unsigned)utCurrent());
    if (record->ExceptionCode == STATUS_ACCESS_VIOLATION && record->NumberParameters >= 2)
        snprintf(access, sizeof access, ", %s %08X",
                 status_access_name(record->ExceptionInformation[0]),
                 record->ExceptionInformation[1]);
    printf("%s: error occurred: %08X (%s) in %s at %s%s\n", name, record->ExceptionCode,
           status_name(record->ExceptionCode), name,
           report_address((uint32_t)record->ExceptionAddress), access);
}

/* A broken chain does not lead to the base frame. The thread ends all the same, but what lies on
 * its stack cannot clean up. */
static void end_unreached(const EXCEPTION_RECORD *record)
{
    if (!utCurrent() || !(record->ExceptionFlags & EXCEPTION_STACK_INVALID))
        return;
    print_error(record);
    ut_finish(record->ExceptionCode);
}

static void start(void)
{
    seh_on_unhandled(end_unreached);
}
ON_START(start);

/* Unwinds the thread's own frames, so that they clean up, and ends the thread right here: what lies
 * on its stack above this call is of no more use. */
EXCEPTION_DISPOSITION ut_base_handler(EXCEPTION_RECORD *record,
                                      EXCEPTION_REGISTRATION_RECORD *frame, CONTEXT *context,
                                      EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    (void)context, (void)dispatcher;
    if (record->ExceptionFlags & EXCEPTION_UNWIND)
        return ExceptionContinueSearch;
    print_error(record);
    _global_unwind2(frame);
    ut_finish(record->ExceptionCode);
}
