/* Traps: the frame that the stubs save, and the functions that traps call.
 *
 * A stub (vectors.S) builds the same trap frame for every vector. It is linked, so that a backtrace
 * that follows ebp crosses it. The C code of all traps runs on the CPU's own stack. Interrupts go
 * to the function of their line (kernel/devices/irq.h). Exceptions go to the one function that
 * seh_emul hands over, which returns the frame to leave through. Serves C and assembly.
 */
#ifndef KERNEL_TRAP_TRAP_H
#define KERNEL_TRAP_TRAP_H

#include "kernel/call/numbers.h"

#ifndef __ASSEMBLER__
#include "kernel/call/branches.h"
#include "kernel/call/in_registers.h"
#include "kernel/call/selectors.h"
#include "kernel/cpu/cpu.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* From low to high addresses, as trap_enter in vectors.S pushes it. link_ebp and link_eip look like
 * a function's frame to a backtrace; link_ebp is the interrupted ebp. */
struct trap_frame {
    uint32_t gs, fs, es, ds;
    uint32_t edi, esi, ebx, edx, ecx, eax;
    uint32_t link_ebp, link_eip;
    uint32_t vector, error; /* a debug trap's error is dr6 */
    uint32_t eip, cs, eflags;
    uint32_t esp, ss; /* only in frames of ring 3, and in those that are away */
};

#define TRAP_FRAME_RING0_SIZE offsetof(struct trap_frame, esp)
_Static_assert(TRAP_FRAME_RING0_SIZE == TRAP_FRAME_ROOM, "TRAP_FRAME_ROOM");

/* VECTOR_DE, VECTOR_PF and so on. */
enum vector {
#define VECTOR(number, mnemonic, code, dpl, way, status, name) VECTOR_##mnemonic = number,
#include "kernel/trap/vectors.h"
#undef VECTOR
};

/* Tells whether a frame of ring 0 does not lie on the interrupted stack, and has an esp of its own:
 * the double fault's task built it, or its thread is suspended (thread_registers.h). */
static inline bool trap_is_away(const struct trap_frame *frame)
{
    return frame->vector == VECTOR_DF;
}

static inline bool trap_from_ring3(const struct trap_frame *frame)
{
    return frame->cs & 3;
}

/* Returns the interrupted code's stack pointer, in either ring. frame must be the trap's own and no
 * copy, because in ring 0 the pointer is the frame's own end. */
static inline uint32_t trap_esp(const struct trap_frame *frame)
{
    return trap_from_ring3(frame) || trap_is_away(frame) ? frame->esp : (uint32_t)&frame->esp;
}

/* Returns the interrupted code's stack segment. In ring 0 there is one. */
static inline uint32_t trap_ss(const struct trap_frame *frame)
{
    return trap_from_ring3(frame) ? frame->ss : SELECTOR_DATA0;
}

/* Makes a frame leave with the segments that all code of ring 0, or of ring 3, begins with. A
 * worker's FS stays, because it says which worker runs (kernel/ums/kernel_ums.h). */
static inline void trap_use_segments0(struct trap_frame *frame)
{
    frame->cs = SELECTOR_CODE0;
    frame->ds = frame->es = SELECTOR_DATA0;
    if (MOSTLY(!(frame->fs & SELECTOR_LOCAL)))
        frame->fs = SELECTOR_TIB0;
    frame->gs = SELECTOR_CPU;
}

static inline void trap_use_segments3(struct trap_frame *frame)
{
    frame->cs = SELECTOR_CODE3;
    frame->ss = frame->ds = frame->es = SELECTOR_DATA3;
    if (!(frame->fs & SELECTOR_LOCAL))
        frame->fs = SELECTOR_TIB3;
    frame->gs = 0;
}

/* Tells whether the trap is a device's, or comes from the CPU's own controller. */
bool trap_is_interrupt(const struct trap_frame *frame);

/* Tells whether this trap came in the middle of another one, in the runtime's own code, where no
 * handler can help. */
static inline bool trap_is_nested(void)
{
    return this_cpu()->in_trap > 1;
}

/* A page fault that is an exception: STATUS_ACCESS_VIOLATION, STATUS_GUARD_PAGE_VIOLATION or
 * STATUS_STACK_OVERFLOW, and the address that was touched. */
struct page_fault {
    uint32_t status, address;
    uint32_t underlying; /* the reason of STATUS_IN_PAGE_ERROR */
};

/* Called in the trap, interrupts off, for vectors of the ways EXCEPTION and CLAIMABLE. fault is
 * NULL except for page faults and lost frames. Returns the frame to leave through: the same one to
 * resume, or another; NULL when there is no stack to deliver the exception on. The interrupted
 * stack is free below the frame. trap_on_exception returns the function before. */
typedef IN_REGISTERS struct trap_frame *trap_exception_function(struct trap_frame *frame,
                                                                const struct page_fault *fault);
trap_exception_function *trap_on_exception(trap_exception_function *function);

/* Makes that function deliver a lost frame. Returns NULL when it could not. */
struct trap_frame *trap_deliver(struct trap_frame *frame, const struct page_fault *fault);

/* vectors.S: the short way of ticks (tick_choose_way), with a time stamp and without. */
void trap_tick(void), trap_tick_unstamped(void);

/* vectors.S: the stubs of page faults and debug traps, by the CPU's number. */
typedef void trap_stub(void);
extern trap_stub *const trap_stubs_PF[], *const trap_stubs_DB[];

/* vectors.S: the way out of a trap. trap_leave is not called: esp is at the frame to leave
 * through. */
void trap_leave(void);
_Noreturn void trap_leave_by(struct trap_frame *frame);

/* Serves an interrupt of the way LOCAL. Returns whether the time slice of the thread's own
 * scheduler has ended, as an interrupt's function does (kernel/devices/irq.h). Interrupts off. */
bool trap_local_interrupt(unsigned vector);

/* Serves the interrupt that was taken but could not be delivered. Returns whether there was one. */
bool trap_catch_up(void);

/* A vector's mnemonic and name from the list; both "unused" for a vector without a row. */
struct vector_names {
    const char *mnemonic, *name;
};
struct vector_names trap_names(unsigned vector);

/* Fills state with the registers that the trap interrupted. cr2 is the CPU's present one unless
 * this is a page fault: call before another fault. */
struct machine_state;
void trap_state(const struct trap_frame *frame, struct machine_state *state);

/* Panics: nothing serves the trap. */
IN_REGISTERS _Noreturn void trap_give_up(const struct trap_frame *frame);

/* Called by vectors.S. */
IN_REGISTERS struct trap_frame *trap_enter_c(struct trap_frame *frame);
#endif

#endif
