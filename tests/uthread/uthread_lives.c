/* Lives of packed threads that are joined before they begin: the things that they may do, and that
 * may be done to their joiner. Each scene is played twice, the second time with a deadline: both
 * must tell the same. After each life the next thread in the slot is as good as new.
 *
 * run: name=plain
 * run: name=trace args=trapline:trace compilers=gcc
 * run: name=checked checked=1
 * run: name=ring3 ring=3 compilers=gcc
 * run: name=old cpu=486 compilers=gcc
 */
#include "kernel/call/fpu.h"
#include "tests/uthread/uthread_scene.h"
#include "uthread/report/ut_report.h"
#include "uthread/stacks/ut_pool.h"

#include <seh_try.h>

enum { STACK = 4000, SLOTS = 4, FAR = 1000000 };

static utPool pool;
static utSch sch;
static uThd joiner, joined, other;
static utKey key;

/* ---------------------------------------------------------------- acts of the joined thread */

static void nothing(void) {}

static void yields(void)
{
    utYield();
    utYield();
}

static void sleeps(void) { utSleep(1); }
static void fails(void) { uThreadSetPriority(NULL, 1); }

static void rounds_up(void) { x87_control_write(0x0A7F); }

static void names_itself(void) { uThreadSetName(utCurrent(), "its own"); }

static void rises(void)
{
    uThreadSetPriority(utCurrent(), 7);
    utYield();
}

static void rises_and_falls(void)
{
    uThreadSetPriority(utCurrent(), 7);
    uThreadSetPriority(utCurrent(), 0);
}

static void sets_value(void) { utKeySet(key, (void *)5); }
static void tells_value(void *value) { enter("value:%u ", (unsigned)value); }

static void keeps_fpu(void)
{
    uThreadKeepFpu(utCurrent(), TRUE);
    utYield();
}

static void exits(void) { uThreadExit((void *)77); }

static void cancels_itself(void)
{
    uThreadCancel(utCurrent());
    utYield();
}

static void faults(void)
{
    static int *volatile nowhere = (int *)4;
    *nowhere = 0;
}

static void overflows(void)
{
    DWORD *stack = utCurrent()->stack;
    stack[1] = 0;
}

/* All that the thread could overwrite below its stack, and one word of it. */
static void overflows_with_zeroes(void)
{
    DWORD *stack = utCurrent()->stack;
    stack[-1] &= 0xFFFF, stack[0] = stack[1] = 0;
}

static void detaches(void) { enter("detach:%d ", uThreadDetach(joined)); }
static void joins_itself(void) { enter("self:%d ", uThreadJoin(joined, NULL, UT_FOREVER)); }
static void ends_in_shield(void) { utShield(); }

static void counts(void)
{
    utStatistics now;
    utSchStatistics(sch, &now);
    enter("waiting:%u ended:%u ", (unsigned)now.waiting, (unsigned)now.ended);
}

static void *returns(void *argument) { return argument; }

static void lives_inside(void)
{
    void *result = NULL;
    uThd inner = uThreadCreateFor(returns, (void *)9, pool);
    utSchAddUthd(sch, inner);
    int answer = uThreadJoin(inner, &result, UT_FOREVER);
    enter("inner:%d:%u ", answer, (unsigned)result);
    uThreadDestroy(inner);
}

static void resumes(void)
{
    uThd inner = uThreadCreateFor(returns, (void *)8, pool);
    utResume(inner);
    enter("by hand:%d:%u ", inner->status, (unsigned)inner->result);
    uThreadDestroy(inner);
}

/* ---------------------------------------------------------------- acts upon the joiner */

static void joins_too(void)
{
    void *result = NULL;
    int answer = uThreadJoin(joined, &result, UT_FOREVER);
    enter("second:%d:%u ", answer, (unsigned)result);
}

static void has_second(void)
{
    other = add(sch, "second", joins_too);
    utYield();
}

static void cancels_joiner(void)
{
    uThreadCancel(joiner);
    utYield();
}

static void raises_joiner(void) { enter("%d ", uThreadSetPriority(joiner, 3)); }

static void describes_joiner(void)
{
    enter("status:%d scheduler:%d next:%d destroy:%d ", joiner->status, joiner->scheduler == sch,
          joiner->next != NULL, error_of(uThreadDestroy(joiner)));
    enter("resume:%d add:%d ", error_of(utResume(joiner)), error_of(utSchAddUthd(sch, joiner)));
}

static void names_joiner(void)
{
    uThreadSetName(joiner, "waiting");
    utYield();
}

static void dumps(void)
{
    char text[UT_WAIT_SIZE];
    enter("%.29s ", ut_describe_wait(joiner, text));
    enter("%s ", ut_object_of(joiner->wait) == joined ? "right" : "wrong");
}

static const struct scene {
    void (*act)(void);
    const char *what, *told;
} scenes[] = {
    {nothing, "nothing", "0:1:0 "},
    {yields, "yields", "0:1:0 "},
    {sleeps, "sleeps", "0:1:0 "},
    {fails, "has a last error", "0:1:0 "},
    {rounds_up, "changes its control word", "0:1:0 "},
    {names_itself, "has a name", "0:1:0 "},
    {rises, "rises", "0:1:0 "},
    {rises_and_falls, "rises and falls", "0:1:0 "},
    {sets_value, "has a value by key", "value:5 0:1:0 "},
    {keeps_fpu, "keeps all registers", "0:1:0 "},
    {exits, "exits", "0:77:0 "},
    {cancels_itself, "cancels itself", "19:0:C0000120 "},
    {faults, "faults", "19:0:C0000005 "},
    {overflows, "overflows", "19:0:C00000FD "},
    {overflows_with_zeroes, "overflows with zeroes", "19:0:C00000FD "},
    {detaches, "would be detached", "detach:9 0:1:0 "},
    {joins_itself, "would join itself", "self:15 0:1:0 "},
    {ends_in_shield, "ends inside a shield", "0:1:0 "},
    {counts, "asks for the statistics", "waiting:1 ended:0 0:1:0 "},
    {lives_inside, "has such a life made inside", "inner:0:9 0:1:0 "},
    {resumes, "resumes one", "by hand:3:8 0:1:0 "},
    {has_second, "is joined by another, too", "0:1:0 second:0:1 "},
    {cancels_joiner, "cancels its joiner", "cancelled "},
    {raises_joiner, "raises its joiner", "0 0:1:0 "},
    {describes_joiner, "looks at its joiner",
     "status:4 scheduler:1 next:0 destroy:11 resume:5 add:5 0:1:0 "},
    {names_joiner, "names its joiner", "0:1:0 "},
    {dumps, "has its joiner described", "waits for the end of a thread right 0:1:0 "},
};
static const struct scene *scene;

static void *plays(void *argument)
{
    scene->act();
    return argument;
}

/* ---------------------------------------------------------------- the joiner */

static utTime limit;

static SEH_FUNCTION void joins(void)
{
    void *result = NULL;
    joiner = utCurrent();
    joined = uThreadCreateFor(plays, (void *)1, pool);
    utSchAddUthd(sch, joined);
    __try {
        int answer = uThreadJoin(joined, &result, limit);
        enter("%d:%u:%X ", answer, (unsigned)result, (unsigned)uThreadExitStatus(joined));
        result = NULL;
    } __finally {
        if (AbnormalTermination())
            enter("cancelled ");
    }
}

#define MXCSR_SEEN 0x3Fu /* bits that others have left in it do not matter */

/* The state of a new thread in the slot, without the fields that it may have from the last one. */
static void look(uThd uthread, struct uThread *block, struct first_stack *first)
{
    *block = *uthread;
    block->regs[0] = block->regs[2] = block->regs[3] = block->regs[4] = block->regs[5] = 0;
    block->mxcsr &= ~(DWORD)MXCSR_SEEN;
    block->sleepTime = block->sleepDuri = 0;
    block->previous = NULL;
    block->allNext = block->allPrevious = NULL;
    block->result = NULL;
    block->record = NULL;
    block->exitStatus = block->number = block->unwindingEsp = 0;
    *first = *ut_first_stack(uthread);
}

static void play(utTime until, unsigned others)
{
    diary[diary_length = 0] = 0;
    sch = utSchedulerCreate();
    limit = until;
    add(sch, "joiner", joins);
    for (unsigned i = 0; i < others; i++)
        add(sch, "other", yields);
    utSchStart(sch);
}

static void check_scene(unsigned others)
{
    static const utTime limits[] = {UT_FOREVER, FAR};
    for (unsigned i = 0; i < 2; i++) {
        struct uThread blocks[2];
        struct first_stack firsts[2];
        uThd uthread = uThreadCreateFor(plays, (void *)1, pool);
        look(uthread, &blocks[0], &firsts[0]);
        uThreadDestroy(uthread);
        play(limits[i], others);
        diary_is(scene->told, scene->what);
        if (i)
            uThreadDestroy(joined);
        utSchedulerDestroy(sch); /* and with it else */
        uthread = uThreadCreateFor(plays, (void *)1, pool);
        look(uthread, &blocks[1], &firsts[1]);
        ok(!memcmp(&blocks[0], &blocks[1], sizeof blocks[0]) &&
               !memcmp(&firsts[0], &firsts[1], sizeof firsts[0]),
           "%s: the next thread there is new", scene->what);
        uThreadDestroy(uthread);
    }
}

/* ---------------------------------------------------------------- destroyed in the middle */

/* Joiner and joined are destroyed with their scheduler. */
static void sleeps_for_ever(void)
{
    utSleepUntil(UT_FOREVER);
    enter("never ");
}
static const struct scene left = {sleeps_for_ever, "both are destroyed while they wait", ""};

static void check_destroyed(void)
{
    scene = &left;
    sch = utSchedulerCreate();
    limit = UT_FOREVER;
    add(sch, "joiner", joins);
    finish(sch);
    diary_is(left.told, left.what);
}

/* ---------------------------------------------------------------- by hand */

static void check_by_hand(void)
{
    for (unsigned i = 0; i < sizeof scenes / sizeof scenes[0]; i++) {
        void *result = NULL;
        scene = &scenes[i];
        if (scene->act == has_second)
            break;
        if (scene->act == detaches || scene->act == counts || scene->act == lives_inside)
            continue;
        joined = uThreadCreateFor(plays, (void *)1, pool);
        while (joined->status != UtStatusFinish)
            utResume(joined);
        int answer = uThreadJoin(joined, &result, UT_FOREVER);
        enter("%d:%u:%X ", answer, (unsigned)result, (unsigned)uThreadExitStatus(joined));
        diary_is(scene->told, scene->what);
        uThreadDestroy(joined);
        is_dec(error_of(uThreadDestroy(joined)), UtErrorInvalid, "%s: gone", scene->what);
    }
}

int main(void)
{
    struct heap_usage heap = heap_usage();
    key = utKeyCreate(tells_value);
    pool = utPoolCreate(STACK / 64 * 64, SLOTS);
    for (unsigned others = 0; others < 3; others++)
        for (unsigned i = 0; i < sizeof scenes / sizeof scenes[0]; i++) {
            scene = &scenes[i];
            check_scene(others);
        }
    check_by_hand();
    check_destroyed();
    is_dec((DWORD)utPoolDestroy(pool), UtErrorNone, "all of them are gone");
    utKeyDestroy(key);
    is_dec(heap_usage().blocks, heap.blocks, "and have left nothing");
    return tap_done();
}
