/* Random programs of threads run as an independent interpreter says. Takes seed=N and count=N.
 *
 * run: name=plain args="count=1000"
 * run: name=other args="seed=20406 count=1000"
 * run: name=checked checked=1 args="seed=7 count=1000"
 * run: name=ring3 ring=3 args="count=1000" compilers=gcc
 * run: name=long compilers=gcc
 */
#include "tests/uthread/uthread_model.h"
#include "tests/harness/arguments.h"
#include "tests/uthread/uthread_scene.h"

#include <seh.h>

static struct program program;
static struct events wanted, got;
static uThd threads[ACTORS];
static utSch groups[GROUPS];
static bool joined[COROUTINES];
static char stacks[ACTORS][UT_STACK_LEAST] __attribute__((aligned(4)));

static void act(void);

static uThd make_uthread(int number)
{
    /* The library's own stacks are slower to make: few are used. */
    uThd uthread = number % 8 == 7 ? uThreadCreate(act)
                                   : uThreadCreated(stacks[number], sizeof stacks[number], act);
    uThreadSetName(uthread, program.actors[number].name);
    return threads[number] = uthread;
}

static void nest(int number)
{
    const struct group *group = &program.groups[number];
    groups[number] = utSchedulerCreate();
    for (int i = 0; i < group->count; i++)
        utSchAddUthd(groups[number], make_uthread(group->members[i]));
    utSchStart(groups[number]);
    utSchedulerDestroy(groups[number]);
}

/* The error of a call that left UtErrorStackSmall alone is none. */
static DWORD last_error(void)
{
    return utLastError() == UtErrorStackSmall ? UtErrorNone : (DWORD)utLastError();
}

static DWORD resume(int target)
{
    if (joined[target])
        return UtErrorHeld;
    error_small();
    utResume(threads[target]);
    DWORD error = last_error();
    return error ? error : uThreadExitStatus(threads[target]) | (DWORD)threads[target]->status << 8;
}

static DWORD join(int group, int target)
{
    if (joined[target])
        return UtErrorHeld;
    error_small();
    utSchAddUthd(groups[group], threads[target]);
    joined[target] = last_error() == UtErrorNone;
    return last_error();
}

static DWORD perform(const struct step *step)
{
    switch (step->what) {
    case YIELD: utYield(); break;
    case SLEEP: sleep_ticks(step->value); break;
    case WORK: clock_advance(step->value); break;
    case ADD: utSchAddUthd(groups[step->group], make_uthread((int)step->value)); break;
    case NEST: nest((int)step->value); break;
    case RESUME: return resume((int)step->value);
    case JOIN: return join(step->group, (int)step->value);
    case FAULT: RaiseException(FAULT_CODE, 0, 0, NULL);
    }
    return 0;
}

/* Every thread's function: finds its actor by its name, which is the actor's first field. */
static void act(void)
{
    const struct actor *me = (const struct actor *)my_name();
    short number = (short)(me - program.actors);
    for (int i = 0; i < me->count; i++) {
        record(&got, (struct event){GetTickCount64(), 0, number, (signed char)i, false});
        struct step step = me->steps[i];
        if (step.what == JOIN)
            step.group = me->group;
        DWORD result = perform(&step);
        record(&got, (struct event){GetTickCount64(), result, number, (signed char)i, true});
    }
    record(&got, (struct event){GetTickCount64(), 0, number, (signed char)me->count, false});
}

static void play(void)
{
    clock_set(program.begin);
    got.count = 0;
    for (int i = 0; i < COROUTINES; i++) {
        joined[i] = false;
        make_uthread(i);
    }
    for (int i = 0; i < COROUTINES; i++) {
        while (!joined[i] && threads[i]->status != UtStatusFinish) {
            utResume(threads[i]);
            if (!joined[i] && threads[i]->status == UtStatusSleep)
                clock_advance(threads[i]->sleepDuri);
        }
    }
    for (int i = 0; i < COROUTINES; i++)
        if (!joined[i])
            uThreadDestroy(threads[i]);
}

/* ---------------------------------------------------------------- comparing */

static bool same(const struct event *a, const struct event *b)
{
    return a->time == b->time && a->result == b->result && a->actor == b->actor &&
           a->step == b->step && a->after == b->after;
}

static void show(const char *who, const struct events *events, unsigned i)
{
    static const char *const names[] = {"yield", "sleep",  "work", "add",
                                        "nest",  "resume", "join", "fault"};
    if (i >= events->count)
        return;
    const struct event *event = &events->list[i];
    const struct actor *actor = &program.actors[event->actor];
    bool ends = event->step == actor->count;
    tap_note("%s %u: at %llX actor %d %s %s %X of step %d, result %X", who, i,
             (unsigned long long)event->time, event->actor, event->after ? "after" : "before",
             ends ? "its end" : names[actor->steps[event->step].what],
             ends ? 0 : (unsigned)actor->steps[event->step].value, event->step,
             (unsigned)event->result);
}

/* Whether both sequences are the same; shows where they part. */
static bool compare(unsigned number)
{
    unsigned i = 0;
    while (i < wanted.count && i < got.count && same(&wanted.list[i], &got.list[i]))
        i++;
    if (i == wanted.count && i == got.count)
        return true;
    tap_note("program %u parts at event %u", number, i);
    for (unsigned j = i > 12 ? i - 12 : 0; j < i; j++)
        show("both  ", &got, j);
    show("wanted", &wanted, i);
    show("got   ", &got, i);
    return false;
}

int main(int argc, char **argv)
{
    unsigned long seed = argument(argc, argv, "seed=", 1);
    unsigned long count = argument(argc, argv, "count=", 3000);
    struct random random = random_from((uint32_t)seed);
    struct heap_usage heap = heap_usage();
    unsigned failures = 0, events = 0, switches[FAULT + 1] = {0}, whole = 0;
    tap_note("seed=%lu count=%lu", seed, count);

    for (unsigned i = 0; i < count && failures < 3; i++) {
        make_program(&program, &random);
        interpret(&program, &wanted);
        play();
        failures += !compare(i);
        events += got.count;
        whole += got.count < EVENTS;
        for (unsigned j = 0; j < got.count; j++) {
            const struct event *event = &got.list[j];
            const struct actor *actor = &program.actors[event->actor];
            if (!event->after && event->step < actor->count)
                switches[actor->steps[event->step].what]++;
        }
    }
    tap_note("%u events: %u yields, %u sleeps, %u schedulers, %u resumes, %u joins, %u faults",
             events, switches[YIELD], switches[SLEEP], switches[NEST], switches[RESUME],
             switches[JOIN], switches[FAULT]);
    ok(failures == 0, "%lu random programs run as the interpreter says", count);
    is_dec(whole, (uint32_t)count, "none was too long to be written down whole");
    ok(heap_usage().blocks == heap.blocks, "and leave nothing behind");
    return tap_done();
}
