/* What the parts of uthread/ share. Serves C and assembly.
 *
 * The ready threads of a scheduler form a ring through next and previous; head begins a round, and
 * the running thread stays in its place, so that to yield is to go to next. Threads that sleep or
 * have finished are in no ring. FiberData of the TIB is the running thread, or NULL outside.
 */
#ifndef UTHREAD_IMPL_H
#define UTHREAD_IMPL_H

#include "kernel/tib.h"

#define UT_ESP            0x04
#define UT_NEXT           0x2C
#define UT_SCHEDULER      0x38
#define UT_STACK_BASE     0x3C
#define UT_RANGE          0x58
#define SCH_DEADLINE      0x00

#define SHARED_TICK_COUNT 0x7FFE0320

#define X87_SW_SEEN       0x3F /* of the status word: one bit an exception */
#define X87_SW_SUMMARY    0x80 /* one of them is not masked and about to be raised */
#define X87_ENV_SIZE      28   /* what fnstenv stores: control word, status word, ... */
#define X87_ENV_CONTROL   0
#define X87_ENV_STATUS    4

#ifndef __ASSEMBLER__
#include <stdbool.h>
#include <uthread.h>

#define UT_MAGIC  0x64685475u /* "uThd" */
#define SCH_MAGIC 0x68635375u /* "uSch" */

struct uThreadScheduler {
    uint64_t deadline; /* the tick at which utYield must look after the sleepers */
    DWORD magic;
    struct uThread *head;     /* of the ring of ready threads, or NULL */
    struct uThread *sleepers; /* the one to wake first, or NULL: see sleepers.c */
    struct uThread *finished; /* a list through next and previous, or NULL */
    struct uThread root;      /* whoever called utSchStart, while a thread runs */
    DWORD order;              /* the next sleeper's */
    bool running;
};

NT_ASSERT_OFFSET(struct uThread, regs[1], UT_ESP);
NT_ASSERT_OFFSET(struct uThread, range, UT_RANGE);
NT_ASSERT_OFFSET(struct uThread, next, UT_NEXT);
NT_ASSERT_OFFSET(struct uThread, scheduler, UT_SCHEDULER);
NT_ASSERT_OFFSET(struct uThread, stackBase, UT_STACK_BASE);
NT_ASSERT_OFFSET(struct uThreadScheduler, deadline, SCH_DEADLINE);
NT_ASSERT_OFFSET(KUSER_SHARED_DATA, TickCount, SHARED_TICK_COUNT - 0x7FFE0000);

/* switch.S: saves the running code as from and goes on with to, which becomes the running thread.
 */
void ut_switch(uThd from, uThd to);

/* switch.S: from the one up to the other, which is not part of it, StackLimit is the word at esp.
 */
extern const char ut_limit_saved[], ut_limit_loaded[];

/* switch.S: where a new thread begins; its stack is laid out by ut_prepare_stack. */
void ut_thread_entry(void);

/* thread.c: makes the stack look as if ut_switch had left a thread that goes on in ut_thread_entry;
 * limit is what has memory of it.
 */
void ut_prepare_stack(uThd uthread, void *limit);

/* thread.c: whether this is a thread; sets UtErrorInvalid otherwise. */
bool ut_is_thread(uThd uthread);

/* thread.c: frees a thread whatever its state. It is in no list. */
void ut_free(uThd uthread);

/* scheduler.c: ends the running thread with this status; whoever is next goes on. */
_Noreturn void ut_finish(DWORD status);

/* scheduler.c: takes a finished thread out of its scheduler's list. */
void ut_forget_finished(uThd uthread);

/* sleepers.c: a heap of the sleeping threads by deadline, first come first served among equals. */
uThd sleepers_insert(uThd heap, uThd uthread);
uThd sleepers_remove_first(uThd heap);

/* error.c: what utLastError of the running thread, or outside of threads, returns from now on. */
void ut_set_error(int error);
#endif

#endif
