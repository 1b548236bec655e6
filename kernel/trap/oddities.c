/* Traps that neither the program nor a device has meant. */
#include "kernel/trap/oddities.h"

#include "kernel/call/eflags.h"
#include "kernel/cpu/cpu.h"
#include "kernel/cpu/fpu_state.h"
#include "kernel/threads/debug_registers.h"
#include "kernel/trap/trap.h"

/* QEMU lets ring 3's iret set VM, which other CPUs ignore there, and then runs code of real mode.
 * Its traps count as ring 3's, at the linear addresses that they had. If it turns interrupts off
 * and never traps, the clock stands still, and only the run's time limit ends it. */
IN_REGISTERS struct trap_frame *trap_leave_virtual_8086(struct trap_frame *frame)
{
    frame->eip += (frame->cs & 0xFFFF) << 4;
    frame->esp = (frame->esp & 0xFFFF) + ((frame->ss & 0xFFFF) << 4);
    trap_use_segments3(frame);
    frame->eflags = (frame->eflags & ~(EFLAGS_VM | EFLAGS_IOPL | EFLAGS_NT)) | EFLAGS_IF;
    return frame;
}

bool trap_is_own_code(uint32_t eip)
{
    extern const char trap_code_start[], trap_code_end[];
    return eip >= (uint32_t)trap_code_start && eip < (uint32_t)trap_code_end;
}

/* Dr6 stays while a debug trap of the program has yet to read it. */
bool trap_drops_breakpoint(struct trap_frame *frame)
{
    extern const char trap_stub_DB_0[], trap_dr6_read_0[]; /* the stubs of all CPUs are alike */
    if (!trap_is_nested() && !trap_is_own_code(frame->eip))
        return false;
    uint32_t reached = frame->eip - (uint32_t)trap_stubs_DB[this_cpu()->number];
    if (reached >= (uint32_t)trap_dr6_read_0 - (uint32_t)trap_stub_DB_0)
        debug_registers_forget_status();
    frame->eflags |= EFLAGS_RF;
    return true;
}

bool trap_claims_fpu(void)
{
    if (!this_cpu()->fpu_taken)
        return false;
    this_cpu()->fpu_taken = false;
    fpu_claim();
    return true;
}
