/* A thread's block: the meaning of its fields, and the layout of the stack below it.
 *
 * A block lies right above its stack, so StackBase of the TIB is the running thread. Code that
 * starts threads from outside any thread is the *root*. The kernel leaves room above every stack;
 * the root's registers are kept there, laid out like a thread's block. The TEB's
 * word TIB_ROOT is 0 outside threads, and inside points to the outermost root's block.
 *
 * next has one of three values. A ready thread of a scheduler has the next thread of its ring, and
 * previous is the one before it. A thread that utResume runs has its resumer's block. Every other
 * thread has NULL.
 *
 * The library is never interrupted by a switch (the kernel looks at eip before it ends a slice), so
 * nothing in it needs a lock.
 */
#ifndef UTHREAD_THREADS_UT_THREAD_H
#define UTHREAD_THREADS_UT_THREAD_H

#include "kernel/call/branches.h"
#include "kernel/call/tib.h"

#include <stdbool.h>
#include <stddef.h>
#include <uthread.h>

/* An internal call with up to three arguments in registers: eax, edx, ecx. */
#define UT_REGISTERS   __attribute__((regparm(3)))

/* The magic number of a block. The two differ in UT_MAGIC_KINDS only, so that a canary can be
 * compared with either (ut_pool.h). */
#define UT_MAGIC       0x64685475u /* "uThd" */
#define UT_MAGIC_FREE  0x64685474u /* a slot or a stack without a thread */
#define UT_MAGIC_KINDS 1u

/* uThread.flags */
enum {
    UT_SPECIAL = 0x01,        /* counted in TIB_FPU_THREADS: see ut_count */
    UT_DETACHED = 0x02,       /* uThreadDetach */
    UT_CANCELLED = 0x04,      /* uThreadCancel; has not taken effect yet */
    UT_UNWINDING = 0x08,      /* the thread ends: see ut_is_unwinding */
    UT_PACKED = 0x10,         /* owner is a pool; else a stack of the kernel's, or NULL */
    UT_CANCEL_RETURNS = 0x20, /* utCancelReturns */
    UT_IN_CIRCLE = 0x40,      /* the deadlock's report has named it (ut_deadlock.c) */
    UT_LEAVES_MORE = 0x80     /* its rare fields, or the record on its stack, are to be cleaned */
};

/* uThread.parked: the place where a ready thread is parked. */
enum {
    UT_IN_CALL,  /* in utYield, unless it has a wait or runs others */
    UT_IN_SLICE, /* interrupted: its stack holds the registers that ut_preempted saved (preempt.S)
                  */
    UT_IS_LAID,  /* its stack holds registers that uThreadSetContext has laid */
    UT_IN_STOP,  /* in ut_stop, let go by ut_go_on */
    UT_IN_END    /* about to end, by a cancel */
};

/* ---------------------------------------------------------------- on its stack */

/* A parked thread's stack pointer points to this; a switch leaves it (ut_switch.S). */
struct parked_stack {
    void *limit;
    EXCEPTION_REGISTRATION_RECORD *chain;
    void (*entry)(void);
};

static inline struct parked_stack *ut_parked(uThd uthread)
{
    return (struct parked_stack *)uthread->regs[1];
}

/* Right below the block: the words that the first switch takes, and the outermost frame. ebp points
 * to the frame's last two words. They are 0: no return address, and no ebp. They keep these
 * values while the thread lives, because its body begins below them. */
struct first_stack {
    void *limit;
    EXCEPTION_REGISTRATION_RECORD *chain;
    void (*entry)(void);
    struct final_frame final_frame;
};

static inline struct first_stack *ut_first_stack(uThd uthread)
{
    return (struct first_stack *)(void *)uthread - 1;
}

#include "uthread/switch/ut_offsets.h"
UT_OFFSETS(UT_ASSERT_ROW)

/* ---------------------------------------------------------------- asking about a thread */

/* Returns the running thread, or the root: the block above the stack in use. */
static inline uThd ut_block_here(void)
{
    uThd here;
    __asm__ volatile("movl %%fs:4, %0" : "=r"(here));
    return here;
}

/* Sets the error that utLastError returns in the running thread, or outside of threads. Returns it,
 * too. */
int UT_FAST ut_set_error(int error);

/* The error for a status with which the kernel has refused memory. */
static inline int ut_error_of(uint32_t refusal)
{
    return refusal == STATUS_NO_MEMORY ? UtErrorNoAddresses : UtErrorNoMemory;
}

/* Returns zeroed memory of the heap. NULL: UtErrorNoMemory, UtErrorNoAddresses. (ut_object.c) */
void *ut_allocate(size_t size);

/* Whether a handle is a thread. */
static inline bool ut_is_thread(uThd uthread)
{
    return MOSTLY(uthread && uthread->magic == UT_MAGIC);
}

/* Returns holds. If it is false, the last error becomes UtErrorInvalid. For calls whose result is
 * not an error. */
static inline bool ut_valid(bool holds)
{
    if (!holds)
        ut_set_error(UtErrorInvalid);
    return holds;
}

/* Returns the outermost root's block. */
static inline uThd ut_root(void)
{
    return tib_has_root() ? (uThd)tib_load(TIB_ROOT) : ut_block_here();
}

/* Returns the thread of a block. NULL for the root, which is no thread, and for NULL. */
static inline uThd ut_as_thread(uThd block)
{
    return block == ut_root() ? NULL : block;
}

/* Whether a thread is parked in a wait or a sleep that has not ended. */
static inline bool ut_is_waiting(uThd uthread)
{
    return uthread->status == UtStatusWait || uthread->status == UtStatusSleep;
}

/* Whether a thread's stack is one of the library's that grow. */
static inline bool ut_grows(uThd uthread)
{
    return uthread->owner && !(uthread->flags & UT_PACKED);
}

/* Returns "runs a scheduler" or "has resumed a thread" for a thread that is parked in such a call.
 * NULL for any other thread, and for the running one. */
const char *ut_runs_others(uThd uthread);

/* Whether a parked thread is in utYield, so that the program's own code goes on next. */
static inline bool ut_is_in_yield(uThd uthread)
{
    return uthread->status == UtStatusNormal && !uthread->wait && uthread->parked == UT_IN_CALL &&
           !ut_runs_others(uthread);
}

/* ---------------------------------------------------------------- ut_thread.c */

/* Makes a block above the stack [stack, top), of which [limit, top) has memory. Fills the fields
 * that stay the same from one thread on this stack to the next. */
uThd ut_init(void *stack, void *top, void *limit, void *owner, BYTE flags);

/* Frees a thread in any state. No list holds it, and its stack is not in use. */
void ut_free(uThd uthread);

/* ---------------------------------------------------------------- ut_stacks.c */

/* The size of a stack, without its last page, that holds wanted bytes before it overflows. */
int ut_stack_size(size_t wanted);

/* Takes a stack that a thread has left, or makes one, and returns its block. size:
 * UT_STACK_DEFAULT, or a result of ut_stack_size. NULL: UtErrorNoMemory, UtErrorNoAddresses. */
uThd UT_REGISTERS ut_take_stack(int size);

/* Keeps the thread's stack for a later thread, or gives it back to the kernel. */
void UT_REGISTERS ut_give_stack(uThd uthread);

#endif
