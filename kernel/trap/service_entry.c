/* A service that happens again, or that pauses. */
#include "kernel/trap/service_entry.h"

#include "kernel/cpu/contracts.h"
#include "kernel/cpu/cpu.h"
#include "kernel/cpu/interrupts.h"
#include "kernel/trap/trap.h"

void service_step_back(struct trap_frame *frame)
{
    must_be_in_trap();
    enum { INT_SIZE = 2 }; /* bytes of `int 2Eh` */
    frame->eip -= INT_SIZE;
}

uint32_t service_again(struct service_call *call)
{
    service_step_back(call->frame);
    return call->frame->eax;
}

/* Code of a program, which may change its CPU here, has interrupts on. */
bool service_may_pause(void)
{
    if (eflags_read() & EFLAGS_IF)
        return false;
    const struct cpu *cpu = this_cpu();
    return cpu->in_service && cpu->in_trap == 1;
}

void service_pause(void)
{
    if (!service_may_pause())
        return;
    interrupts_on();
    __asm__ volatile("nop"); /* sti lets no interrupt in before the next instruction */
    interrupts_off();
}
