/* Exceptions in threads: each thread has its own chain, and an exception that no handler catches
 * ends its thread alone.
 *
 * run: name=plain emulator=qemu,bochs
 * run: name=trace args=trapline:trace
 * run: name=checked checked=1
 * run: name=ring3 ring=3 compilers=gcc
 */
#include "tests/harness/handler.h"
#include "tests/uthread/uthread_fault_kinds.h"

/* ---------------------------------------------------------------- every kind ends its thread */

static const struct kind *kind;

static void faults_second_turn(void)
{
    enter("%s ", my_name());
    utYield();
    kind->func();
    enter("never ");
}

static void three_turns(void)
{
    for (int i = 0; i < 3; i++) {
        enter("%s ", my_name());
        utYield();
    }
}

static void check_kinds(void)
{
    for (kind = kinds; kind < kinds + KINDS; kind++) {
        utSch sch = utSchedulerCreate();
        add(sch, "a", three_turns);
        uThd uthread = add(sch, "fault", faults_second_turn);
        uThd other = add(sch, "b", three_turns);
        utSchStart(sch);
        diary_is("b fault a b a b a ", "the other threads go on");
        is_hex(uThreadExitStatus(uthread), kind->status, "%s ends its thread", kind->what);
        is_dec((DWORD)uthread->status, UtStatusFinish, "which has finished");
        is_hex(uThreadExitStatus(other), 0, "one that returns has exit status 0");
        utSchedulerDestroy(sch);

        uthread = started("fault", faults_second_turn);
        utResume(uthread);
        diary_is("fault ", "resumed by hand, it returns to its resumer");
        is_hex(uThreadExitStatus(uthread), kind->status, "%s is its status", kind->what);
        uThreadDestroy(uthread);
    }
}

/* All kinds together, many times: each thread's end unwinds only its own. */
static void faults_by_name(void)
{
    const struct kind *mine = &kinds[my_name()[0] - 'A'];
    utYield();
    mine->func();
}

static void check_side_by_side(void)
{
    utSch sch = utSchedulerCreate();
    uThd threads[KINDS];
    char names[KINDS][2];
    unsigned right = 0;
    for (unsigned i = 0; i < KINDS; i++) {
        names[i][0] = (char)('A' + i);
        names[i][1] = 0;
        threads[i] = add(sch, names[i], faults_by_name);
    }
    utSchStart(sch);
    for (unsigned i = 0; i < KINDS; i++)
        right += uThreadExitStatus(threads[i]) == kinds[i].status;
    is_dec(right, KINDS, "threads that fault in turns each end by their own exception");
    utSchedulerDestroy(sch);
}

/* ---------------------------------------------------------------- handlers across switches */

/* Goes on behind ud2; the frame's owner is known by the name of the running thread. */
static EXCEPTION_DISPOSITION HANDLER(skips)
{
    NT_TIB *tib = &tib_current()->NtTib;
    bool own = (void *)frame >= tib->StackLimit && (void *)frame < tib->StackBase;
    if (record->ExceptionCode != STATUS_ILLEGAL_INSTRUCTION)
        return ExceptionContinueSearch;
    enter("%s%s ", my_name(), own ? "" : " not own");
    context->Eip += 2;
    return ExceptionContinueExecution;
}

static void tries(void)
{
    EXCEPTION_REGISTRATION_RECORD frame;
    seh_link(&frame, skips);
    for (int i = 0; i < 2; i++) {
        utYield();
        illegal();
    }
    utSleep(1);
    illegal();
    if (seh_head() != &frame)
        enter("lost ");
    seh_unlink(&frame);
}

static EXCEPTION_DISPOSITION HANDLER(waits)
{
    enter("%s< ", my_name());
    utYield();
    utSleep(2);
    enter(">%s ", my_name());
    if (record->ExceptionFlags & EXCEPTION_UNWIND)
        return ExceptionContinueSearch;
    context->Eip += 2;
    return ExceptionContinueExecution;
}

static void waits_in_handler(void)
{
    EXCEPTION_REGISTRATION_RECORD frame;
    seh_link(&frame, waits);
    illegal();
    seh_unlink(&frame);
    enter("%s! ", my_name());
}

static void check_tries(void)
{
    EXCEPTION_REGISTRATION_RECORD *head = seh_head();
    utSch sch = utSchedulerCreate();
    add(sch, "a", tries);
    add(sch, "b", tries);
    add(sch, "c", tries);
    utSchStart(sch);
    diary_is("c b a c b a c b a ", "a try that spans yields and sleeps catches in its own thread");

    add(sch, "a", waits_in_handler);
    add(sch, "b", waits_in_handler);
    uThd fault = add(sch, "fault", divide);
    utSchStart(sch);
    diary_is("b< a< >b b! >a a! ", "a handler may yield and sleep");
    is_hex(uThreadExitStatus(fault), STATUS_INTEGER_DIVIDE_BY_ZERO,
           "while another thread's fault is none of its business");
    ok(seh_head() == head, "the scheduler's caller has its own chain back");
    utSchedulerDestroy(sch);
}

/* ---------------------------------------------------------------- cleaning up */

struct level {
    EXCEPTION_REGISTRATION_RECORD link;
    int number;
};

static EXCEPTION_DISPOSITION HANDLER(cleans_up)
{
    bool unwinding = record->ExceptionFlags & EXCEPTION_UNWIND;
    enter("%c%d ", unwinding ? 'u' : 's', ((struct level *)frame)->number);
    if (unwinding) {
        utYield();
        utSleep(1);
    }
    return ExceptionContinueSearch;
}

/* Called through a variable, or the compiler would conclude that there is no way back. */
static utFunction volatile deepest = divide;

static void descends(int number)
{
    struct level level = {.number = number};
    seh_link(&level.link, cleans_up);
    if (number == 3)
        deepest();
    else
        descends(number + 1);
    seh_unlink(&level.link);
}

static void descends_from_1(void) { descends(1); }

static void check_cleaning_up(void)
{
    utSch sch = utSchedulerCreate();
    uThd uthread = add(sch, "finally", descends_from_1);
    utSchStart(sch);
    diary_is("s3 s2 s1 u3 u2 u1 ", "handlers are asked, then clean up, in a thread that is ended");
    is_hex(uThreadExitStatus(uthread), STATUS_INTEGER_DIVIDE_BY_ZERO,
           "its status is that of the exception");
    utSchedulerDestroy(sch);
}

int main(void)
{
    check_kinds();
    check_side_by_side();
    check_tries();
    check_cleaning_up();
    return tap_done();
}
