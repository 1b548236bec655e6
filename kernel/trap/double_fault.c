/* A double fault arrives by a task switch, so it has a stack in any case. The CPU has left the
 * interrupted state in the main task's segment.
 *
 * In ring 0 the CPU pushes an exception's frame onto the very stack that has no room, so stacks
 * grow here: the stack gets memory, and the instruction is done again. Where the stack cannot grow,
 * the main task goes on in the delivery of an exception, on its own stack or on a spare one.
 */
#include "kernel/trap/double_fault.h"

#include "boot/layout.h"
#include "kernel/call/eflags.h"
#include "kernel/cpu/contracts.h"
#include "kernel/cpu/control.h"
#include "kernel/cpu/cpu.h"
#include "kernel/cpus/kernel_lock.h"
#include "kernel/cpus/panic.h"
#include "kernel/memory/paging.h"
#include "kernel/memory/stack_growth.h"
#include "kernel/memory/stacks.h"
#include "kernel/threads/debug_registers.h"
#include "kernel/trap/decode.h"
#include "kernel/trap/oddities.h"
#include "kernel/ums/kernel_ums.h"

#include <nt.h>

/* The first CPU's. The lowest page is unmapped: an overflow of this stack ends in the CPU's
 * shutdown, not in data. */
static char first_stack[3 * PAGE_SIZE] __attribute__((aligned(PAGE_SIZE)));

/* Bytes that the CPU pushes for an exception, and for a debug trap, which has no error code. */
#define PUSHED       16u
#define DEBUG_PUSHED 12u

/* The error code of a page fault at the CPU's push. */
#define WRITE_ERROR  2u

void trap_stub_IRQ0(void);
void double_fault_entry(void);
void double_fault(void);

void double_fault_init(void)
{
    struct cpu *cpu = this_cpu();
    if (cpu->number == 0) {
        paging_unmap(first_stack);
        cpu->double_fault_stack = (uint32_t)first_stack + sizeof first_stack;
    }
    cpu->main_task.cr3 = cr3_read();
    cpu->double_fault_task = (struct tss){
        .cr3 = cr3_read(),
        .eip = (uint32_t)double_fault_entry,
        .eflags = EFLAGS_FIXED,
        .esp = cpu->double_fault_stack,
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

/* Builds the frame that a trap would have left, from the task's segment. */
static struct trap_frame frame_of(const struct tss *from)
{
    return (struct trap_frame){
        .gs = from->gs,
        .fs = from->fs,
        .es = from->es,
        .ds = from->ds,
        .edi = from->edi,
        .esi = from->esi,
        .ebx = from->ebx,
        .edx = from->edx,
        .ecx = from->ecx,
        .eax = from->eax,
        .link_ebp = from->ebp,
        .link_eip = from->eip,
        .vector = VECTOR_DF,
        .eip = from->eip,
        .cs = from->cs,
        .eflags = from->eflags,
        .esp = from->esp,
    };
}

static _Noreturn void give_up(const struct tss *from, const char *why)
{
    struct trap_frame frame = frame_of(from);
    struct machine_state state;
    trap_state(&frame, &state);
    panic_at(&state, "double fault: %s (esp %08X)", why, state.esp);
}

/* Makes the main task go on in the delivery of this fault, on the way out of a trap. */
static void deliver(struct tss *from, uint32_t status, uint32_t address)
{
    const struct page_fault fault = {.status = status, .address = address};
    struct trap_frame frame = frame_of(from);
    frame.error = WRITE_ERROR;
    struct trap_frame *leave = trap_deliver(&frame, &fault);
    if (!leave)
        give_up(from, "an exception could not be delivered");
    debug_registers_leave(trap_esp(leave));
    from->eip = (uint32_t)trap_leave;
    from->esp = (uint32_t)leave;
    from->eflags = EFLAGS_FIXED;
    from->cs = SELECTOR_CODE0;
    from->ss = from->ds = from->es = SELECTOR_DATA0;
}

/* Tells whether code in the middle of a trap was interrupted. It must go on at any price, because
 * it holds the program's state. */
static bool in_trap_code(const struct tss *from)
{
    return this_cpu()->in_trap || trap_is_own_code(from->eip);
}

/* Handles a push of the CPU at an address to which the stack cannot grow. */
static void overflow(struct thread *thread, struct tss *from, uint32_t address, bool in_trap)
{
    enum stack_place place = stack_place(thread, from->esp);
    if (in_trap) {
        if (!stack_give(address))
            give_up(from, "the stack is used up inside the runtime's own trap code");
        stack_note_trouble(thread, address, true);
        return;
    }
    if (stack_prepare(thread, from->esp, PUSHED, false))
        give_up(from, "an exception could not be delivered");
    if (place == STACK_INSIDE)
        stack_use_up(thread, from->esp);
    deliver(from, place == STACK_AWAY ? STATUS_ACCESS_VIOLATION : STATUS_STACK_OVERFLOW, address);
}

/* Makes the main task go on as if the CPU had just delivered its debug trap, if there was one. The
 * CPU does not raise it again, because the instruction before it is done. */
static void deliver_debug_trap(struct thread *thread, struct tss *from)
{
    if (!(dr6_read() & (DR6_BS | DR6_BREAKPOINTS)) ||
        !stack_prepare(thread, from->esp, DEBUG_PUSHED, false))
        return;
    uint32_t *top = (uint32_t *)from->esp;
    *--top = from->eflags;
    *--top = from->cs & 0xFFFF;
    *--top = from->eip;
    from->esp = (uint32_t)top;
    from->eip = (uint32_t)trap_stubs_DB[this_cpu()->number];
    from->eflags &= ~(EFLAGS_TF | EFLAGS_IF | EFLAGS_NT | EFLAGS_RF);
}

/* ---------------------------------------------------------------- a way out without a stack */

void double_fault_leave(const struct trap_frame *frame)
{
    must_be_in_trap();
    this_cpu()->leaving = frame;
    __asm__ volatile("int %0" : : "i"(VECTOR_DF) : "memory");
    __builtin_unreachable();
}

/* Makes the main task go on where the trap came, with the guard in its place again. Where that
 * cannot be, the stack has overflowed. */
static void leave(struct thread *thread, struct tss *to, const struct trap_frame *frame)
{
    to->gs = frame->gs;
    to->fs = frame->fs;
    to->es = frame->es;
    to->ds = frame->ds;
    to->edi = frame->edi;
    to->esi = frame->esi;
    to->ebx = frame->ebx;
    to->edx = frame->edx;
    to->ecx = frame->ecx;
    to->eax = frame->eax;
    to->ebp = frame->link_ebp;
    to->eip = frame->eip;
    to->cs = frame->cs;
    to->eflags = frame->eflags;
    to->esp = trap_esp(frame);
    struct stack_trouble trouble = stack_take_trouble(thread);
    if (stack_reset(to->esp))
        stack_settle(thread, to->eip, to->esp);
    else
        deliver(to, STATUS_STACK_OVERFLOW, trouble.address);
}

/* ---------------------------------------------------------------- the task */

/* Touches the guard for the instruction: by the CPU's push, by esp, or by an operand in memory.
 * Compilers probe a large frame from below: esp is already a page lower than the probed word, so
 * the page fault's frame finds no room there. */
static enum stack_touch touch_guard(struct thread *thread, const struct tss *from, uint32_t address)
{
    struct trap_frame frame = frame_of(from);
    enum stack_touch touch = stack_touch(thread, address, from->esp);
    if (touch == STACK_OTHER)
        touch = stack_touch(thread, from->esp, from->esp);
    if (touch == STACK_OTHER && decode_operand(&frame, from->esp, &address))
        touch = stack_touch(thread, address, from->esp);
    return touch;
}

/* Gives the stack more memory if it can, and handles the fault otherwise. */
static void handle(struct thread *thread, struct tss *from, uint32_t address, bool in_trap)
{
    enum stack_touch touch = touch_guard(thread, from, address);
    if (touch == STACK_OTHER)
        overflow(thread, from, address, in_trap);
    else if (touch == STACK_USED_UP && in_trap)
        stack_note_trouble(thread, address, false);
    else if (touch == STACK_USED_UP)
        deliver(from, STATUS_STACK_OVERFLOW, address);
    else if (!in_trap)
        deliver_debug_trap(thread, from);
}

/* Called by double_fault_entry in vectors.S. When it returns the main task goes on. An interrupt
 * that could not be delivered is served here, because its controller does not report it again. It
 * uses no stack up. */
void double_fault(void)
{
    struct cpu *cpu = this_cpu();
    struct tss *from = &cpu->main_task;
    struct thread *before = cpu->thread, *thread = before;
    uint32_t address = cr2_read(), eip = from->eip, esp = from->esp;
    bool in_trap = in_trap_code(from), served = false, locked = cpu->at_end & AT_END_UNLOCK;
    if (eip == (uint32_t)trap_tick || eip == (uint32_t)trap_tick_unstamped)
        /* these do not settle the stack on their way out */
        from->eip = (uint32_t)trap_stub_IRQ0;
    cpu->fpu_taken = true;
    kernel_lock();
    if (cpu->unusual & UNUSUAL_SCHEDULER)
        cpu->thread = thread = ums_thread_in(before, from->fs);
    if (cpu->leaving) {
        leave(thread, from, cpu->leaving);
        cpu->leaving = NULL;
        cpu->thread = before;
        cpu->in_trap--;
        kernel_unlock();
        return;
    }
    cpu->in_trap++; /* a breakpoint or fault in here is the runtime's own */
    if (from->eflags & EFLAGS_IF)
        served = trap_catch_up();
    if (served && !in_trap)
        stack_grow(thread, from->esp, PUSHED, false);
    else
        handle(thread, from, address, in_trap);
    if (!in_trap)
        stack_settle(thread, eip, esp);
    cpu->thread = before;
    cpu->in_trap--;
    if (!locked)
        kernel_unlock();
}
