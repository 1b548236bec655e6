/* Exceptions that none of a thread's handlers took: the thread's policy decides about them.
 *
 * run: name=plain
 * run: name=checked checked=1
 * run: name=ring3 ring=3 compilers=gcc
 * run: name=program args=program exit=0xE0123456 expect="unhandled exception E0123456" compilers=gcc
 */
#include "tests/harness/arguments.h"
#include "tests/uthread/uthread_fault_kinds.h"

#include <seh_try.h>

static LONG answer;
static DWORD asked_of;

static LONG policy(EXCEPTION_POINTERS *pointers)
{
    enter("asked ");
    asked_of = pointers->ExceptionRecord->ExceptionCode;
    pointers->ContextRecord->Eip += answer < 0 ? 2 : 0;
    return answer;
}

static LONG faulty_policy(EXCEPTION_POINTERS *pointers)
{
    enter("asked ");
    divide();
    return EXCEPTION_CONTINUE_EXECUTION;
}

static LONG WINAPI filter(EXCEPTION_POINTERS *pointers)
{
    enter("filter ");
    return EXCEPTION_CONTINUE_SEARCH;
}

static SEH_FUNCTION void faults(void)
{
    __try {
        illegal();
        enter("on ");
    } __finally {
        enter("finally ");
    }
}

static void cancels_itself(void)
{
    uThreadCancel(utCurrent());
    faults();
}

static const struct row {
    const char *what;
    int policy;
    utExceptionHandler handler;
    LONG answer;
    const char *diary;
    DWORD status;
} rows[] = {
    {"ends", UtPolicyEnd, NULL, 0, "filter finally ", STATUS_ILLEGAL_INSTRUCTION},
    {"is continued", UtPolicyCall, policy, -1, "asked on finally ", 0},
    {"is ended", UtPolicyCall, policy, 1, "asked finally ", STATUS_ILLEGAL_INSTRUCTION},
    {"is not its business", UtPolicyCall, policy, 0, "asked filter finally ",
     STATUS_ILLEGAL_INSTRUCTION},
    {"is answered 7", UtPolicyCall, policy, 7, "asked filter finally ", STATUS_ILLEGAL_INSTRUCTION},
    {"is a fault's cause", UtPolicyCall, faulty_policy, 0, "asked ", STATUS_INTEGER_DIVIDE_BY_ZERO},
};

static void check_rows(void)
{
    for (const struct row *row = rows; row < rows + sizeof rows / sizeof rows[0]; row++) {
        SetUnhandledExceptionFilter(filter);
        answer = row->answer;
        uThd uthread = named("t", faults);
        is_dec((DWORD)uThreadSetPolicy(uthread, row->policy, row->handler), UtErrorNone,
               "a policy is set");
        utResume(uthread);
        diary_is(row->diary, row->what);
        is_hex(uThreadExitStatus(uthread), row->status, "the status");
        uThreadDestroy(uthread);
    }
    SetUnhandledExceptionFilter(NULL);
}

/* ---------------------------------------------------------------- stopping */

static uThd stopped;

static void yields(void)
{
    for (int i = 0; i < 3; i++, utYield())
        enter("%s ", my_name());
}

static void continues(void)
{
    enter("%s ", stopped->status == UtStatusStop ? "stopped" : "not stopped");
    is_dec((DWORD)uThreadContinue(stopped), UtErrorNone, "it goes on");
    is_dec((DWORD)uThreadContinue(stopped), UtErrorNotStopped, "once");
}

/* Goes on at the same instruction, and stops again. */
static void check_stop(void)
{
    utSch sch = utSchedulerCreate();
    add(sch, "b", yields);
    add(sch, "continues", continues);
    stopped = add(sch, "stopped", faults);
    uThreadSetPolicy(stopped, UtPolicyStop, NULL);
    utSchStart(sch);
    diary_is("stopped b b b ", "a thread stops at its exception, others go on");
    is_dec((DWORD)stopped->status, UtStatusStop, "it has stopped again at the same instruction");
    utSchStart(sch);
    is_dec((DWORD)error_of(utSchStart(sch)), UtErrorStackSmall,
           "a scheduler with none but a stopped one returns, and that is no deadlock");
    is_dec((DWORD)error_of(utResume(stopped)), UtErrorHeld, "it is the scheduler's");
    uThreadCancel(stopped);
    utSchStart(sch);
    diary_is("finally ", "a cancel ends it");
    is_hex(uThreadExitStatus(stopped), STATUS_CANCELLED, "with its status");

    stopped = add(sch, "stopped", cancels_itself);
    uThreadSetPolicy(stopped, UtPolicyStop, NULL);
    utSchStart(sch);
    diary_is("finally ", "a cancel that came before the exception does, too");
    is_hex(uThreadExitStatus(stopped), STATUS_CANCELLED, "at once");

    stopped = add(sch, "stopped", raise_status);
    uThreadSetPolicy(stopped, UtPolicyStop, NULL);
    utSchStart(sch);
    uThreadContinue(stopped);
    uThreadSetPolicy(stopped, UtPolicyEnd, NULL);
    utSchStart(sch);
    is_hex(uThreadExitStatus(stopped), 0, "one that stopped at a noncontinuable exception goes on");

    stopped = add(sch, "stopped", faults);
    uThreadSetPolicy(stopped, UtPolicyStop, NULL);
    utSchStart(sch);
    CONTEXT context = {.ContextFlags = CONTEXT_CONTROL};
    uThreadGetContext(stopped, &context);
    is_hex(*(const WORD *)context.Eip, 0x0B0F, "its registers are those of the exception: at ud2");
    context.Eip += 2; /* behind ud2 */
    uThreadSetContext(stopped, &context);
    uThreadContinue(stopped);
    utSchStart(sch);
    diary_is("on finally ", "and it goes on with the changed ones");
    is_dec((DWORD)uThreadExitStatus(stopped), 0, "to its own end");

    stopped = add(sch, "stopped", faults);
    uThreadSetPolicy(stopped, UtPolicyStop, NULL);
    utSchStart(sch);
    is_dec((DWORD)error_of(uThreadDestroy(stopped)), UtErrorStackSmall, "one can be destroyed");

    stopped = named("stopped", faults);
    uThreadSetPolicy(stopped, UtPolicyStop, NULL);
    utResume(stopped);
    is_dec((DWORD)error_of(utResume(stopped)), UtErrorWaiting, "resuming does not let it go on");
    utSchAddUthd(sch, stopped);
    utSchStart(sch);
    is_dec((DWORD)stopped->status, UtStatusStop, "nor does adding it");
    diary_is("", "it has not run");
    utSchedulerDestroy(sch);
}

/* Under a broken chain no policy but to end everything is asked. */
static void check_broken(void)
{
    for (int with = UtPolicyCall; with <= UtPolicyStop; with++) {
        answer = EXCEPTION_CONTINUE_EXECUTION;
        uThd uthread = named("t", broken_head);
        uThreadSetPolicy(uthread, with, with == UtPolicyCall ? policy : NULL);
        utResume(uthread);
        is_hex(uThreadExitStatus(uthread), STATUS_INTEGER_DIVIDE_BY_ZERO,
               "a broken chain ends the thread");
        diary_is("", "and its policy is not asked");
        uThreadDestroy(uthread);
    }
}

static void check_misuse(void)
{
    uThd uthread = named("t", yields);
    is_dec((DWORD)error_of(uThreadSetPolicy(NULL, UtPolicyEnd, NULL)), UtErrorInvalid, "NULL");
    is_dec((DWORD)error_of(uThreadSetPolicy(uthread, -1, NULL)), UtErrorInvalid, "policy -1");
    is_dec((DWORD)error_of(uThreadSetPolicy(uthread, 4, NULL)), UtErrorInvalid, "policy 4");
    is_dec((DWORD)error_of(uThreadSetPolicy(uthread, UtPolicyCall, NULL)), UtErrorInvalid,
           "no handler");
    is_dec((DWORD)error_of(uThreadSetPolicy(uthread, UtPolicyStop, policy)), UtErrorInvalid,
           "a handler too many");
    is_dec((DWORD)error_of(uThreadContinue(NULL)), UtErrorInvalid, "NULL");
    is_dec((DWORD)error_of(uThreadContinue(uthread)), UtErrorNotStopped,
           "one that has not stopped");
    uThreadDestroy(uthread);
}

int main(int argc, char **argv)
{
    if (has_argument(argc, argv, "program")) {
        uThd uthread = named("t", raise_own);
        uThreadSetPolicy(uthread, UtPolicyProgram, NULL);
        utResume(uthread);
        return 1; /* the program has ended before */
    }
    check_rows();
    is_hex(asked_of, STATUS_ILLEGAL_INSTRUCTION, "the handler is told of the exception");
    check_stop();
    check_broken();
    check_misuse();
    return tap_done();
}
