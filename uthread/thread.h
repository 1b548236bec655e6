/* A thread's block: what it means, and what lies below it on the thread's stack.
 *
 * A block lies right above its stack, so StackBase of the TIB is the running thread. Code that
 * starts threads from outside any thread is the *root*. The kernel leaves room above every stack;
 * the root's registers are kept there, laid out like a thread's block. FiberData is NULL outside
 * threads, and inside points to the outermost root's block.
 *
 * Of a thread that a scheduler holds and that is ready, next and previous are its ring. Of a thread
 * that utResume runs, next is the resumer's block. Of every other thread next is NULL.
 *
 * The library is never interrupted by a switch (the kernel looks at eip before it ends a slice), so
 * nothing in it needs a lock.
 */
#ifndef UTHREAD_THREAD_H
#define UTHREAD_THREAD_H

#include "kernel/threads/tib.h"

#include <stdbool.h>
#include <stddef.h>
#include <uthread.h>

/* Internal calls with up to three arguments in registers: eax, edx, ecx. */
#define UT_REGISTERS   __attribute__((regparm(3)))

/* The magic number of a block. Both differ in UT_MAGIC_KINDS only, so that a canary can be compared
 * with either (pool.h). */
#define UT_MAGIC       0x64685475u /* "uThd" */
#define UT_MAGIC_FREE  0x64685474u /* a slot or a stack without a thread */
#define UT_MAGIC_KINDS 1u

/* uThread.flags */
enum {
    UT_SPECIAL = 0x01,        /* counted in TIB_FPU_THREADS: see ut_count */
    UT_DETACHED = 0x02,       /* uThreadDetach */
    UT_CANCELLED = 0x04,      /* uThreadCancel; not yet taken note of */
    UT_UNWINDING = 0x08,      /* it ends: see ut_is_unwinding */
    UT_PACKED = 0x10,         /* owner is a pool; else a stack of the kernel's, or NULL */
    UT_CANCEL_RETURNS = 0x20, /* utCancelReturns */
    UT_IN_CIRCLE = 0x40       /* the deadlock's report has named it (deadlock.c) */
};

/* uThread.parked: where a thread that is ready does not run. */
enum {
    UT_IN_CALL,  /* in utYield, unless its wait is not NULL, or it runs others */
    UT_IN_SLICE, /* interrupted: its stack holds what ut_preempted has saved (preempt.S) */
    UT_IS_LAID,  /* its stack holds registers that uThreadSetContext has laid */
    UT_IN_STOP,  /* in the stop of an exception, which is over */
    UT_IN_END    /* about to end, because a cancel has sent it there */
};

/* ---------------------------------------------------------------- on its stack */

/* What a switch leaves at the stack pointer of a parked thread (switch.S). */
struct parked_stack {
    void *limit;
    EXCEPTION_REGISTRATION_RECORD *chain;
    void (*entry)(void);
};

static inline struct parked_stack *ut_parked(uThd uthread)
{
    return (struct parked_stack *)uthread->regs[1];
}

/* Right below the block: what the first switch takes, and the outermost frame, to whose two words
 * of room ebp points. They are 0: no return address, and no ebp. They stay as they are while the
 * thread lives, because it begins below them. */
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

#include "uthread/offsets.h"
UT_OFFSETS(UT_ASSERT_ROW)

/* ---------------------------------------------------------------- asking about a thread */

/* The running thread, or the root: the block above the stack in use. */
static inline uThd ut_block_here(void)
{
    uThd here;
    __asm__ volatile("movl %%fs:4, %0" : "=r"(here));
    return here;
}

/* What utLastError of the running thread, or outside of threads, returns from now on. Returns it,
 * too. */
int UT_FAST ut_set_error(int error);

/* What utLastError returns after the kernel has refused memory with this status. */
static inline int ut_error_of(uint32_t refusal)
{
    return refusal == STATUS_NO_MEMORY ? UtErrorNoAddresses : UtErrorNoMemory;
}

/* Zeroed memory of the heap; NULL: UtErrorNoMemory, UtErrorNoAddresses. (object.c) */
void *ut_allocate(size_t size);

/* Whether this is a thread. */
static inline bool ut_is_thread(uThd uthread)
{
    return __builtin_expect(uthread && uthread->magic == UT_MAGIC, 1);
}

/* The same question with UtErrorInvalid for a no, in calls whose result is no error. */
static inline bool ut_valid(bool holds)
{
    if (__builtin_expect(!holds, 0))
        ut_set_error(UtErrorInvalid);
    return holds;
}

/* The thread of a block; NULL for the root, which is no thread, and for NULL. */
static inline uThd ut_as_thread(uThd block)
{
    uThd root = tib_fiber();
    return block == (root ? root : ut_block_here()) ? NULL : block;
}

/* Whether it is parked in a wait or a sleep that has not ended. */
static inline bool ut_is_waiting(uThd uthread)
{
    return uthread->status == UtStatusWait || uthread->status == UtStatusSleep;
}

/* Whether its stack is one of the library's that grow. */
static inline bool ut_grows(uThd uthread)
{
    return uthread->owner && !(uthread->flags & UT_PACKED);
}

/* What a thread does that has called others and is parked for them: it runs a scheduler, or has
 * resumed a thread. NULL: it has not, as the running one. */
const char *ut_runs_others(uThd uthread);

/* Whether the program's own code goes on when this parked thread does, because it is in utYield. */
static inline bool ut_is_in_yield(uThd uthread)
{
    return uthread->status == UtStatusNormal && !uthread->wait && uthread->parked == UT_IN_CALL &&
           !ut_runs_others(uthread);
}

/* ---------------------------------------------------------------- thread.c */

/* Makes a block above the stack [stack, top), of which [limit, top) has memory: all that stays the
 * same from one thread to the next there. */
uThd ut_init(void *stack, void *top, void *limit, void *owner, BYTE flags);

/* Frees a thread whatever its state. No list holds it, and its stack is not in use. */
void ut_free(uThd uthread);

/* What few threads have. */
struct utExtra {
    const char *name;
    int policy;
    utExceptionHandler handler;
    EXCEPTION_POINTERS *stopped; /* of UtStatusStop */
    struct ut_value *values;     /* of keys */
    unsigned round;              /* in which their destructors are called */
    bool keeps_fpu;              /* uThreadKeepFpu */
    void *fpu;                   /* memory around an aligned area for that, see fpu.c */
};

/* The thread's extra block, made if it has none; NULL as ut_allocate. */
struct utExtra *ut_extra(uThd uthread);

/* The context of a stopped thread. */
static inline CONTEXT *ut_stopped(uThd uthread)
{
    return uthread->extra->stopped->ContextRecord;
}

/* ---------------------------------------------------------------- stacks.c */

/* The size of a stack, its last page not counted, that holds wanted bytes before it overflows. */
int ut_stack_size(size_t wanted);

/* A block on a stack of this size, UT_STACK_DEFAULT or what ut_stack_size says: a new one or one
 * that a thread has left. NULL: UtErrorNoMemory, UtErrorNoAddresses. */
uThd UT_REGISTERS ut_take_stack(int size);

/* Gives it back, or keeps it for the next one. */
void UT_REGISTERS ut_give_stack(uThd uthread);

/* ---------------------------------------------------------------- keys.c */

/* Calls the destructors of the running thread's values. They may do what a thread may. */
void ut_call_destructors(uThd here);

/* Frees all values, and calls nothing. */
void ut_forget_values(struct utExtra *extra);

/* ---------------------------------------------------------------- policy.c */

/* What the running thread's policy says of an exception, as struct thread_ends asks. */
LONG ut_ask_policy(EXCEPTION_POINTERS *pointers, bool only_end);

#endif
