/* Every error that uthread.h documents: the call leaves it, changes nothing, and all goes on.
 *
 * run: name=plain memory=8M
 * run: name=checked memory=8M checked=1
 * run: name=ring3 ring=3 compilers=gcc memory=8M
 */
#include "tests/uthread/uthread_scene.h"

#include <limits.h>

/* ---------------------------------------------------------------- things to misuse */

static char stack[2 * UT_STACK_LEAST] __attribute__((aligned(4)));

static utSch idle, running, destroyed_sch;
static uThd held, ended, ended_held, asleep, parked, destroyed; /* seen from outside */
static uThd self, ready, sleeping, waiting, inner;              /* seen from the running ones */

static void returns(void) {}

static void sleeps(void)
{
    utSleep(10);
    enter("%s ", my_name());
}

static void yields(void)
{
    utYield();
    enter("%s ", my_name());
}

struct misuse {
    const char *what;
    void (*call)(void);
    int error;
};

#define CALL(name, statement)                                                                      \
    static void name(void) { statement; }

static uThd const *const all_threads[] = {&held, &ended, &ended_held, &asleep,  &parked,
                                          &self, &ready, &sleeping,   &waiting, &inner};
enum { ALL = sizeof all_threads / sizeof all_threads[0] };

/* Makes all calls of a table. Nothing but the caller's own last error may change in any thread. */
static void commit(const struct misuse *rows, unsigned count, const char *where)
{
    static struct uThread before[ALL];
    struct heap_usage heap = heap_usage();
    uint32_t frames = frames_in_use();
    for (const struct misuse *row = rows; row < rows + count; row++) {
        unsigned changed = 0;
        error_small();
        for (unsigned i = 0; i < ALL; i++)
            if (*all_threads[i])
                before[i] = **all_threads[i];
        row->call();
        int error = utLastError();
        for (unsigned i = 0; i < ALL; i++) {
            if (!*all_threads[i])
                continue;
            before[i].lastError = (*all_threads[i])->lastError;
            changed += memcmp(&before[i], *all_threads[i], sizeof before[i]) != 0;
        }
        is_dec((uint32_t)error, (uint32_t)row->error, "%s, %s: %s", where, row->what,
               utErrorText(row->error));
        ok(changed == 0 && heap_usage().blocks == heap.blocks && frames_in_use() == frames,
           "and nothing has changed");
    }
}

/* ---------------------------------------------------------------- outside of threads */

#define SCH(uthread) ((utSch)(void *)(uthread))
#define THD(sch)     ((uThd)(void *)(sch))

CALL(add_null, utSchAddUthd(idle, NULL))
CALL(add_to_null, utSchAddUthd(NULL, parked))
CALL(add_destroyed, utSchAddUthd(idle, destroyed))
CALL(add_to_destroyed, utSchAddUthd(destroyed_sch, parked))
CALL(add_sch, utSchAddUthd(idle, THD(idle)))
CALL(add_to_thread, utSchAddUthd(SCH(held), parked))
CALL(add_twice, utSchAddUthd(idle, held))
CALL(add_ended, utSchAddUthd(idle, ended))
CALL(add_ended_held, utSchAddUthd(idle, ended_held))
CALL(destroy_sch_null, utSchedulerDestroy(NULL))
CALL(destroy_sch_twice, utSchedulerDestroy(destroyed_sch))
CALL(destroy_sch_thread, utSchedulerDestroy(SCH(held)))
CALL(start_null, utSchStart(NULL))
CALL(start_destroyed, utSchStart(destroyed_sch))
CALL(start_thread, utSchStart(SCH(held)))
CALL(create_null, uThreadCreate(NULL))
CALL(created_null, uThreadCreated(stack, UT_STACK_LEAST, NULL))
CALL(created_no_stack, uThreadCreated(NULL, UT_STACK_LEAST, returns))
CALL(created_odd, uThreadCreated(stack + 1, UT_STACK_LEAST, returns))
CALL(created_half, uThreadCreated(stack + 2, UT_STACK_LEAST, returns))
CALL(created_odd_size, uThreadCreated(stack, UT_STACK_LEAST + 2, returns))
CALL(destroy_null, uThreadDestroy(NULL))
CALL(destroy_twice, uThreadDestroy(destroyed))
CALL(destroy_thread_sch, uThreadDestroy(THD(idle)))
CALL(destroy_held, uThreadDestroy(held))
CALL(destroy_asleep, uThreadDestroy(asleep))
CALL(resume_null, utResume(NULL))
CALL(resume_destroyed, utResume(destroyed))
CALL(resume_held, utResume(held))
CALL(resume_ended, utResume(ended))
CALL(yield_outside, utYield())
CALL(sleep_outside, utSleep(1))
CALL(sleep_until_outside, utSleepUntil(utAfter(1)))
CALL(set_name_null, uThreadSetName(NULL, "name"))
CALL(name_null, uThreadName(NULL))
CALL(status_null, uThreadExitStatus(NULL))

static const struct misuse outside[] = {
    {"adding NULL", add_null, UtErrorInvalid},
    {"adding to NULL", add_to_null, UtErrorInvalid},
    {"adding a destroyed thread", add_destroyed, UtErrorInvalid},
    {"adding to a destroyed scheduler", add_to_destroyed, UtErrorInvalid},
    {"adding a scheduler", add_sch, UtErrorInvalid},
    {"adding to a thread", add_to_thread, UtErrorInvalid},
    {"adding a thread twice", add_twice, UtErrorHeld},
    {"adding a finished thread", add_ended, UtErrorFinished},
    {"adding another's finished thread", add_ended_held, UtErrorHeld},
    {"destroying the scheduler NULL", destroy_sch_null, UtErrorInvalid},
    {"destroying a scheduler twice", destroy_sch_twice, UtErrorInvalid},
    {"destroying a thread as a scheduler", destroy_sch_thread, UtErrorInvalid},
    {"starting NULL", start_null, UtErrorInvalid},
    {"starting a destroyed scheduler", start_destroyed, UtErrorInvalid},
    {"starting a thread", start_thread, UtErrorInvalid},
    {"a thread without a function", create_null, UtErrorInvalid},
    {"a stack without a function", created_null, UtErrorInvalid},
    {"a thread without a stack", created_no_stack, UtErrorInvalid},
    {"a stack at an odd address", created_odd, UtErrorStackMisaligned},
    {"a stack at half a word", created_half, UtErrorStackMisaligned},
    {"a stack of half words", created_odd_size, UtErrorStackMisaligned},
    {"destroying NULL", destroy_null, UtErrorInvalid},
    {"destroying a thread twice", destroy_twice, UtErrorInvalid},
    {"destroying a scheduler as a thread", destroy_thread_sch, UtErrorInvalid},
    {"destroying a held thread", destroy_held, UtErrorHeld},
    {"destroying a sleeping thread", destroy_asleep, UtErrorSleeping},
    {"resuming NULL", resume_null, UtErrorInvalid},
    {"resuming a destroyed thread", resume_destroyed, UtErrorInvalid},
    {"resuming a held thread", resume_held, UtErrorHeld},
    {"resuming a finished thread", resume_ended, UtErrorFinished},
    {"utYield", yield_outside, UtErrorOutside},
    {"utSleep", sleep_outside, UtErrorOutside},
    {"utSleepUntil", sleep_until_outside, UtErrorOutside},
    {"naming NULL", set_name_null, UtErrorInvalid},
    {"the name of NULL", name_null, UtErrorInvalid},
    {"the exit status of NULL", status_null, UtErrorInvalid},
};

static void check_small_stacks(void)
{
    static const int sizes[] = {UT_STACK_LEAST - 4, UT_STACK_LEAST - 1, 4, 0, -4, INT_MIN};
    unsigned refused = 0;
    for (unsigned i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        utYield(); /* leaves another error */
        refused += !uThreadCreated(stack, sizes[i], returns) && utLastError() == UtErrorStackSmall;
    }
    is_dec(refused, sizeof sizes / sizeof sizes[0], "stacks below UT_STACK_LEAST are refused");
    uThd least = uThreadCreated(stack, UT_STACK_LEAST, returns);
    ok(least != NULL, "one of UT_STACK_LEAST is not");
    uThreadDestroy(least);
}

static void check_outside(void)
{
    idle = utSchedulerCreate();
    held = add(idle, "held", yields);
    utSch other = utSchedulerCreate();
    ended_held = add(other, "ended_held", returns);
    utSchStart(other);
    ended = named("ended", returns);
    utResume(ended);
    asleep = named("asleep", sleeps);
    utResume(asleep);
    parked = named("parked", yields);
    utResume(parked);
    destroyed_sch = utSchedulerCreate();
    destroyed = uThreadCreated(stack + UT_STACK_LEAST, UT_STACK_LEAST, returns);
    uThreadDestroy(destroyed);
    utSchedulerDestroy(destroyed_sch);

    commit(outside, sizeof outside / sizeof outside[0], "outside");
    ok(uThreadName(NULL)[0] == 't' && uThreadExitStatus(NULL) == 0,
       "NULL has a name to print and the status 0");
    check_small_stacks();
    utYield();
    is_dec(error_of(utCurrent()), UtErrorStackSmall, "calls that succeed leave the error alone");

    utSchAddUthd(idle, asleep);
    utSchAddUthd(idle, parked);
    clock_run(idle);
    diary_is("parked held asleep ", "all of them still do what they are there for");
    uThreadDestroy(ended_held);
    ended_held = NULL;
    utSchedulerDestroy(other);
    utSchedulerDestroy(idle);
    uThreadDestroy(ended);
    held = ended = asleep = parked = NULL;
}

/* ---------------------------------------------------------------- inside */

CALL(start_running, utSchStart(running))
CALL(destroy_running, utSchedulerDestroy(running))
CALL(add_self, utSchAddUthd(running, self))
CALL(add_self_elsewhere, utSchAddUthd(idle, self))
CALL(add_ready_elsewhere, utSchAddUthd(idle, ready))
CALL(resume_self, utResume(self))
CALL(resume_ready, utResume(ready))
CALL(resume_sleeping, utResume(sleeping))
CALL(destroy_self, uThreadDestroy(self))
CALL(destroy_ready, uThreadDestroy(ready))
CALL(destroy_sleeping, uThreadDestroy(sleeping))
CALL(destroy_idle_held, uThreadDestroy(held))

static const struct misuse in_thread[] = {
    {"starting its scheduler", start_running, UtErrorBusy},
    {"destroying its scheduler", destroy_running, UtErrorBusy},
    {"adding itself", add_self, UtErrorHeld},
    {"adding itself to another", add_self_elsewhere, UtErrorHeld},
    {"adding a ready thread to another", add_ready_elsewhere, UtErrorHeld},
    {"resuming itself", resume_self, UtErrorHeld},
    {"resuming a ready thread", resume_ready, UtErrorHeld},
    {"resuming a sleeping thread", resume_sleeping, UtErrorHeld},
    {"destroying itself", destroy_self, UtErrorRunning},
    {"destroying a ready thread", destroy_ready, UtErrorHeld},
    {"destroying a sleeping thread", destroy_sleeping, UtErrorSleeping},
    {"destroying another scheduler's thread", destroy_idle_held, UtErrorHeld},
};

CALL(add_inner, utSchAddUthd(running, inner))
CALL(add_waiting, utSchAddUthd(running, waiting))
CALL(resume_inner, utResume(inner))
CALL(resume_waiting, utResume(waiting))
CALL(destroy_inner, uThreadDestroy(inner))
CALL(destroy_waiting, uThreadDestroy(waiting))

static const struct misuse in_coroutine[] = {
    {"starting the scheduler behind it", start_running, UtErrorBusy},
    {"destroying that", destroy_running, UtErrorBusy},
    {"destroying the thread behind it", destroy_self, UtErrorHeld},
    {"resuming that", resume_self, UtErrorHeld},
    {"adding itself", add_inner, UtErrorRunning},
    {"adding its resumer", add_waiting, UtErrorRunning},
    {"resuming itself", resume_inner, UtErrorRunning},
    {"resuming its resumer", resume_waiting, UtErrorRunning},
    {"destroying itself", destroy_inner, UtErrorRunning},
    {"destroying its resumer", destroy_waiting, UtErrorRunning},
};

static const struct misuse in_nested[] = {
    {"starting the outer scheduler", start_running, UtErrorBusy},
    {"destroying that", destroy_running, UtErrorBusy},
    {"destroying the thread that started its scheduler", destroy_waiting, UtErrorRunning},
    {"resuming that", resume_waiting, UtErrorRunning},
    {"adding that", add_waiting, UtErrorRunning},
};

static void misuses_as_nested(void)
{
    commit(in_nested, sizeof in_nested / sizeof in_nested[0], "in a nested scheduler");
}

static void misuses_as_inner(void)
{
    commit(in_coroutine, sizeof in_coroutine / sizeof in_coroutine[0], "resumed by hand");
}

static void waits(void)
{
    inner = named("inner", misuses_as_inner);
    utResume(inner);
    uThreadDestroy(inner);
    inner = NULL;
    utSch nested = utSchedulerCreate();
    add(nested, "nested", misuses_as_nested);
    utSchStart(nested);
    utSchedulerDestroy(nested);
}

static void misuses(void)
{
    utYield(); /* the others begin */
    commit(in_thread, sizeof in_thread / sizeof in_thread[0], "in a thread");
    waiting = named("waiting", waits);
    utResume(waiting);
    uThreadDestroy(waiting);
    waiting = NULL;
    enter("self ");
}

static void fails_and_yields(void)
{
    utResume(NULL);
    utYield();
    enter("%d ", utLastError());
}

static void fails_otherwise(void)
{
    utSchStart(running);
    utYield();
    enter("%d ", utLastError());
}

static void check_inside(void)
{
    running = utSchedulerCreate();
    idle = utSchedulerCreate();
    held = add(idle, "held", returns);
    sleeping = add(running, "sleeping", sleeps);
    ready = add(running, "ready", yields);
    self = add(running, "self", misuses);
    clock_run(running);
    diary_is("self ready sleeping ", "all of them still do what they are there for");
    self = ready = sleeping = held = NULL;
    utSchedulerDestroy(idle);

    utYield();
    add(running, "a", fails_and_yields);
    add(running, "b", fails_otherwise);
    utSchStart(running);
    char expected[32];
    snprintf(expected, sizeof expected, "%d %d ", UtErrorBusy, UtErrorInvalid);
    diary_is(expected, "each thread has an error of its own");
    is_dec((DWORD)utLastError(), UtErrorOutside, "and so has the code that runs them");
    utSchedulerDestroy(running);
}

/* ---------------------------------------------------------------- no memory */

static void check_exhaustion(void)
{
    struct heap_usage heap = heap_usage();
    uint32_t frames = frames_in_use();
    unsigned count = 0;
    utSch sch = utSchedulerCreate();
    while (add(sch, "many", yields))
        count++;
    is_dec((DWORD)utLastError(), UtErrorNoMemory, "after %u threads there is no memory for more",
           count);
    utSchStart(sch);
    is_dec(diary_length, count * sizeof "many", "those that there are run");
    diary[diary_length = 0] = 0;
    utSchedulerDestroy(sch);
    is_dec(heap_usage().blocks, heap.blocks, "destroyed, they leave nothing in the heap");
    is_dec(frames_in_use(), frames, "and no page");
    ok(count > 20, "8 MB hold more than 20 threads");

    static utSch schedulers[65536];
    unsigned made = 0;
    while (made < 65536 && (schedulers[made] = utSchedulerCreate()))
        made++;
    is_dec((DWORD)utLastError(), UtErrorNoMemory, "and when there is none for a scheduler");
    utYield();
    for (uThd uthread; (uthread = uThreadCreate(yields));)
        utSchAddUthd(schedulers[0], uthread);
    is_dec((DWORD)utLastError(), UtErrorNoMemory, "or for a thread's stack");
    uThd own = uThreadCreated(stack, sizeof stack, yields);
    ok(own != NULL, "one on the caller's own stack needs none");
    uThreadDestroy(own);
    while (made)
        utSchedulerDestroy(schedulers[--made]);
}

static void check_texts(void)
{
    unsigned good = 0;
    for (int i = UtErrorNone; i <= UtErrorNoAddresses; i++)
        good += strlen(utErrorText(i)) > 5 && strcmp(utErrorText(i), "unknown error") != 0;
    is_dec(good, UtErrorNoAddresses + 1, "every error has a text");
    ok(strcmp(utErrorText(-1), "unknown error") == 0 &&
           strcmp(utErrorText(UtErrorNoAddresses + 1), "unknown error") == 0,
       "a number that is no error is called unknown");
}

int main(void)
{
    is_dec((DWORD)utLastError(), UtErrorNone, "in the beginning there is no error");
    clock_set(0);
    check_outside();
    check_inside();
    check_texts();
    check_exhaustion();
    return tap_done();
}
