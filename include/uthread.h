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
    } joiners;             /* waits for the thread's end */
    struct utExtra *extra; /* fields that few threads need, or NULL */
    void *owner;           /* the pool or the base of its stack, or NULL for the caller's stack */
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

/* The tick in ms milliseconds from now. No errors. */
utTime utAfter(DWORD ms);

/* ---------------------------------------------------------------- schedulers */

/* Makes a scheduler without threads. NULL: UtErrorNoMemory. */
utSch utSchedulerCreate(void);

/* Frees a scheduler and all its threads, in any state. Handlers of unfinished threads do not clean
 * up. Joiners of these threads get UtErrorInvalid. UtErrorInvalid, UtErrorBusy (it runs). */
void utSchedulerDestroy(utSch sch);
void utSchedulerDestory(utSch sch); /* an older spelling */

/* Adds a thread in front of the others: the thread added last runs first. While the scheduler runs,
 * the added thread begins the next round. A thread that sleeps, waits or is stopped remains so.
 * UtErrorInvalid, UtErrorHeld (by a scheduler already), UtErrorRunning (also when it runs sch, or a
 * scheduler around sch), UtErrorFinished. */
void utSchAddUthd(utSch sch, uThd uthread);

/* Runs the threads in turns. Returns when no thread is ready, sleeps or waits. While all threads
 * sleep, the CPU halts. When a thread makes this call, it sleeps or waits instead of a halt, and
 * other threads of its own scheduler run meanwhile; they do not run while a thread of sch is ready.
 *
 * Deadlock: no thread of the outermost running scheduler, or of one that runs inside it, can ever
 * run. The console gets a report of the waiting threads, their objects and the holders. Then the
 * hook of the scheduler started last is called (utSchOnDeadlock). When the hook has made a thread
 * of this scheduler ready or given it a deadline, the scheduler goes on. Otherwise its utSchStart
 * returns, and the same follows for the next scheduler outwards, until a thread can run. A stopped
 * thread (UtPolicyStop) does not wait.
 *
 * UtErrorInvalid, UtErrorBusy (it runs already), UtErrorDeadlock, UtErrorCancelled
 * (utCancelReturns). */
void utSchStart(utSch sch);

/* Sets the function that is called after a deadlock's report; NULL: none. The hook runs in the code
 * that called utSchStart, and may wake the waiting threads. UtErrorInvalid. */
int utSchOnDeadlock(utSch sch, void (*hook)(utSch sch));

/* Limits the time of a thread that does not yield: ms milliseconds at a time, from 1 to
 * UT_SLICE_MOST, or 0 for no limit, as at the start. A slice does not end inside a call of the
 * runtime, in a thread that was resumed by hand, or with less than 600 bytes of stack left. The
 * next tick tries again. UtErrorInvalid, UtErrorRange. */
#define UT_SLICE_MOST 65535
int utSchSetSlice(utSch sch, DWORD ms);

/* Sets a priority from 0, where every thread begins, to UT_PRIORITY_MOST. A thread runs only when
 * no ready thread of its scheduler has a higher priority. Threads of the same priority take turns.
 * A new priority of the running thread, or a higher thread that becomes ready, takes effect when
 * the running thread yields next. UtErrorInvalid, UtErrorRange. */
#define UT_PRIORITY_MOST 31
int uThreadSetPriority(uThd uthread, int priority);

/* A scheduler's threads, and counts since it was made. UtErrorInvalid (also for statistics of
 * NULL). */
typedef struct utStatistics {
    DWORD threads;  /* that the scheduler holds */
    DWORD ready;    /* with the running one */
    DWORD sleeping; /* also in a wait with a time-out */
    DWORD waiting;  /* also in a wait with a time-out */
    DWORD finished;
    DWORD woken; /* sleeps and time-outs that have ended since it was made */
    DWORD ended; /* threads that have ended since it was made */
} utStatistics;
int utSchStatistics(utSch sch, utStatistics *statistics);

/* Prints every thread of a scheduler to the console, as the runtime's own reports. A line has the
 * name, the priority, the bytes of stack in use now, the most used so far (uThreadStackUse), the
 * stack's size, and the state with the object of a wait and the time left. A backtrace follows for
 * each thread that does not run. The call takes about 1 KB of stack. UtErrorInvalid. */
int utDump(utSch sch);

/* ---------------------------------------------------------------- threads */

/* Bytes. A stack of the library begins with two pages of memory, or one on the smallest, and grows.
 * On a stack of the default size, the first touch of the last 8 KB raises STATUS_STACK_OVERFLOW and
 * leaves these 8 KB to the handlers. In a call of the library, the overflow comes before the first
 * change. A stack whose guard page another thread has touched does not grow any more, and no later
 * thread gets it. A caller's stack has no guard: its overflow writes into the memory below.
 */
#define UT_STACK_DEFAULT 61440
#define UT_STACK_LEAST   8192 /* room for an exception in a handler, and its report */

/* Makes a thread that will run func on a stack of the default size. NULL: UtErrorNoMemory,
 * UtErrorInvalid (func is NULL). */
uThd uThreadCreate(utFunction func);

/* Makes the thread on the caller's stack: stackSize bytes from stack on. Both are multiples of
 * four, and stackSize is at least UT_STACK_LEAST. The memory must stay until the thread is
 * destroyed. It is zeroed, and the uppermost sizeof(struct uThread) bytes, 128, become the block.
 * NULL: UtErrorStackSmall, UtErrorStackMisaligned, UtErrorInvalid (stack or func is NULL). */
uThd uThreadCreated(void *stack, int stackSize, utFunction func);

/* Makes a thread that will run body(argument) on a stack of the pool, or on one of the default size
 * when pool is NULL. NULL: UtErrorNoMemory (also when all of the pool is in use), UtErrorInvalid
 * (no pool, or body is NULL). */
typedef void *(*utBody)(void *argument);
typedef struct utPool *utPool;
uThd uThreadCreateFor(utBody body, void *argument, utPool pool);

/* Makes a thread that will run body(argument) on a guarded stack of the library's. The stack holds
 * stackSize bytes, its block included, before it overflows. A size up to 45,056 bytes is rounded up
 * to pages of 4 KB. A larger size is rounded up to 48 KB, which is the default stack, 112 KB, and
 * so on in steps of 64 KB. uThread.stackSize is all of the stack, with the bytes left to an
 * overflow's handlers.
 *
 * A stack of up to 45,056 bytes is small. Sixteen small stacks of a size lie side by side. Each
 * takes 8 KB of addresses more than it holds: a guard page, and a page below that never has memory.
 * An overflow leaves its handlers the rest of the guard page, as on Windows
 * (SetThreadStackGuarantee: more). A larger stack has 64 KB without memory below it: a function
 * whose untouched frame reaches beyond the guard faults there. Below a small stack, a frame of more
 * than 8 KB may reach the next stack.
 *
 * The most threads, with 3584 MB of memory (the runtime uses 1792 MB of them) and with 128 MB:
 *
 *     stack                                   addresses each   3584 MB     128 MB
 *     default size                            128 KB              14,300    10,000
 *     UT_STACK_LEAST                          16 KB              114,000    15,000
 *     packed, UT_PACKED_LEAST                                  2,600,000   200,000
 *
 * NULL: UtErrorNoMemory, UtErrorStackSmall (below UT_STACK_LEAST), UtErrorInvalid (body is NULL).
 */
uThd uThreadCreateSized(utBody body, void *argument, size_t stackSize);

/* Frees a thread that has finished or stopped, or that no scheduler holds and that neither sleeps
 * nor waits. Handlers of an unfinished thread do not clean up. A later thread may get the same
 * handle. UtErrorInvalid, UtErrorRunning (it runs, or was resumed by hand and waits in utResume or
 * utSchStart), UtErrorSleeping, UtErrorWaiting, UtErrorHeld, UtErrorBusy (joiners wait for its
 * end). */
void uThreadDestroy(uThd uthread);
void uThreadDestory(uThd uthread); /* an older spelling */

/* Runs a thread that no scheduler holds until it yields, sleeps, waits, stops, finishes or faults.
 * A sleeping thread is woken early. UtErrorInvalid, UtErrorHeld, UtErrorRunning, UtErrorWaiting
 * (its wait is not served and its time has not passed, or an exception has stopped it),
 * UtErrorFinished. */
void UT_FAST utResume(uThd uthread);

/* Lets the next ready thread run, or the resumer. Allowed in threads only; utLastError:
 * UtErrorOutside. */
void utYield(void);

/* Sleeps: lets other threads run, and is not ready before ms milliseconds have passed by the tick
 * count, or before the tick until. Without time to sleep, the sleep lasts until the thread's next
 * turn. UtErrorOutside, UtErrorCancelled (utCancelReturns). */
void utSleep(DWORD ms);
int utSleepUntil(utTime until);

/* The running thread, or NULL outside of threads. No errors. */
uThd utCurrent(void);

/* ---------------------------------------------------------------- the end of a thread */

/* Ends the running thread from any depth, as if its body had returned result. Its frames are
 * unwound: handlers clean up and finally blocks run, which may wait. Outside of threads the call
 * returns UtErrorOutside.
 *
 * Another exit, or an exception, in a finally block of a thread that ends takes the place of the
 * first end. A cancel there is ignored. When a handler further out takes such an exception, the
 * thread goes on behind it. Then a cancel takes effect at the next call that is not made deeper in
 * the stack than the end was. */
int uThreadExit(void *result);

/* Waits for a thread's end. *result becomes the result of its body, or NULL when it has none;
 * result may be NULL. Any number of joiners may wait, and an ended thread may be joined again until
 * uThreadDestroy. Outside of threads, an ended thread can be joined. UtErrorInvalid (also when it
 * was destroyed with its scheduler meanwhile), UtErrorSelf, UtErrorDetached, UtErrorTimedOut,
 * UtErrorCancelled (utCancelReturns), UtErrorOutside; UtErrorFaulted when an exception or a cancel
 * has ended it: see uThreadExitStatus. */
int uThreadJoin(uThd uthread, void **result, utTime until);

/* Destroys the thread when it has ended, or at once if it has. Then its handle is none any more.
 * UtErrorInvalid, UtErrorDetached (already), UtErrorBusy (joiners wait for its end). */
int uThreadDetach(uThd uthread);

/* Asks a thread to end. The cancel takes effect in the wait, the sleep or the yield that the thread
 * is in, or else in its next one: its frames are unwound, and it ends with STATUS_CANCELLED. A wait
 * that has been served returns first. A wait for a condition has its mutex again first. A thread in
 * utSchStart ends when no thread of that scheduler is ready. An unstarted thread ends without
 * running. A second cancel changes nothing. utLastError of the ending thread is UtErrorCancelled at
 * first. UtErrorInvalid, UtErrorFinished. */
#define STATUS_CANCELLED 0xC0000120u
int uThreadCancel(uThd uthread);

/* Between utShield and utUnshield the running thread is not cancelled. They nest up to 255 times. A
 * wait inside goes on. The cancel takes effect at the next call after the outermost utUnshield.
 * UtErrorOutside, UtErrorRange (a 256th utShield, or an utUnshield too many). */
int utShield(void);
int utUnshield(void);

/* Ends the running thread if it was cancelled and is not shielded. UtErrorOutside, UtErrorCancelled
 * (utCancelReturns). */
int utTestCancel(void);

/* on: a cancel does not end the running thread any more. Instead the wait, the sleep or the
 * utTestCancel returns UtErrorCancelled once, and the thread goes on. Such a wait leaves nothing
 * behind; a wait for a condition has its mutex again. utSleep and utSchStart return nothing, so
 * utLastError tells. utYield leaves the cancel to a later call.
 *
 * A cancel ends the thread all the same when it is unstarted, when an exception has stopped it
 * (UtPolicyStop), and when its packed stack has overflowed. Threads begin with FALSE. After a
 * change to FALSE, a cancel that no call has returned ends the thread. UtErrorOutside. */
int utCancelReturns(BOOL on);

/* The code of the exception that ended the thread, or STATUS_CANCELLED. 0: it has ended by itself,
 * it has not ended, or UtErrorInvalid. */
DWORD uThreadExitStatus(uThd uthread);

/* The record of the exception that ended the thread, or NULL. It stays until the thread is
 * destroyed. UtErrorInvalid. */
const EXCEPTION_RECORD *uThreadExceptionRecord(uThd uthread);

/* ---------------------------------------------------------------- exceptions of a thread */

/* A thread's policy for an exception that none of its handlers took. The policy is asked before
 * anything is unwound. With UtPolicyEnd, or when a handler leaves the decision to it, the program's
 * unhandled exception filter is asked first. An exception under a broken chain, in the filter or in
 * the handler ends the thread, or for UtPolicyProgram the program. */
enum {
    UtPolicyEnd = 0, /* prints a line, unwinds the thread's frames, ends it: at the start */
    UtPolicyProgram, /* ends the program with the report and the exception's status */
    UtPolicyCall,    /* asks handler, which answers as an unhandled exception filter does */
    UtPolicyStop     /* stops the thread until uThreadContinue, a cancel or its end */
};
typedef LONG (*utExceptionHandler)(EXCEPTION_POINTERS *pointers);

/* handler: for UtPolicyCall, else NULL. It runs in the faulting thread, after the thread's
 * handlers. UtErrorInvalid (also for no such policy, or a handler that does not go with it),
 * UtErrorNoMemory. */
int uThreadSetPolicy(uThd uthread, int policy, utExceptionHandler handler);

/* The registers of a thread that does not run:
 * - stopped: the registers of its exception;
 * - interrupted at the end of a slice: the registers of its next instruction;
 * - in utYield: the registers behind the call;
 * - unstarted: the registers of its body's first instruction.
 * In the last two cases Eax, Ecx, Edx and EFlags are not kept. They read as 0, with interrupts on,
 * and take the values that are set.
 *
 * ContextFlags name the groups to read or to change: CONTEXT_CONTROL, CONTEXT_INTEGER and
 * CONTEXT_SEGMENTS, and for a stopped thread all groups of its exception. New values take effect
 * when the thread goes on. They can be read and set again. An unstarted thread has begun then. A
 * cancel takes effect as it would have without the change.
 *
 * Esp is a multiple of four in the stack's present memory, below the outermost frame. The library
 * uses up to 284 bytes below Esp, so set Esp before you lay a call there. Handlers' frames below a
 * new Esp are forgotten and do not clean up. Selectors must be those of all threads. EFlags takes
 * the bits that a program of ring 3 may change. The calls use about 1 KB of the caller's stack.
 *
 * UtErrorInvalid (the thread, or context cannot be read or written), UtErrorRunning,
 * UtErrorFinished, UtErrorSleeping, UtErrorWaiting (also in any other call but utYield, or about to
 * end), UtErrorRange (groups, Esp, selectors). */
int uThreadGetContext(uThd uthread, CONTEXT *context);
int uThreadSetContext(uThd uthread, const CONTEXT *context);

/* Lets a stopped thread go on with its context: it becomes ready, or can be resumed.
 * UtErrorInvalid, UtErrorNotStopped. */
int uThreadContinue(uThd uthread);

/* ---------------------------------------------------------------- names, numbers, keys of threads
 */

/* Names a thread in messages. The text is not copied: it must stay as long as the thread. NULL
 * takes the name away. UtErrorInvalid, UtErrorNoMemory. */
void uThreadSetName(uThd uthread, const char *name);

/* The name, or "thread" for a thread without one. "thread" is also the answer to UtErrorInvalid. */
const char *uThreadName(uThd uthread);

/* A thread's number. The threads of one thread of the machine are numbered from 1 on, in the order
 * in which they were made. A number comes back after 2^32 - 1 threads. 0: UtErrorInvalid. */
DWORD uThreadNumber(uThd uthread);

/* keep: every switch saves all x87 and SSE registers for the thread, not only the control words.
 * UtErrorInvalid, UtErrorNoMemory. */
int uThreadKeepFpu(uThd uthread, BOOL keep);

/* The most bytes of its stack that a thread has used so far. A stack of the library that grows
 * counts its memory, one or two pages at the start. Any other stack was zeroed at the start, and
 * counts down to its lowest word that is not zero. Earlier threads on a kept stack, or in the room
 * of a pool, count, too. 0: UtErrorInvalid. */
DWORD uThreadStackUse(uThd uthread);

/* A key gives each thread a value of its own. It is for the threads of one thread of the machine.
 * destructor may be NULL. A thread that ends calls destructor(value) for each of its values that is
 * not NULL, in no order that a program can rely on. A thread that has lost its stack calls none.
 * utKeyDestroy calls no destructors, and threads must not use the key any more. NULL:
 * UtErrorNoMemory. utKeyDestroy: UtErrorInvalid. */
typedef struct utKeyObject *utKey;
utKey utKeyCreate(void (*destructor)(void *value));
int utKeyDestroy(utKey key);

/* The running thread's value; NULL at the start. UtErrorInvalid, UtErrorOutside; utKeySet also
 * UtErrorNoMemory (only when a thread sets its first value for a key). */
int utKeySet(utKey key, void *value);
void *utKeyGet(utKey key);

/* ---------------------------------------------------------------- pools of packed stacks */

/* Makes room for count threads, from 1 on. Each gets a stack of at least stackSize bytes, a
 * multiple of UT_PACKED_MULTIPLE from UT_PACKED_LEAST on, and its block above that. Stacks are made
 * a little larger so that caches are used evenly. The pool takes memory when as many threads are
 * alive for the first time, and keeps it until utPoolDestroy. The next thread uses the room that a
 * thread has left.
 *
 * A canary lies between the stacks, not a guard page. The library looks at it when the thread
 * yields, waits or sleeps for the first time after a tick, when it ends, when it is cancelled, and
 * in utDump. It does not look while the thread runs on, is ready or waits. A thread found to have
 * overflowed is named in a line and ends with STATUS_STACK_OVERFLOW; its handlers do not clean up.
 * Inside utShield it does not end in a wait. The overflow may have written into the block of the
 * thread below: that one stays a thread, and no more is promised. An exception without room on its
 * packed stack ends the thread. An exit or a cancel with less than 1300 bytes left ends the thread
 * without clean-up by its handlers.
 *
 * NULL: UtErrorNoMemory, UtErrorStackSmall, UtErrorStackMisaligned, UtErrorInvalid (count). */
#define UT_PACKED_LEAST    512 /* holds any call of the library from the body */
#define UT_PACKED_MULTIPLE 64
utPool utPoolCreate(int stackSize, int count);

/* Frees a pool. UtErrorInvalid, UtErrorBusy (it has threads). */
int utPoolDestroy(utPool pool);

/* ---------------------------------------------------------------- objects to wait on */

/* All objects. Create returns NULL for UtErrorNoMemory, or UtErrorRange for a number out of its
 * range. Destroy: UtErrorInvalid, UtErrorBusy (a thread waits for it, or it is held). A wait
 * returns UtErrorNone when it is served, or UtErrorInvalid, UtErrorTimedOut, UtErrorOutside (code
 * outside of threads would have to wait), UtErrorCancelled (utCancelReturns). A waiting call
 * without until waits as with UT_FOREVER.
 *
 * Waiters are served in order of arrival, at any priority. A served waiter owns its share
 * at once: no later caller can take it, even one that runs first. */

/* A lock with one owner: a thread, or code outside of threads. recursive: the owner may lock it
 * again, up to UT_COUNT_MOST times (UtErrorRange), and unlocks it as often. A second lock of any
 * other mutex: UtErrorSelf. An unlock by code that does not own it: UtErrorNotOwner. A thread that
 * ends stays the owner. */
typedef struct utMutexObject *utMutex;
utMutex utMutexCreate(BOOL recursive);
int utMutexDestroy(utMutex mutex);
int UT_FAST utMutexLock(utMutex mutex);
int utMutexLockUntil(utMutex mutex, utTime until);
int UT_FAST utMutexUnlock(utMutex mutex);
uThd utMutexOwner(utMutex mutex); /* the owner; NULL: no thread, or UtErrorInvalid */

/* A wait unlocks the caller's mutex, however often it was locked, and locks it as often before it
 * returns, with any result. A woken or timed-out waiter waits for the mutex behind the mutex's
 * waiters. A mutex that such a waiter will lock cannot be destroyed (UtErrorBusy). utConditionWait:
 * UtErrorNotOwner. */
typedef struct utConditionObject *utCondition;
utCondition utConditionCreate(void);
int utConditionDestroy(utCondition condition);
int utConditionWait(utCondition condition, utMutex mutex, utTime until);
int utConditionSignal(utCondition condition);    /* wakes the first waiter, if any */
int utConditionBroadcast(utCondition condition); /* wakes all present waiters */

/* A lock for any number of readers or one writer, each a thread or code outside of threads. Readers
 * and writers are served in order of arrival: a reader waits behind a waiting writer, and readers
 * without a writer between them go on together. The writer can neither read nor write again
 * (UtErrorSelf).
 *
 * Readers are counted, up to UT_COUNT_MOST (UtErrorRange), and not remembered. So a thread may read
 * twice, and may unlock for another reader. But a reader that asks to write waits for itself for
 * ever, and so does a reader that asks to read again while a writer waits. UtErrorNotOwner: a read
 * unlock without readers, or a write unlock by code that is not the writer. A thread that ends
 * keeps its locks. */
typedef struct utRwLockObject *utRwLock;
utRwLock utRwLockCreate(void);
int utRwLockDestroy(utRwLock lock);
int utRwLockRead(utRwLock lock, utTime until);
int utRwLockWrite(utRwLock lock, utTime until);
int utRwLockReadUnlock(utRwLock lock);
int utRwLockWriteUnlock(utRwLock lock);
uThd utRwLockWriter(utRwLock lock); /* the writer; NULL: no thread, or UtErrorInvalid */
int utRwLockReaders(utRwLock lock); /* number of readers; -1: UtErrorInvalid */

/* A count from 0 to most, which is from 1 to UT_COUNT_MOST. Take waits until the count is above 0,
 * and takes 1. Give adds 1, or serves the first waiter. UtErrorRange: a give above most. */
#define UT_COUNT_MOST 0x7FFFFFFF
typedef struct utSemaphoreObject *utSemaphore;
utSemaphore utSemaphoreCreate(int count, int most);
int utSemaphoreDestroy(utSemaphore semaphore);
int UT_FAST utSemaphoreTake(utSemaphore semaphore);
int utSemaphoreTakeUntil(utSemaphore semaphore, utTime until);
int UT_FAST utSemaphoreGive(utSemaphore semaphore);
int utSemaphoreCount(utSemaphore semaphore); /* -1: UtErrorInvalid */

/* A manual event, once set, lets all waiters and later callers pass until it is reset. Any other
 * event lets one pass, and is reset by that. */
typedef struct utEventObject *utEvent;
utEvent utEventCreate(BOOL manual, BOOL set);
int utEventDestroy(utEvent event);
int utEventWait(utEvent event, utTime until);
int utEventSet(utEvent event);
int utEventReset(utEvent event);

/* A place where count callers meet, from 1 on. The last caller of a round does not wait. It lets
 * the others go on in order of arrival, and the next round begins. *last becomes TRUE for the last
 * caller and FALSE for the others; last may be NULL. A caller whose time has passed, or that is
 * cancelled, does not count any more. */
typedef struct utBarrierObject *utBarrier;
utBarrier utBarrierCreate(int count);
int utBarrierDestroy(utBarrier barrier);
int utBarrierWait(utBarrier barrier, BOOL *last, utTime until);
int utBarrierWaiting(utBarrier barrier); /* number of waiting callers; -1: UtErrorInvalid */

/* A count of open tasks, from 0 to UT_COUNT_MOST. Wait waits until the count is 0. Then all waiters
 * go on, even if a task is added before they run. Add changes the count by more, which may be
 * negative; Done changes it by -1. UtErrorRange: the count would leave its range. */
typedef struct utWaitGroupObject *utWaitGroup;
utWaitGroup utWaitGroupCreate(int count);
int utWaitGroupDestroy(utWaitGroup group);
int utWaitGroupAdd(utWaitGroup group, int more);
int utWaitGroupDone(utWaitGroup group);
int utWaitGroupWait(utWaitGroup group, utTime until);
int utWaitGroupCount(utWaitGroup group); /* -1: UtErrorInvalid */

/* A call that is made once. It is a variable of the program's, without Create and Destroy:
 *
 *     static utOnce once = UT_ONCE_INIT;
 *     utOnceCall(&once, prepare, NULL, UT_FOREVER);
 *
 * The first caller runs function(argument). Callers meanwhile wait until it has returned; later
 * callers return at once. When an exception, a cancel, uThreadExit or longjmp leaves the function,
 * the call has not been made. Then the first waiter makes it with its own function and argument, or
 * else the next caller does. until limits the wait, not the function. A thread that is destroyed in
 * the function, or ends there without unwinding, leaves its waiters waiting.
 *
 * UtErrorInvalid (also for a function of NULL), UtErrorSelf (the function itself calls), and the
 * errors of all waits. */
#define UT_ONCE_MAGIC 0x636E4F75 /* "uOnc" */
#define UT_ONCE_INIT                                                                               \
    {                                                                                              \
        .magic = UT_ONCE_MAGIC                                                                     \
    }
typedef struct utOnce {
    struct ut_queue waiters; /* the library owns all fields */
    DWORD magic;
    DWORD state;
    uThd runner;
} utOnce;
int utOnceCall(utOnce *once, void (*function)(void *argument), void *argument, utTime until);

/* A clock that rings at the tick first, and then every period milliseconds; a period of 0 rings
 * once. Each ring lets one wait pass. Rings without a waiter are kept, up to UT_COUNT_MOST. A start
 * at a tick that has passed rings at once, as often as the timer would have since then. A timer
 * that is not started, or will not ring again, is waited for until its next start. */
typedef struct utTimerObject *utTimer;
utTimer utTimerCreate(void);
int utTimerDestroy(utTimer timer);
int utTimerStart(utTimer timer, utTime first, DWORD period); /* begins anew; forgets kept rings */
int utTimerStop(utTimer timer);                              /* keeps the rings so far */
int utTimerWait(utTimer timer, utTime until);

/* A queue of values of elementSize bytes, from 1 to 65535. capacity is the number of values inside,
 * at most UT_COUNT_MOST / elementSize; with 0, sender and receiver meet. UtErrorInvalid: also for a
 * value of NULL.
 *
 * Values are received in the order in which they were sent. After utChannelClose no value can be
 * sent, and the values inside can be received. Any other send, receive or close answers
 * UtErrorClosed, and all waiters get it at once. Destroy drops the values inside. */
typedef struct utChannelObject *utChannel;
utChannel utChannelCreate(size_t elementSize, size_t capacity);
int utChannelDestroy(utChannel channel);
int UT_FAST utChannelSend(utChannel channel, const void *value);
int utChannelSendUntil(utChannel channel, const void *value, utTime until);
int UT_FAST utChannelReceive(utChannel channel, void *value);
int utChannelReceiveUntil(utChannel channel, void *value, utTime until);
int utChannelClose(utChannel channel);
int utChannelCount(utChannel channel);    /* values inside; -1: UtErrorInvalid */
int utChannelCapacity(utChannel channel); /* values that fit inside; -1: UtErrorInvalid */

/* Waits until a case can be done, and does it. Inside and outside of threads, as all waits. *chosen
 * becomes the case's index, and stays as it was when no case is done. The result is the case's
 * outcome: UtErrorNone, UtErrorClosed of a channel, or the answer of uThreadJoin to a thread's end.
 *
 * When several cases are ready, utSelect does the one that was chosen the longest ago. So when the
 * same arrivals can serve k cases, each is chosen within k arrivals.
 *
 * count is the number of cases, from 1 to UT_CASES_MOST. Several cases may have the same object. A
 * case whose handle is NULL is never ready. UtErrorInvalid (also for cases or chosen of NULL),
 * UtErrorRange (count, or a kind that is none), UtErrorDetached and UtErrorSelf as from
 * uThreadJoin, and the errors of all waits. */
#define UT_CASES_MOST 64
enum {
    UtCaseReceive = 0,
    UtCaseSend = 1,
    UtCaseSemaphore, /* takes 1 */
    UtCaseEvent,     /* resets it unless it is manual */
    UtCaseTimer,     /* takes one ring */
    UtCaseJoin       /* value: the place for the thread's result, or NULL */
};
typedef struct utCase {
    union {
        utChannel channel;
        utSemaphore semaphore;
        utEvent event;
        utTimer timer;
        uThd thread;
        void *handle;
    };
    union {
        int what;
        BOOL send; /* an older name of what in a channel's case: FALSE or TRUE */
    };
    void *value;   /* a value of the channel: read to send, written to receive */
    DWORD turn;    /* the library's: 0 at the start, and for a new case in an old place */
    DWORD wait[5]; /* the library's */
} utCase;
int utSelect(utCase *cases, int count, int *chosen, utTime until);

/* Make a case of a kind. value and result stay the caller's, and must be there until utSelect
 * returns. */
#define UT_CASE_MAKER static inline __attribute__((unused)) utCase
UT_CASE_MAKER utCaseToReceive(utChannel channel, void *value)
{
    return (utCase){.handle = channel, .what = UtCaseReceive, .value = value};
}
UT_CASE_MAKER utCaseToSend(utChannel channel, const void *value)
{
    return (utCase){.handle = channel, .what = UtCaseSend, .value = (void *)value};
}
UT_CASE_MAKER utCaseOfSemaphore(utSemaphore semaphore)
{
    return (utCase){.handle = semaphore, .what = UtCaseSemaphore};
}
UT_CASE_MAKER utCaseOfEvent(utEvent event)
{
    return (utCase){.handle = event, .what = UtCaseEvent};
}
UT_CASE_MAKER utCaseOfTimer(utTimer timer)
{
    return (utCase){.handle = timer, .what = UtCaseTimer};
}
UT_CASE_MAKER utCaseOfThread(uThd uthread, void **result)
{
    return (utCase){.handle = uthread, .what = UtCaseJoin, .value = (void *)result};
}

/* Typed channels: the compiler rejects channels and values of another type. The calls have the
 * results and the errors of the calls above.
 *
 *     UT_CHANNEL(numbers, int)     declares the type numbers, numbersCreate(capacity),
 *                                  numbersSend(channel, value), numbersReceive(channel, &value),
 *                                  both with ...Until, numbersClose(channel),
 *                                  numbersCount(channel), numbersDestroy(channel), and for
 *                                  utSelect's cases numbersToSend(channel, &value) and
 *                                  numbersToReceive(channel, &value)
 */
#define UT_CHANNEL(name, type)                                                                     \
    typedef struct name##Object *name;                                                             \
    UT_CHANNEL_CALL name name##Create(size_t capacity)                                             \
    {                                                                                              \
        return (name)utChannelCreate(sizeof(type), capacity);                                      \
    }                                                                                              \
    UT_CHANNEL_CALL int name##Send(name channel, type value)                                       \
    {                                                                                              \
        return utChannelSend((utChannel)channel, &value);                                          \
    }                                                                                              \
    UT_CHANNEL_CALL int name##SendUntil(name channel, type value, utTime until)                    \
    {                                                                                              \
        return utChannelSendUntil((utChannel)channel, &value, until);                              \
    }                                                                                              \
    UT_CHANNEL_CALL int name##Receive(name channel, type *value)                                   \
    {                                                                                              \
        return utChannelReceive((utChannel)channel, value);                                        \
    }                                                                                              \
    UT_CHANNEL_CALL int name##ReceiveUntil(name channel, type *value, utTime until)                \
    {                                                                                              \
        return utChannelReceiveUntil((utChannel)channel, value, until);                            \
    }                                                                                              \
    UT_CHANNEL_CALL int name##Close(name channel)                                                  \
    {                                                                                              \
        return utChannelClose((utChannel)channel);                                                 \
    }                                                                                              \
    UT_CHANNEL_CALL int name##Count(name channel)                                                  \
    {                                                                                              \
        return utChannelCount((utChannel)channel);                                                 \
    }                                                                                              \
    UT_CHANNEL_CALL int name##Destroy(name channel)                                                \
    {                                                                                              \
        return utChannelDestroy((utChannel)channel);                                               \
    }                                                                                              \
    UT_CHANNEL_CALL utCase name##ToSend(name channel, type *value)                                 \
    {                                                                                              \
        return utCaseToSend((utChannel)channel, value);                                            \
    }                                                                                              \
    UT_CHANNEL_CALL utCase name##ToReceive(name channel, type *value)                              \
    {                                                                                              \
        return utCaseToReceive((utChannel)channel, value);                                         \
    }
#define UT_CHANNEL_CALL static inline __attribute__((unused))

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

#endif
