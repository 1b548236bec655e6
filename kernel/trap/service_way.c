/* Leads a service from the trap to its entry. */
#include "kernel/trap/service_way.h"

#include "kernel/call/branches.h"
#include "kernel/call/eflags.h"
#include "kernel/cpu/cpu.h"
#include "kernel/cpus/kernel_lock.h"
#include "kernel/memory/user_memory.h"
#include "kernel/threads/thread.h"
#include "kernel/trap/finish.h"
#include "kernel/trap/trap.h"
#include "kernel/ums/traps.h"
#include "lib/inlining.h"

#include <nt.h>

static bool is_known(const struct trap_frame *frame)
{
    return frame->eax < SERVICE_COUNT &&
           (services[frame->eax].way == GATE || trap_from_ring3(frame));
}

/* Where the kernel's lock is needed: takes it. A thread that another CPU has ended or suspended
 * begins nothing more: its call happens when it goes on, if it does. */
static OWN_STACK bool may_begin(struct trap_frame *frame)
{
    kernel_lock();
    const struct thread *thread = this_thread();
    if (!thread->decided)
        return true;
    service_step_back(frame);
    this_cpu()->at_end |= AT_END_SCHEDULE;
    return false;
}

static HOT struct trap_frame *service_serve(struct cpu *cpu, struct trap_frame *frame)
{
    struct service_call call; /* its words are not cleared: that would take longer than the rest */
    uint32_t number = frame->eax;
    call.frame = call.leave = frame;
    if (kernel_locks() && !may_begin(frame))
        return frame;
    if (!is_known(frame)) {
        frame->eax = STATUS_INVALID_SYSTEM_SERVICE;
        return frame;
    }
    uint32_t words = services[number].words;
    if (!user_read_words(&call, call.words, frame->edx, words)) {
        frame->eax = STATUS_ACCESS_VIOLATION;
        return frame;
    }
    cpu->in_service = true;
    uint32_t result = services[number].entry(&call);
    cpu->in_service = false;
    frame->eax = result;
    return call.leave;
}

struct trap_frame *service_enter(struct trap_frame *frame)
{
    return service_serve(this_cpu(), frame);
}

IN_REGISTERS struct trap_frame *service_trap(struct trap_frame *frame)
{
    struct cpu *cpu = this_cpu();
    if (frame->eflags & EFLAGS_VM)
        return trap_enter_c(frame);
    cpu->thread->frame = frame;
    return trap_finish(cpu, trap_resume(cpu, service_serve(cpu, frame)));
}

IN_REGISTERS struct trap_frame *service_trap_unusual(struct trap_frame *frame)
{
    struct cpu *cpu = this_cpu();
    if (RARELY(cpu->unusual != UNUSUAL_SCHEDULER || frame->eflags & EFLAGS_VM))
        return trap_enter_c(frame);
    ums_enter_trap(cpu, frame);
    cpu->thread->frame = frame;
    return trap_finish(cpu, ums_leave_trap(cpu, trap_resume(cpu, service_serve(cpu, frame))));
}
