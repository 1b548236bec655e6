/* A double fault arrives by a task switch, so it has a stack whatever became of the interrupted
 * one; the CPU left the interrupted state in the main task's segment. It is reported and ends the
 * run.
 */
#include "kernel/double_fault.h"

#include "boot/layout.h"
#include "kernel/cpu.h"
#include "kernel/paging.h"
#include "kernel/panic.h"
#include "kernel/segments.h"
#include "kernel/tib.h"

/* The lowest page is unmapped: an overflow of this stack ends in the CPU's shutdown, not in data.
 */
static char stack[3 * PAGE_SIZE] __attribute__((aligned(PAGE_SIZE)));

/* How far around its limit a stack pointer tells of an overflow: above, what the CPU pushes for a
 * trap does not fit any more; below, it is one big frame further. */
#define NEAR_ABOVE 16u
#define NEAR_BELOW 0x10000u

void double_fault_entry(void);
_Noreturn void double_fault(void);

void double_fault_init(void)
{
    paging_unmap(stack);
    segments_main_task()->cr3 = cr3_read();
    *segments_double_fault_task() = (struct tss){
        .cr3 = cr3_read(),
        .eip = (uint32_t)double_fault_entry,
        .eflags = EFLAGS_FIXED,
        .esp = (uint32_t)stack + sizeof stack,
        .ss0 = SELECTOR_DATA0,
        .cs = SELECTOR_CODE0,
        .ss = SELECTOR_DATA0,
        .ds = SELECTOR_DATA0,
        .es = SELECTOR_DATA0,
        .fs = SELECTOR_TIB0,
        .gs = SELECTOR_CPU,
        .io_map = sizeof(struct tss),
    };
}

/* Called by double_fault_entry in vectors.S. */
void double_fault(void)
{
    const struct tss *from = segments_main_task();
    struct machine_state state = {
        .eax = from->eax,
        .ebx = from->ebx,
        .ecx = from->ecx,
        .edx = from->edx,
        .esi = from->esi,
        .edi = from->edi,
        .ebp = from->ebp,
        .esp = from->esp,
        .eip = from->eip,
        .eflags = from->eflags,
        .cs = from->cs & 0xFFFF,
        .ss = from->ss & 0xFFFF,
        .ds = from->ds & 0xFFFF,
        .es = from->es & 0xFFFF,
        .fs = from->fs & 0xFFFF,
        .gs = from->gs & 0xFFFF,
        .cr2 = cr2_read(),
        .known = STATE_GENERAL | STATE_CR2,
    };
    const TEB *teb = tib_current();
    uint32_t limit = (uint32_t)teb->NtTib.StackLimit;
    if (state.esp - (limit - NEAR_BELOW) < NEAR_BELOW + NEAR_ABOVE)
        panic_at(&state, "double fault: the stack is used up (esp %08X, its limit %08X)", state.esp,
                 limit);
    panic_at(&state, "double fault: an exception could not be delivered (esp %08X)", state.esp);
}
