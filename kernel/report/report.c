/* Prints the machine's state. */
#include "kernel/report/report_state.h"

#include "kernel/cpu/control.h"
#include "kernel/cpu/cpu.h"
#include "kernel/cpu/interrupts.h"
#include "kernel/memory/paging.h"
#include "kernel/memory/user_memory.h"
#include "kernel/report/symbols.h"
#include "kernel/report/trace_records.h"
#include "kernel/threads/thread.h"
#include "kernel/trap/service_entry.h"

#include <stdio.h>
#include <string.h>

/* Lines shown of a list. A repeated run counts twice only. */
#define MOST_FRAMES   24
#define MOST_HANDLERS 16

/* Tells whether bytes may be read for a report. Ring 3 chooses the addresses of its reports, so it
 * sees only what it may read itself. Several threads may report at once, so each report has its own
 * state. */
typedef bool readable(const void *address, uint32_t length);

/* Entries walked in all, shown or not: more than a stack of a megabyte can hold. */
#define MOST_WALKED 262144

/* The longest period that is recognised: that many functions that call each other in turn. */
#define MOST_PERIOD 8

/* Prints lines and folds repetitions: a repeated run is shown twice, then counted. Lines are
 * compared by key; period is the length of the present run, 0 if there is none. */
struct fold {
    unsigned most; /* the longest period, up to MOST_PERIOD */
    unsigned seen, period, left_out;
    uint32_t keys[2 * MOST_PERIOD]; /* of the last lines; the newest is at seen - 1 */
    readable *may_read;
};

void report_describe(uint32_t address, uint32_t back, char *text, size_t size)
{
    uint32_t offset;
    const char *name = symbol_find(address - back, &offset);
    trace_described(address, back, name, name ? offset + back : 0);
    if (name && offset + back)
        snprintf(text, size, "%08X %s+0x%X", address, name, offset + back);
    else if (name)
        snprintf(text, size, "%08X %s", address, name);
    else
        snprintf(text, size, "%08X", address);
}

uint32_t user_report_describe(struct service_call *call)
{
    char text[REPORT_ADDRESS_SIZE];
    uint32_t size = call->words[3] < sizeof text ? call->words[3] : sizeof text;
    if (!user_may_write(call, call->words[2], call->words[3]))
        return STATUS_ACCESS_VIOLATION;
    report_describe(call->words[0], call->words[1], text, size);
    user_write(call, call->words[2], text, size);
    return STATUS_SUCCESS;
}

/* Tells whether a call instruction ends at the address: E8 and four bytes, or FF /2 and its
 * operand. */
static bool follows_call(readable *may_read, uint32_t address)
{
    const uint8_t *code = (const uint8_t *)address;
    if (address < 7 || !may_read(code - 7, 7))
        return false;
    if (code[-5] == 0xE8)
        return true;
    static const uint8_t lengths[] = {2, 3, 4, 6, 7};
    for (unsigned i = 0; i < sizeof lengths; i++)
        if (code[-lengths[i]] == 0xFF && (code[1 - lengths[i]] >> 3 & 7) == 2)
            return true;
    return false;
}

/* Prints an address of the backtrace. A call that never returns may be a function's last
 * instruction; then the return address belongs to the next function, so the byte before it gives
 * the name. An exception's address stands in the backtrace, too, and gives its own name. */
static void print_caller(readable *may_read, uint32_t address)
{
    char text[REPORT_ADDRESS_SIZE];
    report_describe(address, follows_call(may_read, address), text, sizeof text);
    report_print("            %s\n", text);
}

static uint32_t key_before(const struct fold *fold, unsigned back)
{
    return fold->keys[(fold->seen - 1 - back) % (2 * MOST_PERIOD)];
}

/* Tells how often the run was left out, in whole turns. The lines of a last turn that broke off are
 * shown. */
static void unfold(struct fold *fold)
{
    if (!fold->period)
        return;
    unsigned turns = fold->left_out / fold->period, rest = fold->left_out % fold->period;
    if (turns && fold->period == 1)
        report_print("            the last line %u times more\n", turns);
    else if (turns)
        report_print("            the last %u lines %u times more\n", fold->period, turns);
    while (rest)
        print_caller(fold->may_read, key_before(fold, --rest));
    fold->seen = fold->period = fold->left_out = 0;
}

/* Tells whether the next line is left out because it continues a repeated run. When it ends a run,
 * the count is printed first. */
static bool folds(struct fold *fold, uint32_t key)
{
    if (fold->period && key == key_before(fold, fold->period - 1))
        fold->left_out++;
    else
        unfold(fold);
    fold->keys[fold->seen++ % (2 * MOST_PERIOD)] = key;
    if (fold->period)
        return true;
    for (unsigned period = 1; period <= fold->most && !fold->period && 2 * period <= fold->seen;
         period++) {
        unsigned same = 0;
        while (same < period && key_before(fold, same) == key_before(fold, same + period))
            same++;
        if (same == period)
            fold->period = period;
    }
    return false;
}

/* The report of an exception in ring 0 runs with interrupts on. */
static const TEB *running_teb(void)
{
    bool were_on = interrupts_save();
    const TEB *teb = thread_by_fs()->teb;
    interrupts_restore(were_on);
    return teb;
}

static void report_chain(readable *may_read)
{
    const TEB *teb = running_teb();
    const EXCEPTION_REGISTRATION_RECORD *record = teb->NtTib.ExceptionList;
    report_print("  stack     %08X to %08X\n", (uint32_t)teb->NtTib.StackLimit,
                 (uint32_t)teb->NtTib.StackBase);
    if (record == EXCEPTION_CHAIN_END)
        report_print("  handlers  none\n");
    struct fold fold = {.most = 1, .may_read = may_read};
    for (unsigned shown = 0, walked = 0; record != EXCEPTION_CHAIN_END; walked++) {
        const char *label = walked == 0 ? "handlers" : "";
        if (shown == MOST_HANDLERS || walked == MOST_WALKED) {
            unfold(&fold);
            report_print("  %-8s  and more\n", label);
            return;
        }
        if (!may_read(record, sizeof *record)) {
            unfold(&fold);
            report_print("  %-8s  %08X: not readable, the chain is broken\n", label,
                         (uint32_t)record);
            return;
        }
        if (!folds(&fold, (uint32_t)record->Handler)) {
            report_print("  %-8s  %08X: %s\n", label, (uint32_t)record,
                         report_address((uint32_t)record->Handler));
            shown++;
        }
        record = record->Next;
    }
    unfold(&fold);
}

/* Returns the return address of a function that has no frame of its own at eip: a function without
 * a prologue (compilers make these of functions without calls), a function that is just being
 * entered, or the target of a call through a wild pointer. Returns 0 when ebp names the function's
 * own frame, and in doubt. */
static uint32_t return_without_frame(readable *may_read, const struct machine_state *state)
{
    static const uint8_t prologue[] = {0x55, 0x89, 0xE5}; /* push %ebp; mov %esp, %ebp */
    uint32_t offset = 0, esp = state->esp;
    const uint8_t *eip = (const uint8_t *)state->eip;
    if (symbol_find(state->eip, &offset) && may_read(eip - offset, sizeof prologue)) {
        const uint8_t *start = eip - offset;
        if (offset >= sizeof prologue && !memcmp(start, prologue, sizeof prologue))
            return 0;
        esp += offset == 1 && start[0] == prologue[0] ? 4 : 0;
    }
    const uint32_t *top = (const uint32_t *)esp;
    return may_read(top, 4) && follows_call(may_read, *top) ? *top : 0;
}

static bool is_frame(readable *may_read, uint32_t ebp, uint32_t low, uint32_t high)
{
    return ebp % 4 == 0 && ebp >= low && ebp < high && high - ebp >= 8 &&
           may_read((const void *)ebp, 8);
}

/* Reports the callers of the function whose frame is at ebp. Frames must lie in [low, high), each
 * above the one before unless low is 0. */
static void report_callers(readable *may_read, uint32_t ebp, uint32_t low, uint32_t high)
{
    struct fold fold = {.most = MOST_PERIOD, .may_read = may_read};
    for (unsigned shown = 0, walked = 0; shown < MOST_FRAMES && walked < MOST_WALKED; walked++) {
        const uint32_t *frame = (const uint32_t *)ebp;
        if (!is_frame(may_read, ebp, low, high) || frame[1] == 0) {
            unfold(&fold);
            return;
        }
        if (!folds(&fold, frame[1])) {
            print_caller(may_read, frame[1]);
            shown++;
        }
        low = low ? ebp + 8 : 0;
        ebp = frame[0];
    }
    unfold(&fold);
    report_print("            and more\n");
}

static void report_backtrace(readable *may_read, const struct machine_state *state)
{
    uint32_t frameless = return_without_frame(may_read, state);
    report_print("  called    %s\n", report_address(state->eip));
    if (frameless)
        print_caller(may_read, frameless);
    report_callers(may_read, state->ebp, 0, UINT32_MAX);
}

static void parked(readable *may_read, uint32_t eip, uint32_t ebp, uint32_t low, uint32_t high)
{
    print_caller(may_read, eip);
    report_callers(may_read, ebp, low, high);
}

void report_parked(uint32_t eip, uint32_t ebp, uint32_t low, uint32_t high)
{
    parked(paging_readable, eip, ebp, low, high);
}

uint32_t user_report_parked(struct service_call *call)
{
    parked(user_readable, call->words[0], call->words[1], call->words[2], call->words[3]);
    return STATUS_SUCCESS;
}

static void report_all(readable *may_read, const struct machine_state *state)
{
    if (state->known & STATE_GENERAL) {
        report_print("  eax=%08X ebx=%08X ecx=%08X edx=%08X\n", state->eax, state->ebx, state->ecx,
                     state->edx);
        report_print("  esi=%08X edi=%08X ebp=%08X esp=%08X\n", state->esi, state->edi, state->ebp,
                     state->esp);
    } else {
        report_print("  ebp=%08X esp=%08X\n", state->ebp, state->esp);
    }
    if (state->known & STATE_CR2)
        report_print("  eip=%08X eflags=%08X cr2=%08X\n", state->eip, state->eflags, state->cr2);
    else
        report_print("  eip=%08X eflags=%08X\n", state->eip, state->eflags);
    report_print("  cs=%04X ss=%04X ds=%04X es=%04X fs=%04X gs=%04X\n", state->cs, state->ss,
                 state->ds, state->es, state->fs, state->gs);
    report_chain(may_read);
    report_backtrace(may_read, state);
}

void report_state(const struct machine_state *state)
{
    enum { RING = 3 };
    report_all(state->cs & RING ? user_readable : paging_readable, state);
}

uint32_t user_report_state(struct service_call *call)
{
    struct machine_state state;
    if (!user_read(call, &state, call->words[0], sizeof state))
        return STATUS_ACCESS_VIOLATION;
    report_all(user_readable, &state);
    return STATUS_SUCCESS;
}
