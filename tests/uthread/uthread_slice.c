/* Time slices: which thread runs when, at which instructions a thread may lose the CPU, its state
 * afterwards, and that calls of the runtime never show it.
 *
 * run: name=turns args=turns virtual-time=1
 * run: name=turns-ring3 ring=3 args=turns virtual-time=1 compilers=gcc
 * run: name=everywhere args=everywhere virtual-time=1
 * run: name=everywhere-486 args=everywhere virtual-time=1 cpu=486 compilers=gcc
 * run: name=calls args=calls virtual-time=1
 * run: name=calls-checked args=calls virtual-time=1 checked=1 compilers=gcc
 * run: name=calls-ring3 ring=3 args=calls virtual-time=1 compilers=gcc
 * run: name=calls-bochs args="calls 40" emulator=bochs compilers=gcc
 */
#include "boot/ports.h"
#include "kernel/call/features.h"
#include "kernel/cpu/interrupts.h"
#include "tests/harness/timer_once.h"
#include "tests/uthread/uthread_scene.h"

#include <ring3.h>
#include <seh.h>
#include <stdlib.h>

/* uthread_slice_code.S */
void slice_noting(void);
unsigned slice_stretch(uint32_t flags, bool sse);
void slice_spoil(bool sse);
extern const char slice_first[];
extern const uint32_t slice_bytes, slice_instructions;
extern volatile uint32_t slice_eip, slice_ended, slice_count;
extern uint32_t slice_before;

static void note_slices(void)
{
    slice_before = *tib_word(TIB_PREEMPT);
    *tib_word(TIB_PREEMPT) = (DWORD)slice_noting;
    slice_count = 0;
}

/* ---------------------------------------------------------------- turns */

enum { SPINNERS = 3, TICKS = 90 };

static volatile uint32_t end_at;
static uint32_t seen[SPINNERS];
static volatile int last_who;

/* The threads that ran: a letter for each turn, put down as soon as it begins. */
static volatile char trail[256];
static volatile unsigned trail_length;

/* Counts the ticks that it sees come, and leaves its letter whenever another thread ran last. */
static void spin_as(int who)
{
    uint32_t last_tick = GetTickCount();
    while ((int)(GetTickCount() - end_at) < 0) {
        if (__atomic_exchange_n(&last_who, who, __ATOMIC_RELAXED) != who &&
            trail_length < sizeof trail - 1)
            trail[trail_length++] = (char)('a' + who);
        uint32_t now = GetTickCount();
        seen[who] += now != last_tick;
        last_tick = now;
    }
}

static void spin_a(void) { spin_as(0); }
static void spin_b(void) { spin_as(1); }
static void spin_c(void) { spin_as(2); }

static void begin(uint32_t ticks)
{
    memset(seen, 0, sizeof seen);
    last_who = -1;
    uint32_t now = GetTickCount();
    while (GetTickCount() == now)
        ;
    end_at = GetTickCount() + ticks;
}

static uint8_t small_stack[UT_STACK_LEAST] __attribute__((aligned(16)));

static void add_spinners(utSch sch)
{
    utSchAddUthd(sch, uThreadCreate(spin_c));
    utSchAddUthd(sch, uThreadCreated(small_stack, sizeof small_stack, spin_b));
    utSchAddUthd(sch, uThreadCreate(spin_a));
}

static utSch with_spinners(DWORD slice)
{
    utSch sch = utSchedulerCreate();
    add_spinners(sch);
    utSchSetSlice(sch, slice);
    return sch;
}

/* Whether the trail says abcabc... but for the last turns, in which they end. */
static bool in_turns(void)
{
    for (unsigned i = 0; i + SPINNERS < trail_length; i++)
        if (trail[i] != "abc"[i % SPINNERS])
            return false;
    return true;
}

static void forget(void)
{
    trail[trail_length] = 0;
    tap_note("%s", (const char *)trail);
    trail_length = 0;
}

/* Lets two threads take turns: the second one is the first to run. */
static void play(DWORD slice, uint32_t ticks, utFunction later, utFunction first)
{
    utSch sch = utSchedulerCreate();
    utSchAddUthd(sch, uThreadCreate(later));
    utSchAddUthd(sch, uThreadCreate(first));
    utSchSetSlice(sch, slice);
    begin(ticks);
    finish(sch);
}

/* Both have had turns. */
static void claim_turns(int one, int other, const char *claim)
{
    ok(seen[one] > 4 && seen[other] > 4, "%s: %u and %u ticks", claim, (unsigned)seen[one],
       (unsigned)seen[other]);
    forget();
}

static void check_turns(void)
{
    static const struct {
        DWORD slice;
        unsigned least_turns, most_turns;
    } rows[] = {{1, 60, 94}, {3, 20, 34}, {10, 7, 13}, {0, 1, 3}};
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        utSch sch = with_spinners(rows[i].slice);
        begin(TICKS);
        utSchStart(sch);
        ok(in_turns(), "slices of %u ms: threads that never yield take turns",
           (unsigned)rows[i].slice);
        ok(trail_length >= rows[i].least_turns && trail_length <= rows[i].most_turns,
           "as many as fit in: %u", trail_length);
        if (rows[i].slice)
            ok(seen[0] >= 20 && seen[1] >= 20 && seen[2] >= 20,
               "and have the same time: %u, %u and %u ticks", (unsigned)seen[0], (unsigned)seen[1],
               (unsigned)seen[2]);
        forget();
        utSchedulerDestroy(sch);
    }
    ok((int)*tib_word(TIB_SLICE) <= 0 && *tib_word(TIB_PREEMPT) == 0,
       "outside of schedulers there are no slices");
}

static void check_priority(void)
{
    utSch sch = utSchedulerCreate();
    uThd high = uThreadCreate(spin_a), low = uThreadCreate(spin_b);
    uThreadSetPriority(high, 3);
    utSchAddUthd(sch, low);
    utSchAddUthd(sch, high);
    utSchSetSlice(sch, 1);
    begin(20);
    utSchStart(sch);
    ok(trail_length == 1 && trail[0] == 'a', "a slice takes no turn from a higher priority");
    forget();
    utSchedulerDestroy(sch);
}

/* ---------------------------------------------------------------- inside of threads */

static volatile bool by_hand_is_over;
static uint32_t others_meanwhile;

static void by_hand(void)
{
    spin_as(0);
    by_hand_is_over = true;
    others_meanwhile = seen[1];
    end_at = GetTickCount() + 20;
    utYield();
}

static void resumes(void)
{
    uThd coroutine = uThreadCreate(by_hand);
    utResume(coroutine);
    bool was_over = by_hand_is_over;
    spin_as(2);
    ok(was_over && others_meanwhile == 0,
       "a thread that was resumed by hand keeps its turn, and its resumer's");
    utResume(coroutine);
    uThreadDestroy(coroutine);
}

static void check_by_hand(void)
{
    play(2, 20, spin_b, resumes);
    claim_turns(1, 2, "then turns go on");
}

static utSch other;

static void sets_slice(void) { utSchSetSlice(other, 1); }

static void sleeps_first(void)
{
    utSleep(2);
    add_spinners(other);
}

static void nests(void)
{
    utSch inner = with_spinners(2);
    utSchStart(inner);
    ok(in_turns() && trail_length > 15, "a scheduler inside a thread has slices of its own");
    forget();
    utSchedulerDestroy(inner);
    begin(30);
    last_who = 0;
    spin_as(0);
}

static void hosts(void)
{
    other = utSchedulerCreate();
    utSchSetSlice(other, 1);
    utSchAddUthd(other, uThreadCreate(sleeps_first));
    finish(other);
}

/* While the inner scheduler's threads sleep, plain code goes on. */
static void check_hosted_by_hand(void)
{
    uThd host = uThreadCreate(hosts);
    begin(20);
    while (host->status != UtStatusFinish)
        utResume(host);
    ok(in_turns() && trail_length > 10, "so has one inside a thread that plain code resumes");
    forget();
    uThreadDestroy(host);
}

/* By a thread that the scheduler does not hold. */
static void gives_slices(void)
{
    uThd coroutine = uThreadCreate(sets_slice);
    utResume(coroutine);
    uThreadDestroy(coroutine);
}

static void check_set_later(void)
{
    utSch sch = other = with_spinners(0);
    utSchAddUthd(sch, uThreadCreate(gives_slices));
    begin(20);
    utSchStart(sch);
    ok(in_turns() && trail_length > 10,
       "and one that gets slices while it runs, with the next turn");
    forget();
    utSchedulerDestroy(sch);
}

/* Sleeps first when the one that nests has lost its turn. */
static void later(void)
{
    utSleep(5);
    spin_as(1);
}

static void check_nested(void)
{
    play(5, 50, later, nests);
    claim_turns(0, 1, "and then those outside go on");
}

static void limits_itself(void)
{
    utSchSetSlice(utCurrent()->scheduler, 2);
    spin_as(0);
}

static void check_at_once(void)
{
    play(0, 20, spin_b, limits_itself);
    claim_turns(0, 1, "a slice holds at once for the thread that sets it");
}

static void check_errors(void)
{
    utSch sch = utSchedulerCreate();
    is_dec((uint32_t)utSchSetSlice(NULL, 1), UtErrorInvalid, "no scheduler has no slices");
    is_dec((uint32_t)utSchSetSlice(sch, UT_SLICE_MOST + 1), UtErrorRange, "a slice too long");
    is_dec((uint32_t)utSchSetSlice(sch, UT_SLICE_MOST), UtErrorNone, "the longest");
    utSchedulerDestroy(sch);
}

/* ---------------------------------------------------------------- everywhere */

static unsigned changed, spoiled, descending;
static uint32_t flags_now;
static volatile bool over;

static void stretch(void) { changed += slice_stretch(flags_now, cpu_features.sse); }

static void spoils(void)
{
    while (!over) {
        descending += (eflags_read() & EFLAGS_DF) != 0;
        slice_spoil(cpu_features.sse);
        spoiled++;
        utYield();
    }
}

static bool ended_at[512];

/* One slice of one tick, which comes so many instructions after the timer's start. */
static void sweeps(void)
{
    static const uint32_t flags[] = {0x246, 0xED7, 0x202, 0x602, 0x297};
    note_slices();
    for (uint32_t padding = 0; padding < TIMER_ONCE_PERIOD + 20; padding++) {
        uint32_t now = GetTickCount();
        flags_now = flags[padding % 5];
        slice_ended = 0;
        timer_once(1, padding, stretch);
        while (GetTickCount() == now)
            ;
        uint32_t offset = slice_eip - (uint32_t)slice_first;
        if (slice_ended && offset < slice_bytes)
            ended_at[offset] = true;
    }
    over = true;
}

static void set_timer(uint16_t divisor)
{
    enum { COMMAND = 0x43, CHANNEL0 = 0x40, RATE = 0x34 };
    interrupts_off();
    io_out8(COMMAND, RATE);
    io_out8(CHANNEL0, (uint8_t)divisor);
    io_out8(CHANNEL0, (uint8_t)(divisor >> 8));
    interrupts_on();
}

static void check_everywhere(void)
{
    utSch sch = utSchedulerCreate();
    utSchAddUthd(sch, uThreadCreate(spoils));
    utSchAddUthd(sch, uThreadCreate(sweeps));
    utSchSetSlice(sch, 1);
    utSchStart(sch);
    set_timer(1193);
    unsigned places = 0;
    for (unsigned i = 0; i < sizeof ended_at; i++)
        places += ended_at[i];
    is_dec(places, slice_instructions, "slices ended in front of every instruction of a stretch");
    ok(spoiled > slice_instructions, "another thread used all registers meanwhile: %u times",
       spoiled);
    is_dec(descending, 0, "with DF clear, also after a slice that ended where DF was set");
    is_dec(changed, 0, "general registers, flags, x87 and SSE are each thread's own");
    utSchedulerDestroy(sch);
}

/* ---------------------------------------------------------------- calls */

enum { TURNS = 400, KEPT = 8 };
static unsigned wrong, ended, missing;
static unsigned turns;

/* Counts for all threads together, in one instruction, because a slice may end between any two.
 * Where the compiler does not optimize, as in SEH_FUNCTION, it makes three instructions of an
 * addition. */
static void count(unsigned *what, unsigned more)
{
    __atomic_fetch_add(what, more, __ATOMIC_RELAXED);
}

static void uses_heap(void)
{
    uint8_t *kept[KEPT] = {NULL};
    size_t size[KEPT] = {0};
    unsigned me = (unsigned)utCurrent();
    for (unsigned i = 0; i < turns; i++) {
        unsigned at = i % KEPT;
        unsigned changes = 0;
        for (size_t j = 0; j < size[at]; j++)
            changes += kept[at][j] != (uint8_t)(me / 64 + at);
        count(&wrong, changes);
        free(kept[at]);
        size[at] = (i * 37 + me) % 300 + 1;
        kept[at] = malloc(size[at]);
        memset(kept[at], (int)(me / 64 + at), size[at]);
    }
    for (unsigned at = 0; at < KEPT; at++)
        free(kept[at]);
    count(&ended, 1);
}

static void uses_text(void)
{
    char expected[64], text[64];
    unsigned me = (unsigned)utCurrent();
    snprintf(expected, sizeof expected, "%d %08X %-9s| %.5f", (int)me, me, "text", me / 7.0);
    for (unsigned i = 0; i < turns / 4; i++) {
        memset(text, 0, sizeof text);
        snprintf(text, sizeof text, "%d %08X %-9s| %.5f", (int)me, me, "text", me / 7.0);
        count(&wrong, strcmp(text, expected) != 0);
    }
    count(&ended, 1);
}

SEH_FUNCTION static void uses_exceptions(void)
{
    volatile unsigned finally = 0, except = 0, i;
    for (i = 0; i < turns / 8; i++) {
        __try {
            __try {
                *(volatile int *)8 = 1;
                count(&wrong, 1);
            } __finally {
                finally++;
            }
        } __except (GetExceptionCode() == STATUS_ACCESS_VIOLATION) {
            except++;
        }
    }
    count(&wrong, finally != turns / 8 || except != turns / 8);
    count(&ended, 1);
}

static utMutex mutex;
static utSemaphore semaphore;
static volatile unsigned counted, inside;

static void uses_mutex(void)
{
    for (unsigned i = 0; i < turns; i++) {
        utMutexLock(mutex);
        count(&wrong, inside++ != 0);
        unsigned before = counted;
        for (volatile unsigned j = 0; j < 20; j++)
            ;
        counted = before + 1;
        inside--;
        utMutexUnlock(mutex);
    }
    count(&ended, 1);
}

static void gives(void)
{
    for (unsigned i = 0; i < turns; i++)
        utSemaphoreGive(semaphore);
    count(&ended, 1);
}

static void takes(void)
{
    for (unsigned i = 0; i < turns; i++)
        count(&wrong, utSemaphoreTake(semaphore) != UtErrorNone);
    count(&ended, 1);
}

static void sleeps(void)
{
    for (unsigned i = 0; i < turns / 20; i++) {
        DWORD now = GetTickCount();
        utSleep(i % 3);
        count(&wrong, GetTickCount() - now < i % 3);
    }
    count(&ended, 1);
}

static void starts_notes(void)
{
    note_slices();
    count(&ended, 1);
}

/* Ticks as fast as the machine bears them, each of them the end of a slice, so that in the course
 * of it one comes nearly everywhere. */
static void check_calls(unsigned divisor)
{
    static const utFunction all[] = {uses_heap,       uses_heap,       uses_text,  uses_text,
                                     uses_exceptions, uses_exceptions, uses_mutex, uses_mutex,
                                     gives,           takes,           sleeps,     starts_notes};
    enum { COUNT = sizeof all / sizeof all[0] };
    bool ring0 = ring3_current() == 0;
    uint32_t slices = 0;
    unsigned rounds = ring0 ? 6 : 1;
    mutex = utMutexCreate(0);
    semaphore = utSemaphoreCreate(0, UT_COUNT_MOST);
    turns = ring0 ? TURNS : 20 * TURNS;
    for (unsigned round = 0; round < rounds; round++) {
        utSch sch = utSchedulerCreate();
        for (unsigned i = 0; i < COUNT; i++)
            utSchAddUthd(sch, uThreadCreate(all[i]));
        utSchSetSlice(sch, 1);
        counted = ended = 0;
        if (ring0)
            set_timer((uint16_t)(divisor + round));
        utSchStart(sch);
        if (ring0)
            set_timer(1193);
        slices += slice_count;
        missing += COUNT - ended + 2 * turns - counted;
        utSchedulerDestroy(sch);
    }
    is_dec(wrong, 0, "heap, text, exceptions, objects: no thread sees that it was interrupted");
    is_dec(missing, 0, "each of them ends, and no turn under the mutex is lost");
    ok(slices > (ring0 ? 1000 : 5), "%u slices ended", (unsigned)slices);
    utMutexDestroy(mutex);
    utSemaphoreDestroy(semaphore);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "turns";
    if (strcmp(what, "everywhere") == 0) {
        check_everywhere();
    } else if (strcmp(what, "calls") == 0) {
        check_calls(argc > 2 ? (unsigned)atoi(argv[2]) : 3);
    } else {
        check_turns();
        check_priority();
        check_by_hand();
        check_nested();
        check_at_once();
        check_hosted_by_hand();
        check_set_later();
        check_errors();
    }
    return tap_done();
}
