/* Windows' locks under threads of the host, with Linux' futexes beneath. The very objects that go
 * into images run here (tests/windows/windows_locks_host.t links them).
 *
 * Takes seed=N, rounds=N and threads=N; prints TAP. What the threads do follows from the seed, the
 * order in which the host runs them does not.
 */
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "kernel/call/features.h"
#include "tests/harness/arguments.h"
#include "tests/harness/tap.h"
#include "tests/host/random.h"
#include "tests/host/thread.h"
#include "tests/host/watch.h"
#include "win32/address_wait.h"

#include "include/interlockedapi.h"
#include "include/winternl.h"
#include "lib/host.h"

enum { MOST_THREADS = 16 };
static unsigned threads;
static unsigned long rounds;
static uint32_t seed;

static bool chance(struct random *random, unsigned of) { return random_below(random, of) == 0; }

/* ---------------------------------------------------------------- the machine's part */

struct cpu_features cpu_features = {.cx8 = true};
static unsigned waits, wakes;

uint32_t address_wait(const volatile void *address, uint32_t expected, uint64_t deadline)
{
    struct timespec left = {0}, *until = NULL;
    if (deadline != WAIT_WITHOUT_END) {
        uint64_t now = GetTickCount64();
        if (deadline <= now)
            return STATUS_TIMEOUT;
        left.tv_sec = (time_t)((deadline - now) / 1000);
        left.tv_nsec = (long)((deadline - now) % 1000 * 1000000);
        until = &left;
    }
    /* Another thread comes between the lock's last look and the wait, now and then. */
    if (__atomic_add_fetch(&waits, 1, __ATOMIC_RELAXED) % 2)
        sched_yield();
    syscall(SYS_futex, address, FUTEX_WAIT_PRIVATE, expected, until, NULL, 0);
    return deadline <= GetTickCount64() ? STATUS_TIMEOUT : STATUS_SUCCESS;
}

void address_wake(const volatile void *address, uint32_t count)
{
    __atomic_add_fetch(&wakes, 1, __ATOMIC_RELAXED);
    syscall(SYS_futex, address, FUTEX_WAKE_PRIVATE, count > INT32_MAX ? INT32_MAX : count, NULL,
            NULL, 0);
}

void __attribute__((noreturn)) program_panic(const char *reason, ...)
{
    va_list args;
    va_start(args, reason);
    printf("Bail out! ");
    vprintf(reason, args);
    va_end(args);
    printf("\n");
    exit(1);
}

void NTAPI RtlRaiseStatus(NTSTATUS status)
{
    printf("Bail out! raised %08lX\n", status);
    exit(1);
}

static void library_waits(const uint32_t *address, uint32_t expected)
{
    address_wait(address, expected, WAIT_WITHOUT_END);
}

static void library_wakes(const uint32_t *address) { address_wake(address, 1); }

struct lib_host lib_host = {.wait = library_waits, .wake = library_wakes};

uint64_t system_time(void) { return GetTickCount64() * 10000; }

/* The shared page, and a thread that counts its milliseconds. */
static void *tick(void *nothing)
{
    volatile DWORD *ticks = (volatile DWORD *)(0x7FFE0000 + 0x320);
    struct timespec now;
    for (;;) {
        usleep(500);
        clock_gettime(CLOCK_MONOTONIC, &now);
        *ticks = (DWORD)(now.tv_sec * 1000 + now.tv_nsec / 1000000);
    }
    return nothing;
}

static void start_clock(void)
{
    pthread_t ticker;
    if (mmap((void *)0x7FFE0000, 4096, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED ||
        pthread_create(&ticker, NULL, tick, NULL)) {
        perror("no clock");
        exit(1);
    }
}

/* ---------------------------------------------------------------- threads */

struct worker {
    unsigned number;
    struct random random;
    void (*work)(struct worker *worker);
    pthread_t thread;
};

static void *run(void *argument)
{
    static PEB peb = {.NumberOfProcessors = 2};
    struct worker *worker = argument;
    struct lib_thread *words = host_thread_begin();
    TEB *teb = (TEB *)((char *)words - LIB_THREAD_OFFSET);
    teb->NtTib.Self = &teb->NtTib;
    teb->UniqueThread = 4 * (worker->number + 1);
    teb->ProcessEnvironmentBlock = &peb;
    worker->work(worker);
    host_thread_end(words);
    return NULL;
}

/* Runs the work in all threads until they have ended. */
static void in_threads(void (*work)(struct worker *worker))
{
    static struct worker workers[MOST_THREADS];
    waits = wakes = 0;
    for (unsigned i = 0; i < threads; i++) {
        workers[i] = (struct worker){.number = i, .random = random_from(seed + i), .work = work};
        if (pthread_create(&workers[i].thread, NULL, run, &workers[i])) {
            perror("no thread");
            exit(1);
        }
    }
    for (unsigned i = 0; i < threads; i++)
        pthread_join(workers[i].thread, NULL);
}

/* Steps that another thread may come between, now and then. */
static void linger(struct worker *worker)
{
    if (chance(&worker->random, 16))
        sched_yield();
    else
        for (volatile unsigned i = random_below(&worker->random, 50); i; i--)
            ;
}

/* ---------------------------------------------------------------- critical sections */

static CRITICAL_SECTION section;
static volatile unsigned inside, entered, broken;

static void enters(struct worker *worker)
{
    for (unsigned long i = 0; goes_on(i, rounds); i++) {
        if (chance(&worker->random, 8)) {
            if (!TryEnterCriticalSection(&section))
                continue;
        } else {
            EnterCriticalSection(&section);
        }
        broken += inside++ != 0;
        entered++;
        if (chance(&worker->random, 8)) {
            EnterCriticalSection(&section);
            broken += section.RecursionCount != 2;
            linger(worker);
            LeaveCriticalSection(&section);
        }
        if (chance(&worker->random, 4))
            linger(worker);
        inside--;
        LeaveCriticalSection(&section);
    }
}

static void check_sections(DWORD spins)
{
    RTL_CRITICAL_SECTION made = {(PRTL_CRITICAL_SECTION_DEBUG)-1, -1, 0, NULL, NULL, spins};
    section = made;
    broken = inside = 0;
    in_threads(enters);
    ok(broken == 0, spins ? "critical section with spins: one thread at a time"
                          : "critical section: one thread at a time");
    ok(section.LockCount == -1 && !section.OwningThread && !section.LockSemaphore,
       "it is free at the end, and no wake is left over");
    printf("# waits %u, wakes %u\n", waits, wakes);
    ok(waits > 0 && wakes > 0, "threads have waited for it");
}

/* ---------------------------------------------------------------- slim locks */

static SRWLOCK slim;
static volatile unsigned readers, writers, most_readers;

static void reads(struct worker *worker)
{
    unsigned now = __atomic_add_fetch(&readers, 1, __ATOMIC_SEQ_CST);
    __atomic_add_fetch(&broken, writers != 0, __ATOMIC_SEQ_CST);
    if (now > most_readers)
        most_readers = now;
    linger(worker);
    __atomic_sub_fetch(&readers, 1, __ATOMIC_SEQ_CST);
    ReleaseSRWLockShared(&slim);
}

static void writes(struct worker *worker)
{
    broken += writers++ != 0 || readers != 0;
    linger(worker);
    writers--;
    ReleaseSRWLockExclusive(&slim);
}

static void reads_and_writes(struct worker *worker)
{
    for (unsigned long i = 0; goes_on(i, rounds); i++)
        switch (random_below(&worker->random, 6)) {
        case 0:
            if (TryAcquireSRWLockExclusive(&slim))
                writes(worker);
            break;
        case 1:
            AcquireSRWLockExclusive(&slim);
            writes(worker);
            break;
        case 2:
            if (TryAcquireSRWLockShared(&slim))
                reads(worker);
            break;
        default: AcquireSRWLockShared(&slim); reads(worker);
        }
}

static void check_slim(void)
{
    broken = 0;
    in_threads(reads_and_writes);
    ok(broken == 0, "slim lock: one writer and no reader, or readers");
    ok(slim.Ptr == NULL, "it is free at the end");
    printf("# waits %u, wakes %u, readers %u\n", waits, wakes, most_readers);
    ok(waits > 0 && wakes > 0 && most_readers > 1, "threads have waited, and readers have met");
}

/* ---------------------------------------------------------------- condition variables */

enum { PLACES = 1 };
static CONDITION_VARIABLE not_full, not_empty;
static volatile unsigned queued, taken_out;
static bool with_section;

static void lock_queue(void)
{
    if (with_section)
        EnterCriticalSection(&section);
    else
        AcquireSRWLockExclusive(&slim);
}

static void unlock_queue(void)
{
    if (with_section)
        LeaveCriticalSection(&section);
    else
        ReleaseSRWLockExclusive(&slim);
}

/* With the section a thread waits with a deadline now and then. With the slim lock it never does,
 * so a wake that is lost ends the test. */
static void sleep_on(PCONDITION_VARIABLE condition, struct worker *worker)
{
    if (with_section)
        SleepConditionVariableCS(condition, &section,
                                 chance(&worker->random, 16) ? random_below(&worker->random, 2)
                                                             : INFINITE);
    else
        SleepConditionVariableSRW(condition, &slim, INFINITE, 0);
}

static void put(struct worker *worker)
{
    lock_queue();
    while (queued == PLACES)
        sleep_on(&not_full, worker);
    queued++;
    broken += queued > PLACES;
    unlock_queue();
    WakeConditionVariable(&not_empty);
}

static void take(struct worker *worker)
{
    lock_queue();
    while (queued == 0)
        sleep_on(&not_empty, worker);
    queued--;
    taken_out++;
    unlock_queue();
    WakeConditionVariable(&not_full);
}

/* Half of the threads put, half take, as often. */
static void queues(struct worker *worker)
{
    for (unsigned long i = 0; goes_on(i, rounds / 4); i++)
        if (worker->number % 2)
            put(worker);
        else
            take(worker);
}

static void check_queue(bool section_is_lock)
{
    with_section = section_is_lock;
    broken = queued = taken_out = 0;
    in_threads(queues);
    ok(broken == 0 && queued == 0 && taken_out == threads / 2 * (rounds / 4),
       section_is_lock ? "condition variables: a queue with a critical section loses nothing"
                       : "condition variables: a queue with a slim lock loses nothing");
    printf("# waits %u, wakes %u\n", waits, wakes);
}

static volatile unsigned generation, arrived;

/* All meet, again and again: the last one wakes all. Readers wait, so all look at once. */
static void meets(struct worker *worker)
{
    (void)worker;
    for (unsigned long i = 0; goes_on(i, rounds / 20); i++) {
        AcquireSRWLockExclusive(&slim);
        unsigned mine = generation;
        if (++arrived == threads) {
            arrived = 0;
            generation++;
            ReleaseSRWLockExclusive(&slim);
            WakeAllConditionVariable(&not_empty);
            continue;
        }
        ReleaseSRWLockExclusive(&slim);
        AcquireSRWLockShared(&slim);
        while (generation == mine)
            SleepConditionVariableSRW(&not_empty, &slim, INFINITE,
                                      CONDITION_VARIABLE_LOCKMODE_SHARED);
        ReleaseSRWLockShared(&slim);
    }
}

static void check_meeting(void)
{
    generation = arrived = 0;
    in_threads(meets);
    ok(generation == rounds / 20 && slim.Ptr == NULL,
       "WakeAllConditionVariable reaches all who wait, readers of a slim lock");
}

/* ---------------------------------------------------------------- initialising once */

enum { ONCES = 2000 };
static INIT_ONCE onces[ONCES];
static volatile unsigned done_by[ONCES], seen_undone;

static BOOL WINAPI initialise(PINIT_ONCE once, PVOID parameter, PVOID *data)
{
    struct worker *worker = parameter;
    linger(worker);
    if (chance(&worker->random, 4))
        return FALSE;
    done_by[once - onces]++;
    *data = (PVOID)((once - onces) * 4);
    return TRUE;
}

static void initialises(struct worker *worker)
{
    for (unsigned i = 0; goes_on(i, ONCES); i++) {
        PVOID data = NULL;
        while (!InitOnceExecuteOnce(&onces[i], initialise, worker, &data))
            ;
        __atomic_add_fetch(&broken, data != (PVOID)(i * 4), __ATOMIC_SEQ_CST);
        __atomic_add_fetch(&seen_undone, done_by[i] != 1, __ATOMIC_SEQ_CST);
    }
}

static void initialises_async(struct worker *worker)
{
    for (unsigned i = 0; goes_on(i, ONCES); i++) {
        PVOID data = NULL;
        BOOL pending = FALSE;
        InitOnceBeginInitialize(&onces[i], INIT_ONCE_ASYNC, &pending, &data);
        if (pending) {
            linger(worker);
            if (InitOnceComplete(&onces[i], INIT_ONCE_ASYNC, (PVOID)(worker->number * 4)))
                __atomic_add_fetch(&done_by[i], 1, __ATOMIC_SEQ_CST);
            InitOnceBeginInitialize(&onces[i], INIT_ONCE_CHECK_ONLY, &pending, &data);
        }
        __atomic_add_fetch(&broken, pending || (unsigned)data / 4 >= threads, __ATOMIC_SEQ_CST);
    }
}

static void check_once(void)
{
    bool exact = true;
    broken = 0;
    in_threads(initialises);
    ok(broken == 0 && seen_undone == 0,
       "InitOnceExecuteOnce: done once, and done when any caller goes on");
    printf("# waits %u, wakes %u\n", waits, wakes);
    memset(onces, 0, sizeof onces);
    memset((void *)done_by, 0, sizeof done_by);
    in_threads(initialises_async);
    for (unsigned i = 0; i < ONCES; i++)
        exact &= done_by[i] == 1;
    ok(broken == 0 && exact, "with INIT_ONCE_ASYNC one caller's data counts");
}

/* ---------------------------------------------------------------- a value in memory */

/* Pairs of threads pass a turn on through one value. The values of all pairs lie side by side. */
static union {
    BYTE bytes[64];
    uint64_t aligned;
} turn;
static unsigned size_of_turn;

static void read_turn(unsigned pair, void *value)
{
    memcpy(value, &turn.bytes[pair * size_of_turn], size_of_turn);
}

static void passes(struct worker *worker)
{
    unsigned pair = worker->number / 2;
    volatile BYTE *place = &turn.bytes[pair * size_of_turn];
    BYTE mine = worker->number % 2;
    for (unsigned long i = 0; goes_on(i, rounds / 8); i++) {
        BYTE other[8];
        for (;;) {
            read_turn(pair, other);
            if (other[size_of_turn - 1] == mine)
                break;
            WaitOnAddress(place, other, size_of_turn, INFINITE);
        }
        place[size_of_turn - 1] = !mine; /* only the last byte changes */
        if (chance(&worker->random, 2))
            WakeByAddressSingle((PVOID)place);
        else
            WakeByAddressAll((PVOID)place);
    }
}

static void check_addresses(void)
{
    for (size_of_turn = 1; size_of_turn <= 8; size_of_turn *= 2) {
        char claim[80];
        memset(&turn, 0, sizeof turn);
        in_threads(passes);
        sprintf(claim, "WaitOnAddress: no wake is lost for values of %u bytes", size_of_turn);
        ok(waits > 0 && wakes > 0, claim);
    }
}

/* ---------------------------------------------------------------- lists without a lock */

enum { ITEMS = 8 };
static struct item {
    SLIST_ENTRY entry;
    volatile unsigned held;
} items[ITEMS] __attribute__((aligned(8)));
static SLIST_HEADER list __attribute__((aligned(8)));

static void hold(PSLIST_ENTRY entry)
{
    struct item *item = (struct item *)entry;
    __atomic_add_fetch(&broken, __atomic_exchange_n(&item->held, 1, __ATOMIC_SEQ_CST) != 0,
                       __ATOMIC_SEQ_CST);
}

static void give(PSLIST_ENTRY entry)
{
    ((struct item *)entry)->held = 0;
    InterlockedPushEntrySList(&list, entry);
}

static void pops(struct worker *worker)
{
    for (unsigned long i = 0; goes_on(i, rounds); i++) {
        PSLIST_ENTRY first = NULL;
        if (!chance(&worker->random, 16)) {
            PSLIST_ENTRY second = NULL;
            if ((first = InterlockedPopEntrySList(&list)))
                hold(first);
            if (chance(&worker->random, 2) && (second = InterlockedPopEntrySList(&list)))
                hold(second);
            if (first)
                give(first);
            if (second)
                give(second);
            continue;
        }
        first = InterlockedFlushSList(&list);
        unsigned count = 0;
        PSLIST_ENTRY last = first;
        for (PSLIST_ENTRY entry = first; entry; last = entry, entry = entry->Next, count++)
            hold(entry);
        for (PSLIST_ENTRY entry = first; entry; entry = entry->Next)
            ((struct item *)entry)->held = 0;
        if (first)
            InterlockedPushListSListEx(&list, first, last, count);
    }
}

static void check_list(bool cx8)
{
    unsigned count = 0;
    cpu_features.cx8 = cx8;
    broken = 0;
    InitializeSListHead(&list);
    memset(items, 0, sizeof items);
    for (unsigned i = 0; i < ITEMS; i++)
        give(&items[i].entry);
    in_threads(pops);
    ok(QueryDepthSList(&list) == ITEMS, "the list has counted its entries");
    for (PSLIST_ENTRY entry; (entry = InterlockedPopEntrySList(&list)); count++)
        hold(entry);
    ok(broken == 0 && count == ITEMS,
       cx8 ? "an entry has one owner, and none is lost"
           : "the same without cmpxchg8b: an entry has one owner, and none is lost");
    cpu_features.cx8 = true;
}

int main(int argc, char **argv)
{
    seed = (uint32_t)argument(argc, argv, "seed=", 1);
    rounds = argument(argc, argv, "rounds=", 0);
    threads = (unsigned)argument(argc, argv, "threads=", 0);
    if (threads < 2 || threads > MOST_THREADS || threads % 2 || rounds < 1000) {
        fprintf(stderr, "usage: win32_locks seed=N rounds=N threads=N (even)\n");
        return 2;
    }
    watch_begin();
    printf("# seed=%u rounds=%lu threads=%u\n", (unsigned)seed, rounds, threads);
    setvbuf(stdout, NULL, _IOLBF, 0);
    start_clock();
    host_thread_begin(); /* main pushes and pops, too */
    check_sections(0);
    check_sections(50);
    check_slim();
    check_queue(true);
    check_queue(false);
    check_meeting();
    check_once();
    check_addresses();
    check_list(true);
    check_list(false);
    return tap_done();
}
