/* Ticks: the count that each raises, the little that it leaves of the interrupted stack, the words
 * of the TEB, and the end of a slice.
 *
 * run: name=plain virtual-time=1
 * run: name=ring3 virtual-time=1 ring=3
 * run: name=traced virtual-time=1 args=trapline:trace compilers=gcc
 * run: name=wrap virtual-time=1 args=trapline:tick=0xFFFFFFE0
 * run: name=wrap-ring3 virtual-time=1 ring=3 args=trapline:tick=0xFFFFFFE0 compilers=gcc
 * run: name=bochs emulator=bochs compilers=gcc args=trapline:tick=0xFFFFFFE0
 */
#include "kernel/call/eflags.h"
#include "kernel/call/tib.h"
#include "kernel/call/trace.h"
#include "kernel/trap/preempt.h"
#include "kernel/trap/trap.h"
#include "tests/harness/tap.h"

#include <ring3.h>
#include <string.h>

/* kernel_ticks_code.S */
uint32_t ticks_wait(uint32_t esp);
unsigned ticks_spin(uint32_t esp, uint32_t ticks);
void ticks_preempted(void);
extern volatile uint32_t ticks_count, ticks_slice, ticks_flags, ticks_from[64];

static volatile DWORD *word(unsigned offset) { return tib_word(offset); }

/* ---------------------------------------------------------------- the count */

static bool halves_agree(uint64_t ticks)
{
    return SHARED_USER_DATA->TickCount.High1Time == (DWORD)(ticks >> 32) &&
           SHARED_USER_DATA->TickCount.High2Time == (DWORD)(ticks >> 32) &&
           SHARED_USER_DATA->TickCountLowDeprecated == (DWORD)ticks;
}

/* A reader that never looks away sees every single count. */
static void check_count(void)
{
    enum { TICKS = 100 };
    unsigned seen = 0, astray = 0, torn = 0;
    uint64_t start = GetTickCount64(), last = start;
    while (last < start + TICKS && !astray) {
        uint64_t now = GetTickCount64();
        if (now == last)
            continue;
        seen++;
        astray += now != last + 1;
        bool agree = halves_agree(now);
        torn += !agree && GetTickCount64() == now; /* not because the next tick came */
        last = now;
    }
    is_dec(seen, TICKS, "the count goes on from %08X%08X", (unsigned)(start >> 32),
           (unsigned)start);
    is_dec(astray, 0, "never back, and never by a leap");
    is_dec(torn, 0, "and its words agree");
}

/* ---------------------------------------------------------------- the stack */

enum { FILL = 0xA5A5A5A5, WORDS = 512, TOP = 384, OFFSETS = 64 };
static uint32_t plain[WORDS];

/* How many of plain's words below esp are not as they were; all others must be. */
static unsigned changed_below(uint32_t *esp, unsigned *astray)
{
    unsigned changed = 0;
    for (uint32_t *at = plain; at < plain + WORDS; at++)
        changed += *at != FILL && at < esp;
    for (uint32_t *at = plain; at < plain + WORDS; at++)
        *astray += *at != FILL && !(at < esp && at >= esp - changed);
    return changed;
}

static void check_stack(void)
{
    unsigned most = trace_on ? TRAP_FRAME_ROOM / 4 : TRAP_TICK_ROOM / 4, wrong = 0, astray = 0;
    unsigned lost = 0;
    if (ring3_current() == 3)
        most = 0;
    for (unsigned offset = 0; offset < OFFSETS; offset++) {
        for (unsigned i = 0; i < WORDS; i++)
            plain[i] = FILL;
        uint32_t *esp = plain + TOP - offset;
        uint32_t passed = ticks_wait((uint32_t)esp);
        unsigned changed = changed_below(esp, &astray);
        lost += passed == 0 || passed > 1000;
        bool other = changed == TRAP_FRAME_ROOM / 4 && most; /* interrupt, the serial port's */
        if (changed != most && !other && wrong++ == 0)
            tap_note("offset %u: %u words", offset, changed);
    }
    is_dec(wrong, 0, "a tick takes %u words of the stack it meets, at every address", most);
    is_dec(astray, 0, "right below the stack pointer");
    is_dec(lost, 0, "and neither registers nor flags, with any DS, ES, FS and GS");
}

/* ---------------------------------------------------------------- the words */

static void wait_ticks(unsigned ticks)
{
    DWORD start = GetTickCount();
    while (GetTickCount() - start < ticks)
        ;
}

static void check_words(void)
{
    wait_ticks(1);
    *word(TIB_ATTENTION) = 7;
    wait_ticks(1);
    is_hex(*word(TIB_ATTENTION), UINT32_MAX, "a tick sets the attention word");

    DWORD start = GetTickCount(), before = *word(TIB_SLICE) = 1000000;
    wait_ticks(20);
    DWORD counted = before - *word(TIB_SLICE), passed = GetTickCount() - start;
    is_dec(counted, passed, "and counts the slice down");

    *word(TIB_SLICE) = 3;
    wait_ticks(10);
    ok((int)*word(TIB_SLICE) <= 0, "below 0, without an effect");
    *word(TIB_SLICE) = 0;
    wait_ticks(2);
    ok((int)*word(TIB_SLICE) < 0, "and from 0");
}

/* ---------------------------------------------------------------- the end of a slice */

static bool is_programs(uint32_t eip)
{
    extern const char program_text_start[], shared_text_end[];
    return eip >= (uint32_t)program_text_start && eip < (uint32_t)shared_text_end;
}

/* A stack pointer with room above it for code that gets it. */
static uint32_t here(void) { return (uint32_t)__builtin_frame_address(0) - 1024; }

static void begin(uint32_t slice)
{
    ticks_count = ticks_flags = 0;
    ticks_slice = slice;
    *word(TIB_PREEMPT) = (DWORD)ticks_preempted;
    *word(TIB_SLICE) = 0; /* until ticks_spin */
}

static uint32_t end(void)
{
    *word(TIB_PREEMPT) = 0;
    *word(TIB_SLICE) = 0;
    return ticks_count;
}

static void check_slices(void)
{
    begin(1);
    unsigned changed = ticks_spin(here(), 30);
    unsigned count = end();
    /* A tick upon the runtime's own code, which records events, leaves the end to the next one. */
    ok(count == 30 || (trace_on && count > 15 && count < 30), "a slice of 1 ends with every tick");
    is_dec(changed, 0, "the interrupted code finds everything as it was");
    is_hex(ticks_flags & (EFLAGS_DF | EFLAGS_TF | EFLAGS_NT), 0,
           "the routine runs with the flags of a function");
    is_hex(ticks_flags & EFLAGS_IF, EFLAGS_IF, "and with interrupts on");

    begin(10);
    DWORD start = GetTickCount();
    ticks_spin(here(), 60);
    unsigned passed = GetTickCount() - start;
    count = end();
    is_dec(count, passed / 10, "one of 10 with every tenth");

    begin(0);
    ticks_spin(here(), 5);
    is_dec(end(), 0, "one of 0 never");
}

/* Most of the time is the runtime's; the loop around it is the program's. */
static void check_calls(void)
{
    static uint8_t from[500], to[500];
    unsigned cut = 0, index;
    begin(1);
    DWORD start = GetTickCount();
    *word(TIB_SLICE) = 1;
    while (ticks_count < 3 && GetTickCount() - start < 5000)
        for (unsigned i = 0; i < 100; i++)
            memcpy(to, from, sizeof to);
    unsigned count = end();
    for (index = 0; index < 64 && index < count; index++)
        cut += !is_programs(ticks_from[index]);
    ok(count > 0, "where most of the time is the runtime's, slices end, too: %u", count);
    is_dec(cut, 0, "but never in it");
}

static void check_room(void)
{
    static uint32_t region[1024];
    TEB *teb = tib_current();
    NT_TIB outside = teb->NtTib;
    uint32_t least = (uint32_t)region + PREEMPT_ROOM;
    const struct {
        uint32_t esp, base;
        const char *room; /* NULL: there is none */
    } rows[] = {
        {least - 4, (uint32_t)(region + 1024), NULL},
        {(uint32_t)(region + 1024), (uint32_t)(region + 1023), NULL}, /* no stack of this thread */
        {least, (uint32_t)(region + 1024), "just enough"},
        {(uint32_t)(region + 1024), (uint32_t)(region + 1024), "a whole stack's"},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        memset(region, 0, sizeof region);
        teb->NtTib.StackLimit = region;
        teb->NtTib.StackBase = (PVOID)rows[i].base;
        begin(1);
        unsigned changed = ticks_spin(rows[i].esp, 4);
        uint32_t slice = *word(TIB_SLICE);
        unsigned count = end();
        teb->NtTib = outside;
        if (rows[i].room)
            ok(count > 0, "with room, %s, it ends: %u", rows[i].room, count);
        else
            ok(count == 0 && slice == 1, "without room %s the slice goes on: %u, slice %d",
               rows[i].esp < rows[i].base ? "below esp" : "because esp is above the stack", count,
               (int)slice);
        is_dec(changed, 0, "and nothing changes");
        is_hex(region[0], 0, "nor at the end of the room");
    }
}

static DWORD in_ring3(void *slice)
{
    DWORD before = *word(TIB_SLICE);
    *word(TIB_SLICE) = (DWORD)slice;
    *word(TIB_PREEMPT) = 0x1234;
    wait_ticks(2);
    return before;
}

static void check_piece(void)
{
    DWORD before = 1;
    *word(TIB_SLICE) = 5000000;
    *word(TIB_PREEMPT) = (DWORD)ticks_preempted;
    ring3_call(in_ring3, (void *)77, &before);
    ok((int)before <= 0, "a piece in ring 3 has no slice");
    uint32_t left = *word(TIB_SLICE);
    ok(left > 4000000 && left <= 5000000, "it does not use up the one outside: %u of 5000000",
       (unsigned)left);
    is_hex(*word(TIB_PREEMPT), (DWORD)ticks_preempted, "and cannot change where that ends");
    is_hex(*word(TIB_ATTENTION), UINT32_MAX, "after it, attention is asked for");
    end();
}

int main(void)
{
    check_count();
    check_stack();
    check_words();
    check_slices();
    check_calls();
    check_room();
    if (ring3_current() == 0)
        check_piece();
    return tap_done();
}
