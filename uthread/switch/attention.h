/* The attention word, the slice, and the room that calls need on the stack.
 *
 * The attention word of the TEB decides which way a switch goes. While it equals mxcsr, nothing
 * needs a decision, and a switch takes the short way (ut_switch.S). Otherwise it is TIB_ATTEND, a
 * value that mxcsr never has:
 * - outside of threads;
 * - from each tick of the clock, which the kernel notes here, until ut_attend looks at the
 * sleepers;
 * - while a ready thread has a higher priority than the running one;
 * - while events are recorded, because every switch is an event;
 * - while a thread is special: it has control words or FPU registers of its own that a switch must
 * load, or was cancelled and has not ended yet. TIB_FPU_THREADS counts special threads.
 */
#ifndef UTHREAD_ATTENTION_H
#define UTHREAD_ATTENTION_H

#include "kernel/call/branches.h"
#include "uthread/threads/ut_thread.h"

static inline DWORD ut_attention(void)
{
    return tib_load(TIB_ATTENTION);
}

static inline void ut_set_attention(DWORD value)
{
    tib_store(TIB_ATTENTION, value);
}

/* Whether something needs a decision before the running thread waits or is switched away. */
static inline bool ut_must_attend(void)
{
    bool must;
    __asm__ volatile("cmpl %2, %%fs:%c1" : "=@ccz"(must) : "i"(TIB_ATTENTION), "i"(TIB_ATTEND));
    return RARELY(must);
}

/* Returns the ticks left of the running thread's slice, or 0. */
static inline DWORD ut_slice(void)
{
    return tib_load(TIB_SLICE);
}

static inline void ut_set_slice(DWORD ticks)
{
    tib_store(TIB_SLICE, ticks);
}

/* ---------------------------------------------------------------- room on the stack */

/* Bytes of the stack that a call of the library takes at most, with an interrupt and a service of
 * the kernel. Two reports, which change nothing, take more: utDump's and a deadlock's. */
#define UT_STACK_OF_CALLS 768
#define UT_STACK_OF_EXITS 2048 /* an exit: unwinds, through small handlers */
#define UT_STACK_OF_WAITS 192  /* a wait, below its call, when nothing needs a decision */
UT_STACK_OFFSETS(UT_ASSERT_ROW)

/* A call that calls others between two of its changes begins with this, so that a stack overflow
 * comes before the first change. A stack that cannot grow is not checked. */
void ut_need_stack_slowly(DWORD bytes);
static inline void ut_need_stack_of(DWORD bytes)
{
    DWORD esp;
    bool lacks;
    __asm__ volatile("movl %%esp, %0" : "=r"(esp));
    __asm__ volatile("cmpl %%fs:%c2, %1" : "=@ccb"(lacks) : "r"(esp - bytes), "i"(TIB_STACK_LIMIT));
    if (RARELY(lacks))
        ut_need_stack_slowly(bytes);
}

static inline void ut_need_stack(void)
{
    ut_need_stack_of(UT_STACK_OF_CALLS);
}

/* Like ut_need_stack, for a wait or a wake when nothing needs a decision: one instruction. */
static inline void ut_need_stack_of_wait(void)
{
    __asm__ volatile("testl %%eax, -%c0(%%esp)" : : "i"(UT_STACK_OF_WAITS) : "cc");
}

/* ---------------------------------------------------------------- ut_fpu.c */

/* Begins a switch that takes the long way. Records it while events are recorded, and switches the
 * FPU: loads to's control words and registers if they differ. An x87 exception of from's may be
 * about to be raised. Then it is forgotten here and raised when from goes on, and its status word
 * is returned; else 0. */
uint32_t ut_switch_slowly(uThd from, uThd to);

/* Gives a block the control words that every thread begins with. */
static inline void ut_init_fpu(uThd uthread)
{
    uthread->x87Control = X87_CW_THREADS;
    uthread->mxcsr = MXCSR_THREADS;
}

/* Opens the short way of switches unless events are recorded or a thread is special. */
void ut_arm(void);

/* Counts a thread as special, or no longer, after a change of it. */
void ut_count(uThd uthread);

/* Like ut_count, for a thread that ends or is freed: it is special no longer. */
static inline void ut_forget_special(uThd uthread)
{
    if (uthread->flags & UT_SPECIAL) {
        uthread->flags &= (BYTE)~UT_SPECIAL;
        --*tib_word(TIB_FPU_THREADS);
    }
}

/* ---------------------------------------------------------------- preempt.S */

/* Not called: the kernel sends a thread there at the end of its slice. */
void ut_preempted(void);

/* Not called: a thread that was parked in ut_preempted goes on at the first, and a thread whose
 * registers ut_context.c has laid on its stack at the second. */
void ut_back_in_slice(void);
void ut_put_back(void);

/* ---------------------------------------------------------------- ut_switch.S */

/* Parks from, the running thread or root, and runs to. Returns when another switch goes to from. */
void __attribute__((regparm(2))) ut_switch(uThd from, uThd to);

/* From the first up to the second, not included, StackLimit is the word at esp. */
extern const char ut_limit_saved[], ut_limit_loaded[];

/* New threads begin at the first if their function returns nothing, and at the second if it returns
 * a result. */
void ut_entry_function(void);
void ut_entry_body(void);

#endif
