/* The attention word, the slice, and the room that calls need on the stack.
 *
 * The attention word of the TEB decides which way a switch goes. While it equals mxcsr, nothing
 * needs a decision. It is TIB_ATTEND instead, which mxcsr never is,
 * - outside of threads,
 * - from each tick of the clock until ut_attend has looked at the sleepers (the kernel sets it),
 * - while a ready thread has a higher priority than the running one,
 * - while events are recorded, because every switch is one,
 * - while a thread is special: it has control words or FPU registers of its own that a switch must
 *   load, or was cancelled and has not ended yet. TIB_FPU_THREADS counts special threads.
 */
#ifndef UTHREAD_ATTENTION_H
#define UTHREAD_ATTENTION_H

#include "uthread/thread.h"

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
    return __builtin_expect(must, 0);
}

/* The running thread's slice: ticks that are left of it, or 0. */
static inline DWORD ut_slice(void)
{
    return tib_load(TIB_SLICE);
}

static inline void ut_set_slice(DWORD ticks)
{
    tib_store(TIB_SLICE, ticks);
}

/* ---------------------------------------------------------------- room on the stack */

/* Bytes that a call of the library, an interrupt and a service of the kernel take of the stack at
 * most. Two reports that change nothing take more: a table of threads, and a deadlock's. */
#define UT_STACK_OF_CALLS 768
#define UT_STACK_OF_EXITS 2048 /* with an unwinding, and handlers that do little */
#define UT_STACK_OF_WAITS 192  /* what a wait takes below its call when nothing needs a decision */
UT_STACK_OFFSETS(UT_ASSERT_ROW)

/* A call must not overflow the stack in the middle of its changes. A call that calls others between
 * two changes begins with this, so that it overflows before the first one. Nothing can be said of a
 * stack that cannot grow. */
void ut_need_stack_slowly(DWORD bytes);
static inline void ut_need_stack_of(DWORD bytes)
{
    DWORD esp, limit;
    __asm__ volatile("movl %%esp, %0" : "=r"(esp));
    __asm__ volatile("movl %%fs:%c1, %0" : "=r"(limit) : "i"(TIB_STACK_LIMIT));
    if (__builtin_expect(esp - bytes < limit, 0))
        ut_need_stack_slowly(bytes);
}

static inline void ut_need_stack(void)
{
    ut_need_stack_of(UT_STACK_OF_CALLS);
}

/* The same for a wait or a wake when nothing needs a decision, in one instruction. */
static inline void ut_need_stack_of_wait(void)
{
    __asm__ volatile("testl %%eax, -%c0(%%esp)" : : "i"(UT_STACK_OF_WAITS) : "cc");
}

/* ---------------------------------------------------------------- fpu.c */

/* Before a switch while something needs a decision: loads to's control words and registers if they
 * differ. Returns the x87's status word if one of from's exceptions is about to be raised, which is
 * forgotten here and comes back with from; else 0. */
uint32_t ut_switch_fpu(uThd from, uThd to);

/* The x87 and SSE as a thread begins with them, for a block. */
static inline void ut_init_fpu(uThd uthread)
{
    uthread->x87Control = X87_CW_THREADS;
    uthread->mxcsr = MXCSR_THREADS;
}

/* Opens the short way of switches unless events are recorded or a thread is special. */
void ut_arm(void);

/* Counts a thread as special, or no longer, after something about it has changed. */
void ut_count(uThd uthread);

/* The same for a thread that ends or is freed: it is special no longer. */
static inline void ut_forget_special(uThd uthread)
{
    if (__builtin_expect(uthread->flags & UT_SPECIAL, 0)) {
        uthread->flags &= (BYTE)~UT_SPECIAL;
        --*tib_word(TIB_FPU_THREADS);
    }
}

/* ---------------------------------------------------------------- preempt.S */

/* Not called: where the kernel has threads go at the end of a slice. */
void ut_preempted(void);

/* Nor these: where a thread goes on that was parked there, and one whose registers context.c has
 * laid on its stack. */
void ut_back_in_slice(void);
void ut_put_back(void);

/* ---------------------------------------------------------------- switch.S */

/* Parks the running thread or root, from, and goes on with to, which runs then. Returns when
 * something switches back. */
void __attribute__((regparm(2))) ut_switch(uThd from, uThd to);

/* From the one up to the other, which is not part of it, StackLimit is the word at esp. */
extern const char ut_limit_saved[], ut_limit_loaded[];

/* Where stmxcsr stands, an instruction that a CPU without SSE does not know; ends with NULL. */
extern char *const ut_sse_places[];

/* Where new threads begin: those whose function returns nothing, and those with a result. */
void ut_entry_function(void);
void ut_entry_body(void);

#endif
