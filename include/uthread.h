/* User-level threads: a scheduler and its threads inside one thread of the machine.
 *
 *     static void hello(void) { printf("hello: first\n"); utYield(); printf("hello: second\n"); }
 *
 *     utSch scheduler = utSchedulerCreate();
 *     utSchAddUthd(scheduler, uThreadCreate(hello));
 *     utSchStart(scheduler);
 *     utSchedulerDestroy(scheduler);
 *
 * Each thread has its own stack, its own chain of exception handlers and its own floating-point
 * control words. The x87's exception flags may be left over from another thread, as with fibers: a
 * thread clears them before it unmasks an exception, or asks for uThreadKeepFpu. A thread that
 * faults without a handler of its own is ended after its handlers have cleaned up; the other
 * threads go on.
 *
 * Switches. Another thread runs only in calls that say so: they start, resume, yield, sleep, wait
 * or end a thread. All other calls return before another thread runs. A time slice (utSchSetSlice)
 * switches between the program's instructions, never inside a call of the runtime.
 *
 * Calling context. The program's code makes these calls, inside or outside of threads, and never in
 * an interrupt. A call that needs a thread, or would have to wait, answers UtErrorOutside outside
 * of threads. Threads and objects belong to the thread of the machine that made them.
 *
 * Errors. A call that cannot do its work changes nothing and leaves the reason for utLastError. A
 * call that returns an error returns this reason, too, and UtErrorNone on success. A handle that is
 * none gives UtErrorInvalid from every call. In a list of errors, UtErrorNoMemory says two things:
 * the call allocates, as no other call does, and it answers UtErrorNoAddresses instead when
 * addresses are exhausted and memory is not.
 *
 * Time is the tick count in milliseconds, as GetTickCount64 returns it. A call that waits takes the
 * tick until which it waits: UT_FOREVER, utAfter(ms), or any other tick. With UT_NOW, or a tick
 * that has passed, it does not wait. No wait allocates memory.
 *
 * This file has what all calls share. It includes the calls, by subject: schedulers, threads,
 * exceptions, values, objects, channels.
 */
#ifndef UTHREAD_H
#define UTHREAD_H

#include <nt.h>

/* The function that a thread of uThreadCreate runs. Programs that define UT_SEED_NAMES have an
 * older name for it, too; the name is a word that programs use themselves. */
typedef void (*utFunction)(void);
#ifdef UT_SEED_NAMES
typedef utFunction function;
#endif

/* A call of this kind gets its first arguments in registers. */
#define UT_FAST __attribute__((fastcall))

/* uThread.status */
enum {
    UtStatusUnstart = 0,
    UtStatusNormal = 1, /* it runs or is ready */
    UtStatusSleep = 2,
    UtStatusFinish = 3,
    UtStatusWait = 4, /* for an object or another thread's end */
    UtStatusStop = 5  /* an exception has stopped it: see UtPolicyStop */
};

/* A thread's block lies right above its stack: its address is the stack's base. Programs may read
 * the fields down to status; the library alone writes them. */
typedef struct uThread {
    int regs[6];          /* 00h: ebp, esp, ebx, edi, esi of a parked thread; one word unused */
    utFunction func;      /* 18h */
    void *stack;          /* 1Ch: the stack's lowest byte */
    int stackSize;        /* 20h: its bytes; with the block only on the caller's stack */
    DWORD sleepTime;      /* 24h: low 32 bits of the tick at which the last sleep began */
    DWORD sleepDuri;      /* 28h: length of the last sleep in milliseconds */
    struct uThread *next; /* 2Ch: the thread that runs next, or NULL */
    int status;           /* 30h */

    DWORD mxcsr; /* control words at the last switch */
    WORD x87Control;
    BYTE lastError;
    BYTE priority;
    struct uThread *previous;           /* in the ring of ready threads */
    struct uThreadScheduler *scheduler; /* the scheduler that holds the thread, or NULL */
    struct utWait *wait; /* the wait on its stack, until the thread goes on; or NULL */
    struct uThread *allNext, *allPrevious;
    void *argument;
    void *result; /* result, exitStatus and record belong to a finished thread */
    DWORD exitStatus;
    const EXCEPTION_RECORD *record;
    DWORD number;
    DWORD unwindingEsp; /* the stack pointer at which the thread began to end */
    struct ut_queue {
        struct utWait *next, *previous;
    } joiners;                 /* waits for the thread's end */
    struct utRareFields *rare; /* fields that few threads need, or NULL */
    void *owner; /* the pool or the base of its stack, or NULL for the caller's stack */
    BYTE flags;
    BYTE parked;
    BYTE shields;
    DWORD magic; /* the last word: the canary of the packed stack above */
} * uThd;

typedef struct uThreadScheduler *utSch;

/* ---------------------------------------------------------------- time */

typedef uint64_t utTime;

#define UT_NOW     0
#define UT_FOREVER UINT64_MAX

/* The first tick that is no less than ms milliseconds away: one more than ms, because a part of the
 * present one has passed; the present one for 0. No errors. */
utTime utAfter(DWORD ms);

/* ---------------------------------------------------------------- errors */

enum {
    UtErrorNone = 0,
    UtErrorInvalid,         /* NULL, or by its memory no handle of this kind (any more) */
    UtErrorNoMemory,        /* memory is exhausted */
    UtErrorStackSmall,      /* below UT_STACK_LEAST, or UT_PACKED_LEAST */
    UtErrorStackMisaligned, /* address or size is no multiple of 4; a pool's size none of 64 */
    UtErrorHeld,            /* a scheduler holds the thread */
    UtErrorRunning,         /* the thread runs, or waits for a thread that it has resumed */
    UtErrorSleeping,        /* the thread sleeps */
    UtErrorFinished,        /* the thread has finished */
    UtErrorBusy,            /* the scheduler runs; a waiter or a holder needs the object */
    UtErrorOutside,         /* called outside of threads */
    UtErrorWaiting,         /* the thread waits */
    UtErrorTimedOut,        /* the time has passed */
    UtErrorCancelled,  /* the calling thread ends, as its finally blocks find; or utCancelReturns */
    UtErrorClosed,     /* the channel is closed */
    UtErrorSelf,       /* the calling thread would wait for itself for ever */
    UtErrorNotOwner,   /* the calling code does not hold the mutex or lock */
    UtErrorRange,      /* a number is out of its range */
    UtErrorDetached,   /* the thread is detached: it cannot be joined */
    UtErrorFaulted,    /* an exception or a cancel has ended the thread */
    UtErrorNotStopped, /* no exception has stopped the thread */
    UtErrorDeadlock,   /* no thread can ever run again */
    UtErrorNoAddresses /* addresses are exhausted: a program has 1.75 GB of them */
};

/* The reason why the calling thread's last failed call failed. Code outside of threads has a last
 * error of its own. A call that succeeds leaves it alone. */
int utLastError(void);

/* A few words for an error, "unknown error" for any other number. No errors. */
const char *utErrorText(int error);

NT_ASSERT_OFFSET(struct uThread, func, 0x18);
NT_ASSERT_OFFSET(struct uThread, stack, 0x1C);
NT_ASSERT_OFFSET(struct uThread, stackSize, 0x20);
NT_ASSERT_OFFSET(struct uThread, sleepTime, 0x24);
NT_ASSERT_OFFSET(struct uThread, sleepDuri, 0x28);
NT_ASSERT_OFFSET(struct uThread, next, 0x2C);
NT_ASSERT_OFFSET(struct uThread, status, 0x30);

#include <uthread_channels.h>
#include <uthread_exceptions.h>
#include <uthread_objects.h>
#include <uthread_schedulers.h>
#include <uthread_threads.h>
#include <uthread_values.h>

#endif
