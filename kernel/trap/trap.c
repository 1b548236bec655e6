/* Every trap passes here once. The way of its vector decides which function is called. */
#include "kernel/trap/trap.h"

#include "kernel/call/eflags.h"
#include "kernel/cpu/contracts.h"
#include "kernel/cpu/control.h"
#include "kernel/cpu/cpu.h"
#include "kernel/cpu/debug_registers.h"
#include "kernel/cpu/fpu_state.h"
#include "kernel/cpus/cpus.h"
#include "kernel/cpus/kernel_lock.h"
#include "kernel/cpus/panic.h"
#include "kernel/devices/irq.h"
#include "kernel/devices/pic.h"
#include "kernel/memory/stack_growth.h"
#include "kernel/memory/user_memory.h"
#include "kernel/threads/thread.h"
#include "kernel/trap/double_fault.h"
#include "kernel/trap/finish.h"
#include "kernel/trap/page_fault.h"
#include "kernel/trap/preempt.h"
#include "kernel/trap/service_way.h"
#include "kernel/ums/traps.h"

enum way { UNUSED, EXCEPTION, INTERRUPT, LOCAL, SERVICE, MACHINE, TASK };

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

static struct trap_frame *deliver_to_nobody(struct trap_frame *frame,
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

void trap_state(const struct trap_frame *frame, struct machine_state *state)
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
        .cr2 = frame->vector == VECTOR_PF ? this_cpu()->cr2 : cr2_read(),
        .known = STATE_GENERAL | STATE_CR2,
    };
}

bool trap_is_own_code(uint32_t eip)
{
    extern const char trap_code_start[], trap_code_end[];
    return eip >= (uint32_t)trap_code_start && eip < (uint32_t)trap_code_end;
}

/* Tells whether the runtime itself faulted in the middle of a trap, where no handler can help. */
static bool in_runtime_trap(void)
{
    return this_cpu()->in_trap > 1;
}

/* Tells whether the runtime's own way in or out of a trap met a breakpoint of the program. */
static bool is_own_breakpoint(const struct trap_frame *frame)
{
    return frame->vector == VECTOR_DB && (in_runtime_trap() || trap_is_own_code(frame->eip));
}

/* Drops such a breakpoint. Dr6 stays while a debug trap of the program has yet to read it. */
static void drop_own_breakpoint(struct trap_frame *frame)
{
    extern const char trap_stub_DB_0[], trap_dr6_read_0[]; /* the stubs of all CPUs are alike */
    uint32_t reached = frame->eip - (uint32_t)trap_stubs_DB[this_cpu()->number];
    if (reached >= (uint32_t)trap_dr6_read_0 - (uint32_t)trap_stub_DB_0)
        debug_registers_forget_status();
    frame->eflags |= EFLAGS_RF;
}

struct trap_frame *trap_deliver(struct trap_frame *frame, const struct page_fault *fault)
{
    interrupts_must_be_off();
    return exception_function(frame, fault);
}

/* The words of an interrupt are not the program's, so they use no stack up. Its frame lies on the
 * guard now; the way out through the double fault's task needs no stack, and sets the guard again.
 */
static void overlook(const struct trap_frame *frame)
{
    enum way way = vectors[frame->vector].way;
    if ((way == INTERRUPT || way == LOCAL) && !debug_registers_armed_here() && !in_runtime_trap() &&
        !this_thread()->trouble.lost)
        double_fault_leave(frame);
}

struct trap_frame *trap_resume_after_growth(struct trap_frame *frame)
{
    struct thread *thread = this_thread();
    kernel_lock();
    if (thread->trouble.used_up) {
        overlook(frame);
        return exception_function(frame, NULL);
    }
    stack_settle(thread, frame->eip, trap_esp(frame));
    return frame;
}

static struct trap_frame *resume(struct trap_frame *frame)
{
    return in_runtime_trap() ? frame : trap_resume(this_cpu(), frame);
}

/* QEMU lets ring 3's iret set VM, which other CPUs ignore there, and then runs code of real mode.
 * Its traps count as ring 3's, at the linear addresses that they had. If it turns interrupts off
 * and never traps, the clock stands still, and only the run's time limit ends it. */
static void __attribute__((noinline)) leave_virtual_8086(struct trap_frame *frame)
{
    frame->eip += (frame->cs & 0xFFFF) << 4;
    frame->esp = (frame->esp & 0xFFFF) + ((frame->ss & 0xFFFF) << 4);
    trap_use_segments3(frame);
    frame->eflags = (frame->eflags & ~(EFLAGS_VM | EFLAGS_IOPL | EFLAGS_NT)) | EFLAGS_IF;
}

/* A function of its own, because its variables would take stack of all other traps. */
static _Noreturn void __attribute__((noinline)) give_up(const struct trap_frame *frame)
{
    struct machine_state state;
    trap_state(frame, &state);
    panic_at(&state, "%s (%s, error code %X)%s", trap_names(frame->vector).name,
             trap_names(frame->vector).mnemonic, frame->error,
             in_runtime_trap() ? " inside the runtime's own trap code" : "");
}

static inline __attribute__((always_inline)) struct trap_frame *
deliver(struct trap_frame *frame, const struct page_fault *fault)
{
    struct trap_frame *leave = in_runtime_trap() ? NULL : exception_function(frame, fault);
    if (!leave)
        give_up(frame);
    return leave;
}

/* Serves a page fault. The thread does not notice one that only gives its stack more memory. */
static struct trap_frame *__attribute__((noinline)) serve_page_fault(struct trap_frame *frame)
{
    struct page_fault fault = {.address = this_cpu()->cr2};
    bool runtime = in_runtime_trap();
    kernel_lock();
    if (page_fault_resolve(this_thread(), frame, &fault, runtime))
        return resume(frame);
    return runtime && user_copy_ends(frame) ? frame : deliver(frame, &fault);
}

/* Tells whether an FPU instruction faulted only because of a switch of tasks. Then it can go on
 * now. */
static bool is_taken_fpu(const struct trap_frame *frame)
{
    if (frame->vector != VECTOR_NM || !this_cpu()->fpu_taken)
        return false;
    this_cpu()->fpu_taken = false;
    fpu_claim();
    return true;
}

static struct trap_frame *serve_exception(struct trap_frame *frame)
{
    if (__builtin_expect(frame->eflags & EFLAGS_VM, 0))
        leave_virtual_8086(frame);
    if (frame->vector == VECTOR_PF)
        return serve_page_fault(frame);
    if (is_taken_fpu(frame))
        return resume(frame);
    if (is_own_breakpoint(frame)) {
        drop_own_breakpoint(frame);
        return resume(frame);
    }
    return deliver(frame, NULL);
}

static struct trap_frame *serve_interrupt(struct trap_frame *frame)
{
    if (irq_serve(frame->vector - PIC_VECTOR_BASE))
        frame = preempt(this_thread(), frame, in_runtime_trap());
    return resume(frame);
}

static struct trap_frame *__attribute__((noinline)) serve_local(struct trap_frame *frame)
{
    if (cpus_local_interrupt(frame->vector))
        frame = preempt(this_thread(), frame, in_runtime_trap());
    return resume(frame);
}

static struct trap_frame *__attribute__((noinline)) serve_rarely(struct trap_frame *frame)
{
    enum way way = vectors[frame->vector].way;
    if (way == LOCAL)
        return serve_local(frame);
    if (frame->vector == VECTOR_NMI)
        cpus_stop_here(frame);
    give_up(frame);
}

/* Serves the trap by its vector's way. Returns the frame to leave through. */
static inline struct trap_frame *serve(struct trap_frame *frame)
{
    enum way way = vectors[frame->vector].way;
    if (__builtin_expect(way == EXCEPTION, 1))
        return serve_exception(frame);
    if (__builtin_expect(way == SERVICE && !in_runtime_trap(), 1)) {
        if (__builtin_expect(frame->eflags & EFLAGS_VM, 0))
            leave_virtual_8086(frame);
        return resume(service_enter(frame));
    }
    return way == INTERRUPT ? serve_interrupt(frame) : serve_rarely(frame);
}

/* Serves the trap of a thread. Returns the frame to leave through, the same thread's or
 * another's. */
static inline __attribute__((always_inline)) struct trap_frame *
serve_thread(struct cpu *cpu, struct trap_frame *frame)
{
    cpu->thread->frame = frame;
    return trap_finish(cpu, serve(frame));
}

/* The same of a scheduler thread, in whose place a worker may run. */
static struct trap_frame *serve_scheduler(struct cpu *cpu, struct trap_frame *frame)
{
    ums_enter_trap(cpu, frame);
    cpu->thread->frame = frame;
    return trap_finish(cpu, ums_leave_trap(cpu, serve(frame)));
}

static struct trap_frame *__attribute__((noinline))
serve_unusual(struct cpu *cpu, struct trap_frame *frame)
{
    if (cpu->unusual == UNUSUAL_SCHEDULER && cpu->in_trap == 1)
        return serve_scheduler(cpu, frame);
    debug_registers_pause();
    struct trap_frame *leave = cpu->in_trap > 1                   ? serve(frame)
                               : cpu->unusual & UNUSUAL_SCHEDULER ? serve_scheduler(cpu, frame)
                                                                  : serve_thread(cpu, frame);
    debug_registers_leave(trap_from_ring3(leave) ? 0 : trap_esp(leave));
    return leave;
}

/* Breakpoints that are armed when the trap comes are disarmed for it. Those that the trap itself
 * arms are armed at once. A trap inside a trap belongs to no thread. */
IN_REGISTERS struct trap_frame *trap_enter_c(struct trap_frame *frame)
{
    struct cpu *cpu = this_cpu();
    if (__builtin_expect(cpu->unusual, 0))
        return serve_unusual(cpu, frame);
    return __builtin_expect(cpu->in_trap > 1, 0) ? serve(frame) : serve_thread(cpu, frame);
}
