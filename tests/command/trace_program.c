/* Small scenes whose events trace_stream.t knows: an exception that is resumed, one that is
 * unwound, __try blocks, threads, very many events, and none.
 *
 * run: name=plain compilers=gcc
 * run: name=ring3 ring=3 compilers=gcc
 */
#include "kernel/call/trace.h"
#include "kernel/devices/clock.h"
#include "tests/harness/tap.h"

#include <seh.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uthread.h>

/* ---------------------------------------------------------------- exceptions */

static EXCEPTION_DISPOSITION passing(EXCEPTION_RECORD *record, EXCEPTION_REGISTRATION_RECORD *frame,
                                     CONTEXT *context, EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    return ExceptionContinueSearch;
}

static EXCEPTION_DISPOSITION skipping(EXCEPTION_RECORD *record,
                                      EXCEPTION_REGISTRATION_RECORD *frame, CONTEXT *context,
                                      EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    if (record->ExceptionFlags & EXCEPTION_UNWIND)
        return ExceptionContinueSearch;
    context->Eip += 2; /* behind ud2 */
    return ExceptionContinueExecution;
}

__attribute__((noinline)) static void faulty(void) { __asm__ volatile("ud2"); }

static void raise_and_resume(void)
{
    EXCEPTION_REGISTRATION_RECORD frames[2]; /* an array: the inner one must lie below */
    seh_link(&frames[1], skipping);
    seh_link(&frames[0], passing);
    faulty();
    seh_unlink(&frames[0]);
    seh_unlink(&frames[1]);
}

static void unwind(void)
{
    EXCEPTION_REGISTRATION_RECORD frames[2];
    seh_link(&frames[1], skipping);
    seh_link(&frames[0], passing);
    _global_unwind2(&frames[1]);
    seh_unlink(&frames[1]);
}

/* A __finally that an exception of its __except runs, then one that a longjmp runs. */
static jmp_buf place;

SEH_FUNCTION static void leave(bool jumps)
{
    __try {
        if (jumps)
            longjmp(place, 1);
        faulty();
    } __finally {
    }
}

SEH_FUNCTION static void run_blocks(void)
{
    __try {
        leave(false);
    } __except (EXCEPTION_EXECUTE_HANDLER) {
    }
    if (!setjmp(place))
        leave(true);
}

static void raise_by_hand(void)
{
    EXCEPTION_REGISTRATION_RECORD outer;
    seh_link(&outer, passing);
    RaiseException(0xE0001234, EXCEPTION_NONCONTINUABLE, 0, NULL);
    seh_unlink(&outer);
}

/* ---------------------------------------------------------------- threads */

static void sleeper(void) { utSleep(20); }
static void worker(void) { utYield(); }

static void run_threads(void)
{
    utSch scheduler = utSchedulerCreate();
    uThd first = uThreadCreate(worker), second = uThreadCreate(sleeper);
    uThreadSetName(first, "worker");
    uThreadSetName(second, "a sleeper with a long name");
    utSchAddUthd(scheduler, first);
    utSchAddUthd(scheduler, second);
    utSchStart(scheduler);
    utSchedulerDestroy(scheduler);
}

static utSemaphore semaphore;
static uThd victim;

static void sleeps_long(void) { utSleep(1000); }

static void taker(void)
{
    utSemaphoreTakeUntil(semaphore, utAfter(5));
    utSemaphoreTake(semaphore);
}

static void giver(void)
{
    utSleep(20);
    utSemaphoreGive(semaphore);
    uThreadCancel(victim);
    uThreadCancel(victim); /* which is no event */
}

static void run_objects(void)
{
    utSch scheduler = utSchedulerCreate();
    uThd first = uThreadCreate(giver), second = uThreadCreate(taker);
    semaphore = utSemaphoreCreate(0, 1);
    uThreadSetName(first, "giver");
    victim = uThreadCreate(sleeps_long);
    uThreadSetName(second, "taker");
    uThreadSetName(victim, "victim");
    utSchAddUthd(scheduler, victim);
    utSchAddUthd(scheduler, first);
    utSchAddUthd(scheduler, second);
    utSchStart(scheduler);
    utSchedulerDestroy(scheduler);
    utSemaphoreDestroy(semaphore);
}

static void *hosts(void *inside)
{
    utSchStart(inside);
    return inside;
}

static void run_nested(void)
{
    utSch outside = utSchedulerCreate(), inside = utSchedulerCreate();
    uThd host = uThreadCreateFor(hosts, inside, NULL), second = uThreadCreate(sleeper);
    uThreadSetName(host, "host");
    uThreadSetName(second, "sleeper");
    utSchAddUthd(outside, host);
    utSchAddUthd(inside, second);
    utSchStart(outside);
    utSchedulerDestroy(outside);
    utSchedulerDestroy(inside);
}

static void takes_once(void) { utSemaphoreTake(semaphore); }

/* A thread that is resumed by hand, one that is cancelled, and a turn that two take. */
static void run_by_hand(void)
{
    static const char *const names[] = {"by hand", "never", "first", "second"};
    static const utFunction functions[] = {takes_once, worker, worker, worker};
    utSch scheduler = utSchedulerCreate();
    uThd threads[4];
    semaphore = utSemaphoreCreate(0, 1);
    for (int i = 0; i < 4; i++)
        uThreadSetName(threads[i] = uThreadCreate(functions[i]), names[i]);
    utResume(threads[0]);
    utSemaphoreGive(semaphore);
    utResume(threads[0]);
    uThreadCancel(threads[1]);
    utSchAddUthd(scheduler, threads[3]);
    utSchAddUthd(scheduler, threads[2]);
    utSchStart(scheduler);
    utSchedulerDestroy(scheduler);
    uThreadDestroy(threads[0]);
    uThreadDestroy(threads[1]);
    utSemaphoreDestroy(semaphore);
}

/* ---------------------------------------------------------------- the stream itself */

/* Records with running numbers, from here and from the timer's interrupt at once. */
static void write_many(uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        trace(started, i, ~i, i * 3, 0x12345678);
    ok(true, "%u records are written", (unsigned)count);
}

static void print_pieces(void)
{
    printf("0123456789abcdef");          /* one record, just full */
    printf("0123456789abcdef0123456\n"); /* two */
    printf("\n");
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "resume") == 0)
        raise_and_resume();
    else if (strcmp(what, "unwind") == 0)
        unwind();
    else if (strcmp(what, "blocks") == 0)
        run_blocks();
    else if (strcmp(what, "unhandled") == 0)
        raise_by_hand();
    else if (strcmp(what, "threads") == 0)
        run_threads();
    else if (strcmp(what, "objects") == 0)
        run_objects();
    else if (strcmp(what, "nested") == 0)
        run_nested();
    else if (strcmp(what, "hand") == 0)
        run_by_hand();
    else if (strcmp(what, "output") == 0)
        print_pieces();
    else if (strcmp(what, "many") == 0)
        write_many((uint32_t)strtoul(argv[2], NULL, 0));
    else
        ok(!trace_on, "tracing is off where nobody asked for it");
    return *what && strcmp(what, "many") != 0 ? 0 : tap_done();
}
