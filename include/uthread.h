/* User-level threads: a scheduler and its threads inside one thread of the machine.
 *
 *     static void hello(void) { printf("hello: first\n"); utYield(); printf("hello: second\n"); }
 *
 *     utSch scheduler = utSchedulerCreate();
 *     utSchAddUthd(scheduler, uThreadCreate(hello));
 *     utSchStart(scheduler);
 *     utSchedulerDestory(scheduler);
 *
 * Each thread has its own stack, its own chain of exception handlers and its own floating-point
 * control words. (What exceptions the x87 has noted, without raising them, it may find left by
 * others, as fibers do: clear them before unmasking one, or see uThreadKeepFpu.) It is switched
 * where it says so, and nowhere else unless its scheduler was given a time slice. A thread that
 * faults without a handler of its own is ended, after its handlers have cleaned up; the others go
 * on.
 *
 * Who may call: ordinary code and threads, never interrupts. What would have to wait can be called
 * by threads only (UtErrorOutside). Threads and objects belong to one thread of the machine.
 *
 * Errors: a call that cannot do what it was asked changes nothing, and leaves the reason for
 * utLastError; one whose result is int returns the reason, too, and UtErrorNone when all went well.
 * Handles that are none give UtErrorInvalid from every call. Where UtErrorNoMemory is named, it is
 * UtErrorNoAddresses instead when addresses are exhausted and memory is not.
 *
 * Time is the tick count, in milliseconds. A call that waits takes the tick until which it does:
 * UT_FOREVER, utAfter(ms), any other, or UT_NOW, which does not wait at all. Who waits longest goes
 * first. No wait allocates memory.
 */
#ifndef UTHREAD_H
#define UTHREAD_H

#include <nt.h>

/* What a thread of uThreadCreate runs. The seed's name for it, a word that programs use themselves,
 * is there for those who define UT_SEED_NAMES. */
typedef void (*utFunction)(void);
#ifdef UT_SEED_NAMES
typedef utFunction function;
#endif

/* Calls of this kind get their first arguments in registers. */
#define UT_FAST __attribute__((fastcall))

/* uThread.status */
enum {
    UtStatusUnstart = 0,
    UtStatusNormal = 1, /* it runs, or is ready to */
    UtStatusSleep = 2,
    UtStatusFinish = 3,
    UtStatusWait = 4, /* for an object or another thread's end */
    UtStatusStop = 5  /* by an exception: see UtPolicyStop */
};

/* Programs may read the first nine fields; all of them belong to the library. The block lies right
 * above the stack: its address is the stack's base. */
typedef struct uThread {
    int regs[6]; /* 00h: ebp, esp, ebx, edi, esi of a thread that does not run; eip of a new one */
    utFunction func;      /* 18h */
    void *stack;          /* 1Ch: the lowest byte that it may come to use */
    int stackSize;        /* 20h: bytes from there */
    DWORD sleepTime;      /* 24h: tick count at which the last sleep began */
    DWORD sleepDuri;      /* 28h: how long it lasts, in milliseconds */
    struct uThread *next; /* 2Ch: the thread that runs next, or NULL */
    int status;           /* 30h */

    DWORD mxcsr; /* control words, as of the last switch */
    WORD x87Control;
    BYTE lastError;
    BYTE priority;
    struct uThread *previous;           /* in the ring of ready threads */
    struct uThreadScheduler *scheduler; /* the one that holds it, or NULL */
    struct utWait *wait; /* the wait that its stack holds, until it goes on; or NULL */
    struct uThread *allNext, *allPrevious;
    void *argument;
    void *result; /* from here to record: of a finished one */
    DWORD exitStatus;
    const EXCEPTION_RECORD *record;
    DWORD number;
    DWORD unwindingEsp; /* of a thread that ends: the stack pointer where that began */
    struct ut_queue {
        struct utWait *next, *previous;
    } joiners;             /* waits for its end */
    struct utExtra *extra; /* what few threads have, or NULL */
    void *owner;           /* what its stack is given back to, or NULL for the caller's own */
    BYTE flags;
    BYTE parked;
    BYTE shields;
    DWORD magic; /* right below the next packed stack, whose canary it is, too */
} * uThd;

typedef struct uThreadScheduler *utSch;

/* ---------------------------------------------------------------- time */

typedef uint64_t utTime;

#define UT_NOW     0
#define UT_FOREVER UINT64_MAX

/* The tick in ms milliseconds from now. */
utTime utAfter(DWORD ms);

/* ---------------------------------------------------------------- schedulers */

/* A scheduler without threads. NULL: UtErrorNoMemory. */
utSch utSchedulerCreate(void);

/* Frees a scheduler and every thread it holds, whatever their state; handlers of those that are in
 * the middle do not clean up, and who waits for their end is answered UtErrorInvalid. UtErrorBusy
 * while it runs, UtErrorInvalid. (The second spelling is the first one's right one; both are the
 * same call.) */
void utSchedulerDestory(utSch sch);
void utSchedulerDestroy(utSch sch);

/* Adds a thread in front of the others: the one added last runs first; while the scheduler runs, it
 * begins the next round. One that sleeps sleeps on. UtErrorInvalid, UtErrorHeld (by a scheduler
 * already), UtErrorRunning (also when it runs sch, or a scheduler that one of sch runs in),
 * UtErrorFinished. */
void utSchAddUthd(utSch sch, uThd uthread);

/* Runs the threads in turns and returns when none is ready, asleep, or waits. While all sleep, the
 * CPU halts. Called by a thread, that one sleeps or waits instead, and others of its own scheduler
 * run; as long as one of sch is ready, they do not.
 *
 * When nobody can run any more, of the schedulers of the outermost call and those inside, it is
 * said on the console who waits for what and who holds it. Then the hook of that scheduler is
 * called which was started last, and its utSchStart returns, unless that has made one of its
 * threads ready: and so on outwards, until somebody can run. Stopped threads (UtPolicyStop) wait
 * for nobody. UtErrorInvalid, UtErrorBusy, UtErrorDeadlock. */
void utSchStart(utSch sch);

/* What to call on a deadlock, after the report; NULL: nothing. It runs in the code that called
 * utSchStart, and may set free what the threads wait for. UtErrorInvalid. */
int utSchOnDeadlock(utSch sch, void (*hook)(utSch sch));

/* Gives a thread that does not yield no more than ms milliseconds at a time, up to UT_SLICE_MOST;
 * 0, as at the start: all the time it wants. A thread is never interrupted inside a call of the
 * runtime, nor while it has less than 600 bytes of its stack left: a tick later it is tried again.
 * The same goes for a thread that it has resumed by hand. UtErrorInvalid, UtErrorRange. */
#define UT_SLICE_MOST 65535
int utSchSetSlice(utSch sch, DWORD ms);

/* From 0, where every thread begins, to 31. A ready thread runs only when no higher one of its
 * scheduler is ready; equals take turns. A change of the running thread, or a higher thread that
 * becomes ready, takes effect when the running thread yields next. UtErrorInvalid, UtErrorRange. */
#define UT_PRIORITY_MOST 31
int uThreadSetPriority(uThd uthread, int priority);

/* What a scheduler has done since it was made. UtErrorInvalid. */
typedef struct utStatistics {
    DWORD threads;  /* that it holds: */
    DWORD ready;    /* of these, with the running one */
    DWORD sleeping; /* also with a timeout in a wait */
    DWORD waiting;  /* also those that sleep in a wait */
    DWORD finished;
    DWORD woken; /* since the start: sleeps and timeouts that ended */
    DWORD ended; /* and threads */
} utStatistics;
int utSchStatistics(utSch sch, utStatistics *statistics);

/* Prints every thread of a scheduler: name, priority, how much of its stack it is using, the most
 * that it has used so far (uThreadStackUse) and how much there is, what it does, waits for and how
 * much longer, and a backtrace of each that does not run; to the console, as the runtime's own
 * reports go. It takes about 1 KB of stack. UtErrorInvalid. */
int utDump(utSch sch);

/* ---------------------------------------------------------------- threads */

/* Bytes. The library's stacks begin with two pages of memory and grow; when they have 8 KB left,
 * the touch of more raises STATUS_STACK_OVERFLOW, with these left to its handlers; in a call of
 * the library before that has changed anything. A stack whose guard page others have touched does
 * not grow any more, and no other thread gets it. What overflows the caller's own stack is what
 * lies below it. */
#define UT_STACK_DEFAULT 61440
#define UT_STACK_LEAST   8192 /* less does not hold an exception in a handler and its report */

/* A thread that will run func on a stack of the default size. NULL: UtErrorNoMemory,
 * UtErrorInvalid. */
uThd uThreadCreate(utFunction func);

/* The same on the caller's stack: stackSize bytes from stack on, both multiples of four, at least
 * UT_STACK_LEAST; it must stay until the thread is destroyed. It is zeroed, and the uppermost 96
 * bytes become the thread. NULL: UtErrorStackSmall, UtErrorStackMisaligned, UtErrorInvalid. */
uThd uThreadCreated(void *stack, int stackSize, utFunction func);

/* A thread that will run body(argument). pool: whence its stack comes, or NULL for one of the
 * default size. NULL: UtErrorNoMemory (or all of the pool is in use), UtErrorInvalid. */
typedef void *(*utBody)(void *argument);
typedef struct utPool *utPool;
uThd uThreadCreateFor(utBody body, void *argument, utPool pool);

/* A thread that will run body(argument) on a guarded stack of the library's that holds stackSize
 * bytes, its block included, before it overflows. Up to 45,056 bytes the size is rounded up to
 * pages of 4 KB; above that to 48 KB, which is a stack of the default size, 112 KB, and so on in
 * steps of 64 KB. uThread.stackSize says what it has in all, with what is left to the handlers of
 * an overflow.
 *
 * Stacks of up to 45,056 bytes are small ones. Sixteen of a size lie side by side; each takes 8 KB
 * of addresses more than it holds, and has a guard page and a page below that is never given. An
 * overflow leaves its handlers the rest of the guard page, as on Windows (SetThreadStackGuarantee:
 * more). Larger ones have 64 KB without memory below them, so that a function which jumps over the
 * guard with a frame of its own that it does not touch page by page meets nothing; below a small
 * one such a jump of more than 8 KB may meet the next stack.
 *
 * How many there can be with 3584 MB of memory, of which the runtime uses 1792, and with 128 MB: on
 * stacks of the default size 14,300, because each takes 128 KB of addresses, and 10,000; on those
 * of UT_STACK_LEAST, which take 16 KB, 114,000 and 15,000; on packed ones of UT_PACKED_LEAST
 * 2,600,000 and 200,000.
 *
 * NULL: UtErrorNoMemory, UtErrorStackSmall (below UT_STACK_LEAST), UtErrorInvalid. */
uThd uThreadCreateSized(utBody body, void *argument, size_t stackSize);

/* Frees a thread that has finished or stopped, or that no scheduler holds and that neither sleeps
 * nor waits; handlers of one in the middle do not clean up. Its handle may be a new thread's next.
 * UtErrorInvalid, UtErrorRunning (it is running, or was resumed by hand and waits in utResume or
 * utSchStart), UtErrorSleeping, UtErrorWaiting, UtErrorHeld, UtErrorBusy (others wait for its end).
 * Both spellings are the same. */
void uThreadDestory(uThd uthread);
void uThreadDestroy(uThd uthread);

/* Runs a thread that no scheduler holds until it yields, sleeps, waits, finishes or faults. A
 * sleeping one is woken early. UtErrorInvalid, UtErrorHeld, UtErrorRunning, UtErrorWaiting (for
 * what it has not got, and its time has not passed), UtErrorFinished. */
void UT_FAST utResume(uThd uthread);

/* Lets the next ready thread run, or whoever called utResume. UtErrorOutside (of a thread). */
void utYield(void);

/* The same, and the thread is not ready before ms milliseconds have passed by the tick count, or
 * before that tick. UtErrorOutside. */
void utSleep(DWORD ms);
int utSleepUntil(utTime until);

/* The running thread, or NULL outside of threads. */
uThd utCurrent(void);

/* ---------------------------------------------------------------- the end of a thread */

/* Ends the running thread from any depth, as if its body had returned result: its frames are
 * unwound, so handlers clean up and finally blocks run, which may wait. Outside of threads it
 * returns: UtErrorOutside.
 *
 * Whatever ends a thread while it ends already, in a finally block, ends it instead: another exit,
 * or an exception. Only a cancel is ignored there. When a handler further out takes such an
 * exception, the thread goes on behind it, and a cancel takes effect at its next call that is not
 * made from deeper in the stack than the end was. */
int uThreadExit(void *result);

/* Waits for a thread to end; then *result is what its body returned, or NULL (result may be NULL).
 * Any number may wait. One that has ended stays until uThreadDestroy. UtErrorInvalid (also when it
 * was destroyed with its scheduler meanwhile), UtErrorSelf, UtErrorDetached, UtErrorTimedOut,
 * UtErrorOutside; UtErrorFaulted when an exception or a cancel has ended it: see
 * uThreadExitStatus. */
int uThreadJoin(uThd uthread, void **result, utTime until);

/* The thread is destroyed when it has ended, at once if it has; then the handle is none any more.
 * UtErrorInvalid, UtErrorDetached, UtErrorBusy (somebody waits for its end). */
int uThreadDetach(uThd uthread);

/* Asks a thread to end: in the wait, the sleep or the yield that it is in, or when it waits, sleeps
 * or yields next, its frames are unwound, and it ends with STATUS_CANCELLED. A wait that has got
 * already what it waited for returns; one for a condition has its mutex again before. One that runs
 * a scheduler ends when none of that one's threads is ready. One that has not begun ends without
 * running. Asking twice is harmless. While it ends utLastError begins as UtErrorCancelled.
 * UtErrorInvalid, UtErrorFinished. */
#define STATUS_CANCELLED 0xC0000120u
int uThreadCancel(uThd uthread);

/* Between the two the running thread is not cancelled; they nest, up to 255 times. A wait inside
 * goes on; the cancel takes effect at the next call after the outermost utUnshield.
 * UtErrorOutside, UtErrorRange. */
int utShield(void);
int utUnshield(void);

/* Ends the running thread if it was asked to, and is not shielded. UtErrorOutside. */
int utTestCancel(void);

/* on: a cancel does not end the running thread any more. The wait, the sleep or the utTestCancel
 * that would have ended it returns UtErrorCancelled, once, and the thread goes on. Nothing of that
 * wait is left; a wait for a condition has its mutex again. After utSleep and utSchStart, which
 * return nothing, utLastError tells. utYield leaves the cancel to a later call.
 *
 * A thread that has not begun ends all the same, and so does one that an exception has stopped
 * (UtPolicyStop) and one whose packed stack has overflowed. It is off at the start. When it is
 * turned off again, a cancel that no call has returned ends the thread as always. UtErrorOutside.
 */
int utCancelReturns(BOOL on);

/* 0 when the thread's body has returned or called uThreadExit, or not yet; else the code of the
 * exception that ended it, or STATUS_CANCELLED. UtErrorInvalid. */
DWORD uThreadExitStatus(uThd uthread);

/* Of a thread that an exception ended, the exception's record; else NULL. It stays until the thread
 * is destroyed. UtErrorInvalid. */
const EXCEPTION_RECORD *uThreadExceptionRecord(uThd uthread);

/* ---------------------------------------------------------------- exceptions of a thread */

/* What becomes of an exception that none of the thread's handlers took, before anything is unwound.
 * The program's unhandled exception filter is asked for UtPolicyEnd, and when a handler leaves the
 * decision to it. What happens under a broken chain, in the filter or in the handler ends the
 * thread, or for UtPolicyProgram the program. */
enum {
    UtPolicyEnd = 0, /* a line is printed, the thread's frames are unwound, it ends: at the start */
    UtPolicyProgram, /* the program ends with the report and the exception's status */
    UtPolicyCall,    /* handler is asked; it answers as an unhandled exception filter does */
    UtPolicyStop     /* the thread stops where it is, until uThreadContinue, a cancel or its end */
};
typedef LONG (*utExceptionHandler)(EXCEPTION_POINTERS *pointers);

/* handler: for UtPolicyCall, else NULL. It runs in the faulting thread, after its handlers.
 * UtErrorInvalid, UtErrorNoMemory. */
int uThreadSetPolicy(uThd uthread, int policy, utExceptionHandler handler);

/* The registers of a thread that does not run: of a stopped one those of its exception, and of one
 * that an interrupt took the CPU from (utSchSetSlice) those of the instruction that is next. In
 * utYield they are as they will be behind the call, and before the beginning as they will be at the
 * body's first instruction; then nobody keeps Eax, Ecx, Edx and EFlags: they are read as 0, with
 * interrupts on, and are what they are set to.
 *
 * context's ContextFlags name the groups to read or to change: CONTEXT_CONTROL, CONTEXT_INTEGER and
 * CONTEXT_SEGMENTS, of a stopped thread all that its exception has. What is set takes effect when
 * the thread goes on, wherever that may lead, and can be read and set again; a thread that had not
 * begun has begun then. Esp may be anywhere in the memory that the stack has, below the outermost
 * frame, a multiple of four; up to 284 bytes below it are the library's: who lays a call there sets
 * Esp first. Handlers' frames that it leaves below are forgotten, and do not clean up. Selectors
 * must be those that all threads have; of EFlags what a program of ring 3 may change is set. A
 * cancel takes effect where it would have. Neither allocates; they use about 1 KB of the caller's
 * stack.
 *
 * UtErrorInvalid (the thread, or context cannot be read or written), UtErrorRunning,
 * UtErrorFinished, UtErrorSleeping, UtErrorWaiting (or in any other call but utYield, or about to
 * end), UtErrorRange (groups, Esp, selectors). */
int uThreadGetContext(uThd uthread, CONTEXT *context);
int uThreadSetContext(uThd uthread, const CONTEXT *context);

/* Lets a stopped thread go on with its context: ready again, or for utResume. UtErrorInvalid,
 * UtErrorNotStopped. */
int uThreadContinue(uThd uthread);

/* ---------------------------------------------------------------- what belongs to a thread */

/* For messages; the text must stay as long as the thread. NULL takes the name away.
 * UtErrorInvalid, UtErrorNoMemory. */
void uThreadSetName(uThd uthread, const char *name);

/* The name, or "thread" when it has none (or is no thread: UtErrorInvalid). */
const char *uThreadName(uThd uthread);

/* Every thread made in one thread of the machine has a number of its own, from 1 on, in the order
 * in which they were made; no number comes back before 2^32 - 1 threads. 0: UtErrorInvalid. */
DWORD uThreadNumber(uThd uthread);

/* keep: all of the x87 and SSE registers, not only their control words, are the thread's own across
 * every switch. UtErrorInvalid, UtErrorNoMemory. */
int uThreadKeepFpu(uThd uthread, BOOL keep);

/* The most bytes of its stack that a thread has used so far: of a stack of the library's that grows
 * what has memory, two pages at the start; of others, which are zero at the start, down to the
 * lowest word that is not. What a stack kept by the library or the room in a pool was used for
 * before counts, too. 0: UtErrorInvalid. */
DWORD uThreadStackUse(uThd uthread);

/* Storage of which every thread has its own. A key is for the threads of one thread of the machine.
 * destructor(value), or NULL, is called in a thread that ends, for each value that is not NULL; in
 * no order that could be relied on, and not in one that has lost its stack. NULL: UtErrorNoMemory.
 * Destroying calls no destructors; threads must not use the key any more. UtErrorInvalid. */
typedef struct utKeyObject *utKey;
utKey utKeyCreate(void (*destructor)(void *value));
int utKeyDestroy(utKey key);

/* The running thread's own value; NULL at the start. UtErrorInvalid, UtErrorOutside,
 * UtErrorNoMemory (the first time a thread sets one). */
int utKeySet(utKey key, void *value);
void *utKeyGet(utKey key);

/* ---------------------------------------------------------------- pools of packed stacks */

/* Room for count threads, each with a stack of at least stackSize bytes, a multiple of 64 from
 * UT_PACKED_LEAST on, and its block above that; stacks are made a little larger so that caches are
 * used evenly. Memory is taken when as many threads are alive for the first time, and kept until
 * utPoolDestroy; the room that a thread has left is the next one's.
 *
 * No guard page lies between the stacks, only a canary, which is looked at when the thread yields,
 * waits or sleeps for the first time after a tick, when it ends, when it is cancelled, and by
 * utDump; nobody looks while it runs on, is ready or waits. Found to have overflowed, it is named
 * in a line and ends with STATUS_STACK_OVERFLOW, its handlers do not clean up; inside utShield not
 * in a wait. The thread below, into whose block it may have written, stays a thread; more cannot be
 * promised. An exception in a packed thread that has no room for it ends the thread. One that exits
 * or is cancelled with less than 1300 bytes left ends as well, but its handlers do not clean up.
 *
 * NULL: UtErrorNoMemory, UtErrorStackSmall, UtErrorStackMisaligned, UtErrorInvalid (no count). */
#define UT_PACKED_LEAST    512 /* holds any call of the library from the body */
#define UT_PACKED_MULTIPLE 64
utPool utPoolCreate(int stackSize, int count);

/* UtErrorInvalid, UtErrorBusy while it has threads. */
int utPoolDestroy(utPool pool);

/* ---------------------------------------------------------------- objects to wait on */

/* All of them: Create returns NULL for UtErrorNoMemory, or UtErrorRange for a number that cannot
 * be. Destroy: UtErrorInvalid, UtErrorBusy while somebody waits or holds it. A wait returns
 * UtErrorNone when it got what it waited for; UtErrorTimedOut, UtErrorInvalid, UtErrorOutside (code
 * outside of threads would have to wait), UtErrorCancelled (see utCancelReturns).
 *
 * Whoever waits is served in the order in which it came, whatever its priority, and what it is
 * given is its own at once: nobody who comes later can take it, even if that one runs before. A
 * tick that has passed is the same as UT_NOW. */

/* A lock that one thread holds, or code outside of threads. recursive: it may take it again, up to
 * UT_COUNT_MOST times (UtErrorRange), and gives it back as often. Locking twice otherwise:
 * UtErrorSelf. Unlocking what another holds, or nobody: UtErrorNotOwner. A thread that ends keeps
 * what it holds. */
typedef struct utMutexObject *utMutex;
utMutex utMutexCreate(BOOL recursive);
int utMutexDestroy(utMutex mutex);
int UT_FAST utMutexLock(utMutex mutex);
int utMutexLockUntil(utMutex mutex, utTime until);
int UT_FAST utMutexUnlock(utMutex mutex);
uThd utMutexOwner(utMutex mutex); /* the thread that holds it, or NULL */

/* Waiting gives the mutex back while it lasts, however often it was taken, and has it again
 * whatever the result: who is woken, or whose time has passed, waits for it behind those that do
 * already. A mutex that such a wait will lock cannot be destroyed. UtErrorNotOwner. */
typedef struct utConditionObject *utCondition;
utCondition utConditionCreate(void);
int utConditionDestroy(utCondition condition);
int utConditionWait(utCondition condition, utMutex mutex, utTime until);
int utConditionSignal(utCondition condition);    /* wakes one */
int utConditionBroadcast(utCondition condition); /* wakes all that wait now */

/* A lock that any number hold to read, or one thread, or code outside of threads, to write. Readers
 * and writers are served in the order in which they came: a reader waits behind a writer that
 * waits, and readers with no writer between them go on together. The writer can neither read nor
 * write again (UtErrorSelf).
 *
 * Readers are counted, up to UT_COUNT_MOST (UtErrorRange), and not remembered. So one thread may
 * read twice, and one may unlock what another has locked. But a reader that asks to write waits for
 * itself for ever, and so does one that asks to read again while a writer waits. Unlocking what
 * nobody reads, or what the caller does not write: UtErrorNotOwner. Destroy: UtErrorBusy while it
 * is held. A thread that ends keeps what it holds. */
typedef struct utRwLockObject *utRwLock;
utRwLock utRwLockCreate(void);
int utRwLockDestroy(utRwLock lock);
int utRwLockRead(utRwLock lock, utTime until);
int utRwLockWrite(utRwLock lock, utTime until);
int utRwLockReadUnlock(utRwLock lock);
int utRwLockWriteUnlock(utRwLock lock);
uThd utRwLockWriter(utRwLock lock); /* the thread that holds it to write, or NULL */
int utRwLockReaders(utRwLock lock); /* how many hold it to read; -1: UtErrorInvalid */

/* A count from 0 to most. Taking waits until it is above 0. Giving above most: UtErrorRange. */
#define UT_COUNT_MOST 0x7FFFFFFF
typedef struct utSemaphoreObject *utSemaphore;
utSemaphore utSemaphoreCreate(int count, int most);
int utSemaphoreDestroy(utSemaphore semaphore);
int UT_FAST utSemaphoreTake(utSemaphore semaphore);
int utSemaphoreTakeUntil(utSemaphore semaphore, utTime until);
int UT_FAST utSemaphoreGive(utSemaphore semaphore);
int utSemaphoreCount(utSemaphore semaphore); /* -1: UtErrorInvalid */

/* manual: once set it lets everybody pass until it is reset. Else it lets one pass, and is reset by
 * that. */
typedef struct utEventObject *utEvent;
utEvent utEventCreate(BOOL manual, BOOL set);
int utEventDestroy(utEvent event);
int utEventWait(utEvent event, utTime until);
int utEventSet(utEvent event);
int utEventReset(utEvent event);

/* A place where count callers meet, from 1 on (UtErrorRange). The one that comes last does not wait
 * and lets the others go on, in the order in which they came; then the next round begins. *last
 * becomes TRUE for that one and FALSE for the others (last may be NULL). A caller whose time has
 * passed, or that is cancelled, does not count any more. */
typedef struct utBarrierObject *utBarrier;
utBarrier utBarrierCreate(int count);
int utBarrierDestroy(utBarrier barrier);
int utBarrierWait(utBarrier barrier, BOOL *last, utTime until);
int utBarrierWaiting(utBarrier barrier); /* how many wait; -1: UtErrorInvalid */

/* A count of what is not done yet, from 0 to UT_COUNT_MOST. Waiting waits until it is 0. Then all
 * waiters go on, even if something is added before they run. Add changes the count by more, which
 * may be negative, and Done by -1; UtErrorRange when it would leave its range. */
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
 * The first caller runs function(argument). Others that call meanwhile wait until it has returned,
 * and later ones return at once. When an exception, a cancel, uThreadExit or longjmp leaves the
 * function, the call has not been made: the first waiter makes it with its own function and
 * argument, or else the next caller does. until limits the waiting, not the function. A thread that
 * is destroyed in the function, or ends there without unwinding, leaves the others waiting.
 *
 * UtErrorInvalid (also for a function of NULL), UtErrorSelf (called by the function), and as all
 * waits. */
#define UT_ONCE_MAGIC 0x636E4F75 /* "uOnc" */
#define UT_ONCE_INIT                                                                               \
    {                                                                                              \
        .magic = UT_ONCE_MAGIC                                                                     \
    }
typedef struct utOnce {
    struct ut_queue waiters; /* all of it is the library's */
    DWORD magic;
    DWORD state;
    uThd runner;
} utOnce;
int utOnceCall(utOnce *once, void (*function)(void *argument), void *argument, utTime until);

/* A clock that rings at a tick, and then every period milliseconds unless that is 0. Each ring lets
 * one wait pass; rings that nobody waited for are kept, up to UT_COUNT_MOST. Started at a tick that
 * has passed, it has rung at once, as often as it would have. A wait on a timer that will never
 * ring waits for its start. */
typedef struct utTimerObject *utTimer;
utTimer utTimerCreate(void);
int utTimerDestroy(utTimer timer);
int utTimerStart(utTimer timer, utTime first, DWORD period); /* anew if it runs; forgets rings */
int utTimerStop(utTimer timer);                              /* keeps rings */
int utTimerWait(utTimer timer, utTime until);

/* A queue of values of elementSize bytes, from 1 to 65535, all of them below 2 GB. capacity 0:
 * sender and receiver meet. value NULL: UtErrorInvalid.
 * Values are received in the order in which they were sent. After closing, nothing can be sent,
 * what is inside can be received, and then every call answers UtErrorClosed, as those that wait do
 * at once; closing twice, too. */
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

/* Waits until one of the cases can be done, does it, and returns UtErrorNone or UtErrorClosed with
 * its index in *chosen. Of several that can be done, the one whose turn comes next after the last
 * one chosen with these cases: none is forgotten for ever. cases: count of them, from 1 to
 * UT_CASES_MOST; a channel of NULL is never ready. UtErrorRange, and as all waits. */
#define UT_CASES_MOST 64
typedef struct utCase {
    utChannel channel;
    BOOL send;     /* or receive */
    void *value;   /* of the channel's size; read, or written */
    DWORD turn;    /* the library's: 0 at the start */
    DWORD wait[7]; /* the library's */
} utCase;
int utSelect(utCase *cases, int count, int *chosen, utTime until);

/* Channels of values of one type, which the compiler checks; of a kind of their own, which it does
 * not mix up with others.
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
        return (utCase){.channel = (utChannel)channel, .send = TRUE, .value = value};              \
    }                                                                                              \
    UT_CHANNEL_CALL utCase name##ToReceive(name channel, type *value)                              \
    {                                                                                              \
        return (utCase){.channel = (utChannel)channel, .value = value};                            \
    }
#define UT_CHANNEL_CALL static inline __attribute__((unused))

/* ---------------------------------------------------------------- errors */

enum {
    UtErrorNone = 0,
    UtErrorInvalid,         /* NULL, or by its memory no handle of this kind (any more) */
    UtErrorNoMemory,        /* memory is exhausted */
    UtErrorStackSmall,      /* below UT_STACK_LEAST, or UT_PACKED_LEAST */
    UtErrorStackMisaligned, /* address or size no multiple of four; of a pool, of 64 */
    UtErrorHeld,            /* a scheduler holds the thread */
    UtErrorRunning,         /* the thread runs, or waits for one that it resumed */
    UtErrorSleeping,        /* the thread sleeps */
    UtErrorFinished,        /* the thread has finished */
    UtErrorBusy,            /* the scheduler runs; somebody waits for or holds the object */
    UtErrorOutside,         /* called by no thread */
    UtErrorWaiting,         /* the thread waits for something */
    UtErrorTimedOut,        /* the time has passed */
    UtErrorCancelled,       /* the calling thread ends: what its finally blocks find; or see
                               utCancelReturns */
    UtErrorClosed,          /* the channel is closed */
    UtErrorSelf,            /* the calling thread itself: it would wait for ever */
    UtErrorNotOwner,        /* the calling thread does not hold the mutex or lock */
    UtErrorRange,           /* a number is out of its range */
    UtErrorDetached,        /* nobody can wait for a detached thread */
    UtErrorFaulted,         /* the thread has not ended by itself */
    UtErrorNotStopped,      /* no exception has stopped the thread */
    UtErrorDeadlock,        /* all threads wait for what nobody can give them */
    UtErrorNoAddresses      /* addresses are exhausted, of which a program has 1.75 GB */
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
