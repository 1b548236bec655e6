/* Every trap passes here once. The way of its vector decides which function is called. */
#include "kernel/trap/trap.h"

#include "kernel/call/branches.h"
#include "kernel/call/eflags.h"
#include "kernel/cpu/contracts.h"
#include "kernel/cpu/cpu.h"
#include "kernel/cpus/cpus.h"
#include "kernel/cpus/kernel_lock.h"
#include "kernel/devices/irq.h"
#include "kernel/devices/pic.h"
#include "kernel/memory/user_memory.h"
#include "kernel/threads/debug_registers.h"
#include "kernel/threads/thread.h"
#include "kernel/trap/finish.h"
#include "kernel/trap/oddities.h"
#include "kernel/trap/page_fault.h"
#include "kernel/trap/preempt.h"
#include "kernel/trap/service_way.h"
#include "kernel/ums/traps.h"
#include "lib/inlining.h"

enum way { UNUSED, EXCEPTION, CLAIMABLE, INTERRUPT, LOCAL, SERVICE, MACHINE, TASK };

/* The columns of the list that are needed here: 12 bytes a row, 3 KB. */
static const struct {
    const char *mnemonic, *name;
    enum way way;
} vectors[256] = {
#define VECTOR(number, mnemonic, code, dpl, way, status, name)                                     \
    [number] = {"#" #mnemonic, name, way},
#include "kernel/trap/vectors.h"
#undef VECTOR
};

static IN_REGISTERS struct trap_frame *deliver_to_nobody(struct trap_frame *frame,
                                                         const struct page_fault *fault)
{
    (void)frame, (void)fault;
    return NULL;
}

static trap_exception_function *exception_function = deliver_to_nobody;

trap_exception_function *trap_on_exception(trap_exception_function *function)
{
    trap_exception_function *before = exception_function;
    exception_function = function;
    return before;
}

struct vector_names trap_names(unsigned vector)
{
    if (vector > 255 || vectors[vector].way == UNUSED)
        return (struct vector_names){"unused", "unused"};
    return (struct vector_names){vectors[vector].mnemonic, vectors[vector].name};
}

bool trap_is_interrupt(const struct trap_frame *frame)
{
    enum way way = vectors[frame->vector].way;
    return way == INTERRUPT || way == LOCAL;
}

struct trap_frame *trap_deliver(struct trap_frame *frame, const struct page_fault *fault)
{
    interrupts_must_be_off();
    return exception_function(frame, fault);
}

/* nested: a trap inside a trap, which belongs to no thread. */

static struct trap_frame *resume(struct trap_frame *frame, bool nested)
{
    return nested ? frame : trap_resume(this_cpu(), frame);
}

static inline struct trap_frame *leave_virtual_8086(struct trap_frame *frame)
{
    return frame->eflags & EFLAGS_VM ? trap_leave_virtual_8086(frame) : frame;
}

static HOT struct trap_frame *deliver(struct trap_frame *frame, const struct page_fault *fault,
                                      bool nested)
{
    struct trap_frame *leave = nested ? NULL : exception_function(frame, fault);
    if (!leave)
        trap_give_up(frame);
    return leave;
}

/* Serves a page fault. The thread does not notice one that only gives its stack more memory. */
static OWN_STACK struct trap_frame *serve_page_fault(struct trap_frame *frame, bool nested)
{
    struct page_fault fault = {.address = this_cpu()->cr2};
    kernel_lock();
    if (page_fault_resolve(this_thread(), frame, &fault, nested))
        return resume(frame, nested);
    return nested && user_copy_ends(frame) ? frame : deliver(frame, &fault, nested);
}

static struct trap_frame *serve_interrupt(struct trap_frame *frame, bool nested)
{
    if (irq_serve(frame->vector - PIC_VECTOR_BASE))
        frame = preempt(this_thread(), frame, nested);
    return resume(frame, nested);
}

static OWN_STACK struct trap_frame *serve_rarely(struct trap_frame *frame, bool nested)
{
    enum way way = vectors[frame->vector].way;
    if (way == LOCAL) {
        if (trap_local_interrupt(frame->vector))
            frame = preempt(this_thread(), frame, nested);
        return resume(frame, nested);
    }
    if (frame->vector == VECTOR_NMI)
        cpus_stop_here(frame);
    trap_give_up(frame);
}

/* Serves the trap by its vector's way. Returns the frame to leave through. */
static HOT struct trap_frame *trap_serve(struct trap_frame *frame, bool nested)
{
    enum way way = vectors[frame->vector].way;
    if (MOSTLY(way == EXCEPTION)) {
        frame = leave_virtual_8086(frame);
    } else if (way == CLAIMABLE) {
        frame = leave_virtual_8086(frame);
        if (frame->vector == VECTOR_PF)
            return serve_page_fault(frame, nested);
        if ((frame->vector == VECTOR_NM && trap_claims_fpu()) ||
            (frame->vector == VECTOR_DB && trap_drops_breakpoint(frame)))
            return resume(frame, nested);
    } else if (way == SERVICE && !nested) {
        return resume(service_enter(leave_virtual_8086(frame)), false);
    } else {
        return way == INTERRUPT ? serve_interrupt(frame, nested) : serve_rarely(frame, nested);
    }
    return deliver(frame, NULL, nested);
}

/* Serves the trap of a scheduler thread, in whose place a worker may run. */
static struct trap_frame *serve_scheduler(struct cpu *cpu, struct trap_frame *frame)
{
    ums_enter_trap(cpu, frame);
    cpu->thread->frame = frame;
    return trap_finish(cpu, ums_leave_trap(cpu, trap_serve(frame, false)));
}

/* Breakpoints that are armed when the trap comes are disarmed for it. Breakpoints that the trap
 * itself arms are armed at once. */
static OWN_STACK struct trap_frame *serve_unusual(struct cpu *cpu, struct trap_frame *frame)
{
    struct trap_frame *leave;
    if (cpu->unusual == UNUSUAL_SCHEDULER && cpu->in_trap == 1)
        return serve_scheduler(cpu, frame);
    debug_registers_pause();
    if (cpu->in_trap > 1) {
        leave = trap_serve(frame, true);
    } else if (cpu->unusual & UNUSUAL_SCHEDULER) {
        leave = serve_scheduler(cpu, frame);
        if (cpu->unusual & UNUSUAL_STEPS && leave->eflags & EFLAGS_IF)
            leave->eflags |= EFLAGS_TF;
    } else {
        cpu->thread->frame = frame;
        leave = trap_finish(cpu, trap_serve(frame, false));
    }
    debug_registers_leave(trap_from_ring3(leave) ? 0 : trap_esp(leave));
    return leave;
}

IN_REGISTERS struct trap_frame *trap_enter_c(struct trap_frame *frame)
{
    struct cpu *cpu = this_cpu();
    if (RARELY(cpu->unusual))
        return serve_unusual(cpu, frame);
    if (RARELY(cpu->in_trap > 1))
        return trap_serve(frame, true);
    cpu->thread->frame = frame;
    return trap_finish(cpu, trap_serve(frame, false));
}
