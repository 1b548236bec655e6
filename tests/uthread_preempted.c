/* Threads that use one object in a loop and lose the CPU in front of any instruction of theirs: by
 * a trap behind every instruction, which ends their slice as a tick does, at each of them, or at
 * every second, third, ... one, wherever one begins to count.
 *
 * run: timeout=60
 * run: name=bochs args=fewer emulator=bochs compilers=gcc timeout=60
 */
#include "kernel/debug_registers.h"
#include "kernel/preempt.h"
#include "kernel/trap.h"
#include "tests/uthread_scene.h"

enum { THREADS = 3, TURNS = 3, DEEP = 4 };

/* ---------------------------------------------------------------- a trap behind every instruction
 */

static trap_exception_function *deliver;
static unsigned interval, counted;
static unsigned ended; /* slices */

static bool is_scene(uint32_t eip)
{
    extern const char program_text_start[], shared_text_end[];
    return eip >= (uint32_t)program_text_start && eip < (uint32_t)shared_text_end;
}

static struct trap_frame *step(struct trap_frame *frame)
{
    if (frame->vector != VECTOR_DB)
        return deliver(frame);
    debug_registers_forget_status();
    if (!is_scene(frame->eip) || ++counted % interval)
        return frame;
    struct trap_frame *left = preempt(frame, false);
    ended += left != frame;
    return left;
}

static inline void set_stepping(bool on)
{
    enum { TRAP_FLAG = 0x100 };
    if (on)
        __asm__ volatile("pushfl; orl %0, (%%esp); popfl" : : "i"(TRAP_FLAG) : "memory");
    else
        __asm__ volatile("pushfl; andl %0, (%%esp); popfl" : : "i"(~TRAP_FLAG) : "memory");
}

/* ---------------------------------------------------------------- what the threads do */

static volatile unsigned inside, count, wrong;
static volatile unsigned sent, received, last[THREADS];
static void *object, *other;
static uThd members[THREADS];

/* Slow enough to be interrupted in the middle of. */
static void critical(unsigned most)
{
    inside = inside + 1;
    if (inside > most)
        wrong = wrong + 1;
    unsigned seen = count;
    count = seen + 1;
    inside = inside - 1;
}

static void lock_turns(unsigned me)
{
    for (unsigned i = 0; i < TURNS; i++) {
        wrong += (unsigned)utMutexLock(object);
        wrong += utMutexOwner(object) != members[me];
        critical(1);
        wrong += (unsigned)utMutexUnlock(object);
    }
}

static void lock_deeply(unsigned me)
{
    for (unsigned i = 0; i < TURNS; i++) {
        for (unsigned j = 0; j < 2; j++)
            wrong += (unsigned)utMutexLockUntil(object, UT_FOREVER);
        critical(1);
        for (unsigned j = 0; j < 2; j++)
            wrong += (unsigned)utMutexUnlock(object);
    }
    (void)me;
}

static void take_and_give(unsigned me)
{
    for (unsigned i = 0; i < TURNS; i++) {
        wrong += (unsigned)utSemaphoreTake(object);
        critical(1);
        wrong += (unsigned)utSemaphoreGive(object);
    }
    (void)me;
}

static void wait_and_set(unsigned me)
{
    for (unsigned i = 0; i < TURNS; i++) {
        wrong += (unsigned)utEventWait(object, UT_FOREVER);
        critical(1);
        wrong += (unsigned)utEventSet(object);
    }
    (void)me;
}

/* The timer rings once for each turn: on a clock that stands still, when it is started. */
static void wait_and_ring(unsigned me)
{
    for (unsigned i = 0; i < TURNS; i++) {
        wrong += (unsigned)utTimerWait(object, UT_FOREVER);
        critical(1);
        wrong += (unsigned)utTimerStart(object, utAfter(0), 0);
    }
    (void)me;
}

/* One after the other, by a mutex and a condition: whose turn it is stands in `sent`. */
static void wait_for_turn(unsigned me)
{
    for (unsigned i = 0; i < TURNS; i++) {
        wrong += (unsigned)utMutexLock(object);
        while (sent % THREADS != me)
            wrong += (unsigned)utConditionWait(other, object, UT_FOREVER);
        critical(1);
        sent = sent + 1;
        wrong += (unsigned)utConditionBroadcast(other);
        wrong += (unsigned)utMutexUnlock(object);
    }
}

/* A value says who sent it, and which of its values it is: each arrives once, one's own in order.
 */
static void check_value(unsigned value)
{
    unsigned from = value / DEEP, which = value % DEEP;
    wrong += from >= THREADS || last[from % THREADS] != which;
    last[from % THREADS] = which + 1;
    received = received + 1;
}

static void send_or_receive(unsigned me)
{
    unsigned value;
    if (me) {
        for (unsigned i = 0; i < TURNS; i++) {
            value = me * DEEP + i;
            wrong += (unsigned)utChannelSend(object, &value, UT_FOREVER);
        }
        return;
    }
    for (unsigned i = 0; i < TURNS * (THREADS - 1); i++) {
        wrong += (unsigned)utChannelReceive(object, &value, UT_FOREVER);
        check_value(value);
    }
}

/* Two channels keep no order between each other. */
static void check_once(unsigned value)
{
    unsigned from = value / DEEP % THREADS, bit = 1u << value % DEEP;
    wrong += (last[from] & bit) != 0;
    last[from] |= bit;
    received = received + 1;
}

/* One receives from both channels, the others send each to one or the other. */
static void select_turns(unsigned me)
{
    unsigned values[2];
    int chosen;
    utCase cases[2] = {{.channel = object, .send = me != 0, .value = &values[0]},
                       {.channel = other, .send = me != 0, .value = &values[1]}};
    for (unsigned i = 0; i < (me ? TURNS : TURNS * (THREADS - 1)); i++) {
        values[0] = values[1] = me * DEEP + i;
        wrong += (unsigned)utSelect(cases, 2, &chosen, UT_FOREVER);
        if (!me)
            check_once(values[chosen]);
    }
}

/* ---------------------------------------------------------------- scenes */

static void make_mutex(void)
{
    object = utMutexCreate(FALSE);
}

static void make_recursive(void)
{
    object = utMutexCreate(TRUE);
}

static void make_condition(void)
{
    object = utMutexCreate(FALSE);
    other = utConditionCreate();
}

static void make_semaphore(void)
{
    object = utSemaphoreCreate(1, 1);
}

static void make_event(void)
{
    object = utEventCreate(FALSE, TRUE);
}

static void make_timer(void)
{
    object = utTimerCreate();
    utTimerStart(object, utAfter(0), 0);
}

static void make_channel(void)
{
    object = utChannelCreate(sizeof(unsigned), 2);
}

static void make_rendezvous(void)
{
    object = utChannelCreate(sizeof(unsigned), 0);
}

static void make_channels(void)
{
    object = utChannelCreate(sizeof(unsigned), 0);
    other = utChannelCreate(sizeof(unsigned), 2);
}

/* Whether what is left is as it must be, and can be destroyed: nobody waits, nobody holds it. */
static bool end_mutex(void)
{
    return count == TURNS * THREADS && !utMutexOwner(object) && !utMutexDestroy(object);
}

static bool end_condition(void)
{
    return !utConditionDestroy(other) && end_mutex();
}

static bool end_semaphore(void)
{
    return count == TURNS * THREADS && utSemaphoreCount(object) == 1 && !utSemaphoreDestroy(object);
}

static bool end_event(void)
{
    return count == TURNS * THREADS && !utEventDestroy(object);
}

static bool end_timer(void)
{
    return count == TURNS * THREADS && !utTimerDestroy(object);
}

static bool end_channel(void)
{
    return received == TURNS * (THREADS - 1) && utChannelCount(object) == 0 &&
           !utChannelDestroy(object);
}

static bool end_channels(void)
{
    return utChannelCount(other) == 0 && !utChannelDestroy(other) && end_channel();
}

static const struct scene {
    const char *name;
    void (*make)(void);
    void (*act)(unsigned me);
    bool (*end)(void);
} scenes[] = {
    {"a mutex", make_mutex, lock_turns, end_mutex},
    {"a recursive mutex", make_recursive, lock_deeply, end_mutex},
    {"a condition", make_condition, wait_for_turn, end_condition},
    {"a semaphore", make_semaphore, take_and_give, end_semaphore},
    {"an event", make_event, wait_and_set, end_event},
    {"a timer", make_timer, wait_and_ring, end_timer},
    {"a channel", make_channel, send_or_receive, end_channel},
    {"a rendezvous", make_rendezvous, send_or_receive, end_channel},
    {"select", make_channels, select_turns, end_channels},
};

static const struct scene *scene;

static void *act(void *argument)
{
    set_stepping(true);
    scene->act((unsigned)argument);
    set_stepping(false);
    return NULL;
}

/* One run with a slice's end in front of every interval-th instruction of the threads, counted from
 * first on. */
static bool play(unsigned every, unsigned first)
{
    interval = every;
    counted = first;
    inside = count = wrong = sent = received = 0;
    memset((void *)last, 0, sizeof last);
    utSch scheduler = utSchedulerCreate();
    utSchSetSlice(scheduler, UT_SLICE_MOST);
    scene->make();
    for (unsigned i = 0; i < THREADS; i++) {
        members[i] = uThreadCreateFor(act, (void *)i, NULL);
        utSchAddUthd(scheduler, members[i]);
    }
    utSchStart(scheduler);
    bool whole = scene->end() && wrong == 0;
    if (!whole)
        tap_note("every %u, first %u: count %u, wrong %u, received %u", every, first, count, wrong,
                 received);
    utSchedulerDestroy(scheduler);
    return whole;
}

int main(int argc, char **argv)
{
    unsigned most = argc > 1 && strcmp(argv[1], "fewer") == 0 ? 1 : DEEP;
    struct heap_usage heap = heap_usage();
    clock_set(GetTickCount64());
    deliver = trap_on_exception(step);
    for (unsigned i = 0; i < sizeof scenes / sizeof scenes[0]; i++) {
        unsigned failures = 0;
        scene = &scenes[i];
        ended = 0;
        for (unsigned every = 1; every <= most; every++)
            for (unsigned first = 0; first < every; first++)
                failures += !play(every, first);
        ok(failures == 0 && ended > 100, "%s, with %u slices that ended anywhere", scene->name,
           ended);
    }
    trap_on_exception(deliver);
    ok(heap_usage().blocks == heap.blocks, "and nothing is left behind");
    return tap_done();
}
