/* Locks and lists: calls that change memory which threads share, by threads that lose the CPU in
 * front of any instruction of theirs.
 *
 * run: name=plain
 * run: name=ring3 args="once ring3" compilers=gcc
 * run: name=486 cpu=486 args=once compilers=gcc
 * run: name=2 smp=2 args=once compilers=gcc
 * run: name=2-ring3 smp=2 args="once ring3" compilers=gcc
 * run: name=once virtual-time=1 args="each scene=6" compilers=gcc
 * run: name=long args=each compilers=gcc
 * run: name=long-ring3 args="each ring3" compilers=gcc
 * run: name=long-2 smp=2 compilers=gcc
 * run: name=bochs args=once emulator=bochs compilers=gcc
 */
#include "tests/threads/thread_stepped.h"

/* ---------------------------------------------------------------- locks */

static CRITICAL_SECTION section;
static SRWLOCK lock;
static volatile unsigned readers;

static void make_section(void) { InitializeCriticalSection(&section); }

static void enter_deeply(unsigned me, unsigned turn)
{
    if (turn % 2 || !TryEnterCriticalSection(&section))
        EnterCriticalSection(&section);
    EnterCriticalSection(&section);
    critical();
    LeaveCriticalSection(&section);
    critical();
    LeaveCriticalSection(&section);
}

static bool end_section(void)
{
    bool is_free = section.LockCount == -1 && !section.OwningThread && !section.LockSemaphore;
    DeleteCriticalSection(&section);
    return is_free;
}

static void make_lock(void)
{
    InitializeSRWLock(&lock);
    readers = 0;
}

/* The count of readers changes when nobody writes, and nobody else reads it then. */
static void read_and_write(unsigned me, unsigned turn)
{
    if ((me + turn) % 2) {
        AcquireSRWLockShared(&lock);
        add_to(&readers, 1);
        must(inside == 0);
        add_to(&readers, -1u);
        ReleaseSRWLockShared(&lock);
    }
    AcquireSRWLockExclusive(&lock);
    must(readers == 0);
    critical();
    ReleaseSRWLockExclusive(&lock);
}

static bool end_lock(void) { return !lock.Ptr; }

/* ---------------------------------------------------------------- condition variables */

static CONDITION_VARIABLE filled, emptied;
static volatile unsigned full;

static void make_conditions(void)
{
    make_section();
    make_lock();
    InitializeConditionVariable(&filled);
    InitializeConditionVariable(&emptied);
    full = 0;
}

/* The first thread fills a place that the others empty. */
static void fill_and_empty(unsigned me, unsigned turn)
{
    for (unsigned i = 0; i < (me ? 1 : THREADS - 1); i++) {
        EnterCriticalSection(&section);
        while (full == (me == 0))
            must(SleepConditionVariableCS(me ? &filled : &emptied, &section, LONGEST_MS));
        full = !full;
        critical();
        LeaveCriticalSection(&section);
        if (me)
            WakeConditionVariable(&emptied);
        else
            WakeAllConditionVariable(&filled);
    }
}

static bool end_conditions(void)
{
    DeleteCriticalSection(&section);
    return full == 0;
}

/* Each turn is one thread's, in order. */
static void wait_for_turn(unsigned me, unsigned turn)
{
    AcquireSRWLockExclusive(&lock);
    while (count != turn * THREADS + me)
        must(SleepConditionVariableSRW(&filled, &lock, LONGEST_MS, 0));
    critical();
    ReleaseSRWLockExclusive(&lock);
    WakeAllConditionVariable(&filled);
}

/* ---------------------------------------------------------------- words */

static volatile LONG word;
static volatile char byte;

static void make_words(void)
{
    word = 0;
    byte = 0;
}

static void wait_on_words(unsigned me, unsigned turn)
{
    for (LONG seen; (seen = word) != (LONG)(turn * THREADS + me);)
        must(WaitOnAddress(&word, &seen, sizeof seen, LONGEST_MS));
    for (char other; (other = byte) != (char)word;)
        must(WaitOnAddress(&byte, &other, sizeof other, LONGEST_MS));
    critical();
    word++;
    WakeByAddressAll((PVOID)&word);
    byte++;
    WakeByAddressAll((PVOID)&byte);
}

/* A lock of one word: a wake for one thread must not get lost. */
static void wake_one(unsigned me, unsigned turn)
{
    LONG taken = 1;
    while (InterlockedExchange(&word, 1))
        must(WaitOnAddress(&word, &taken, sizeof taken, LONGEST_MS));
    critical();
    InterlockedExchange(&word, 0);
    WakeByAddressSingle((PVOID)&word);
}

/* ---------------------------------------------------------------- once */

static INIT_ONCE onces[MOST_TURNS];
static volatile unsigned initialised[MOST_TURNS];

static void make_onces(void)
{
    for (unsigned i = 0; i < MOST_TURNS; i++)
        InitOnceInitialize(&onces[i]);
    memset((void *)initialised, 0, sizeof initialised);
}

/* Fails for the first caller. */
static BOOL CALLBACK initialise(PINIT_ONCE once, PVOID parameter, PVOID *data)
{
    critical();
    *data = (PVOID)0x1000;
    return initialised[(unsigned)parameter]++ != 0;
}

static void initialise_once(unsigned me, unsigned turn)
{
    PVOID data = NULL;
    while (!InitOnceExecuteOnce(&onces[turn], initialise, (PVOID)turn, &data))
        must(initialised[turn]); /* maybe once more meanwhile */
    must(data == (PVOID)0x1000 && initialised[turn] == 2);
}

/* ---------------------------------------------------------------- lists without a lock */

enum { TAKEN = 4, ENTRIES = TAKEN * THREADS };
static SLIST_HEADER list;
static struct entry {
    SLIST_ENTRY link;
    volatile unsigned owners;
} __attribute__((aligned(MEMORY_ALLOCATION_ALIGNMENT))) entries[ENTRIES];

static void make_list(void)
{
    InitializeSListHead(&list);
    for (unsigned i = 0; i < ENTRIES; i++)
        InterlockedPushEntrySList(&list, &entries[i].link);
}

static struct entry *take_entry(void)
{
    SLIST_ENTRY *link;
    while (!(link = InterlockedPopEntrySList(&list)))
        SwitchToThread();
    must(add_to(&((struct entry *)link)->owners, 1) == 0);
    return (struct entry *)link;
}

static void give_entry(struct entry *entry)
{
    must(add_to(&entry->owners, -1u) == 1);
    InterlockedPushEntrySList(&list, &entry->link);
}

/* An entry is in the list, or one thread has it. The first one comes back on top, with another one
 * behind it: a thread that is in the middle of taking it must not take that one's place for the
 * old one's. */
static void pop_and_push(unsigned me, unsigned turn)
{
    struct entry *taken[TAKEN];
    for (unsigned j = 0; j < TAKEN; j++)
        taken[j] = take_entry();
    for (unsigned j = TAKEN; j-- > 0;)
        give_entry(taken[j == TAKEN - 1 ? 1 : j == 0 ? 0 : j + 1]);
    add_to(&count, 1);
}

static bool end_list(void)
{
    unsigned found = 0;
    bool depth = QueryDepthSList(&list) == ENTRIES;
    for (SLIST_ENTRY *at = InterlockedFlushSList(&list); at; at = at->Next)
        found++;
    return depth && found == ENTRIES;
}

/* ---------------------------------------------------------------- */

static const struct scene scenes[] = {
    {"a critical section is one thread's", make_section, enter_deeply, end_section, 2 * THREADS,
     EACH},
    {"a slim lock is its readers' or one writer's", make_lock, read_and_write, end_lock, THREADS,
     EACH},
    {"a place is filled and emptied", make_conditions, fill_and_empty, end_conditions,
     2 * (THREADS - 1), EACH},
    {"turns go round by a condition variable", make_lock, wait_for_turn, end_lock, THREADS, EACH},
    {"turns go round by words of two sizes", make_words, wait_on_words, NULL, THREADS, EACH},
    {"a word is a lock, and wakes one", make_words, wake_one, NULL, THREADS, EACH},
    {"one thread initialises, again after a failure", make_onces, initialise_once, NULL, 2, EACH},
    {"entries are popped and pushed", make_list, pop_and_push, end_list, THREADS, EACH},
};

int main(int argc, char **argv) { return PLAY(scenes, argc, argv); }
