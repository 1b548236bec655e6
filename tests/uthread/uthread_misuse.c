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

static uThd const *const all_threads[] = {&held, &ended, &ended_held, &asleep,  &parked,
                                          &self, &ready, &sleeping,   &waiting, &inner};
enum { ALL = sizeof all_threads / sizeof all_threads[0] };

static const char *where; /* the calls come from */
static struct uThread before[ALL];
static unsigned blocks_before, frames_before;

static void look(void)
{
    blocks_before = heap_usage().blocks;
    frames_before = frames_in_use();
    error_small();
    for (unsigned i = 0; i < ALL; i++)
        if (*all_threads[i])
            before[i] = **all_threads[i];
}

/* Nothing but the caller's own last error may have changed in any thread. */
static void has_failed(const char *what, int error)
{
    unsigned changed = 0;
    int left = utLastError();
    for (unsigned i = 0; i < ALL; i++) {
        if (!*all_threads[i])
            continue;
        before[i].lastError = (*all_threads[i])->lastError;
        changed += memcmp(&before[i], *all_threads[i], sizeof before[i]) != 0;
    }
    is_dec((uint32_t)left, (uint32_t)error, "%s, %s: %s", where, what, utErrorText(error));
    ok(changed == 0 && heap_usage().blocks == blocks_before && frames_in_use() == frames_before,
       "and nothing has changed");
}

#define FAILS(what, error, call) (look(), (void)(call), has_failed(what, UtError##error))

/* ---------------------------------------------------------------- outside of threads */

#define SCH(uthread)             ((utSch)(void *)(uthread))
#define THD(sch)                 ((uThd)(void *)(sch))

static void misuses_outside(void)
{
    where = "outside";
    FAILS("adding NULL", Invalid, utSchAddUthd(idle, NULL));
    FAILS("adding to NULL", Invalid, utSchAddUthd(NULL, parked));
    FAILS("adding a destroyed thread", Invalid, utSchAddUthd(idle, destroyed));
    FAILS("adding to a destroyed scheduler", Invalid, utSchAddUthd(destroyed_sch, parked));
    FAILS("adding a scheduler", Invalid, utSchAddUthd(idle, THD(idle)));
    FAILS("adding to a thread", Invalid, utSchAddUthd(SCH(held), parked));
    FAILS("adding a thread twice", Held, utSchAddUthd(idle, held));
    FAILS("adding a finished thread", Finished, utSchAddUthd(idle, ended));
    FAILS("adding another's finished thread", Held, utSchAddUthd(idle, ended_held));
    FAILS("destroying the scheduler NULL", Invalid, utSchedulerDestroy(NULL));
    FAILS("destroying a scheduler twice", Invalid, utSchedulerDestroy(destroyed_sch));
    FAILS("destroying a thread as a scheduler", Invalid, utSchedulerDestroy(SCH(held)));
    FAILS("starting NULL", Invalid, utSchStart(NULL));
    FAILS("starting a destroyed scheduler", Invalid, utSchStart(destroyed_sch));
    FAILS("starting a thread", Invalid, utSchStart(SCH(held)));
    FAILS("a thread without a function", Invalid, uThreadCreate(NULL));
    FAILS("a stack without a function", Invalid, uThreadCreated(stack, UT_STACK_LEAST, NULL));
    FAILS("a thread without a stack", Invalid, uThreadCreated(NULL, UT_STACK_LEAST, returns));
    FAILS("a stack at an odd address", StackMisaligned,
          uThreadCreated(stack + 1, UT_STACK_LEAST, returns));
    FAILS("a stack at half a word", StackMisaligned,
          uThreadCreated(stack + 2, UT_STACK_LEAST, returns));
    FAILS("a stack of half words", StackMisaligned,
          uThreadCreated(stack, UT_STACK_LEAST + 2, returns));
    FAILS("destroying NULL", Invalid, uThreadDestroy(NULL));
    FAILS("destroying a thread twice", Invalid, uThreadDestroy(destroyed));
    FAILS("destroying a scheduler as a thread", Invalid, uThreadDestroy(THD(idle)));
    FAILS("destroying a held thread", Held, uThreadDestroy(held));
    FAILS("destroying a sleeping thread", Sleeping, uThreadDestroy(asleep));
    FAILS("resuming NULL", Invalid, utResume(NULL));
    FAILS("resuming a destroyed thread", Invalid, utResume(destroyed));
    FAILS("resuming a held thread", Held, utResume(held));
    FAILS("resuming a finished thread", Finished, utResume(ended));
    FAILS("utYield", Outside, utYield());
    FAILS("utSleep", Outside, utSleep(1));
    FAILS("utSleepUntil", Outside, utSleepUntil(utAfter(1)));
    FAILS("naming NULL", Invalid, uThreadSetName(NULL, "name"));
    FAILS("the name of NULL", Invalid, uThreadName(NULL));
    FAILS("the exit status of NULL", Invalid, uThreadExitStatus(NULL));
}

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

    misuses_outside();
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

static void misuses_in_thread(void)
{
    where = "in a thread";
    FAILS("starting its scheduler", Busy, utSchStart(running));
    FAILS("destroying its scheduler", Busy, utSchedulerDestroy(running));
    FAILS("adding itself", Held, utSchAddUthd(running, self));
    FAILS("adding itself to another", Held, utSchAddUthd(idle, self));
    FAILS("adding a ready thread to another", Held, utSchAddUthd(idle, ready));
    FAILS("resuming itself", Held, utResume(self));
    FAILS("resuming a ready thread", Held, utResume(ready));
    FAILS("resuming a sleeping thread", Held, utResume(sleeping));
    FAILS("destroying itself", Running, uThreadDestroy(self));
    FAILS("destroying a ready thread", Held, uThreadDestroy(ready));
    FAILS("destroying a sleeping thread", Sleeping, uThreadDestroy(sleeping));
    FAILS("destroying another scheduler's thread", Held, uThreadDestroy(held));
}

static void misuses_as_inner(void)
{
    where = "resumed by hand";
    FAILS("starting the scheduler behind it", Busy, utSchStart(running));
    FAILS("destroying that", Busy, utSchedulerDestroy(running));
    FAILS("destroying the thread behind it", Held, uThreadDestroy(self));
    FAILS("resuming that", Held, utResume(self));
    FAILS("adding itself", Running, utSchAddUthd(running, inner));
    FAILS("adding its resumer", Running, utSchAddUthd(running, waiting));
    FAILS("resuming itself", Running, utResume(inner));
    FAILS("resuming its resumer", Running, utResume(waiting));
    FAILS("destroying itself", Running, uThreadDestroy(inner));
    FAILS("destroying its resumer", Running, uThreadDestroy(waiting));
}

static void misuses_as_nested(void)
{
    where = "in a nested scheduler";
    FAILS("starting the outer scheduler", Busy, utSchStart(running));
    FAILS("destroying that", Busy, utSchedulerDestroy(running));
    FAILS("destroying the thread that started its scheduler", Running, uThreadDestroy(waiting));
    FAILS("resuming that", Running, utResume(waiting));
    FAILS("adding that", Running, utSchAddUthd(running, waiting));
}

static void waits(void)
{
    inner = named("inner", misuses_as_inner);
    utResume(inner);
    uThreadDestroy(inner);
    inner = NULL;
    utSch nested = utSchedulerCreate();
    add(nested, "nested", misuses_as_nested);
    finish(nested);
}

static void misuses(void)
{
    utYield(); /* the others begin */
    misuses_in_thread();
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
