/* Traps: what the stubs save, and who is called for what.
 *
 * A stub (vectors.S) builds one trap frame for every vector, linked so that a backtrace that
 * follows ebp crosses it; the C code of all traps runs on the CPU's own stack. Interrupts go to the
 * function registered for them; exceptions go to the one function that seh_emul hands over, which
 * answers with the frame to leave through. Serves C and assembly.
 */
#ifndef KERNEL_TRAP_TRAP_H
#define KERNEL_TRAP_TRAP_H

/* What a trap takes of the interrupted stack in ring 0, in bytes: its frame; a tick by the short
 * way, still less. But for exceptions, which are laid there, that is all: a stack needs no more
 * room for interrupts. */
#define TRAP_FRAME_ROOM 68
#define TRAP_TICK_ROOM  16

#ifndef __ASSEMBLER__
#include "kernel/cpu/selectors.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of functions on the way of each exception: up to three arguments in registers. */
#define IN_REGISTERS __attribute__((regparm(3)))

/* From low to high addresses, as trap_enter in vectors.S pushes it. link_ebp and link_eip look like
 * a function's frame to a backtrace; link_ebp is the interrupted ebp. */
struct trap_frame {
    uint32_t gs, fs, es, ds;
    uint32_t edi, esi, ebx, edx, ecx, eax;
    uint32_t link_ebp, link_eip;
    uint32_t vector, error; /* error: of a debug trap, dr6 */
    uint32_t eip, cs, eflags;
    uint32_t esp, ss; /* there only in frames of ring 3; esp in lost ones, too */
};

#define TRAP_FRAME_RING0_SIZE offsetof(struct trap_frame, esp)
_Static_assert(TRAP_FRAME_RING0_SIZE == TRAP_FRAME_ROOM, "TRAP_FRAME_ROOM");

/* VECTOR_DE, VECTOR_PF and so on. */
enum vector {
#define VECTOR(number, mnemonic, code, dpl, way, status, name) VECTOR_##mnemonic = number,
#include "kernel/trap/vectors.h"
#undef VECTOR
};

/* Whether the double fault's task built the frame. Such a frame lies elsewhere than the trap would
 * have left it, and so has an esp of its own. */
static inline bool trap_is_lost(const struct trap_frame *frame)
{
    return frame->vector == VECTOR_DF;
}

static inline bool trap_from_ring3(const struct trap_frame *frame)
{
    return frame->cs & 3;
}

/* The interrupted code's stack pointer, whichever ring it ran in. Of the frame where the trap left
 * it, never of a copy: in ring 0 the pointer is the frame's own end. */
static inline uint32_t trap_esp(const struct trap_frame *frame)
{
    return trap_from_ring3(frame) || trap_is_lost(frame) ? frame->esp : (uint32_t)&frame->esp;
}

/* The interrupted code's stack segment; in ring 0 there is one. */
static inline uint32_t trap_ss(const struct trap_frame *frame)
{
    return trap_from_ring3(frame) ? frame->ss : SELECTOR_DATA0;
}

/* Makes a frame leave with the segments that all code of ring 3 begins with. */
static inline void trap_use_segments3(struct trap_frame *frame)
{
    frame->cs = SELECTOR_CODE3;
    frame->ss = frame->ds = frame->es = SELECTOR_DATA3;
    frame->fs = SELECTOR_TIB3;
    frame->gs = 0;
}

/* What a page fault has become, when the touch is an exception: STATUS_ACCESS_VIOLATION,
 * STATUS_GUARD_PAGE_VIOLATION or STATUS_STACK_OVERFLOW, and the address that was touched. */
struct page_fault {
    uint32_t status, address;
};

/* Called in the trap, interrupts off, for every vector of the way EXCEPTION; fault is NULL but for
 * page faults and frames that are lost. Returns the frame to leave through: the same one to resume,
 * or another; NULL when there is no stack to deliver it on. What lies below the frame on the
 * interrupted stack is free. trap_on_exception returns the one before. */
typedef struct trap_frame *trap_exception_function(struct trap_frame *frame,
                                                   const struct page_fault *fault);
trap_exception_function *trap_on_exception(trap_exception_function *function);

/* Has that function deliver a lost frame. NULL: it could not. */
struct trap_frame *trap_deliver(struct trap_frame *frame, const struct page_fault *fault);

/* Called in the interrupt, interrupts off; the controller is told the end before the call. Returns
 * whether the running thread's time slice has ended. trap_on_interrupt takes a line from 0 to 15,
 * one function each, and lets the line through. */
typedef bool trap_interrupt_function(void);
void trap_on_interrupt(unsigned irq, trap_interrupt_function *function);

/* Lets ticks go the short way (trap_tick) when nobody but the clock wants to know of them, and all
 * of them the common way else. Whoever changes that calls it: this file, trace_on, breakpoints. */
void trap_choose_tick(void);
void trap_tick(void); /* vectors.S */

/* vectors.S: the way out of a trap. Not called: esp is at the frame to leave through. */
void trap_leave(void);

/* Serves the interrupt, if there is one, that was taken but could not be delivered. */
void trap_catch_up(void);

/* What is known of a vector: its mnemonic and name from the list, or "unused" twice. */
struct vector_names {
    const char *mnemonic, *name;
};
struct vector_names trap_names(unsigned vector);

/* Whether eip is in a stub of vectors.S or the way in or out that they share. */
bool trap_is_own_code(uint32_t eip);

/* Called by vectors.S. */
IN_REGISTERS struct trap_frame *trap_enter_c(struct trap_frame *frame);
#endif

#endif
