/* What the parts of uthread/ share. Serves C and assembly.
 *
 * A thread's block lies right above its stack, so that StackBase of the TIB is the running thread.
 * Outside of threads it is the room that every stack of the kernel's has there
 * (kernel/memory/stacks.h): code that runs threads from outside, the root, is parked in it like a
 * thread. FiberData of the TIB tells the two apart: the outermost root inside of threads, NULL
 * outside.
 *
 * The ready threads of one priority form a ring through next and previous; its head begins a round,
 * and the running thread stays in its place, so that to yield is to go to next. Of a thread that
 * was resumed by hand, next is who resumed it, and previous the thread itself. Of others that
 * neither run nor are ready, next is NULL.
 *
 * The attention word of the TEB decides which way utYield goes. As long as it equals mxcsr, nothing
 * needs a decision: the yield is the short one. It is TIB_ATTEND instead, which mxcsr never is,
 * - outside of threads,
 * - from each tick of the clock until somebody has looked after the sleepers (the kernel sets it),
 * - while a ready thread has a higher priority than the running one,
 * - while events are recorded, because every switch is one,
 * - while any thread has control words or FPU registers of its own that a switch must load, or has
 *   been cancelled and has not ended yet. The TEB counts such threads.
 *
 * A call of the runtime is never interrupted by a switch (kernel/trap/preempt.c looks at eip), so
 * that nothing here needs a lock. Nor by a stack overflow: see ut_need_stack.
 */
#ifndef UTHREAD_IMPL_H
#define UTHREAD_IMPL_H

#include "kernel/threads/tib.h"

#define UT_SWITCH_STACK   192 /* bytes that a short switch takes at most */

#define UT_EBP            0x00
#define UT_ESP            0x04
#define UT_EBX            0x08
#define UT_EDI            0x0C
#define UT_ESI            0x10
#define UT_FUNC           0x18
#define UT_STACK          0x1C
#define UT_SLEEP_TIME     0x24
#define UT_SLEEP_DURATION 0x28
#define UT_NEXT           0x2C
#define UT_STATUS         0x30
#define UT_MXCSR          0x34
#define UT_X87_CONTROL    0x38
#define UT_LAST_ERROR     0x3A
#define UT_PRIORITY       0x3B
#define UT_PREVIOUS       0x3C /* and the exit status */
#define UT_SCHEDULER      0x40
#define UT_ALL_NEXT       0x48
#define UT_OWNER          0x50
#define UT_WAIT           0x44 /* and the result */
#define UT_JOINERS        0x54 /* and the record */
#define UT_EXTRA          0x58
#define UT_FLAGS          0x5C
#define UT_SHIELDS        0x5D
#define UT_MAGIC_WORD     0x5E
#define UT_BLOCK_SIZE     0x60

/* The magic number of a block; all three share all bits but UT_MAGIC_STATES. */
#define UT_MAGIC          0x6874 /* of a thread */
#define UT_MAGIC_YIELDED  0x6875 /* of one that utResume may run: new, or yielded to it */
#define UT_MAGIC_FREE     0x6876 /* of a slot of a pool without one */
#define UT_MAGIC_STATES   3
#define UT_NORMAL         1 /* UtStatusNormal */
#define UT_SLEEPING       2 /* UtStatusSleep */
#define UT_FINISHED       3 /* UtStatusFinish */
#define UT_WAITS          4 /* UtStatusWait */

/* Flags: the first byte of the block's last word, so that one comparison asks for all of them, the
 * shields and the magic number. */
#define UT_HAS_FPU        0x01 /* it is counted in the TEB: see above */
#define UT_JOINED         0x02 /* joiners is a thread that waits in life.S, and the only one */
#define UT_DETACHED       0x04 /* uThreadDetach */
#define UT_CANCELLED      0x08 /* uThreadCancel */
#define UT_UNWINDING      0x10 /* it ends: see ut_is_unwinding */
#define UT_PACKED         0x20 /* owner is a pool; else a stack of kernel/memory/stacks.h, or NULL */
#define UT_RARE           0x40 /* there is an extra block, a priority, or joiners that are waits */
#define UT_HELD           0x80 /* by a scheduler */

/* Shields of threads that cannot use them. */
#define UT_NEW            0xFF /* has not begun */
#define UT_CLEAN          1    /* has returned from its body, and left nothing to be put right */

/* From a block down: what is made once for all threads in it. See struct first_stack. */
#define UT_FIRST_STACK    28
#define UT_FIRST_CHAIN    24
#define UT_FIRST_ENTRY    20
#define UT_FIRST_FRAME    16
#define UT_FIRST_EBP      8

#define SHORT_WAIT_SIZE   64 /* what uThreadJoin leaves room for: a wait and ebp */

#define SCH_MAGIC         0x68635375 /* "uSch" */
#define SCH_LEVELS        0x04
#define SCH_READY         0x08
#define SCH_SLEEPERS      0x88
#define SCH_ORDER         0x98
#define SCH_ENDED         0xA4

#define WAIT_NEXT         0x00
#define WAIT_PREVIOUS     0x04
#define WAIT_THREAD       0x08
#define WAIT_KIND         0x0C
#define WAIT_OBJECT       0x10
#define WAIT_BRIEF        0x14
#define WAIT_VALUE        0x18
#define WAIT_RESULT       0x1C
#define WAIT_TIMED        0x20
#define WAIT_ORDER        0x24
#define WAIT_DEADLINE     0x28
#define WAIT_CHILD        0x30
#define WAIT_SIBLING      0x34
#define WAIT_BACK         0x38
#define WAIT_SIZE         0x3C

#define X87_CW_THREADS    0x027F /* X87_CW_WINDOWS, for assembly */
#define MXCSR_THREADS     0x1F80 /* MXCSR_AT_RESET */
#define CPU_FEATURES_SSE  2      /* in struct cpu_features */
#define MXCSR_SEEN        0x3F   /* one bit an exception that was noted */
#define X87_ENV_SIZE      28     /* what fnstenv stores: control word, status word, ... */
#define X87_ENV_CONTROL   0
#define X87_ENV_STATUS    4
#define X87_ENV_TAGS      8
#define X87_SIZE          108          /* what fnsave stores */
#define SSE_SIZE          (4 + 8 * 16) /* mxcsr, and the registers without fxsave's alignment and gaps */

#ifndef __ASSEMBLER__
#include <stdbool.h>
#include <uthread.h>

/* uThread.regs has no use for eip's place once a thread has begun. */
#define UT_UNWINDING_ESP 5 /* in ut_exit, the last time */

/* What a thread waits in, on its own stack: a place among an object's waiters, and one among the
 * sleepers. thread->wait is it as long as the thread does not go on. */
struct utWait {
    struct utWait *next, *previous; /* among the waiters; next is NULL when it is not there */
    uThd thread;
    const struct ut_wait_kind *kind;
    void *object;
    const struct uThreadScheduler *brief;  /* or NULL: see brief.inc */
    void *value;                           /* for the object's use */
    int result;                            /* what ut_block returns; a brief wait ends before it */
    DWORD timed;                           /* it is among the sleepers */
    DWORD order;                           /* counts up, decides among equal deadlines */
    utTime deadline;                       /* or UT_FOREVER */
    struct utWait *child, *sibling, *back; /* of a timed one: sleepers.c */
};

static inline bool ut_is_timed(const struct utWait *wait)
{
    return !wait->brief && wait->timed;
}

static inline utTime ut_deadline(const struct utWait *wait)
{
    return wait->brief ? UT_FOREVER : wait->deadline;
}

/* What kinds of waits there are; each object has its own. */
struct ut_wait_kind {
    const char *text; /* "waits for a mutex" */
    bool sleeps;      /* UtStatusSleep, not UtStatusWait */
    /* Its deadline has come (UtErrorTimedOut), or a cancel; NULL: it is forgotten and woken. The
     * wait may go on. */
    void (*end)(struct utWait *wait, int result);
    /* Takes it out of the object's hands; NULL: it just leaves the waiters. */
    void (*forget)(struct utWait *wait);
    uThd (*holder)(const void *object); /* who could end it, if that is one thread; or NULL */
};
extern const struct ut_wait_kind ut_sleeps;

/* scheduler.c, for sleep.S: utSleep in every case; and who goes on when the running thread leaves
 * its ring. */
void ut_sleep_slowly(DWORD ms);
uThd __attribute__((regparm(1))) ut_leave_ring(uThd here);

/* Has the block tell of a sleep that begins now. */
void ut_note_sleep(uThd here, utTime now, utTime until);

/* Of a thread that runs a scheduler, the object, none of whose threads is ready. */
extern const struct ut_wait_kind ut_hosts, ut_hosts_sleepers;

/* An object's waiters, the first one first: a ring of waits with this in it. */
struct ut_queue {
    struct utWait *next, *previous;
};

struct uThreadScheduler {
    DWORD magic;
    DWORD levels;                                /* bit n: ready[n] is not NULL */
    struct uThread *ready[UT_PRIORITY_MOST + 1]; /* heads of the rings */
    struct utWait *sleepers; /* the one to wake first, or NULL: see sleepers.c */
    struct uThread *all;     /* a list of every thread held, but for packed ones */
    struct uThread *root;    /* whoever called utSchStart, while it runs */
    bool idle;               /* root is a thread, and waits for one of these to be ready */
    DWORD order;             /* the next sleeper's */
    DWORD slice;             /* milliseconds, or 0 */
    DWORD woken, ended;      /* for utSchStatistics */
    void (*on_deadlock)(utSch sch);
    struct uThreadScheduler *after, *before; /* in the list at TIB_SCHEDULERS */
};

/* Right below the block of a thread that has not begun: what a switch takes from a stack (see
 * switch.S), and above it the outermost frame, whose two words of room are what ebp leads to. They
 * are 0: no return address, and no ebp. */
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

/* What few threads have: made when it is asked for the first time (extra.c). */
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

NT_ASSERT_OFFSET(struct uThread, regs[0], UT_EBP);
NT_ASSERT_OFFSET(struct uThread, regs[1], UT_ESP);
NT_ASSERT_OFFSET(struct uThread, regs[2], UT_EBX);
NT_ASSERT_OFFSET(struct uThread, regs[3], UT_EDI);
NT_ASSERT_OFFSET(struct uThread, regs[4], UT_ESI);
NT_ASSERT_OFFSET(struct uThread, func, UT_FUNC);
NT_ASSERT_OFFSET(struct uThread, stack, UT_STACK);
NT_ASSERT_OFFSET(struct uThread, next, UT_NEXT);
NT_ASSERT_OFFSET(struct uThread, sleepTime, UT_SLEEP_TIME);
NT_ASSERT_OFFSET(struct uThread, sleepDuri, UT_SLEEP_DURATION);
NT_ASSERT_OFFSET(struct uThread, status, UT_STATUS);
NT_ASSERT_OFFSET(struct uThread, previous, UT_PREVIOUS);
NT_ASSERT_OFFSET(struct uThread, scheduler, UT_SCHEDULER);
NT_ASSERT_OFFSET(struct uThread, wait, UT_WAIT);
NT_ASSERT_OFFSET(struct uThread, allNext, UT_ALL_NEXT);
NT_ASSERT_OFFSET(struct uThread, owner, UT_OWNER);
NT_ASSERT_OFFSET(struct uThreadScheduler, ended, SCH_ENDED);
_Static_assert(sizeof(struct first_stack) == UT_FIRST_STACK, "the first stack");
NT_ASSERT_OFFSET(struct first_stack, chain, UT_FIRST_STACK - UT_FIRST_CHAIN);
NT_ASSERT_OFFSET(struct first_stack, entry, UT_FIRST_STACK - UT_FIRST_ENTRY);
NT_ASSERT_OFFSET(struct first_stack, final_frame, UT_FIRST_STACK - UT_FIRST_FRAME);
NT_ASSERT_OFFSET(struct first_stack, final_frame.room_for_level, UT_FIRST_STACK - UT_FIRST_EBP);
NT_ASSERT_OFFSET(struct uThreadScheduler, levels, SCH_LEVELS);
NT_ASSERT_OFFSET(struct uThreadScheduler, ready, SCH_READY);
NT_ASSERT_OFFSET(struct uThreadScheduler, sleepers, SCH_SLEEPERS);
NT_ASSERT_OFFSET(struct uThreadScheduler, order, SCH_ORDER);
NT_ASSERT_OFFSET(struct utWait, next, WAIT_NEXT);
NT_ASSERT_OFFSET(struct utWait, thread, WAIT_THREAD);
NT_ASSERT_OFFSET(struct utWait, kind, WAIT_KIND);
NT_ASSERT_OFFSET(struct utWait, object, WAIT_OBJECT);
NT_ASSERT_OFFSET(struct utWait, brief, WAIT_BRIEF);
NT_ASSERT_OFFSET(struct utWait, value, WAIT_VALUE);
NT_ASSERT_OFFSET(struct utWait, result, WAIT_RESULT);
NT_ASSERT_OFFSET(struct utWait, timed, WAIT_TIMED);
NT_ASSERT_OFFSET(struct utWait, deadline, WAIT_DEADLINE);
NT_ASSERT_OFFSET(struct utWait, order, WAIT_ORDER);
NT_ASSERT_OFFSET(struct utWait, child, WAIT_CHILD);
NT_ASSERT_OFFSET(struct utWait, sibling, WAIT_SIBLING);
NT_ASSERT_OFFSET(struct utWait, back, WAIT_BACK);
_Static_assert(sizeof(struct utWait) == WAIT_SIZE, "the wait");
_Static_assert(UtStatusSleep == UT_SLEEPING, "for assembly");
NT_ASSERT_OFFSET(struct uThread, mxcsr, UT_MXCSR);
NT_ASSERT_OFFSET(struct uThread, lastError, UT_LAST_ERROR);
NT_ASSERT_OFFSET(struct uThread, priority, UT_PRIORITY);
NT_ASSERT_OFFSET(struct uThread, exitStatus, UT_PREVIOUS);
NT_ASSERT_OFFSET(struct uThread, result, UT_WAIT);
NT_ASSERT_OFFSET(struct uThread, joiners, UT_JOINERS);
NT_ASSERT_OFFSET(struct uThread, record, UT_JOINERS);
NT_ASSERT_OFFSET(struct uThread, extra, UT_EXTRA);
NT_ASSERT_OFFSET(struct uThread, flags, UT_FLAGS);
NT_ASSERT_OFFSET(struct uThread, magic, UT_MAGIC_WORD);
NT_ASSERT_OFFSET(struct utWait, previous, WAIT_PREVIOUS);
_Static_assert(UtStatusWait == UT_WAITS, "for assembly");
_Static_assert(UtStatusNormal == UT_NORMAL, "for assembly");
_Static_assert(UtStatusFinish == UT_FINISHED, "for assembly");
NT_ASSERT_OFFSET(struct uThread, x87Control, UT_X87_CONTROL);
_Static_assert(sizeof(struct uThread) == UT_BLOCK_SIZE, "the block");

/* The running thread, or the root: the block above the stack in use. */
static inline uThd ut_block_here(void)
{
    uThd here;
    __asm__ volatile("movl %%fs:4, %0" : "=r"(here));
    return here;
}

/* What a call of the library, an interrupt and a service of the kernel take of the stack at most; a
 * table of threads and a deadlock's report, which change nothing, take more. */
#define UT_STACK_OF_CALLS 768
#define UT_STACK_OF_EXITS 2048 /* with an unwinding, and handlers that do little */

/* A stack that would overflow in the middle of what a call changes overflows before: whoever is
 * about to call others between two changes begins with this. Of a stack that cannot grow nothing
 * can be said. */
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

/* The attention word. */
static inline DWORD ut_attention(void)
{
    DWORD value;
    __asm__ volatile("movl %%fs:%c1, %0" : "=r"(value) : "i"(TIB_ATTENTION));
    return value;
}

static inline void ut_set_attention(DWORD value)
{
    __asm__ volatile("movl %0, %%fs:%c1" : : "r"(value), "i"(TIB_ATTENTION));
}

/* The running thread's slice: ticks that are left of it, or 0. */
static inline DWORD ut_slice(void)
{
    DWORD value;
    __asm__ volatile("movl %%fs:%c1, %0" : "=r"(value) : "i"(TIB_SLICE));
    return value;
}

static inline void ut_set_slice(DWORD ticks)
{
    __asm__ volatile("movl %0, %%fs:%c1" : : "r"(ticks), "i"(TIB_SLICE));
}

/* ---------------------------------------------------------------- preempt.S */

/* Not called: where the kernel has threads go at the end of a slice. */
void ut_preempted(void);

/* Nor these: where a thread that it has parked goes on, and one whose registers context.c has laid
 * on its stack. */
void ut_back_in_slice(void);
void ut_put_back(void);

/* ---------------------------------------------------------------- switch.S */

/* Parks the running code and goes on with to, which becomes the running thread. Returns when
 * somebody switches back. */
void UT_FAST ut_switch(uThd to);

/* Where a thread that waits briefly (brief.inc) is parked, and of how many bytes its wait is: right
 * above. NULL ends them. */
struct ut_brief_end {
    void (*served)(void), (*failed)(void);
    DWORD bytes;
};
extern const struct ut_brief_end ut_brief_ends[];
const struct ut_brief_end *ut_brief_end(void (*served)(void)); /* or NULL */

/* Parks the running thread, which is in no object's hands any more or in wait's, and goes on with
 * who is next. Returns wait->result. The sleepers are not looked after. */
int UT_FAST ut_park(struct utWait *wait);

/* The same for who knows what is running: from. */
void __attribute__((regparm(2))) ut_switch_from(uThd from, uThd to);

/* From the one up to the other, which is not part of it, StackLimit is the word at esp. */
extern const char ut_limit_saved[], ut_limit_loaded[];
extern const char ut_limit_saved_joining[], ut_limit_loaded_joining[]; /* life.S */
extern const char ut_limit_saved_joined[], ut_limit_loaded_joined[];

/* Where stmxcsr stands, which a CPU without SSE does not know; end with NULL. */
extern char *const ut_sse_places[], *const ut_sse_places_fast[], *const ut_sse_places_rendezvous[],
                                                                     *const ut_sse_places_life[];

/* Where new threads begin, of the two kinds of functions. */
void ut_entry_function(void);
void ut_entry_body(void);

/* ---------------------------------------------------------------- fpu.c */

/* Before the switch from one to the other when the short way is closed: loads to's control words
 * and registers, if they differ. Returns the x87's status word if one of from's exceptions is about
 * to be raised, which is forgotten here and comes back with from; else 0. */
uint32_t ut_switch_fpu(uThd from, uThd to);

/* The x87 and SSE as a thread begins with them, for a block. */
static inline void ut_init_fpu(uThd uthread)
{
    uthread->x87Control = X87_CW_THREADS;
    uthread->mxcsr = MXCSR_THREADS;
}

/* Lets utYield go the short way if no thread has an FPU of its own. */
void ut_arm(void);

/* Counts a thread, or no longer, after something about it has changed. */
void ut_count(uThd uthread);

/* Takes a thread that ends, or is freed, out of the count. */
void ut_forget_fpu(uThd uthread);

/* ---------------------------------------------------------------- scheduler.c */

/* What it waits in, of a thread that does. Those that life.S has park without a wait are given one
 * here. */
struct utWait *ut_make_wait(uThd uthread);
static inline struct utWait *ut_wait_of(uThd uthread)
{
    return __builtin_expect(uthread->wait != NULL, 1) ? uthread->wait : ut_make_wait(uthread);
}

/* Whether there is such a wait, or a sleep. Of others the field means nothing. */
static inline bool ut_is_waiting(uThd uthread)
{
    return uthread->status == UtStatusWait || uthread->status == UtStatusSleep;
}

/* Whether its stack is one of the library's that grow. */
static inline bool ut_grows(uThd uthread)
{
    return uthread->owner && !(uthread->flags & UT_PACKED);
}

/* Something about a thread is not as it is with most: life.S leaves it to others. Without this, or
 * UT_JOINED, the field joiners means nothing as long as it has not ended. */
static inline void ut_make_rare(uThd uthread)
{
    if (!(uthread->flags & (UT_RARE | UT_JOINED)))
        uthread->joiners = NULL;
    uthread->flags |= UT_RARE;
}

/* Puts a thread behind all others of its priority. */
void ut_make_ready(utSch sch, uThd uthread);

/* Parks the running thread in wait, whose thread, kind, object and place among waiters are set, and
 * goes on with who is ready, or with who resumed it. Returns wait->result, which whoever wakes it
 * has set. until: the deadline. When a cancel is pending it does not park: wait is among no waiters
 * any more, and the result is UtErrorCancelled. What must wait all the same does so under a shield.
 */
int ut_block(struct utWait *wait, utTime until);

/* Lets a parked thread go on: ut_block returns result. Its wait is among no waiters any more. */
void ut_wake(struct utWait *wait, int result);

/* The same for one that its deadline or a cancel ends (UtErrorTimedOut, UtErrorCancelled), which is
 * still in its object's hands. A kind of its own may let it wait on: thread->wait tells. */
void ut_abandon_wait(struct utWait *wait, int result);

/* Takes a wait out of its object's hands without waking its thread. */
void ut_forget_wait(struct utWait *wait);

/* Parks the running thread until ut_go_on. */
void ut_stop(void);
void ut_go_on(uThd uthread);

/* From now on a brief wait ends the long way. */
void ut_lengthen_wait(struct utWait *wait);

/* A thread that waits has got a scheduler, or is about to lose it: its deadline counts, or no
 * longer. */
void ut_adopt_wait(struct utWait *wait);
void ut_orphan_wait(struct utWait *wait);

/* Looks after the sleepers, and lets utYield go the short way if nothing is against it. */
void ut_attend(utSch sch);

/* Ends the running thread, its frames unwound; whoever is next goes on. record: of the exception
 * that did it, or NULL. */
_Noreturn void ut_finish(DWORD status, void *result, const EXCEPTION_RECORD *record);

/* The same without running it, for a thread that has not begun. */
void ut_finish_unstarted(uThd uthread, DWORD status);

/* ---------------------------------------------------------------- join.c */

/* A ring of the waits for a thread's end, or NULL: it has not ended. */
struct utWait *ut_joiners(uThd uthread);

/* Of a thread whose flags were lost: what its field joiners means, if anything. */
void ut_mend_joiners(uThd uthread);

/* Wakes everybody in a ring of waits for a thread's end. */
void ut_wake_joiners(struct utWait *first, int answer, void *result);

/* A detached thread that has ended, and is in no list: it is freed when nobody is on its stack. */
void ut_bury_later(uThd uthread);

/* Frees those. Uses the stack as freeing does: not on the short ways. */
void ut_bury_all(void);
static inline void ut_bury(void)
{
    if (*tib_word(TIB_BURIALS))
        ut_bury_all();
}

/* ---------------------------------------------------------------- policy.c */

/* What the running thread's policy says of an exception, as struct thread_ends asks. */
LONG ut_ask_policy(EXCEPTION_POINTERS *pointers, bool only_end);

/* The context of a stopped thread. */
static inline CONTEXT *ut_stopped(uThd uthread)
{
    return uthread->extra->stopped->ContextRecord;
}

/* ---------------------------------------------------------------- keys.c */

/* Calls the destructors of the running thread's values. They may do what a thread may. */
void ut_call_destructors(uThd here);

/* Frees all values, and calls nothing. */
void ut_forget_values(struct utExtra *extra);

/* ---------------------------------------------------------------- cancel.c */

/* Unwinds the running thread's frames, and ends it. */
_Noreturn void ut_exit(DWORD status, void *result, const EXCEPTION_RECORD *record);

/* From here on the running thread ends, and is not cancelled any more. */
void ut_begin_unwinding(uThd here);

/* Whether it does so still, with this stack pointer: a handler further out may have caught an
 * exception of the unwinding, and gone on. */
static inline bool ut_is_unwinding(uThd uthread, DWORD esp)
{
    return uthread->flags & UT_UNWINDING && esp < (DWORD)uthread->regs[UT_UNWINDING_ESP];
}

/* Whether the running thread shall end now. It goes utYield's slow way as long as this is so. */
bool ut_cancel_is_due(uThd here);
static inline bool ut_cancel_pending(uThd here)
{
    return here->flags & UT_CANCELLED && ut_cancel_is_due(here);
}

/* For a wait's result, when its object is done with it: UtErrorCancelled ends the running thread,
 * any other becomes the last error. Returns it. */
int ut_wait_failed(int result);

/* Where a thread is parked: what a switch leaves on its stack (switch.S). */
struct parked_stack {
    void *limit;
    EXCEPTION_REGISTRATION_RECORD *chain;
    void (*entry)(void);
};
static inline struct parked_stack *ut_parked(uThd uthread)
{
    return (struct parked_stack *)uthread->regs[1];
}

/* Whether the program's own code goes on next when this parked thread does: it is in utYield, and
 * what is there may be changed. */
bool ut_is_in_yield(uThd uthread);

/* ---------------------------------------------------------------- schedulers.c */

bool ut_is_scheduler(utSch sch); /* or UtErrorInvalid */

/* Every thread of a scheduler: the one added last first, and then the packed ones, which are found
 * in their pools. What stands behind one is as it was when that one's turn begins. */
uThd ut_held_after(const struct uThreadScheduler *sch, uThd uthread); /* NULL: the first */
#define UT_EACH_HELD(uthread, sch)                                                                 \
    uThd uthread = ut_held_after(sch, NULL);                                                       \
    uthread;                                                                                       \
    uthread = ut_held_after(sch, uthread)

/* Takes a thread out of its scheduler, whatever its state but running. */
void ut_release(uThd uthread);

/* Around running threads. Outside of threads ut_enter makes the room above the stack a root, which
 * it returns for ut_leave; else NULL. */
uThd ut_enter(void);
void ut_leave(uThd outside);

/* A thread that is freed while it has not ended: schedulers that it runs are run by nobody then. */
void ut_leave_hosted(uThd uthread);

/* ---------------------------------------------------------------- idle.c, deadlock.c, dump.c */

/* None of sch's threads is ready: waits until the first sleeper is due or somebody is. outside: its
 * root is no thread. Returns UtErrorNone, or why sch must end. */
int ut_idle(utSch sch, bool outside);

/* Whether a thread that a scheduler holds waits for what no clock will bring. */
static inline bool ut_is_stuck(uThd uthread)
{
    return uthread->status == UtStatusWait ||
           (uthread->status == UtStatusSleep && uthread->wait->deadline == UT_FOREVER);
}

/* The first of its threads of which this is so, or NULL. */
uThd ut_first_stuck(const void *sch);

/* Says who of sch's threads, and of schedulers that these run, waits for what, and where they wait
 * for each other in a circle. */
void ut_report_deadlock(utSch sch);

/* Whether there is a thread, and memory, at this address. */
bool ut_is_alive(uThd uthread);

/* A thread's name, or "thread 100AFFA0". */
#define UT_NAME_SIZE 32
const char *ut_name_of(uThd uthread, char name[UT_NAME_SIZE]);

/* What a thread that sleeps or waits does: "waits for a mutex 8011A040, held by b, 20 ms left". */
#define UT_WAIT_SIZE 160
const char *ut_describe_wait(uThd uthread, char text[UT_WAIT_SIZE]);

/* The thread that could end a thread's wait, if it is one that there is; else NULL. */
uThd ut_awaited(uThd uthread);

/* ---------------------------------------------------------------- thread.c */

/* Makes a block above the stack [stack, top), of which [limit, top) has memory: all that stays the
 * same from one thread to the next there. */
uThd ut_init(void *stack, void *top, void *limit);

/* Makes what threads change in a block, and below it, what a new one has; it will begin at entry.
 * What may be anything then: func, the argument in esi, wait, and without UT_RARE joiners. The
 * magic number is the caller's. */
void ut_renew(uThd uthread, void *limit, DWORD flags, void (*entry)(void));

/* Frees a thread whatever its state. It is in no list, and not the one whose stack is in use. */
void ut_free(uThd uthread);

/* Where a parked or finished thread's StackLimit stands: at its stack pointer. */
static inline void **ut_saved_limit(uThd uthread)
{
    return (void **)uthread->regs[1];
}

/* ---------------------------------------------------------------- stacks.c */

/* A block on a stack of the default size, new or one that a thread has left; NULL: UtErrorNoMemory.
 */
uThd ut_take_stack(void);

/* Gives it back, or keeps it for the next one. */
void ut_give_stack(uThd uthread);

/* ---------------------------------------------------------------- stack_use.c */

/* uThreadStackUse of a block that may be damaged; 0 where nothing can be said. */
DWORD ut_stack_use(uThd uthread);

/* ---------------------------------------------------------------- call_on.S */

/* Calls function(uthread) on the stack that ends below top, a multiple of four. */
void ut_call_on(void *top, void (*function)(uThd uthread), uThd uthread);

/* The thread's extra block, made if it has none; NULL: UtErrorNoMemory. */
struct utExtra *ut_extra(uThd uthread);

/* ---------------------------------------------------------------- sleepers.c */

/* A heap of waits by deadline, first come first served among equals: wait's order is the latest. */
static inline struct utWait *sleepers_insert(struct utWait *heap, struct utWait *wait)
{
    if (heap && wait->deadline >= heap->deadline) {
        struct utWait *first = heap->child;
        heap->child = wait;
        wait->back = heap;
        wait->sibling = first;
        if (first)
            first->back = wait;
        wait->child = NULL;
        return heap;
    }
    wait->back = wait->sibling = NULL;
    wait->child = heap;
    if (heap)
        heap->back = wait;
    return wait;
}
struct utWait *sleepers_remove(struct utWait *heap, struct utWait *wait);

/* ---------------------------------------------------------------- error.c */

/* What utLastError of the running thread, or outside of threads, returns from now on. Returns it,
 * too. */
int ut_set_error(int error);

/* Whether this is a thread; sets UtErrorInvalid otherwise. That the block says where it lies is as
 * good as a longer magic number. */
static inline bool ut_is_thread(uThd uthread)
{
    if (__builtin_expect(uthread != NULL, 1) && (uthread->magic | 1) == UT_MAGIC_YIELDED &&
        (DWORD)uthread->stack + (DWORD)uthread->stackSize - (DWORD)uthread <= UT_BLOCK_SIZE)
        return true;
    ut_set_error(UtErrorInvalid);
    return false;
}
#endif

#endif
