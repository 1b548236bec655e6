/* The end of a thread by an exception that none of its handlers took: the line, and the exit. */
#include "kernel/call/report.h"
#include "kernel/call/start.h"
#include "seh_emul/dispatch/unhandled.h"
#include "seh_emul/status_names.h"
#include "uthread/schedule/scheduler.h"
#include "uthread/threads/ending.h"
#include "uthread/threads/rare_fields.h"

#include <seh.h>
#include <stdio.h>

/* The fault may be in reading the name, when an exception comes out of this very function. */
static void print_error(const EXCEPTION_RECORD *record)
{
    char name[32], access[32] = "";
    const struct utRareFields *rare = utCurrent()->rare;
    if (rare && rare->name && !(record->ExceptionFlags & EXCEPTION_NESTED_CALL))
        snprintf(name, sizeof name, "%s", rare->name);
    else
        snprintf(name, sizeof name, "thread %08X", (unsigned)utCurrent());
    if (record->ExceptionCode == STATUS_ACCESS_VIOLATION && record->NumberParameters >= 2)
        snprintf(access, sizeof access, ", %s %08lX",
                 status_access_name(record->ExceptionInformation[0]),
                 record->ExceptionInformation[1]);
    printf("%s: error occurred: %08lX (%s) in %s at %s%s\n", name, record->ExceptionCode,
           status_name(record->ExceptionCode), name,
           report_address((uint32_t)record->ExceptionAddress), access);
}

static bool report(const EXCEPTION_RECORD *record)
{
    if (!utCurrent())
        return false;
    print_error(record);
    return true;
}

static void faults_end(const EXCEPTION_RECORD *record, EXCEPTION_REGISTRATION_RECORD *frame)
{
    if (!utCurrent())
        return;
    if (frame)
        ut_exit(record->ExceptionCode, NULL, record);
    ut_finish_with(record->ExceptionCode, NULL, record);
}

static void faults_start(void)
{
    static const struct thread_ends ends = {ut_ask_policy, report, faults_end};
    seh_set_thread_ends(&ends);
}
ON_START(faults_start);
