/* Locks, lists and a thread's own values: calls that change memory which threads share, by threads
 * that lose the CPU in front of any instruction of theirs.
 *
 * run: name=plain
 * run: name=ring3 args="once ring3" compilers=gcc
 * run: name=486 cpu=486 args=once compilers=gcc
 * run: name=2 smp=2 args=once compilers=gcc
 * run: name=2-ring3 smp=2 args="once ring3" compilers=gcc
 * run: name=long args=each compilers=gcc
 * run: name=long-ring3 args="each ring3" compilers=gcc
 * run: name=long-2 smp=2 compilers=gcc
 * run: name=bochs args=once emulator=bochs compilers=gcc
 */
#include "tests/threads/thread_stepped.h"

static bool all_turns(void) { return count == THREADS * turns; }
static void make_nothing(void) {}

/* ---------------------------------------------------------------- locks */

static CRITICAL_SECTION section;
static SRWLOCK lock;
static volatile unsigned readers;

static void make_section(void) { InitializeCriticalSection(&section); }

static void enter_deeply(unsigned me)
{
    for (unsigned i = 0; i < turns; i++) {
        if (i % 2 || !TryEnterCriticalSection(&section))
            EnterCriticalSection(&section);
        EnterCriticalSection(&section);
        critical();
        LeaveCriticalSection(&section);
        critical();
        LeaveCriticalSection(&section);
    }
}

static bool end_section(void)
{
    bool is_free = section.LockCount == -1 && !section.OwningThread && !section.LockSemaphore;
    DeleteCriticalSection(&section);
    return is_free && count == 2 * THREADS * turns;
}

static void make_lock(void)
{
    InitializeSRWLock(&lock);
    readers = 0;
}

/* The count of readers changes when nobody writes, and nobody else reads it then. */
static void read_and_write(unsigned me)
{
    for (unsigned i = 0; i < turns; i++) {
        if ((me + i) % 2) {
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
}

static bool end_lock(void) { return !lock.Ptr && all_turns(); }

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
static void fill_and_empty(unsigned me)
{
    for (unsigned i = 0; i < (me ? 1 : THREADS - 1) * turns; i++) {
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
    return full == 0 && count == 2 * (THREADS - 1) * turns;
}

/* Each turn is one thread's, in order. */
static void wait_for_turn(unsigned me)
{
    for (unsigned i = 0; i < turns; i++) {
        AcquireSRWLockExclusive(&lock);
        while (count != i * THREADS + me)
            must(SleepConditionVariableSRW(&filled, &lock, LONGEST_MS, 0));
        critical();
        ReleaseSRWLockExclusive(&lock);
        WakeAllConditionVariable(&filled);
    }
}

/* ---------------------------------------------------------------- words */

static volatile LONG word;
static volatile char byte;

static void make_words(void)
{
    word = 0;
    byte = 0;
}

static void wait_on_words(unsigned me)
{
    for (unsigned i = 0; i < turns; i++) {
        for (LONG seen; (seen = word) != (LONG)(i * THREADS + me);)
            must(WaitOnAddress(&word, &seen, sizeof seen, LONGEST_MS));
        for (char other; (other = byte) != (char)word;)
            must(WaitOnAddress(&byte, &other, sizeof other, LONGEST_MS));
        critical();
        word++;
        WakeByAddressAll((PVOID)&word);
        byte++;
        WakeByAddressAll((PVOID)&byte);
    }
}

/* A lock of one word: a wake for one thread must not get lost. */
static void wake_one(unsigned me)
{
    for (unsigned i = 0; i < turns; i++) {
        LONG taken = 1;
        while (InterlockedExchange(&word, 1))
            must(WaitOnAddress(&word, &taken, sizeof taken, LONGEST_MS));
        critical();
        InterlockedExchange(&word, 0);
        WakeByAddressSingle((PVOID)&word);
    }
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

static void initialise_once(unsigned me)
{
    for (unsigned i = 0; i < turns; i++) {
        PVOID data = NULL;
        while (!InitOnceExecuteOnce(&onces[i], initialise, (PVOID)i, &data))
            must(initialised[i]); /* maybe once more meanwhile */
        must(data == (PVOID)0x1000 && initialised[i] == 2);
    }
}

static bool end_onces(void) { return count == 2 * turns; }

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
static void pop_and_push(unsigned me)
{
    for (unsigned i = 0; i < turns; i++) {
        struct entry *taken[TAKEN];
        for (unsigned j = 0; j < TAKEN; j++)
            taken[j] = take_entry();
        for (unsigned j = TAKEN; j-- > 0;)
            give_entry(taken[j == TAKEN - 1 ? 1 : j == 0 ? 0 : j + 1]);
        add_to(&count, 1);
    }
}

static bool end_list(void)
{
    unsigned found = 0;
    bool depth = QueryDepthSList(&list) == ENTRIES;
    for (SLIST_ENTRY *at = InterlockedFlushSList(&list); at; at = at->Next)
        found++;
    return depth && found == ENTRIES && all_turns();
}

/* ---------------------------------------------------------------- a thread's own values */

static DWORD index_of_all;
static volatile unsigned called_back;

static VOID NTAPI count_back(PVOID value) { add_to(&called_back, value != NULL); }

static void make_values(void)
{
    index_of_all = TlsAlloc();
    called_back = 0;
}

static void set_values(unsigned me)
{
    must(TlsGetValue(index_of_all) == NULL);
    must(TlsSetValue(index_of_all, (PVOID)(me + 1)));
    for (unsigned i = 0; i < turns; i++) {
        DWORD own = TlsAlloc(), fiber = FlsAlloc(count_back);
        must(own != TLS_OUT_OF_INDEXES && fiber != FLS_OUT_OF_INDEXES);
        must(!TlsGetValue(own) && !FlsGetValue(fiber));
        SetLastError(me);
        must(TlsSetValue(own, (PVOID)i) && FlsSetValue(fiber, (PVOID)1) && GetLastError() == me);
        must(TlsGetValue(own) == (PVOID)i && TlsGetValue(index_of_all) == (PVOID)(me + 1));
        must(FlsFree(fiber) && TlsFree(own));
        add_to(&count, 1);
    }
}

static bool end_values(void)
{
    return TlsFree(index_of_all) && called_back == THREADS * turns && all_turns();
}

/* All threads free the same indexes: one of them does. */
static DWORD shared_tls[MOST_TURNS], shared_fls[MOST_TURNS];
static volatile unsigned freed;

static void make_shared(void)
{
    for (unsigned i = 0; i < turns; i++) {
        shared_tls[i] = TlsAlloc();
        shared_fls[i] = FlsAlloc(count_back);
        FlsSetValue(shared_fls[i], (PVOID)1);
    }
    called_back = freed = 0;
}

static void free_shared(unsigned me)
{
    for (unsigned i = 0; i < turns; i++) {
        add_to(&freed, TlsFree(shared_tls[i]) != 0);
        add_to(&freed, FlsFree(shared_fls[i]) != 0);
        add_to(&count, 1);
    }
}

static bool end_shared(void) { return freed == 2 * turns && called_back == turns && all_turns(); }

/* A fiber with values is deleted while another thread frees one of their indexes and makes the
 * next. Each value gets the call of its own index. */
static DWORD kept_index, freed_index, next_index;
static volatile unsigned kept_calls, freed_calls;
static volatile bool all_set;
static PVOID home;

static VOID WINAPI count_kept(PVOID value)
{
    must(value == (PVOID)0xA1);
    add_to(&kept_calls, 1);
}

static VOID WINAPI count_freed(PVOID value)
{
    must(value == (PVOID)0xB1);
    add_to(&freed_calls, 1);
}

static VOID WINAPI never_called(PVOID value) { note_wrong(__LINE__); }

static VOID WINAPI set_both(PVOID unused)
{
    must(FlsSetValue(kept_index, (PVOID)0xA1));
    must(FlsSetValue(freed_index, (PVOID)0xB1));
    all_set = true;
    SwitchToFiber(home);
}

static void make_values_of_fiber(void)
{
    kept_index = FlsAlloc(count_kept);
    freed_index = FlsAlloc(count_freed);
    next_index = FLS_OUT_OF_INDEXES;
    kept_calls = freed_calls = 0;
    all_set = false;
}

static void delete_and_free(unsigned me)
{
    if (me == 0) {
        home = ConvertThreadToFiber(NULL);
        PVOID fiber = CreateFiber(0, set_both, NULL);
        SwitchToFiber(fiber);
        DeleteFiber(fiber);
        ConvertFiberToThread();
    } else if (me == 1) {
        for (unsigned i = 0; i < 100 && !all_set; i++)
            SwitchToThread();
        if (all_set) { /* the first thread may be held before */
            must(FlsFree(freed_index));
            next_index = FlsAlloc(never_called);
        }
    }
    add_to(&count, 1);
}

static bool end_values_of_fiber(void)
{
    bool freed_late = next_index == FLS_OUT_OF_INDEXES;
    return FlsFree(freed_late ? freed_index : next_index) && FlsFree(kept_index) &&
           kept_calls == 1 && freed_calls == 1 && count == THREADS;
}

/* Each thread becomes a fiber, and goes to another one of its own and back. */
static volatile unsigned steps_of[THREADS];
static PVOID homes[THREADS];

static VOID WINAPI go_back(PVOID me)
{
    for (;;) {
        steps_of[(unsigned)me]++;
        SwitchToFiber(homes[(unsigned)me]);
    }
}

static void make_fibers(void) { memset((void *)steps_of, 0, sizeof steps_of); }

static void switch_fibers(unsigned me)
{
    homes[me] = ConvertThreadToFiber((PVOID)me);
    PVOID fiber = CreateFiber(0, go_back, (PVOID)me);
    must(homes[me] && fiber);
    for (unsigned i = 0; i < turns; i++) {
        SwitchToFiber(fiber);
        must(steps_of[me] == i + 1 && GetCurrentFiber() == homes[me] &&
             GetFiberData() == (PVOID)me);
        add_to(&count, 1);
    }
    DeleteFiber(fiber);
    must(ConvertFiberToThread());
}

/* ---------------------------------------------------------------- memory */

static void use_memory(unsigned me)
{
    for (unsigned i = 0; i < turns; i++) {
        size_t size = 100 * (i + 1);
        char *block = malloc(size);
        char *page = VirtualAlloc(NULL, 0x1000, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
        must(block && page && page[0] == 0);
        block[0] = block[size - 1] = page[0] = (char)me;
        must(block[0] == (char)me && block[size - 1] == (char)me && page[0] == (char)me);
        must(VirtualFree(page, 0, MEM_RELEASE));
        free(block);
        add_to(&count, 1);
    }
}

/* ---------------------------------------------------------------- */

static const struct scene scenes[] = {
    {"a critical section is one thread's", make_section, enter_deeply, end_section},
    {"a slim lock is its readers' or one writer's", make_lock, read_and_write, end_lock},
    {"a place is filled and emptied", make_conditions, fill_and_empty, end_conditions},
    {"turns go round by a condition variable", make_lock, wait_for_turn, end_lock},
    {"turns go round by words of two sizes", make_words, wait_on_words, all_turns},
    {"a word is a lock, and wakes one", make_words, wake_one, all_turns},
    {"one thread initialises, again after a failure", make_onces, initialise_once, end_onces},
    {"entries are popped and pushed", make_list, pop_and_push, end_list},
    {"values are a thread's own", make_values, set_values, end_values},
    {"an index that all free is freed once", make_shared, free_shared, end_shared},
    {"values of a fiber get their own calls", make_values_of_fiber, delete_and_free,
     end_values_of_fiber},
    {"fibers are switched", make_fibers, switch_fibers, all_turns},
    {"memory is taken and given back", make_nothing, use_memory, all_turns},
};

int main(int argc, char **argv) { return PLAY(scenes, argc, argv); }
