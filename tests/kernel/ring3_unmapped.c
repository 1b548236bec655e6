/* Services with pointers to pages that another CPU takes away, gives back and protects meanwhile.
 * Each call ends with the result that it has on good memory, or with that on bad memory, and writes
 * nowhere else: not beside its place, and not to a frame that somebody else has by then.
 *
 * run: name=2 smp=2 ring=3 args="rounds=10"
 * run: name=4 smp=4 ring=3 args="rounds=10" compilers=gcc
 * run: name=4-checked smp=4 ring=3 checked=1 args="rounds=10" compilers=gcc
 * run: name=long smp=4 ring=3 compilers=gcc
 *
 * By hand: ./trapline run tests/ring3_unmapped --ring 3 --smp 4 --timeout 4000 rounds=100000
 */
#include "boot/layout.h"
#include "kernel/call/service.h"
#include "tests/harness/arguments.h"
#include "tests/harness/tap.h"
#include "tests/kernel/service_call.h"
#include "tests/threads/cpu_threads.h"

#include <memoryapi.h>
#include <string.h>
#include <winnt.h>

#define CANARY 0xA5
#define EDGE   64u /* bytes beside the page that are looked at */
#define PACE   3u  /* calls between two changes, at least: a change takes long on a busy host */

/* The page that comes and goes, with one on either side that stays. */
static char *page;
static unsigned rounds = 40;
static volatile bool stop;
static volatile uint32_t changes, calls_made, foreign_writes;

/* ---------------------------------------------------------------- what another CPU does */

/* Takes the frame that has just become free, most likely, and looks whether anybody writes to it.
 */
static void watch_a_frame(void)
{
    char *mine = VirtualAlloc(NULL, PAGE_SIZE, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    if (!mine)
        return;
    memset(mine, CANARY, PAGE_SIZE);
    for (volatile unsigned i = 0; i < 200; i++)
        ;
    for (unsigned i = 0; i < PAGE_SIZE; i++)
        foreign_writes += mine[i] != (char)CANARY;
    VirtualFree(mine, 0, MEM_RELEASE);
}

static uint32_t change(void *unused)
{
    static const DWORD protections[] = {PAGE_NOACCESS, PAGE_READWRITE, PAGE_READONLY,
                                        PAGE_READWRITE | PAGE_GUARD, PAGE_READWRITE};
    DWORD old;
    for (unsigned i = 0; !stop; i++) {
        for (unsigned p = 0; p < sizeof protections / sizeof protections[0]; p++)
            VirtualProtect(page, PAGE_SIZE, protections[(i + p) % 5], &old);
        VirtualFree(page, PAGE_SIZE, MEM_DECOMMIT);
        if (i % 2)
            watch_a_frame();
        VirtualAlloc(page, PAGE_SIZE, MEM_COMMIT, PAGE_READWRITE);
        changes++;
        for (uint32_t made = calls_made; calls_made - made < PACE && !stop;)
            __builtin_ia32_pause();
    }
    return 0;
}

/* ---------------------------------------------------------------- the calls */

/* The handles of a thread that does not run, and of an event: the first two there are. */
#define PARKED 4u
#define EVENT  8u
#define GOOD   ((uint32_t)good)
static uint32_t good[256];

/* WORDS: the pointer is that to the words themselves, which are all 0 then. */
enum { WORDS = 99 };

/* A service whose word number `which` points to size bytes. Not here: calls that read a place to
 * jump to, or whose success ends the run or fills the console. */
static const struct row {
    enum service number;
    const char *name;
    uint8_t which;
    uint16_t size;
    uint32_t words[SERVICE_WORDS];
} rows[] = {
#define ROW(name, which, size, ...)                                                                \
    {                                                                                              \
        SERVICE_##name, #name, which, size, { __VA_ARGS__ }                                        \
    }
    ROW(handle_close, WORDS, 4, 0),
    ROW(event_change, WORDS, 12, 0),
    ROW(wait_for, WORDS, 20, 0),
    ROW(region_allocate, 0, 4, 0, GOOD, MEM_RESERVE, 4),
    ROW(region_allocate, 1, 4, GOOD, 0, MEM_RESERVE, 4),
    ROW(region_free, 0, 4, 0, GOOD, MEM_RELEASE),
    ROW(region_free, 1, 4, GOOD, 0, MEM_RELEASE),
    ROW(region_protect, 0, 4, 0, GOOD, 4, GOOD),
    ROW(region_protect, 1, 4, GOOD, 0, 4, GOOD),
    ROW(region_protect, 3, 4, GOOD, GOOD, 4, 0),
    ROW(region_query, 1, 28, 0x10000, 0),
    ROW(trace_write, 1, 16, 1, 0, 0),
    ROW(trace_thread_named, 1, 1, 0, 0),
    ROW(paging_readable, 0, 16, 0, 16),
    ROW(paging_executable, 0, 1, 0),
    ROW(report_describe, 2, 16, 0, 0, 0, 16),
    ROW(debug_registers_get, 0, 24, 0),
    ROW(thread_open, 0, 4, 0, 8, 1),
    ROW(thread_get_context, 1, sizeof(CONTEXT), PARKED, 0),
    ROW(thread_set_context, 1, sizeof(CONTEXT), PARKED, 0),
    ROW(thread_resume, 1, 4, EVENT, 0),
    ROW(thread_query, 1, sizeof(struct thread_information), PARKED, 0),
    ROW(thread_set_affinity, 2, 4, PARKED, 1, 0),
    ROW(apc_take, 0, 16, 0),
    ROW(wait_for, 0, 8, 0, 2, 0, 0, 0),
    ROW(wait_for, 0, 256, 0, 64, 1, 0, 0),
    ROW(address_wait, 0, 4, 0, 5, 0, 0),
    ROW(event_create, 0, 4, 0, 0, 0, 0),
    ROW(event_create, 1, 1, GOOD, 0, 0, 0),
    ROW(semaphore_create, 0, 4, 0, 0, 1, 1),
    ROW(mutex_create, 0, 4, 0, 0, 0),
    ROW(timer_create, 0, 4, 0, 0, 0),
    ROW(keyed_event_create, 0, 4, 0, 0),
    ROW(event_change, 2, 4, EVENT, EVENT_SET, 0),
    ROW(object_open, 1, 1, GOOD, 0, OBJECT_EVENT, 1),
    ROW(object_query, 1, sizeof(struct object_state), EVENT, 0),
    ROW(handle_duplicate, 3, 4, PARKED, 1, 0, 0),
    ROW(console_write, 0, 16, 0, 0),
#undef ROW
};

/* Where the pointer points: into the page, or over one of its ends. */
static char *place(const struct row *row, unsigned way)
{
    switch (way % 4) {
    case 0: return page + EDGE;
    case 1: return page - row->size / 2;
    case 2: return page + PAGE_SIZE - row->size;
    default: return page + PAGE_SIZE - row->size / 2;
    }
}

static uint32_t call(const struct row *row, char *pointer)
{
    uint32_t words[SERVICE_WORDS];
    memcpy(words, row->words, sizeof words);
    if (row->which == WORDS)
        return service(row->number, pointer);
    words[row->which] = (uint32_t)pointer;
    return service(row->number, words);
}

/* Fills the pages beside with zeros where the pointer may lie, and with canaries elsewhere. */
static void lay_edges(const char *pointer, unsigned size)
{
    for (char *at = page - PAGE_SIZE; at < page + 2 * PAGE_SIZE; at++)
        if (at < page || at >= page + PAGE_SIZE)
            *at = at >= pointer && at < pointer + size ? 0 : (char)CANARY;
}

static unsigned damaged_edges(const char *pointer, unsigned size)
{
    unsigned damaged = 0;
    for (char *at = page - EDGE; at < page + PAGE_SIZE + EDGE; at++)
        if ((at < page || at >= page + PAGE_SIZE) && (at < pointer || at >= pointer + size))
            damaged += *at != (char)CANARY;
    return damaged;
}

/* A thread must be suspended once, and there must not be ever more handles: each of so many calls
 * has made one at most. Its number may be any that there has been. */
static void clean_up(unsigned calls)
{
    static unsigned most;
    uint32_t before = 0;
    most = calls > most ? calls : most;
    while (sys_thread_suspend(PARKED, &before) == STATUS_SUCCESS && before == 0)
        ;
    sys_thread_resume(PARKED, NULL);
    for (uint32_t handle = EVENT + 4; handle <= EVENT + 4 * most; handle += 4)
        sys_handle_close(handle);
}

/* For the changes that are still to come: calls without a break hold them up on a busy host. */
static void leave_time(void)
{
    for (volatile unsigned i = 0; i < 5000; i++)
        ;
}

/* Calls the service while the page comes and goes. Returns the results that were neither that on
 * good memory nor that on bad memory. */
static unsigned try_row(const struct row *row, uint32_t cpu, unsigned *damaged, unsigned *seen)
{
    DWORD old;
    unsigned strange = 0, refused = 0, done = 0;
    for (unsigned way = 0; way < 4; way++) {
        char *pointer = place(row, way);
        VirtualAlloc(page, PAGE_SIZE, MEM_COMMIT, PAGE_READWRITE);
        VirtualProtect(page, PAGE_SIZE, PAGE_READWRITE, &old);
        memset(page, 0, PAGE_SIZE);
        lay_edges(pointer, row->size);
        uint32_t accepted = call(row, pointer);
        VirtualFree(page, PAGE_SIZE, MEM_DECOMMIT);
        uint32_t refusal = call(row, pointer);
        lay_edges(pointer, row->size);
        stop = false;
        uint32_t changer = start_on(cpu, change, NULL);
        uint32_t first = changes;
        unsigned calls = 3; /* with those above, and a thread has a handle, too */
        for (unsigned i = 0; i < rounds || changes - first < rounds / 10; i++, calls++) {
            if (i >= rounds)
                leave_time();
            uint32_t result = call(row, pointer);
            calls_made++;
            refused += result == refusal;
            done += result == accepted;
            if (result == refusal || result == accepted)
                continue;
            if (strange++ == 0)
                tap_note("%s, word %u, way %u: %X, not %X or %X", row->name, row->which, way,
                         result, accepted, refusal);
        }
        stop = true;
        await_end(changer);
        *damaged += damaged_edges(pointer, row->size);
        clean_up(calls);
    }
    *seen += refused > 0 && done > 0;
    return strange;
}

int main(int argc, char **argv)
{
    unsigned damaged = 0, both = 0;
    DWORD cpus = NtCurrentTeb()->ProcessEnvironmentBlock->NumberOfProcessors;
    rounds = argument(argc, argv, "rounds=", rounds);
    sys_thread_set_affinity(THIS_THREAD, 1, NULL);
    is_hex(make_thread(change, NULL, true), PARKED, "there is a thread that does not run");
    is_hex(make_event(true, false), EVENT, "there is an event");
    page = VirtualAlloc(NULL, 3 * PAGE_SIZE, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    page += PAGE_SIZE;
    for (const struct row *row = rows; row < rows + sizeof rows / sizeof rows[0]; row++)
        is_dec(try_row(row, cpus - 1, &damaged, &both), 0, "%s, word %u: each call has a result",
               row->name, row->which);
    is_dec(damaged, 0, "nothing is written beside");
    is_dec(foreign_writes, 0, "nor to a frame that has another owner");
    ok(changes > rounds, "the page came and went %u times", (unsigned)changes);
    ok(both > 10, "%u of the calls had either result", both);
    VirtualFree(page - PAGE_SIZE, 0, MEM_RELEASE);
    return tap_done();
}
