/* Critical sections, slim locks and condition variables under threads of the host. */
#include "tests/host/win32_locks.h"

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

void check_sections(DWORD spins)
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

void check_slim(void)
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

void check_queue(bool section_is_lock)
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

void check_meeting(void)
{
    generation = arrived = 0;
    in_threads(meets);
    ok(generation == rounds / 20 && slim.Ptr == NULL,
       "WakeAllConditionVariable reaches all who wait, readers of a slim lock");
}
