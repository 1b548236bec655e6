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

/* Makes the threads, runs them to their ends, and frees them. */
static const char *run(unsigned threads, function body)
{
    char *base = slots(threads, slot_stride);
    if (!base || !open())
        return no_more(0, "no memory");
    scheduler = utSchedulerCreate();
    for (unsigned i = threads; i--;) { /* the one added last runs first */
        char *top = base + (size_t)i * slot_stride;
        char *stack = top - (slot_stride - BLOCK_SIZE);
        uThd uthread = ut_init(stack, top, stack, ut_entry_function, 0);
        uthread->func = body;
        utSchAddUthd(scheduler, uthread);
    }
    tib_set_running(NULL);
    set_x87(X87_CW_THREADS);
    host_clock(true);
    utSchStart(scheduler);
    host_clock(false);
    set_x87(X87_CW_LINUX);
    utSchedulerDestroy(scheduler);
    return NULL;
}

static void take_turns(void)
{
    TAKE_TURNS(utYield());
}

static const char *yields(unsigned threads, unsigned amount)
{
    (void)amount;
    return run(threads, take_turns);
}

static void take_naps(void)
{
    TAKE_NAPS(utSleep);
}

static const char *naps(unsigned threads, unsigned amount)
{
    (void)amount;
    return run(threads, take_naps);
}

static void return_at_once(void)
{
}

static const char *lives(unsigned threads, unsigned amount)
{
    (void)threads;
    static DWORD stack[UT_STACK_LEAST / sizeof(DWORD)];
    if (!open())
        return no_more(0, "no memory");
    tib_set_running(NULL);
    set_x87(X87_CW_THREADS);
    clock_start();
    for (unsigned i = 0; i < amount; i++) {
        uThd uthread = uThreadCreated(stack, sizeof stack, return_at_once);
        utResume(uthread);
        uThreadDestroy(uthread);
    }
    clock_stop();
    set_x87(X87_CW_LINUX);
    return NULL;
}

const struct contender trapline_contender = {"trapline", yields, lives, naps};
