/* The end of a thread: by return, from any depth, by an exception; and the answer to its joiner.
 *
 * run: name=plain
 * run: name=trace args=trapline:trace compilers=gcc
 * run: name=checked checked=1
 * run: name=ring3 ring=3 compilers=gcc
 * run: emulator=bochs compilers=gcc
 */
#include "tests/uthread/uthread_fault_kinds.h"

#include <seh_try.h>

/* ---------------------------------------------------------------- the end itself */

static void *gives_back(void *argument)
{
    enter("%d ", (int)argument);
    return argument;
}

static SEH_FUNCTION void exits_deep(int depth)
{
    __try {
        if (depth)
            exits_deep(depth - 1);
        else
            uThreadExit((void *)77);
        enter("never ");
    } __finally {
        enter("%d", depth);
        utYield();
        enter("%d ", depth);
    }
}

static void *exits(void *argument)
{
    exits_deep((int)argument);
    return NULL;
}

/* An exit in an exit's finally block. */
static SEH_FUNCTION void *exits_twice(void *argument)
{
    __try {
        __try {
            uThreadExit((void *)1);
        } __finally {
            enter("inner ");
            uThreadExit((void *)2);
        }
    } __finally {
        enter("outer ");
    }
    return argument;
}

/* A fault in an exit's finally block. */
static SEH_FUNCTION void *exits_and_faults(void *argument)
{
    __try {
        uThreadExit((void *)1);
    } __finally {
        enter("finally ");
        divide();
    }
    return argument;
}

/* A handler outside takes the fault, and the thread goes on there. */
static SEH_FUNCTION void *exits_and_recovers(void *argument)
{
    __try {
        exits_and_faults(argument);
    } __except (EXCEPTION_EXECUTE_HANDLER) {
        enter("caught ");
    }
    return (void *)3;
}

static void *raises_in_body(void *argument)
{
    static const ULONG_PTR words[] = {1, 22, 333};
    RaiseException(OWN_CODE, 0, 3, words);
    return argument;
}

static const struct end {
    const char *what;
    utBody body;
    int argument, answer, result;
    DWORD status;
    const char *diary;
} ends[] = {
    {"a return", gives_back, 5, UtErrorNone, 5, 0, "5 "},
    {"an exit in the body", exits, 0, UtErrorNone, 77, 0, "00 "},
    {"an exit from the depth", exits, 3, UtErrorNone, 77, 0, "00 11 22 33 "},
    {"an exit in an exit", exits_twice, 0, UtErrorNone, 2, 0, "inner outer "},
    {"a fault in an exit", exits_and_faults, 0, UtErrorFaulted, 0, STATUS_INTEGER_DIVIDE_BY_ZERO,
     "finally "},
    {"a fault in an exit that is taken", exits_and_recovers, 0, UtErrorNone, 3, 0,
     "finally caught "},
    {"an exception", raises_in_body, 0, UtErrorFaulted, 0, OWN_CODE, ""},
};

static uThd joined;
static int answer;
static void *result;

static void joins(void) { answer = uThreadJoin(joined, &result, UT_FOREVER); }

static void check_record(const EXCEPTION_RECORD *record, DWORD status)
{
    if (status == 0) {
        ok(record == NULL, "there is no exception's record");
        return;
    }
    ok(record != NULL, "there is an exception's record");
    is_hex(record->ExceptionCode, status, "its code");
    ok(record->ExceptionAddress != NULL, "it has an address");
    if (status == OWN_CODE)
        ok(record->NumberParameters == 3 && record->ExceptionInformation[0] == 1 &&
               record->ExceptionInformation[2] == 333,
           "and all its parameters");
}

static void check_ends(void)
{
    for (unsigned i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        const struct end *end = &ends[i];
        utSch sch = utSchedulerCreate();
        joined = uThreadCreateFor(end->body, (void *)end->argument, NULL);
        utSchAddUthd(sch, joined);
        add(sch, "joiner", joins);
        result = NULL;
        utSchStart(sch);
        diary_is(end->diary, end->what);
        is_dec((DWORD)answer, (DWORD)end->answer, "%s: the answer to its joiner", end->what);
        is_dec((DWORD)result, (DWORD)end->result, "%s: the result", end->what);
        is_hex(uThreadExitStatus(joined), end->status, "%s: the status", end->what);
        check_record(uThreadExceptionRecord(joined), end->status);
        result = NULL;
        is_dec((DWORD)uThreadJoin(joined, &result, UT_NOW), (DWORD)end->answer,
               "and later, from outside");
        is_dec((DWORD)result, (DWORD)end->result, "the same result");
        utSchedulerDestroy(sch);
    }
}

static void ends_on_spare_stack(void) { __asm__ volatile("movl $0x5000, %esp; pushl $0"); }

static void check_lost_stack(void)
{
    uThd uthread = uThreadCreate(ends_on_spare_stack);
    utResume(uthread);
    DWORD status = uThreadExitStatus(uthread);
    uThd other = uThreadCreate(ends_on_spare_stack); /* a spare stack is used again */
    utResume(other);
    const EXCEPTION_RECORD *record = uThreadExceptionRecord(uthread);
    ok(record && record->ExceptionCode == status && status,
       "one without a stack leaves its record, too");
    uThreadDestroy(uthread);
    uThreadDestroy(other);
}

/* ---------------------------------------------------------------- misuse */

static uThd parked, ended, detached, busy;

static void returns(void) {}
static void waits_for_busy(void) { uThreadJoin(busy, NULL, UT_FOREVER); }

static void yields_for_ever(void)
{
    for (;;)
        utYield();
}

#define IS(error, call)                                                                            \
    do {                                                                                           \
        int left = error_of(call);                                                                 \
        is_dec((DWORD)left, (error), #call);                                                       \
    } while (0)

static void misuses_in_thread(void)
{
    IS(UtErrorSelf, uThreadJoin(utCurrent(), NULL, UT_FOREVER));
    IS(UtErrorTimedOut, uThreadJoin(parked, NULL, UT_NOW));
    IS(UtErrorTimedOut, uThreadJoin(parked, NULL, utAfter(0)));
    IS(UtErrorDetached, uThreadJoin(detached, NULL, UT_FOREVER));
    IS(UtErrorRange, utUnshield());
    for (int i = 0; i < 255; i++)
        utShield();
    IS(UtErrorRange, utShield());
    for (int i = 0; i < 255; i++)
        utUnshield();
    IS(UtErrorRange, utUnshield());
    IS(UtErrorStackSmall, utTestCancel());
}

static void check_misuse(void)
{
    utSch sch = utSchedulerCreate();
    parked = named("parked", yields_for_ever);
    utResume(parked);
    ended = named("ended", returns);
    utResume(ended);
    detached = named("detached", yields_for_ever);
    uThreadDetach(detached);
    utResume(detached);
    busy = named("busy", yields_for_ever);
    uThd joiner = started("joiner", waits_for_busy);

    IS(UtErrorInvalid, uThreadJoin(NULL, NULL, UT_NOW));
    IS(UtErrorOutside, uThreadJoin(parked, NULL, UT_FOREVER));
    IS(UtErrorTimedOut, uThreadJoin(parked, NULL, UT_NOW));
    IS(UtErrorDetached, uThreadJoin(detached, NULL, UT_NOW));
    IS(UtErrorInvalid, uThreadDetach(NULL));
    IS(UtErrorDetached, uThreadDetach(detached));
    IS(UtErrorBusy, uThreadDetach(busy));
    IS(UtErrorBusy, uThreadDestroy(busy));
    IS(UtErrorWaiting, uThreadDestroy(joiner));
    IS(UtErrorWaiting, utResume(joiner));
    IS(UtErrorInvalid, uThreadCancel(NULL));
    IS(UtErrorFinished, uThreadCancel(ended));
    IS(UtErrorOutside, uThreadExit(NULL));
    IS(UtErrorOutside, utShield());
    IS(UtErrorOutside, utUnshield());
    IS(UtErrorOutside, utTestCancel());
    IS(UtErrorInvalid, uThreadExceptionRecord(NULL));
    ok(uThreadExceptionRecord(parked) == NULL && uThreadExitStatus(parked) == 0,
       "a thread that has not ended has no status");
    uThd inside = started("inside", misuses_in_thread);
    is_dec((DWORD)inside->status, UtStatusFinish, "all of that was tried");
    uThreadDestroy(inside);
    uThreadCancel(joiner);
    utResume(joiner);
    uThreadDestroy(joiner);
    uThreadDestroy(busy);
    uThreadDestroy(parked);
    uThreadDestroy(ended);
    uThreadDestroy(detached);
    utSchedulerDestroy(sch);
}

int main(void)
{
    check_ends();
    check_lost_stack();
    check_misuse();
    return tap_done();
}
