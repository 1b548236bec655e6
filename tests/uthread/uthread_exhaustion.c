/* Memory fails at every place where the library asks for it, one after the other: the call says so
 * and leaves nothing behind, and things made before go on.
 *
 * run: name=once args=once
 * run: name=for-good args=for-good
 * run: name=once-checked checked=1 args=once
 * run: name=for-good-checked checked=1 args=for-good
 * run: name=once-ring3 ring=3 compilers=gcc args=once
 * run: name=for-good-ring3 ring=3 compilers=gcc args=for-good
 */
#include "tests/harness/arguments.h"
#include "tests/harness/failing_memory.h"
#include "tests/uthread/uthread_scene.h"
#include "uthread/schedule/scheduler.h"

#include <stdlib.h>

/* ---------------------------------------------------------------- calls that need memory */

enum { PACKED = 3, SEED = 7, OWN_STACKS = 4 };

/* All of it is NULL when it has not been made. */
static struct scene {
    utSch sch;
    uThd grown, named, sized, packed[PACKED];
    uThd passing, faulty, computing, setting; /* on the test's own stacks */
    utPool pool;
    utMutex mutex;
    utCondition condition;
    utSemaphore semaphore;
    utEvent event;
    utTimer timer;
    utChannel channel, rendezvous;
    utRwLock rw_lock;
    utBarrier barrier;
    utWaitGroup group;
    utOnce once;
    utKey first, second;
    int set_error; /* of the last utKeySet */
    unsigned sum, continued, kept, forgotten, calls;
} scene;

static char stacks[OWN_STACKS][UT_STACK_LEAST] __attribute__((aligned(4)));

static void called(void *argument)
{
    utSleep(1);
    scene.calls += (unsigned)argument;
}

/* All packed threads do so: they wait for each other. */
static void meet(void)
{
    utRwLockRead(scene.rw_lock, UT_FOREVER);
    utRwLockReadUnlock(scene.rw_lock);
    utRwLockWrite(scene.rw_lock, utAfter(1000));
    utYield();
    utRwLockWriteUnlock(scene.rw_lock);
    utOnceCall(&scene.once, called, (void *)1, UT_FOREVER);
    utWaitGroupDone(scene.group);
    utWaitGroupWait(scene.group, UT_FOREVER);
    utBarrierWait(scene.barrier, NULL, UT_FOREVER);
}

static void *sends(void *argument)
{
    int value = (int)argument, got = 0;
    meet();
    utMutexLock(scene.mutex);
    utConditionWait(scene.condition, scene.mutex, utAfter(1));
    utMutexUnlock(scene.mutex);
    utChannelSend(scene.channel, &value);
    utSemaphoreTake(scene.semaphore);
    utChannelReceive(scene.rendezvous, &got);
    scene.sum += (unsigned)got;
    return argument;
}

static void receives(void)
{
    utSleep(1);
    utSleepUntil(utAfter(1));
    for (int i = 0; i < PACKED; i++) {
        int value = 0;
        utTimerStart(scene.timer, UT_NOW, 0);
        utTimerWait(scene.timer, UT_FOREVER);
        utChannelReceive(scene.channel, &value);
        scene.sum += (unsigned)value;
        utSemaphoreGive(scene.semaphore);
    }
    utEventSet(scene.event);
}

static void passes(void)
{
    int value, chosen;
    utCase cases[] = {{.channel = NULL},
                      {.channel = scene.rendezvous, .send = true, .value = &value}};
    utEventWait(scene.event, UT_FOREVER);
    for (value = 0; value < PACKED; value++)
        utSelect(cases, 2, &chosen, UT_FOREVER);
    utSelect(cases, 2, &chosen, utAfter(1));
}

static void joins(void)
{
    for (unsigned i = 0; i < PACKED; i++)
        uThreadJoin(scene.packed[i], NULL, utAfter(1000));
    uThreadJoin(scene.passing, NULL, UT_FOREVER);
}

static void nothing(void) {}

static void *adds_nothing(void *argument)
{
    scene.sum += (unsigned)argument;
    return argument;
}

static LONG skips(EXCEPTION_POINTERS *pointers)
{
    pointers->ContextRecord->Eip += 2; /* ud2 */
    return EXCEPTION_CONTINUE_EXECUTION;
}

static void faults(void)
{
    __asm__ volatile("ud2");
    scene.continued++;
}

static void computes(void)
{
    double pi;
    __asm__ volatile("fldpi");
    utYield();
    __asm__ volatile("fstpl %0" : "=m"(pi));
    scene.kept += pi > 3.14 && pi < 3.15;
}

static void forgets(void *value) { scene.forgotten += (unsigned)value; }

/* One value more each time that it is resumed, until both are there. */
static void sets(void)
{
    while ((scene.set_error = utKeySet(scene.first, (void *)1)) != UtErrorNone)
        utYield();
    utYield();
    while ((scene.set_error = utKeySet(scene.second, (void *)2)) != UtErrorNone)
        utYield();
    utYield();
}

static bool set_value(void)
{
    utResume(scene.setting);
    return scene.set_error == UtErrorNone || ut_set_error(scene.set_error) == UtErrorNone;
}

static bool set_name(void)
{
    uThreadSetName(scene.named, "named");
    return strcmp(uThreadName(scene.named), "named") == 0;
}

static unsigned packed_made; /* how many of scene.packed there are */

static bool make_packed(void)
{
    uThd uthread = uThreadCreateFor(sends, (void *)(packed_made + SEED), scene.pool);
    if (uthread)
        scene.packed[packed_made++] = uthread;
    return uthread;
}

/* Each makes one thing. Returns whether it was made. */
#define MAKE(name, call)                                                                           \
    static bool make_##name(void) { return (scene.name = call) != NULL; }
MAKE(sch, utSchedulerCreate())
MAKE(mutex, utMutexCreate(true))
MAKE(condition, utConditionCreate())
MAKE(semaphore, utSemaphoreCreate(0, PACKED))
MAKE(event, utEventCreate(true, false))
MAKE(timer, utTimerCreate())
MAKE(channel, utChannelCreate(sizeof(int), 100))
MAKE(rendezvous, utChannelCreate(sizeof(int), 0))
MAKE(rw_lock, utRwLockCreate())
MAKE(barrier, utBarrierCreate(PACKED))
MAKE(group, utWaitGroupCreate(PACKED))
MAKE(grown, uThreadCreate(receives))
MAKE(passing, uThreadCreated(stacks[0], sizeof stacks[0], passes))
MAKE(named, uThreadCreate(joins))
MAKE(sized, uThreadCreateSized(adds_nothing, NULL, UT_STACK_LEAST))
MAKE(pool, utPoolCreate(1024, PACKED))
MAKE(faulty, uThreadCreated(stacks[1], sizeof stacks[1], faults))
MAKE(computing, uThreadCreated(stacks[2], sizeof stacks[2], computes))
MAKE(setting, uThreadCreated(stacks[3], sizeof stacks[3], sets))
MAKE(first, utKeyCreate(forgets))
MAKE(second, utKeyCreate(forgets))

static bool set_policy(void)
{
    return uThreadSetPolicy(scene.faulty, UtPolicyCall, skips) == UtErrorNone;
}

static bool keep_fpu(void) { return uThreadKeepFpu(scene.computing, true) == UtErrorNone; }

static bool (*const things[])(void) = {
    make_sch,     make_mutex,      make_condition, make_semaphore, make_event,  make_timer,
    make_channel, make_rendezvous, make_grown,     make_passing,   make_sized,  make_named,
    set_name,     make_pool,       make_packed,    make_packed,    make_packed, make_first,
    make_second,  make_faulty,     set_policy,     make_computing, keep_fpu,    make_setting,
    set_value,    set_value,       make_rw_lock,   make_barrier,   make_group,
};
enum { THINGS = sizeof things / sizeof things[0] };

static void destroy_all(void)
{
    uThd threads[] = {scene.grown,     scene.named,     scene.sized,   scene.packed[0],
                      scene.packed[1], scene.packed[2], scene.passing, scene.faulty,
                      scene.computing, scene.setting};
    for (unsigned i = 0; i < sizeof threads / sizeof threads[0]; i++)
        if (threads[i])
            uThreadDestroy(threads[i]);
    if (scene.sch)
        utSchedulerDestroy(scene.sch);
    if (scene.pool)
        utPoolDestroy(scene.pool);
    utMutexDestroy(scene.mutex);
    utConditionDestroy(scene.condition);
    utSemaphoreDestroy(scene.semaphore);
    utEventDestroy(scene.event);
    utTimerDestroy(scene.timer);
    utChannelDestroy(scene.channel);
    utChannelDestroy(scene.rendezvous);
    utRwLockDestroy(scene.rw_lock);
    utBarrierDestroy(scene.barrier);
    utWaitGroupDestroy(scene.group);
    utKeyDestroy(scene.first);
    utKeyDestroy(scene.second);
    scene = (struct scene){0};
    packed_made = 0;
}

/* All that was made does its work. */
static bool works(void)
{
    scene.once = (utOnce)UT_ONCE_INIT;
    utSchAddUthd(scene.sch, scene.setting);
    utSchAddUthd(scene.sch, scene.named);
    utSchAddUthd(scene.sch, scene.sized);
    utSchAddUthd(scene.sch, scene.passing);
    utSchAddUthd(scene.sch, scene.faulty);
    utSchAddUthd(scene.sch, scene.computing);
    utSchAddUthd(scene.sch, scene.grown);
    for (unsigned i = 0; i < PACKED; i++)
        utSchAddUthd(scene.sch, scene.packed[i]);
    utSchStart(scene.sch);
    bool ended = true;
    for (unsigned i = 0; i < PACKED; i++)
        ended &= scene.packed[i]->result == (void *)(i + SEED);
    return ended && scene.sum == 0 + 1 + 2 + SEED + SEED + 1 + SEED + 2 && scene.continued == 1 &&
           scene.kept == 1 && scene.forgotten == 1 + 2 && scene.calls == 1;
}

/* ---------------------------------------------------------------- every place */

static unsigned wrong_errors, without_addresses, unnoticed, leaks, failures, broken, waits_that_ask;

/* Everything, with the request of this number failing; false when no call has failed. */
static bool try_number(unsigned number)
{
    struct heap_usage heap = heap_usage();
    uint32_t frames = frames_in_use();
    if (!for_good) /* kept memory helps once */
        uThreadDestroy(uThreadCreate(nothing));
    begin_failing(number);
    unsigned made = 0;
    int error = UtErrorNone;
    bool failed = false;
    while (made < THINGS && !failed) {
        error_small();
        failed = !things[made]();
        error = utLastError();
        unnoticed += for_good && !failed && asked >= number;
        made += !failed;
    }
    bool reached = asked >= number;
    if (!failed) {
        unsigned before = asked;
        broken += !works();
        waits_that_ask += asked != before;
    }
    end_failing();
    if (failed && error != (refused_addresses ? UtErrorNoAddresses : UtErrorNoMemory)) {
        wrong_errors++;
        tap_note("request %u, thing %u: %s", number, made, utErrorText(error));
    }
    without_addresses += failed && error == UtErrorNoAddresses;
    failures += failed;
    for (; failed && made < THINGS;
         made++) /* the thing that failed can be made now, and so can the rest */
        broken += !things[made]();
    if (failed)
        broken += !works();
    destroy_all();
    uint32_t now = frames_in_use();
    if (now != frames || heap_usage().blocks != heap.blocks) {
        leaks++;
        tap_note("request %u: %u pages and %u blocks are left", number, (unsigned)(now - frames),
                 (unsigned)(heap_usage().blocks - heap.blocks));
    }
    return reached;
}

int main(int argc, char **argv)
{
    for_good = has_argument(argc, argv, "for-good");
    failing_open();
    unsigned number = 1;
    try_number(UINT32_MAX); /* makes what stays: tables */
    wrong_errors = without_addresses = leaks = failures = broken = 0;
    while (try_number(number))
        number++;
    ok(number > 20 && failures > (for_good ? 25 : 8),
       "memory failed at each of %u requests, and a call %u times", number - 1, failures);
    is_dec(wrong_errors, 0, "each of these said so, and whether it was memory or addresses");
    ok(without_addresses >= 1, "which it was %u times", without_addresses);
    is_dec(unnoticed, 0, "none did as if there were memory");
    is_dec(waits_that_ask, 0, "no wait asked for any");
    is_dec(leaks, 0, "nothing was left behind");
    is_dec(broken, 0, "and everything worked afterwards");
    return tap_done();
}
