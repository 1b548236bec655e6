/* Threads on several CPUs: where they run, at the same time, and what one does to another that runs
 * elsewhere.
 *
 * run: name=1 args="cpus=1"
 * run: name=2 smp=2 args="cpus=2"
 * run: name=4 smp=4 args="cpus=4"
 * run: name=8 smp=8 args="cpus=8 rounds=200"
 * run: name=4-ring3 smp=4 ring=3 args="cpus=4 rounds=1000"
 * run: name=2-checked smp=2 checked=1 args="cpus=2" compilers=gcc
 * run: name=4-checked smp=4 checked=1 args="cpus=4 rounds=300" compilers=gcc
 * run: name=2-small smp=2 memory=8M args="cpus=2" compilers=gcc
 * run: name=2-counted smp=2 virtual-time=1 args="cpus=2 rounds=300" compilers=gcc
 * run: name=4-counted smp=4 virtual-time=1 args="cpus=4 rounds=300" compilers=gcc
 * run: name=8-counted smp=8 virtual-time=1 args="cpus=8 rounds=100" compilers=gcc
 * run: name=pentium smp=2 cpu=pentium args="cpus=2" compilers=gcc
 * run: name=bochs smp=2 emulator=bochs args="cpus=2 rounds=100" compilers=gcc
 */
#include "kernel/cpu/interrupts.h"
#include "tests/harness/arguments.h"
#include "tests/harness/tap.h"
#include "tests/threads/cpu_threads.h"

#include <memoryapi.h>
#include <seh.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uthread.h>
#include <winnt.h>

#define CPUS_MOST 8
#define HANDLED   20

static unsigned cpus = 1, rounds = 2000;
static volatile bool stop;

static bool await(const volatile uint32_t *word, uint32_t value)
{
    for (uint64_t end = GetTickCount64() + LONGEST_TICKS; GetTickCount64() < end;
         sys_clock_wait_until(GetTickCount64() + 1))
        if (__atomic_load_n(word, __ATOMIC_SEQ_CST) == value)
            return true;
    return false;
}

static bool await_change(const volatile uint32_t *word)
{
    uint32_t old = *word;
    for (uint64_t end = GetTickCount64() + LONGEST_TICKS; GetTickCount64() < end;
         sys_clock_wait_until(GetTickCount64() + 1))
        if (*word != old)
            return true;
    return false;
}

/* Runs a function on each CPU at the same time, and waits for all. Returns the sum of their
 * results. */
static uint32_t run_on_each(uint32_t (*function)(void *argument))
{
    uint32_t threads[CPUS_MOST], sum = 0;
    for (uint32_t i = 0; i < cpus; i++)
        threads[i] = start_on(i, function, (void *)i);
    for (uint32_t i = 0; i < cpus; i++) {
        wait_one(threads[i], LONGEST_TICKS);
        sum += exit_code_of(threads[i]);
        sys_handle_close(threads[i]);
    }
    return sum;
}

/* ---------------------------------------------------------------- where */

static uint32_t tells_its_cpu(void *expected)
{
    return sys_processor_number() != (uint32_t)expected;
}

static volatile uint32_t arrived;

/* Comes back only when as many threads as there are CPUs run at one time. */
static uint32_t meets(void *unused)
{
    __atomic_fetch_add(&arrived, 1, __ATOMIC_SEQ_CST);
    while (arrived < cpus)
        cpu_relax();
    return 1;
}

static void check_places(void)
{
    uint32_t before = 0, all = (1u << cpus) - 1, threads[CPUS_MOST], met = 0;
    is_dec(NtCurrentTeb()->ProcessEnvironmentBlock->NumberOfProcessors, cpus, "%u CPUs", cpus);
    is_hex(sys_thread_set_affinity(THIS_THREAD, 1, &before), STATUS_SUCCESS, "a thread gets a CPU");
    is_hex(before, all, "before, it could run on all");
    is_dec(sys_processor_number(), 0, "and runs there");
    is_hex(sys_thread_set_affinity(THIS_THREAD, 0, &before), STATUS_INVALID_PARAMETER,
           "none is no choice");
    is_hex(sys_thread_set_affinity(THIS_THREAD, all + 1, &before), STATUS_INVALID_PARAMETER,
           "nor one that is not there");
    is_dec(run_on_each(tells_its_cpu), 0, "each thread runs on the CPU that it may run on");
    for (uint32_t i = 0; i < cpus; i++)
        threads[i] = make_thread(meets, NULL, false);
    sys_thread_set_affinity(THIS_THREAD, all, NULL);
    for (uint32_t i = 0; i < cpus; i++)
        met += await_end(threads[i]);
    is_dec(met, cpus, "a thread a CPU: all run at the same time");
}

/* ---------------------------------------------------------------- a thread that runs elsewhere */

static volatile uint32_t spins, place = CPUS_MOST;

static uint32_t computes(void *unused)
{
    while (!stop) {
        spins++;
        place = sys_processor_number();
    }
    return 5;
}

static uint32_t says_so(void *word)
{
    *(volatile uint32_t *)word = 1;
    return 0;
}

static void check_others(void)
{
    uint32_t last = cpus - 1, before = 0, seen, thread;
    volatile uint32_t said = 0;
    stop = false;
    sys_thread_set_priority(THIS_THREAD, 1);
    thread = start_on(last, computes, NULL);
    ok(await_change(&spins) && await(&place, last), "a thread computes on CPU %u", (unsigned)last);
    is_hex(sys_thread_suspend(thread, &before), STATUS_SUCCESS, "it is suspended from another CPU");
    sys_clock_wait_until(GetTickCount64() + 20);
    seen = spins;
    sys_clock_wait_until(GetTickCount64() + 20);
    is_dec(spins, seen, "and stops");
    sys_thread_resume(thread, &before);
    ok(before == 1 && await_change(&spins), "it goes on");

    uint32_t other = make_thread(says_so, (void *)&said, true);
    sys_thread_set_affinity(other, 1u << last, NULL);
    sys_thread_set_priority(other, 2);
    sys_thread_resume(other, NULL);
    ok(await(&said, 1) && await_end(other), "one of higher priority takes its CPU");

    for (uint32_t i = 0; i < cpus; i++) {
        sys_thread_set_affinity(thread, 1u << i, NULL);
        if (!await_change(&spins) || !await(&place, i))
            break;
        said++;
    }
    is_dec(said, 1 + cpus, "while it runs, it is moved to each CPU in turn");

    is_hex(sys_thread_terminate(thread, 77), STATUS_SUCCESS, "it is ended from another CPU");
    is_hex(wait_one(thread, LONGEST_TICKS), STATUS_SUCCESS, "that ends a wait for it");
    is_dec(exit_code_of(thread), 77, "with its exit code");
    seen = spins;
    sys_clock_wait_until(GetTickCount64() + 20);
    is_dec(spins, seen, "and it runs no more");
    sys_handle_close(thread);
    sys_thread_set_priority(THIS_THREAD, 0);
}

/* ---------------------------------------------------------------- all at once */

static uint32_t mutex, semaphore, inside, most_inside, count;

static uint32_t takes_turns(void *unused)
{
    uint32_t wrong = 0;
    for (unsigned i = 0; i < rounds; i++) {
        wrong += sys_wait_for(&mutex, 1, 0, WAIT_FOREVER) != STATUS_SUCCESS;
        uint32_t now = ++count;
        if (i % 16 == 0)
            sys_thread_yield();
        wrong += count != now;
        wrong += sys_mutex_release(mutex, NULL) != STATUS_SUCCESS;
    }
    return wrong;
}

static uint32_t shares(void *unused)
{
    uint32_t wrong = 0;
    for (unsigned i = 0; i < rounds; i++) {
        wrong += sys_wait_for(&semaphore, 1, 0, WAIT_FOREVER) != STATUS_SUCCESS;
        uint32_t now = __atomic_add_fetch(&inside, 1, __ATOMIC_SEQ_CST);
        if (now > most_inside)
            most_inside = now;
        wrong += now > 2;
        __atomic_fetch_sub(&inside, 1, __ATOMIC_SEQ_CST);
        wrong += sys_semaphore_release(semaphore, 1, NULL) != STATUS_SUCCESS;
    }
    return wrong;
}

static uint32_t sleeps(void *unused)
{
    uint32_t wrong = 0, event = make_event(false, false);
    for (unsigned i = 0; i < 10; i++) {
        uint64_t due = GetTickCount64() + 1 + i;
        wrong += sys_wait_for(&event, 1, 0, due) != STATUS_TIMEOUT || GetTickCount64() < due;
        due = GetTickCount64() + 2;
        sys_clock_wait_until(due);
        wrong += GetTickCount64() < due;
    }
    sys_handle_close(event);
    return wrong;
}

/* Blocks on each CPU in turn, and ends on one that the exception has not met. */
static int handle_on_each(const EXCEPTION_POINTERS *pointers, uint32_t *wrong)
{
    uint32_t began_on = sys_processor_number();
    for (uint32_t i = 1; i <= cpus; i++) {
        uint32_t cpu = (began_on + i + (i == cpus)) % cpus;
        sys_thread_set_affinity(THIS_THREAD, 1u << cpu, NULL);
        *wrong += sys_wait_for(NULL, 0, 0, GetTickCount64() + 1) != STATUS_TIMEOUT;
        *wrong += sys_processor_number() != cpu;
    }
    pointers->ContextRecord->Eip += 2; /* ud2 has two bytes */
    return EXCEPTION_CONTINUE_EXECUTION;
}

SEH_FUNCTION static uint32_t handles_elsewhere(void *unused)
{
    uint32_t wrong = 0;
    double sum = 0;
    for (volatile unsigned i = 0; i < HANDLED; i++) {
        __try {
            sum += 0.5;
            __asm__ volatile("ud2" : "+m"(sum));
            sum += 0.5;
        } __except (handle_on_each(GetExceptionInformation(), &wrong)) {
            wrong++;
        }
    }
    return wrong + (sum != HANDLED);
}

SEH_FUNCTION static uint32_t divides(void *unused)
{
    volatile uint32_t zero = 0, caught = 0;
    for (volatile unsigned i = 0; i < rounds; i++) {
        __try {
            zero = 100 / zero;
        } __except (GetExceptionCode() == STATUS_INTEGER_DIVIDE_BY_ZERO) {
            caught++;
        }
    }
    return rounds - caught;
}

static uint32_t grow(uint32_t depth)
{
    volatile char room[2000];
    room[0] = (char)depth;
    return depth ? grow(depth - 1) + (room[0] != (char)depth) : 0;
}

static uint32_t uses_memory(void *unused)
{
    uint32_t wrong = grow(20);
    for (unsigned i = 0; i < rounds / 20; i++) {
        char *page = VirtualAlloc(NULL, 0x3000, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
        wrong += !page || page[0] || page[0x2FFF];
        page[0] = page[0x2FFF] = 1;
        wrong += !VirtualFree(page, 0, MEM_RELEASE);
        char *block = malloc(i % 500 + 1);
        memset(block, (int)i, i % 500 + 1);
        wrong += block[i % 500] != (char)i;
        free(block);
    }
    return wrong;
}

static uint32_t passes(void *event)
{
    uint32_t *events = event, wrong = 0;
    for (unsigned i = 0; i < rounds; i++) {
        wrong += sys_wait_for(&events[1], 1, 0, WAIT_FOREVER) != STATUS_SUCCESS;
        wrong += sys_event_change(events[0], EVENT_SET, NULL) != STATUS_SUCCESS;
    }
    return wrong;
}

static void check_ping_pong(void)
{
    uint32_t events[2] = {make_event(false, false), make_event(false, false)}, wrong = 0;
    uint32_t thread = start_on(cpus - 1, passes, events);
    for (unsigned i = 0; i < rounds; i++) {
        wrong += sys_event_change(events[1], EVENT_SET, NULL) != STATUS_SUCCESS;
        wrong += sys_wait_for(&events[0], 1, 0, GetTickCount64() + LONGEST_TICKS) != STATUS_SUCCESS;
    }
    ok(await_end(thread) && !wrong, "two threads wake each other %u times", rounds);
    CLOSE(events[0], events[1]);
}

static unsigned turns[CPUS_MOST];

static void counts(void)
{
    uint32_t cpu = sys_processor_number();
    for (unsigned i = 0; i < rounds; i++) {
        turns[cpu]++;
        utYield();
    }
}

static uint32_t schedules(void *cpu)
{
    utSch scheduler = utSchedulerCreate();
    for (unsigned i = 0; i < 3; i++)
        utSchAddUthd(scheduler, uThreadCreate(counts));
    utSchStart(scheduler);
    utSchedulerDestroy(scheduler);
    return turns[(uint32_t)cpu] != 3 * rounds;
}

static uint32_t makes_threads(void *unused)
{
    uint32_t wrong = 0;
    for (unsigned i = 0; i < rounds / 20; i++) {
        uint32_t word = 0;
        wrong += !await_end(make_thread(says_so, &word, false)) || !word;
    }
    return wrong;
}

static uint32_t adds(void *number)
{
    double sum = 0, part = 1.0 + (uint32_t)number;
    uint32_t additions = 0;
    while (!stop) {
        sum = sum + part;
        additions++;
    }
    return sum != part * additions;
}

/* Threads that use the FPU go from CPU to CPU. */
static void check_moves(void)
{
    uint32_t threads[CPUS_MOST], wrong = 0;
    stop = false;
    for (uint32_t i = 0; i < cpus; i++)
        threads[i] = start_on(i, adds, (void *)i);
    for (unsigned i = 0; i < rounds / 10; i++)
        wrong += sys_thread_set_affinity(threads[i % cpus], 1u << (i * 7 / 3) % cpus, NULL) !=
                 STATUS_SUCCESS;
    stop = true;
    for (uint32_t i = 0; i < cpus; i++) {
        wrong += wait_one(threads[i], LONGEST_TICKS) || exit_code_of(threads[i]);
        sys_handle_close(threads[i]);
    }
    is_dec(wrong, 0, "%u moves of threads that compute with the FPU", rounds / 10);
}

int main(int argc, char **argv)
{
    cpus = argument(argc, argv, "cpus=", cpus);
    rounds = argument(argc, argv, "rounds=", rounds);
    check_places();
    check_others();
    sys_mutex_create(&mutex, NULL, false);
    is_dec(run_on_each(takes_turns), 0, "one at a time has a mutex");
    is_dec(count, cpus * rounds, "each %u times", rounds);
    sys_semaphore_create(&semaphore, NULL, 2, 2);
    is_dec(run_on_each(shares), 0, "two at most share a semaphore");
    tap_note("at most %u at one time", (unsigned)most_inside);
    is_dec(run_on_each(sleeps), 0, "no wait ends before its deadline");
    check_ping_pong();
    is_dec(run_on_each(divides), 0, "each CPU handles %u exceptions", rounds);
    is_dec(run_on_each(handles_elsewhere), 0,
           "a handler blocks, goes on on each CPU, and its program goes on on the last");
    is_dec(run_on_each(uses_memory), 0, "stacks grow and memory comes and goes on all");
    is_dec(run_on_each(makes_threads), 0, "threads are made and end on all");
    is_dec(run_on_each(schedules), 0, "a scheduler of user-level threads runs on each");
    check_moves();
    CLOSE(mutex, semaphore);
    return tap_done();
}
