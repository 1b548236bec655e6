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
 * control words. A thread that faults without a handler of its own is ended, the others go on.
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
    void *stack;          /* 1Ch: its lowest usable byte */
    int stackSize;        /* 20h: bytes from there */
    DWORD sleepTime;      /* 24h: tick count at which the last sleep began */
    DWORD sleepDuri;      /* 28h: how long it lasts, in milliseconds */
    struct uThread *next; /* 2Ch: the next thread of the same list */
    int status;           /* 30h */

    struct uThread *previous;
    struct uThreadScheduler *scheduler; /* that holds it, or NULL */
    void *stackBase;                    /* above the stack's highest byte */
    struct uThread *resumer;            /* who called utResume and waits, or NULL */
    uint64_t deadline;                  /* of a sleeper: the tick at which it wakes */
    struct uThread *child, *sibling;    /* of a sleeper: its place among the others */
    DWORD order;                        /* of a sleeper: counts up, decides among equal deadlines */
    void *range;                        /* the stack's memory, when it is the library's */
    const char *name;
    DWORD exitStatus;
    DWORD magic;
} * uThd;

typedef struct uThreadScheduler *utSch;

/* ---------------------------------------------------------------- schedulers */

/* A scheduler without threads. NULL: UtErrorNoMemory. */
utSch utSchedulerCreate(void);

/* Frees a scheduler and every thread it holds, whatever their state. UtErrorBusy while it runs,
 * UtErrorInvalid. (The second spelling is the first one's right one; both are the same call.) */
void utSchedulerDestory(utSch sch);
void utSchedulerDestroy(utSch sch);

/* Adds a thread in front of the others: the one added last runs first; while the scheduler runs, it
 * begins the next round. UtErrorInvalid, UtErrorHeld (by a scheduler already), UtErrorRunning,
 * UtErrorFinished. */
void utSchAddUthd(utSch sch, uThd uthread);

/* Runs the threads in turns and returns when none is ready or asleep. While all sleep, the CPU
 * halts; inside a thread of another scheduler that thread sleeps instead. UtErrorInvalid,
 * UtErrorBusy. */
void utSchStart(utSch sch);

/* ---------------------------------------------------------------- threads */

#define UT_STACK_DEFAULT 61440 /* bytes; one page below has no memory, an overflow faults there */
#define UT_STACK_LEAST   4096  /* less does not hold an exception and its handler */

/* A thread that will run func on a stack of the default size. NULL: UtErrorNoMemory,
 * UtErrorInvalid. */
uThd uThreadCreate(function func);

/* The same on the caller's stack: stackSize bytes from stack on, both multiples of four, at least
 * UT_STACK_LEAST; it must stay until the thread is destroyed. NULL: UtErrorStackSmall,
 * UtErrorStackMisaligned, UtErrorNoMemory, UtErrorInvalid. */
uThd uThreadCreated(void *stack, int stackSize, function func);

/* Frees a thread that no scheduler holds, or that has finished. UtErrorInvalid, UtErrorRunning (it
 * is running, or waits in utResume or utSchStart), UtErrorSleeping, UtErrorHeld. Both spellings are
 * the same. */
void uThreadDestory(uThd uthread);
void uThreadDestroy(uThd uthread);

/* Runs a thread that no scheduler holds until it yields, sleeps, finishes or faults. A sleeping one
 * is woken early. UtErrorInvalid, UtErrorHeld, UtErrorRunning, UtErrorFinished. */
void utResume(uThd uthread);

/* Lets the next ready thread run, or whoever called utResume. UtErrorOutside (of a thread). */
void utYield(void);

/* The same, and the thread is not ready before ms milliseconds have passed. UtErrorOutside. */
void utSleep(DWORD ms);

/* ---------------------------------------------------------------- names and results */

/* For messages; the text must stay as long as the thread. UtErrorInvalid. */
void uThreadSetName(uThd uthread, const char *name);

/* The name, or "thread" when it has none. */
const char *uThreadName(uThd uthread);

/* Of a finished thread: 0 when its function returned, else the exception's code that ended it. */
DWORD uThreadExitStatus(uThd uthread);

/* The running thread, or NULL outside of threads. */
uThd utCurrent(void);

/* ---------------------------------------------------------------- errors */

enum {
    UtErrorNone = 0,
    UtErrorInvalid,         /* NULL, or no thread or scheduler (any more) */
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

/* Why the calling machine thread's last failed call failed. A call that succeeds leaves it alone.
 */
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
