/* The thread library itself, with its scheduler, states, clock and chain. Stacks and blocks lie
 * where the floor's do.
 */
#include "bench/native/host.h"
#include "bench/native/native.h"
#include "uthread/uthread_impl.h"

#define X87_CW_LINUX 0x037F /* more precision than Windows' */

static utSch scheduler;

static void set_x87(WORD control)
{
    __asm__ volatile("fldcw %0" : : "m"(control));
}

static bool open(void)
{
    static bool opened;
    if (!opened)
        opened = host_open();
    return opened;
}

/* What utPoolCreate makes slots of slot_stride bytes of. */
static int stack_size(void)
{
    return (int)((slot_stride - BLOCK_SIZE) / UT_PACKED_MULTIPLE * UT_PACKED_MULTIPLE);
}

/* Makes the threads, runs them to their ends, and frees them. */
static const char *run(unsigned threads, utBody body)
{
    utPool pool = open() ? utPoolCreate(stack_size(), (int)threads) : NULL;
    if (!pool)
        return no_more(0, "no memory");
    scheduler = utSchedulerCreate();
    char *first = (char *)uThreadCreateFor(body, NULL, pool);
    for (unsigned i = 1; i < threads; i++)
        uThreadCreateFor(body, NULL, pool);
    for (unsigned i = threads; i--;) /* the one added last runs first */
        utSchAddUthd(scheduler, (uThd)(void *)(first + (size_t)i * slot_stride));
    tib_set_running(NULL);
    set_x87(X87_CW_THREADS);
    host_clock(true);
    utSchStart(scheduler);
    host_clock(false);
    set_x87(X87_CW_LINUX);
    utSchedulerDestroy(scheduler);
    utPoolDestroy(pool);
    return NULL;
}

static void *take_turns(void *argument)
{
    TAKE_TURNS(utYield());
    return argument;
}

static const char *yields(unsigned threads, unsigned amount)
{
    (void)amount;
    return run(threads, take_turns);
}

static void *take_naps(void *argument)
{
    TAKE_NAPS(utSleep);
    return argument;
}

static const char *naps(unsigned threads, unsigned amount)
{
    (void)amount;
    return run(threads, take_naps);
}

static void *return_at_once(void *argument)
{
    return argument;
}

static const char *lives(unsigned threads, unsigned amount)
{
    (void)threads;
    utPool pool = open() ? utPoolCreate(stack_size(), 1) : NULL;
    if (!pool)
        return no_more(0, "no memory");
    tib_set_running(NULL);
    set_x87(X87_CW_THREADS);
    clock_start();
    for (unsigned i = 0; i < amount; i++) {
        uThd uthread = uThreadCreateFor(return_at_once, NULL, pool);
        utResume(uthread);
        uThreadDestroy(uthread);
    }
    clock_stop();
    set_x87(X87_CW_LINUX);
    utPoolDestroy(pool);
    return NULL;
}

const struct contender trapline_contender = {"trapline", yields, lives, naps};
