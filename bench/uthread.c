/* What user-level threads cost. Each figure is a path between two stamps, in one thread or from one
 * to the next; of some tries it is the least, because the first ones begin what lasts.
 */
#include "bench/bench.h"
#include "bench/uthread_points.h"
#include "kernel/cpu/cpu.h"
#include "kernel/devices/pic.h"
#include "lib/heap.h"

#include <string.h>
#include <uthread.h>

enum { THREADS = 64, STACK = 768, HOOK = 3 /* instructions of stamping_tick behind its stamp */ };

static uint32_t least;
static utSch scheduler; /* of the threads that run */

/* Keeps the path between the last two stamps, if it is the shortest so far. */
static void keep(void)
{
    least = path_length() < least ? path_length() : least;
}

/* Runs threads with these functions in turns, the last one first, with interrupts off, until they
 * have ended. */
static void run(function *functions, unsigned count)
{
    scheduler = utSchedulerCreate();
    least = UINT32_MAX;
    bench_begin();
    for (unsigned i = 0; i < count; i++)
        utSchAddUthd(scheduler, uThreadCreate(functions[i]));
    interrupts_off();
    utSchStart(scheduler);
    interrupts_on();
    utSchedulerDestroy(scheduler);
}
#define RUN(...)                                                                                   \
    do {                                                                                           \
        function functions[] = {__VA_ARGS__};                                                      \
        run(functions, sizeof functions / sizeof *functions);                                      \
    } while (0)

/* ---------------------------------------------------------------- switches */

static void yield_often(void)
{
    for (int i = 0; i < TRIES; i++)
        yield_before();
}

static void keep_yields(void)
{
    for (int i = 0; i < TRIES; i++) {
        yield_after();
        keep();
    }
}

static void resume_often(void)
{
    uThd uthread = uThreadCreate(yield_for_ever);
    for (int i = 0; i < TRIES; i++) {
        resume_and_back(uthread);
        keep();
    }
    uThreadDestroy(uthread);
}

/* ---------------------------------------------------------------- sleeping */

static void sleep_once(void)
{
    sleep_before(1);
}

/* ---------------------------------------------------------------- objects */

static void take_often(void)
{
    utSemaphore semaphore = utSemaphoreCreate(1, 1);
    for (int i = 0; i < TRIES; i++) {
        take_and_give(semaphore);
        keep();
    }
    utSemaphoreDestroy(semaphore);
}

static void lock_often(void)
{
    utMutex mutex = utMutexCreate(0);
    for (int i = 0; i < TRIES; i++) {
        lock_and_unlock(mutex);
        keep();
    }
    utMutexDestroy(mutex);
}

static utSemaphore there, back;

static void ping_often(void)
{
    for (int i = 0; i < TRIES; i++) {
        give_and_take(there, back);
        keep();
    }
}

static void pong(void)
{
    take_and_answer(there, back);
}

static utChannel channel;

/* Ends the sender, too. */
static void receive_often(void)
{
    uint32_t value;
    for (int i = 0; i < TRIES; i++) {
        receive_values(channel, &value);
        keep();
    }
    utChannelClose(channel);
}

static void send_often(void)
{
    uint32_t value = 0;
    send_values(channel, &value);
}

/* ---------------------------------------------------------------- lives */

static void *return_at_once(void *argument)
{
    return argument;
}

static utPool pool;

static void live_often(void)
{
    for (int i = 0; i < TRIES; i++) {
        live_scheduled(scheduler, pool, return_at_once);
        keep();
    }
}

static void live_resumed_often(void)
{
    for (int i = 0; i < TRIES; i++) {
        live_resumed(pool, return_at_once);
        keep();
    }
}

/* ---------------------------------------------------------------- the clock */

/* Has the timer's interrupt come by stamping_tick, or no longer. */
static void hook_tick(bool on)
{
    static struct __attribute__((packed)) {
        uint16_t limit;
        uint32_t base;
    } kernels, ours;
    static struct {
        uint16_t low, selector, type, high;
    } gates[256];
    if (!on) {
        __asm__ volatile("lidt %0" : : "m"(kernels));
        return;
    }
    __asm__ volatile("sidt %0" : "=m"(kernels));
    memcpy(gates, (void *)kernels.base, kernels.limit + 1u);
    ours.limit = kernels.limit;
    ours.base = (uint32_t)gates;
    unsigned vector = PIC_VECTOR_BASE;
    tick_gate = (void *)(gates[vector].low | (uint32_t)gates[vector].high << 16);
    gates[vector].low = (uint16_t)(uint32_t)stamping_tick;
    gates[vector].high = (uint16_t)((uint32_t)stamping_tick >> 16);
    __asm__ volatile("lidt %0" : : "m"(ours));
}

static void tick_often(void)
{
    for (int i = 0; i < TRIES; i++) {
        wait_for_tick();
        keep();
    }
}

static void wake_often(void)
{
    for (int i = 0; i < TRIES; i++) {
        sleep_for_tick();
        keep();
    }
}

/* What a thread of a pool takes beside its stack: from one to the next, and in the heap. */
static uint32_t block_bytes(void)
{
    static uThd threads[THREADS];
    uint32_t before = heap_usage().bytes;
    for (int i = 0; i < THREADS; i++)
        threads[i] = uThreadCreateFor(return_at_once, NULL, pool);
    uint32_t heap = heap_usage().bytes - before;
    uint32_t each =
        (uint32_t)((char *)threads[1] - (char *)threads[0]) - (uint32_t)threads[0]->stackSize;
    for (int i = 0; i < THREADS; i++)
        uThreadDestroy(threads[i]);
    return each + (heap + THREADS - 1) / THREADS;
}

int main(void)
{
    RUN(yield_often, keep_yields);
    bench_path("switch", least, 26, 0);
    RUN(resume_often);
    bench_path("coroutine", least, 45, 0);
    pool = utPoolCreate(STACK, THREADS);
    RUN(live_often);
    bench_path("lifecycle", least, 160, 0);
    RUN(live_resumed_often);
    bench_path("lifecycle_resumed", least, 160, 0);
    RUN(sleep_once, sleep_once, sleep_once, keep_yields);
    bench_path("sleep_insert", least, 90, 0);

    hook_tick(true);
    least = UINT32_MAX;
    bench_begin();
    interrupts_off();
    tick_often();
    bench_path("tick", least - HOOK, 16, HOOK);
    RUN(wake_often);
    hook_tick(false);
    bench_path("irq_to_thread", least - HOOK, 90, HOOK);

    RUN(take_often);
    bench_path("sem_pair", least, 20, 0);
    RUN(lock_often);
    bench_path("mutex_pair", least, 20, 0);
    there = utSemaphoreCreate(0, 1);
    back = utSemaphoreCreate(0, 1);
    RUN(ping_often, pong);
    bench_path("pingpong", least, 100, 0);
    channel = utChannelCreate(sizeof(uint32_t), 0);
    RUN(receive_often, send_often);
    uint32_t each = (least + VALUES - 1) / VALUES;
    bench_path("channel", each, 100, least - each);
    bench_report("bytes", block_bytes(), "bytes", 96);
    return 0;
}
