/* Printing the machine's state. */
#include "kernel/report.h"

#include "kernel/cpu.h"
#include "kernel/paging.h"
#include "kernel/service.h"
#include "kernel/symbols.h"
#include "kernel/tib.h"
#include "kernel/user_memory.h"

#include <stdio.h>

/* Deep recursion is cut: enough to see where it began to repeat. */
#define MOST_FRAMES   24
#define MOST_HANDLERS 16

void report_state_of_trap(const struct trap_frame *frame, struct machine_state *state)
{
    *state = (struct machine_state){
        .eax = frame->eax,
        .ebx = frame->ebx,
        .ecx = frame->ecx,
        .edx = frame->edx,
        .esi = frame->esi,
        .edi = frame->edi,
        .ebp = frame->link_ebp,
        .esp = trap_esp(frame),
        .eip = frame->eip,
        .eflags = frame->eflags,
        .cs = frame->cs & 0xFFFF,
        .ss = trap_ss(frame) & 0xFFFF,
        .ds = frame->ds & 0xFFFF,
        .es = frame->es & 0xFFFF,
        .fs = frame->fs & 0xFFFF,
        .gs = frame->gs & 0xFFFF,
        .cr2 = frame->vector == VECTOR_PF ? trap_cr2 : cr2_read(),
        .known = STATE_GENERAL | STATE_CR2,
    };
}

void report_describe(uint32_t address, uint32_t back, char *text, size_t size)
{
    uint32_t offset;
    const char *name = symbol_find(address - back, &offset);
    if (name && offset + back)
        snprintf(text, size, "%08X %s+0x%X", address, name, offset + back);
    else if (name)
        snprintf(text, size, "%08X %s", address, name);
    else
        snprintf(text, size, "%08X", address);
}

uint32_t user_report_describe(const uint32_t *words)
{
    if (!user_writable((char *)words[2], words[3]))
        return STATUS_ACCESS_VIOLATION;
    report_describe(words[0], words[1], (char *)words[2], words[3]);
    return STATUS_SUCCESS;
}

/* A call that never returns may be a function's last instruction: then the return address is
 * already the next function's, so the byte before it gives the name. */
static const char *return_address(uint32_t address)
{
    static char text[REPORT_ADDRESS_SIZE];
    report_describe(address, 1, text, sizeof text);
    return text;
}

static void report_chain(void)
{
    const TEB *teb = tib_current();
    if (!paging_readable(teb, sizeof *teb))
        return;
    const EXCEPTION_REGISTRATION_RECORD *record = teb->NtTib.ExceptionList;
    report_print("  stack     %08X to %08X\n", (uint32_t)teb->NtTib.StackLimit,
                 (uint32_t)teb->NtTib.StackBase);
    if (record == EXCEPTION_CHAIN_END)
        report_print("  handlers  none\n");
    for (unsigned i = 0; record != EXCEPTION_CHAIN_END; i++) {
        const char *label = i == 0 ? "handlers" : "";
        if (i == MOST_HANDLERS) {
            report_print("  %-8s  and more\n", label);
            return;
        }
        if (!paging_readable(record, sizeof *record)) {
            report_print("  %-8s  %08X: not readable, the chain is broken\n", label,
                         (uint32_t)record);
            return;
        }
        report_print("  %-8s  %08X: %s\n", label, (uint32_t)record,
                     report_address((uint32_t)record->Handler));
        record = record->Next;
    }
}

static void report_backtrace(const struct machine_state *state)
{
    uint32_t ebp = state->ebp;
    report_print("  called    %s\n", report_address(state->eip));
    for (unsigned i = 0; i < MOST_FRAMES; i++) {
        const uint32_t *frame = (const uint32_t *)ebp;
        if (ebp % 4 || !paging_readable(frame, 8) || frame[1] == 0)
            return;
        report_print("            %s\n", return_address(frame[1]));
        ebp = frame[0];
    }
    report_print("            and more\n");
}

void report_state(const struct machine_state *state)
{
    if (state->known & STATE_GENERAL) {
        report_print("  eax=%08X ebx=%08X ecx=%08X edx=%08X\n", state->eax, state->ebx, state->ecx,
                     state->edx);
        report_print("  esi=%08X edi=%08X ebp=%08X esp=%08X\n", state->esi, state->edi, state->ebp,
                     state->esp);
    } else {
        report_print("  ebp=%08X esp=%08X\n", state->ebp, state->esp);
    }
    report_print("  eip=%08X eflags=%08X", state->eip, state->eflags);
    if (state->known & STATE_CR2)
        report_print(" cr2=%08X", state->cr2);
    report_print("\n");
    report_print("  cs=%04X ss=%04X ds=%04X es=%04X fs=%04X gs=%04X\n", state->cs, state->ss,
                 state->ds, state->es, state->fs, state->gs);
    report_chain();
    report_backtrace(state);
}

uint32_t user_report_state(const uint32_t *words)
{
    const struct machine_state *state = (const struct machine_state *)words[0];
    if (!user_readable(state, sizeof *state))
        return STATUS_ACCESS_VIOLATION;
    report_state(state);
    return STATUS_SUCCESS;
}
