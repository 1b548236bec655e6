/* Initialisation done once, waits for values in memory, and lists without a lock, under threads of
 * the host. */
#include "tests/host/win32_locks.h"

static volatile unsigned broken;

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

void check_once(void)
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

void check_addresses(void)
{
    for (size_of_turn = 1; size_of_turn <= 8; size_of_turn *= 2) {
        char claim[80];
        memset(&turn, 0, sizeof turn);
        in_threads(passes);
        sprintf(claim, "WaitOnAddress: no wake is lost for values of %u bytes", size_of_turn);
        ok(waits > 0 && wakes > 0, "%s", claim);
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

void check_list(bool cx8)
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
