/* Slices that end anywhere: at which instructions a thread may lose the CPU, its state afterwards,
 * and that calls of the runtime never show it.
 *
 * run: name=everywhere args=everywhere virtual-time=1
 * run: name=everywhere-486 args=everywhere virtual-time=1 cpu=486 compilers=gcc
 * run: name=calls args=calls virtual-time=1
 * run: name=calls-checked args=calls virtual-time=1 checked=1 compilers=gcc
 * run: name=calls-ring3 ring=3 args=calls virtual-time=1 compilers=gcc
 * run: name=calls-bochs args="calls divisor=40" emulator=bochs compilers=gcc
 */
#include "boot/ports.h"
#include "kernel/call/features.h"
#include "kernel/cpu/interrupts.h"
#include "tests/harness/arguments.h"
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
    if (has_argument(argc, argv, "everywhere"))
        check_everywhere();
    else
        check_calls(argument(argc, argv, "divisor=", 3));
    return tap_done();
}
