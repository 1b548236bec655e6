/* User-level threads: a scheduler and its threads inside one thread of the machine, switched only
 * where they say so.
 *
 *     static void hello(void) { printf("hello: first\n"); utYield(); printf("hello: second\n"); }
 *
 *     utSch scheduler = utSchedulerCreate();
 *     utSchAddUthd(scheduler, uThreadCreate(hello));
 *     utSchStart(scheduler);
 *     utSchedulerDestory(scheduler);
 *
 * Each thread has its own stack, its own chain of exception handlers and its own floating-point
 * control words; exceptions that the x87 has noted but not raised are forgotten at a switch. A
 * thread that faults without a handler of its own is ended, after its handlers have cleaned up; the
 * others go on.
 *
 * All calls are for ordinary code and for threads, not for interrupts. A call that cannot do what
 * it was asked changes nothing and leaves the reason for utLastError.
 */
#ifndef UTHREAD_H
#define UTHREAD_H

#include <nt.h>

typedef void (*function)(void);

/* ebp, esp, ebx, edi, esi, eip. Of a thread that does not run only esp is kept here; the others lie
 * on its stack. */
typedef int registers[6];

/* uThread.status */
enum { UtStatusUnstart = 0, UtStatusNormal = 1, UtStatusSleep = 2, UtStatusFinish = 3 };

/* Programs may read the first nine fields; all of them belong to the library. */
typedef struct uThread {
    registers regs;       /* 00h */
    function func;        /* 18h */
    void *stack;          /* 1Ch: the lowest byte that it may come to use */
    int stackSize;        /* 20h: bytes from there */
    DWORD sleepTime;      /* 24h: tick count at which the last sleep began */
    DWORD sleepDuri;      /* 28h: how long it lasts, in milliseconds */
    struct uThread *next; /* 2Ch: who runs next, or of a finished thread another one, or NULL */
    int status;           /* 30h */

    struct uThread *previous;
    struct uThreadScheduler *scheduler; /* that holds it, or NULL */
    void *stackBase;                    /* above the stack's highest byte */
    struct uThread *resumer;            /* who called utResume and waits, or NULL */
    uint64_t deadline;                  /* of a sleeper: the tick at which it wakes */
    struct uThread *child, *sibling;    /* of a sleeper: its place among the others */
    DWORD order;                        /* of a sleeper: counts up, decides among equal deadlines */
    void *range;                        /* the stack's reservation, when it is the library's */
    const char *name;
    DWORD exitStatus;
    DWORD lastError;
    DWORD magic;
} * uThd;

typedef struct uThreadScheduler *utSch;

/* ---------------------------------------------------------------- schedulers */

/* A scheduler without threads. NULL: UtErrorNoMemory. */
utSch utSchedulerCreate(void);

/* Frees a scheduler and every thread it holds, whatever their state; handlers of those that are in
 * the middle do not clean up. UtErrorBusy while it runs, UtErrorInvalid. (The second spelling is
 * the first one's right one; both are the same call.) */
void utSchedulerDestory(utSch sch);
void utSchedulerDestroy(utSch sch);

/* Adds a thread in front of the others: the one added last runs first; while the scheduler runs, it
 * begins the next round. One that sleeps sleeps on. UtErrorInvalid, UtErrorHeld (by a scheduler
 * already), UtErrorRunning, UtErrorFinished. */
void utSchAddUthd(utSch sch, uThd uthread);

/* Runs the threads in turns and returns when none is ready or asleep. While all sleep, the CPU
 * halts. Called by a thread, that one sleeps instead, and others of its own scheduler run; as long
 * as one of sch is ready, they do not. UtErrorInvalid, UtErrorBusy. */
void utSchStart(utSch sch);

/* ---------------------------------------------------------------- threads */

/* Bytes. The library's stacks begin with two pages of memory and grow; when they have 8 KB left,
 * the touch of more raises STATUS_STACK_OVERFLOW, with these left to its handlers. What overflows
 * the caller's own stack is what lies below it. */
#define UT_STACK_DEFAULT 61440
#define UT_STACK_LEAST   8192 /* less does not hold an exception in a handler and its report */

/* A thread that will run func on a stack of the default size. NULL: UtErrorNoMemory,
 * UtErrorInvalid. */
uThd uThreadCreate(function func);

/* The same on the caller's stack: stackSize bytes from stack on, both multiples of four, at least
 * UT_STACK_LEAST; it must stay until the thread is destroyed. NULL: UtErrorStackSmall,
 * UtErrorStackMisaligned, UtErrorNoMemory, UtErrorInvalid. */
uThd uThreadCreated(void *stack, int stackSize, function func);

/* Frees a thread that has finished, or that no scheduler holds and that does not sleep; handlers of
 * one in the middle do not clean up. UtErrorInvalid, UtErrorRunning (it is running, or was resumed
 * by hand and waits in utResume or utSchStart), UtErrorSleeping, UtErrorHeld. Both spellings are
 * the same. */
void uThreadDestory(uThd uthread);
void uThreadDestroy(uThd uthread);

/* Runs a thread that no scheduler holds until it yields, sleeps, finishes or faults. A sleeping one
 * is woken early. UtErrorInvalid, UtErrorHeld, UtErrorRunning, UtErrorFinished. */
void utResume(uThd uthread);

/* Lets the next ready thread run, or whoever called utResume. UtErrorOutside (of a thread). */
void utYield(void);

/* The same, and the thread is not ready before ms milliseconds have passed by the tick count.
 * UtErrorOutside. */
void utSleep(DWORD ms);

/* ---------------------------------------------------------------- names and results */

/* For messages; the text must stay as long as the thread. NULL takes the name away.
 * UtErrorInvalid. */
void uThreadSetName(uThd uthread, const char *name);

/* The name, or "thread" when it has none (or is no thread: UtErrorInvalid). */
const char *uThreadName(uThd uthread);

/* 0 when the thread's function has returned, or not yet; else the code of the exception that ended
 * it. UtErrorInvalid. */
DWORD uThreadExitStatus(uThd uthread);

/* The running thread, or NULL outside of threads. */
uThd utCurrent(void);

/* ---------------------------------------------------------------- errors */

enum {
    UtErrorNone = 0,
    UtErrorInvalid,         /* NULL, or by its memory no thread or scheduler (any more) */
    UtErrorNoMemory,        /* memory or addresses are exhausted */
    UtErrorStackSmall,      /* below UT_STACK_LEAST */
    UtErrorStackMisaligned, /* address or size no multiple of four */
    UtErrorHeld,            /* a scheduler holds the thread */
    UtErrorRunning,         /* the thread runs, or waits for one that it resumed */
    UtErrorSleeping,        /* the thread sleeps */
    UtErrorFinished,        /* the thread has finished */
    UtErrorBusy,            /* the scheduler runs */
    UtErrorOutside          /* called by no thread */
};

/* Why the calling thread's last failed call failed; code outside of threads has one of its own. A
 * call that succeeds leaves it alone. */
int utLastError(void);

/* A few words for an error. */
const char *utErrorText(int error);

NT_ASSERT_OFFSET(struct uThread, func, 0x18);
NT_ASSERT_OFFSET(struct uThread, stack, 0x1C);
NT_ASSERT_OFFSET(struct uThread, stackSize, 0x20);
NT_ASSERT_OFFSET(struct uThread, sleepTime, 0x24);
NT_ASSERT_OFFSET(struct uThread, sleepDuri, 0x28);
NT_ASSERT_OFFSET(struct uThread, next, 0x2C);
NT_ASSERT_OFFSET(struct uThread, status, 0x30);

#endif
