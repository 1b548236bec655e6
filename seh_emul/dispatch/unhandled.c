/* The end of the chain: the outermost frame's handler, the unhandled filter, the report.
 *
 * As on Windows the filter is asked in the search pass, when nothing is unwound yet, because its
 * answer decides whether the frames clean up at all.
 */
#include "seh_emul/dispatch/unhandled.h"

#include "boot/layout.h"
#include "kernel/call/report.h"
#include "kernel/call/service.h"
#include "kernel/call/start.h"
#include "kernel/call/tib.h"
#include "kernel/call/trace.h"
#include "lib/exception_signals.h"
#include "seh_emul/dispatch/dispatch.h"
#include "seh_emul/dispatch/frame_check.h"
#include "seh_emul/status_names.h"

#include <processthreadsapi.h>
#include <seh.h>
#include <seh_frames.h>

/* Linked records that a report shows: enough to see the causes. */
#define MOST_CAUSES 4

static LPTOP_LEVEL_EXCEPTION_FILTER top_level_filter;
START_CONSTANT static const struct thread_ends *threads;
static exception_words *words_of_layer;

void seh_set_thread_ends(const struct thread_ends *ends)
{
    threads = ends;
}

void seh_set_exception_words(exception_words *words)
{
    words_of_layer = words;
}

/* ---------------------------------------------------------------- the report */

static void report_chain(DWORD esp)
{
    struct refused_frame refused = frame_find_refused();
    if (esp < tib_load(TIB_STACK_LIMIT) || esp > tib_load(TIB_STACK_BASE))
        report_line("  no handler could be called: the stack pointer is not in the stack");
    else if (refused.why)
        report_line("  the chain of handlers is broken at %08X: %s", (unsigned)refused.frame,
                    frame_refusal_words(refused.why));
    else
        report_line("  the chain of handlers counts as broken: the record says so");
}

/* The first thread of a machine with one CPU needs no line. The CPU is the one that runs the thread
 * now: since the exception the thread may have changed it. */
static void report_thread(void)
{
    const PEB *peb = (const PEB *)PEB_PAGE;
    if (sys_paging_readable(peb, sizeof *peb) && peb->NumberOfProcessors > 1)
        report_line("  in thread %lu, on CPU %u", GetCurrentThreadId(),
                    (unsigned)sys_processor_number());
    else if (tib_current() != (TEB *)TEB_PAGE)
        report_line("  in thread %lu", GetCurrentThreadId());
}

static void report_record(const EXCEPTION_RECORD *record, DWORD esp)
{
    report_line("unhandled exception %08lX (%s) at %s", record->ExceptionCode,
                status_name(record->ExceptionCode),
                report_address((uint32_t)record->ExceptionAddress));
    report_thread();
    if (record->ExceptionCode == STATUS_ACCESS_VIOLATION && record->NumberParameters >= 2)
        report_line("  %s %08lX", status_access_name(record->ExceptionInformation[0]),
                    record->ExceptionInformation[1]);
    if (record->ExceptionFlags & EXCEPTION_NESTED_CALL)
        report_line("  while the unhandled exception filter was running");
    if (record->ExceptionFlags & EXCEPTION_STACK_INVALID)
        report_chain(esp);
    const EXCEPTION_RECORD *cause = record->ExceptionRecord;
    for (unsigned i = 0; i < MOST_CAUSES && sys_paging_readable(cause, sizeof *cause); i++) {
        report_line("  because of %08lX (%s) at %s", cause->ExceptionCode,
                    status_name(cause->ExceptionCode),
                    report_address((uint32_t)cause->ExceptionAddress));
        cause = cause->ExceptionRecord;
    }
}

static void report_context(const CONTEXT *context)
{
    struct machine_state state = {
        .eax = context->Eax,
        .ebx = context->Ebx,
        .ecx = context->Ecx,
        .edx = context->Edx,
        .esi = context->Esi,
        .edi = context->Edi,
        .ebp = context->Ebp,
        .esp = context->Esp,
        .eip = context->Eip,
        .eflags = context->EFlags,
        .cs = context->SegCs,
        .ss = context->SegSs,
        .ds = context->SegDs,
        .es = context->SegEs,
        .fs = context->SegFs,
        .gs = context->SegGs,
        .known = STATE_GENERAL,
    };
    sys_report_state(&state);
}

/* Reports the exception and ends the run with its code. reachable: handlers could be asked. */
static _Noreturn void report_and_end(const EXCEPTION_RECORD *record, const CONTEXT *context,
                                     bool reachable)
{
    trace(unhandled, record->ExceptionCode, (uint32_t)record->ExceptionAddress);
    report_record(record, context->Esp);
    if (reachable && words_of_layer)
        words_of_layer(record);
    if (!reachable)
        report_line("  the stack at %08lX cannot hold it, so no handler was asked", context->Esp);
    report_context(context);
    sys_power_off(record->ExceptionCode);
}

/* Ends the piece if one is running in ring 3, else the run. The guard under which this very call
 * runs is unlinked, so that the report shows the program's chain. The other threads end before the
 * first line, so that none stops the report in its middle. */
static _Noreturn void end_run(const EXCEPTION_RECORD *record, const CONTEXT *context)
{
    sys_ring3_end((NTSTATUS)record->ExceptionCode, 0);
    if (frame_check_place(seh_head()) == FRAME_ACCEPTED && seh_head()->Handler == search_guard)
        seh_unlink(seh_head());
    report_begin();
    sys_program_end_others(record->ExceptionCode);
    report_and_end(record, context, true);
}

/* ---------------------------------------------------------------- the ways there */

__attribute__((noinline)) void seh_second_chance(const EXCEPTION_RECORD *record,
                                                 const CONTEXT *context)
{
    __asm__ volatile("" : : "r"(record), "r"(context));
}

void seh_end_unreachable(const EXCEPTION_RECORD *record, const CONTEXT *context)
{
    seh_second_chance(record, context);
    report_and_end(record, context, false);
}

static LONG ask_thread(EXCEPTION_POINTERS *pointers, bool only_end)
{
    return threads ? threads->ask(pointers, only_end) : EXCEPTION_CONTINUE_SEARCH;
}

void seh_end_unhandled(const EXCEPTION_RECORD *record, const CONTEXT *context)
{
    EXCEPTION_POINTERS pointers = {(EXCEPTION_RECORD *)record, (CONTEXT *)context};
    seh_second_chance(record, context);
    bool of_thread = record->ExceptionFlags & EXCEPTION_STACK_INVALID &&
                     ask_thread(&pointers, true) != THREAD_ENDS_PROGRAM;
    if (of_thread && threads && threads->report(record))
        threads->end(record, NULL);
    end_run(record, context);
}

LPTOP_LEVEL_EXCEPTION_FILTER WINAPI SetUnhandledExceptionFilter(LPTOP_LEVEL_EXCEPTION_FILTER filter)
{
    return __atomic_exchange_n(&top_level_filter, filter, __ATOMIC_ACQ_REL);
}

/* Asks the program's filter. Any unknown answer counts as EXCEPTION_CONTINUE_SEARCH. */
static LONG ask_program(EXCEPTION_POINTERS *pointers)
{
    LPTOP_LEVEL_EXCEPTION_FILTER filter = top_level_filter;
    if (!filter)
        return EXCEPTION_CONTINUE_SEARCH;
    trace(filter_call, (uint32_t)filter, pointers->ExceptionRecord->ExceptionCode);
    LONG answer = filter(pointers);
    trace(filter_answer, (uint32_t)answer);
    return answer;
}

LONG WINAPI UnhandledExceptionFilter(EXCEPTION_POINTERS *pointers)
{
    const EXCEPTION_RECORD *record = pointers->ExceptionRecord;
    /* An exception of the filter itself must not ask it again. */
    bool nested = record->ExceptionFlags & EXCEPTION_NESTED_CALL;
    LONG answer = ask_thread(pointers, nested);
    if (answer == THREAD_ENDS_PROGRAM) {
        seh_second_chance(record, pointers->ContextRecord);
        end_run(record, pointers->ContextRecord);
    }
    if (!nested) {
        if (answer == EXCEPTION_CONTINUE_SEARCH)
            answer = ask_program(pointers);
        if (answer == EXCEPTION_EXECUTE_HANDLER || answer == EXCEPTION_CONTINUE_EXECUTION)
            return answer;
    }
    seh_second_chance(record, pointers->ContextRecord);
    if (!threads || !threads->report(record))
        end_run(record, pointers->ContextRecord);
    if (nested)
        threads->end(record, NULL);
    return EXCEPTION_EXECUTE_HANDLER;
}

/* Ends the piece if one is running in ring 3, else the run. */
static _Noreturn void end_by(DWORD code)
{
    sys_ring3_end((NTSTATUS)code, 0);
    sys_power_off(code);
}

EXCEPTION_DISPOSITION seh_final_handler(EXCEPTION_RECORD *record,
                                        EXCEPTION_REGISTRATION_RECORD *frame, CONTEXT *context,
                                        EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    EXCEPTION_POINTERS pointers = {record, context};
    DWORD code = record->ExceptionCode;
    (void)dispatcher;
    if (record->ExceptionFlags & EXCEPTION_UNWIND)
        return ExceptionContinueSearch;
    if (signal_take_exception(code, &pointers))
        return ExceptionContinueExecution;
    if (UnhandledExceptionFilter(&pointers) == EXCEPTION_CONTINUE_EXECUTION)
        return ExceptionContinueExecution;
    if (threads)
        threads->end(record, frame);
    _global_unwind2(frame);
    end_by(code);
}
SEH_REGISTER_HANDLER(seh_final_handler);

/* The work of the handler, as a scope table of Windows 7's function around a thread: one __try
 * block with a filter and an ending behind __except. Only programs that walk scope tables read it.
 * Windows hides the table's address by a cookie that no program knows; here the cookie is 0. */
const struct scope_table4 seh_final_scope = {
    .gs_cookie = OUTSIDE4,
    .entries = {{OUTSIDE4, (void *)UnhandledExceptionFilter, (void *)end_by}},
};
