/* Cancelling threads in every state, and regions that are shielded from it.
 *
 * run: name=plain
 * run: name=trace args=trapline:trace compilers=gcc
 * run: name=checked checked=1
 * run: emulator=bochs compilers=gcc
 * run: name=ring3 ring=3 compilers=gcc
 */
#include "tests/harness/handler.h"
#include "tests/uthread/uthread_scene.h"

#include <seh.h>
#include <seh_try.h>

/* ---------------------------------------------------------------- states of a thread */

static uThd victim, other;
static utSch inner;

static void yields_for_ever(void)
{
    for (int i = 0; i < 1000; i++)
        utYield();
}

static void yields_thrice(void)
{
    for (int i = 0; i < 3; i++) {
        enter("%s ", my_name());
        utYield();
    }
}

static void sleeps(void) { utSleep(10); }

static void cancels_victim(void)
{
    uThreadCancel(victim);
    uThreadCancel(victim);
    enter("asked ");
}

static void cancels_and_yields(void)
{
    cancels_victim();
    utYield();
    enter("back ");
}

static void waits_until(void) { utSleepUntil(utAfter(10)); }
static void yields_once(void) { utYield(); }
static void joins(void) { uThreadJoin(other, NULL, utAfter(10)); }

static utSemaphore semaphore;
static utMutex mutex;

static void takes_semaphore(void) { utSemaphoreTakeUntil(semaphore, utAfter(10)); }

/* The other thread has it. */
static void locks_mutex(void) { utMutexLockUntil(mutex, utAfter(10)); }

static SEH_FUNCTION void holds_mutex(void)
{
    utMutexLock(mutex);
    __try {
        yields_for_ever();
    } __finally {
        utMutexUnlock(mutex);
    }
}

static void starts_scheduler(utFunction func)
{
    inner = utSchedulerCreate();
    add(inner, "inner", func);
    utSchStart(inner);
}

static void hosts_sleeper(void) { starts_scheduler(sleeps); }
static void hosts_canceller(void) { starts_scheduler(cancels_and_yields); }

static void resumes_canceller(void)
{
    uThd coroutine = uThreadCreate(cancels_and_yields);
    for (int i = 0; i < 2; i++)
        utResume(coroutine);
    uThreadDestroy(coroutine);
}

static void faults_inside(void) { __asm__ volatile("ud2"); }

static EXCEPTION_DISPOSITION HANDLER(waits_in_handler)
{
    if (record->ExceptionFlags & EXCEPTION_UNWIND)
        return ExceptionContinueSearch;
    utSleep(10);
    context->Eip += 2;
    return ExceptionContinueExecution;
}

static void sleeps_in_handler(void)
{
    EXCEPTION_REGISTRATION_RECORD frame;
    seh_link(&frame, waits_in_handler);
    faults_inside();
    seh_unlink(&frame);
}

/* ---------------------------------------------------------------- the victims */

static utFunction state;
static bool shielded;

/* The words behind the state show where the cancel takes effect. */
static SEH_FUNCTION void is_cancelled(void)
{
    __try {
        enter("begins ");
        if (shielded)
            utShield();
        state();
        enter("after ");
        if (shielded) {
            utYield();
            utSleep(1);
            enter("later ");
            utUnshield();
            enter("open ");
        }
        utYield();
        enter("never ");
    } __finally {
        enter("finally%s ", utLastError() == UtErrorCancelled ? "" : "?");
        utYield();
        utSleep(1);
        utTestCancel();
        enter("done ");
    }
}

/* Where the cancel takes effect, first without a shield. */
#define AT_ITS_WAIT "begins asked finally done ", "begins asked after later open finally done "
#define AT_ITS_YIELD                                                                               \
    "begins asked back after finally asked done ",                                                 \
        "begins asked back after asked later open finally done "

static const struct row {
    const char *what;
    utFunction state;
    bool by_hand; /* and cancelled from outside; else by a thread behind it */
    const char *diary, *shielded;
} rows[] = {
    {"one that is ready", yields_once, false, AT_ITS_WAIT},
    {"one that sleeps", sleeps, false, AT_ITS_WAIT},
    {"one that sleeps until a tick", waits_until, false, AT_ITS_WAIT},
    {"one that joins", joins, false, AT_ITS_WAIT},
    {"one that waits for a semaphore", takes_semaphore, false, AT_ITS_WAIT},
    {"one that waits for a mutex", locks_mutex, false, AT_ITS_WAIT},
    {"one by hand that waits for a mutex", locks_mutex, true, AT_ITS_WAIT},
    {"one that sleeps in a handler", sleeps_in_handler, false, AT_ITS_WAIT},
    {"one whose scheduler has a sleeper", hosts_sleeper, false, AT_ITS_WAIT},
    {"one whose scheduler's thread asks", hosts_canceller, false, AT_ITS_YIELD},
    {"one that resumes the thread that asks", resumes_canceller, false, AT_ITS_YIELD},
    {"one that asks itself", cancels_victim, false, "begins asked after finally asked done ",
     "begins asked after asked later open finally done "},
    {"one by hand that has yielded", yields_once, true, AT_ITS_WAIT},
    {"one by hand that sleeps", sleeps, true, AT_ITS_WAIT},
    {"one by hand that joins", joins, true, AT_ITS_WAIT},
    {"one by hand that sleeps in a handler", sleeps_in_handler, true, AT_ITS_WAIT},
    {"one by hand whose scheduler has a sleeper", hosts_sleeper, true, AT_ITS_WAIT},
    {"one by hand that resumes the thread that asks", resumes_canceller, true, AT_ITS_YIELD},
};

static void check_row(const struct row *row)
{
    uint32_t frames = frames_in_use();
    clock_set(1000);
    state = row->state;
    utSch sch = utSchedulerCreate();
    semaphore = utSemaphoreCreate(0, 1);
    mutex = utMutexCreate(false);
    other = named("other", holds_mutex);
    utResume(other);
    victim = named("victim", is_cancelled);
    uThd asker = named("asker", cancels_victim);
    inner = NULL;
    if (row->by_hand) {
        utResume(victim);
        utResume(asker);
        for (int i = 0; i < 20 && victim->status != UtStatusFinish; i++) {
            clock_advance(10);
            utResume(victim);
        }
    } else {
        utSchAddUthd(sch, asker);
        utSchAddUthd(sch, victim);
        clock_run(sch);
    }
    diary_is(shielded ? row->shielded : row->diary, row->what);
    is_dec((DWORD)victim->status, UtStatusFinish, "%s has ended", row->what);
    is_hex(uThreadExitStatus(victim), STATUS_CANCELLED, "by the cancel");
    is_dec((DWORD)error_of(uThreadJoin(victim, NULL, UT_NOW)), UtErrorFaulted,
           "a joiner learns it");
    if (row->by_hand) {
        uThreadDestroy(victim);
        uThreadDestroy(asker);
    }
    utSchedulerDestroy(sch);
    if (inner)
        utSchedulerDestroy(inner);
    uThreadCancel(other);
    utResume(other);
    ok(utSemaphoreCount(semaphore) == 0 && utSemaphoreGive(semaphore) == UtErrorNone &&
           utSemaphoreCount(semaphore) == 1,
       "no thread waits for the semaphore any more");
    utSemaphoreDestroy(semaphore);
    uThreadDestroy(other);
    is_dec((DWORD)error_of(utMutexDestroy(mutex)), UtErrorStackSmall, "nor for the mutex");
    is_dec(frames_in_use(), frames, "nothing is left");
    ok(*tib_word(TIB_FPU_THREADS) == 0, "and yields are short again");
}

/* ---------------------------------------------------------------- one that has not begun */

static void check_not_begun(void)
{
    utSch sch = utSchedulerCreate();
    uThd joiner = named("joiner", joins);
    other = named("other", yields_for_ever);
    utResume(joiner);
    uThreadCancel(other);
    is_dec((DWORD)other->status, UtStatusFinish, "one that has not begun ends at once");
    is_hex(uThreadExitStatus(other), STATUS_CANCELLED, "by the cancel");
    utResume(joiner);
    is_dec((DWORD)joiner->status, UtStatusFinish, "its joiner goes on");
    uThreadDestroy(joiner);
    uThreadDestroy(other);

    for (unsigned held = 0; held < 3; held++) {
        uThd threads[3];
        static const char *const names[] = {"a", "b", "c"};
        for (unsigned i = 0; i < 3; i++)
            threads[i] = add(sch, names[i], yields_thrice);
        uThreadDetach(threads[0]);
        uThreadCancel(threads[held]);
        utSchStart(sch);
        static const char *const left[] = {"c b c b c b ", "c a c a c a ", "b a b a b a "};
        diary_is(left[held], "one of a scheduler does not run any more, the others do");
        utSchedulerDestroy(sch);
        sch = utSchedulerCreate();
    }
    utSchedulerDestroy(sch);
}

/* ---------------------------------------------------------------- ends that go wrong */

static SEH_FUNCTION void faults_in_finally(void)
{
    __try {
        utSleep(10);
    } __finally {
        enter("finally ");
        faults_inside();
    }
}

/* A handler outside takes the fault; but the thread was asked to end. */
static SEH_FUNCTION void recovers_from_finally(void)
{
    __try {
        __try {
            faults_in_finally();
        } __except (EXCEPTION_EXECUTE_HANDLER) {
            enter("caught ");
        }
        enter("goes on ");
        utSleep(5);
        enter("never ");
    } __finally {
        enter("outer ");
    }
}

static SEH_FUNCTION void cancels_in_finally(void)
{
    __try {
        utSleep(10);
    } __finally {
        uThreadCancel(utCurrent());
        utYield();
        enter("finally ");
        utShield();
        utSleep(3);
        utUnshield();
        utYield();
        enter("whole ");
    }
}

/* Cancelled while an exception unwinds it. */
static SEH_FUNCTION void faults_and_waits(void)
{
    __try {
        faults_inside();
    } __finally {
        utSleep(10);
        enter("finally ");
    }
}

static void leaves_chain_broken(void)
{
    EXCEPTION_REGISTRATION_RECORD frame;
    seh_link(&frame, waits_in_handler);
    frame.Next = (EXCEPTION_REGISTRATION_RECORD *)0x10;
    utSleep(10);
}

static void sleeps_and_returns(void) { uThreadCancel(utCurrent()); }

static const struct wrong {
    const char *what;
    utFunction func;
    const char *diary;
    DWORD status;
} wrong[] = {
    {"a fault in a finally block", faults_in_finally, "asked finally ", STATUS_ILLEGAL_INSTRUCTION},
    {"a fault that is taken further out", recovers_from_finally,
     "asked finally caught goes on outer ", STATUS_CANCELLED},
    {"a cancel in a finally block", cancels_in_finally, "asked finally whole ", STATUS_CANCELLED},
    {"a cancel during an exception's end", faults_and_waits, "asked finally ",
     STATUS_ILLEGAL_INSTRUCTION},
    {"a broken chain", leaves_chain_broken, "asked ", STATUS_BAD_STACK},
    {"a return before the next call", sleeps_and_returns, "", 0},
};

static void check_wrong(void)
{
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        utSch sch = utSchedulerCreate();
        uThd asker = named("asker", cancels_victim);
        victim = named("victim", wrong[i].func);
        if (wrong[i].status)
            utSchAddUthd(sch, asker);
        utSchAddUthd(sch, victim);
        clock_run(sch);
        diary_is(wrong[i].diary, wrong[i].what);
        is_hex(uThreadExitStatus(victim), wrong[i].status, "%s: the status", wrong[i].what);
        utSchedulerDestroy(sch);
        if (!wrong[i].status)
            uThreadDestroy(asker);
    }
    ok(*tib_word(TIB_FPU_THREADS) == 0, "yields are short again");
}

/* Shows whether the thread counts as special: not while a shield keeps it from ending. */
static void shields_in_turns(void)
{
    uThreadCancel(utCurrent());
    for (int i = 0; i < 2; i++) {
        enter("%u", (unsigned)*tib_word(TIB_FPU_THREADS));
        utShield();
        enter("%u", (unsigned)*tib_word(TIB_FPU_THREADS));
        utUnshield();
    }
    utYield();
    enter("never ");
}

static void check_shields(void)
{
    uThd uthread = uThreadCreate(shields_in_turns);
    utResume(uthread);
    diary_is("1010", "the others' yields are long only while one can be cancelled");
    is_hex(uThreadExitStatus(uthread), STATUS_CANCELLED, "which is, at its next call");
    uThreadDestroy(uthread);
}

int main(void)
{
    for (unsigned i = 0; i < 2 * (sizeof rows / sizeof rows[0]); i++) {
        shielded = i % 2;
        check_row(&rows[i / 2]);
    }
    check_not_begun();
    check_wrong();
    check_shields();
    return tap_done();
}
