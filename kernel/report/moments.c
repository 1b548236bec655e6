/* A copy of the stacks' memory, in lines, tells what has changed. Two lines may share a place in
 * it, as in a processor's cache: then a whole line is said again. */
#include "kernel/report/moments.h"

#include "boot/layout.h"
#include "kernel/call/start.h"
#include "kernel/call/tib.h"
#include "kernel/cpu/contracts.h"
#include "kernel/cpu/cpu.h"
#include "kernel/cpus/spinlock.h"
#include "kernel/memory/paging.h"
#include "kernel/memory/space.h"
#include "kernel/report/trace_records.h"
#include "kernel/report/trace_ring.h"
#include "kernel/threads/thread.h"

#include <nt.h>
#include <string.h>

#define LINE_WORDS   16
#define LINE_SIZE    (LINE_WORDS * sizeof(uint32_t))
#define LINES        16384 /* a power of two; main's whole stack */
#define FEW_LINES    64    /* a power of two, for code alone */

#define CODE_LINES   4 /* so much of code outside the image */

#define MOMENT_WORDS 6 /* of a record: in the place of its threads and arguments */

START_CONSTANT bool moments_on;

struct line {
    uint32_t address; /* 0: none yet */
    uint32_t words[LINE_WORDS];
};

START_CONSTANT static struct line *lines;
START_CONSTANT static uint32_t line_count;
static struct spinlock lock = SPINLOCK("the moments", RANK_MOMENTS);
static uint32_t blocks[CPUS_MOST][MOMENT_WORDS]; /* as each CPU has said them last */

bool moments_start(bool is_whole)
{
    line_count = is_whole ? LINES : FEW_LINES;
    uint32_t size = line_count * sizeof *lines;
    lines = space_reserve_high(size);
    if (!lines || !space_commit(lines, size, PAGING_WRITE))
        return false;
    space_set_tag(lines, KERNEL_TAG);
    moments_on = is_whole;
    return true;
}

/* Stacks lie at multiples of 64 KB; their ends are not to share a place. */
static struct line *line_of(uint32_t address)
{
    return &lines[(address / LINE_SIZE + (address >> 16) * 37) & (line_count - 1)];
}

static void put_words(uint32_t event, uint64_t time, const uint32_t words[MOMENT_WORDS],
                      uint8_t length)
{
    trace_put(event, time, length, words, words + 2);
}

/* Says the words of a line that differ from its copy, in runs as long as a record has room. */
static void put_line(uint64_t time, uint32_t address)
{
    struct line *line = line_of(address);
    const volatile uint32_t *words = (const volatile uint32_t *)address;
    bool is_known = line->address == address;
    line->address = address;
    for (unsigned i = 0; i < LINE_WORDS;) {
        uint32_t record[MOMENT_WORDS] = {address + i * sizeof(uint32_t)};
        unsigned count = 0;
        while (i < LINE_WORDS && count < MOMENT_WORDS - 1 &&
               (count || !is_known || words[i] != line->words[i]))
            record[++count] = line->words[i] = words[i], i++;
        if (count)
            put_words(TRACE_memory, time, record, (uint8_t)(count * sizeof(uint32_t)));
        else
            i++;
    }
}

/* From the stack pointer to the stack's end, without pages that are not there. A stack pointer
 * outside of the stack has its own page alone. */
static void put_stack(uint64_t time, uint32_t esp, const NT_TIB *tib)
{
    uint32_t page = esp & ~(PAGE_SIZE - 1), end = page + PAGE_SIZE;
    if (tib_holds(tib, esp, 1) && (uint32_t)tib->StackBase - esp < LINES * LINE_SIZE)
        end = (uint32_t)tib->StackBase & ~(LINE_SIZE - 1);
    for (uint32_t at = esp & ~(LINE_SIZE - 1); at < end; at += LINE_SIZE) {
        if (!paging_readable((const void *)at, LINE_SIZE))
            at |= PAGE_SIZE - LINE_SIZE;
        else
            put_line(time, at);
    }
}

/* Code that the program has made or brought: the host has no file to read it from. */
static void put_code(uint64_t time, uint32_t address)
{
    extern char shared_text_end[], program_data_end[]; /* linker.ld */
    bool is_data = address >= (uint32_t)shared_text_end && address < (uint32_t)program_data_end;
    if (address >= PROGRAMS_END && !is_data)
        return;
    uint32_t at = address & ~(LINE_SIZE - 1), end = at + CODE_LINES * LINE_SIZE;
    for (; at < end && paging_readable((const void *)at, LINE_SIZE); at += LINE_SIZE)
        put_line(time, at);
}

/* The argument that leads to code: {N:code} in the event's sentence. At a thread's start it is the
 * argument that the runtime's own start function gets. */
void moment_put_code(uint64_t time, uint32_t event, const uint32_t arg[4])
{
    enum { FIRST = 1, SECOND, THIRD, FOURTH };
    static const uint8_t leads[] = {
        [TRACE_raised] = SECOND,
        [TRACE_trapped] = SECOND,
        [TRACE_debug_trapped] = SECOND,
        [TRACE_vectored_call] = FIRST,
        [TRACE_search_call] = SECOND,
        [TRACE_unwind_call] = SECOND,
        [TRACE_filter_call] = FIRST,
        [TRACE_resumed] = FIRST,
        [TRACE_jumped] = SECOND,
        [TRACE_unhandled] = SECOND,
        [TRACE_created] = SECOND,
        [TRACE_kernel_made] = THIRD,
        [TRACE_schedule_preempted] = FOURTH,
        [TRACE_schedule_sliced] = FOURTH,
        [TRACE_schedule_sliced_worker] = FOURTH,
        [TRACE_schedule_holds] = FOURTH,
    };
    interrupts_must_be_off();
    if (!lines || event >= sizeof leads || !leads[event])
        return;
    bool were_on = spin_enter(&lock);
    put_code(time, arg[leads[event] - 1]);
    spin_leave(&lock, were_on);
}

void moment_put(uint64_t time, const struct moment_registers *registers,
                const struct moment_scratch *scratch, const uint32_t arg[4])
{
    interrupts_must_be_off();
    const TEB *teb = thread_by_fs()->teb;
    const NT_TIB *tib = &teb->NtTib;
    const uint32_t block[MOMENT_WORDS] = {(uint32_t)teb, (uint32_t)tib->ExceptionList,
                                          (uint32_t)tib->StackBase, (uint32_t)tib->StackLimit};
    uint32_t cpu = this_cpu()->number;
    bool were_on = spin_enter(&lock);
    put_stack(time, registers->esp, tib);
    put_code(time, registers->eip);
    for (unsigned i = 0; i < 4; i++)
        put_code(time, arg[i]);
    if (memcmp(blocks[cpu], block, sizeof block) != 0) {
        memcpy(blocks[cpu], block, sizeof block);
        put_words(TRACE_block, time, block, 0);
    }
    if (scratch) {
        const uint32_t words[MOMENT_WORDS] = {scratch->eax, scratch->ecx, scratch->edx,
                                              scratch->eflags};
        put_words(TRACE_scratch, time, words, 0);
    }
    put_words(TRACE_registers, time, (const uint32_t *)registers, 0);
    spin_leave(&lock, were_on);
}
