/* Threads: making, running and ending them, and pools of packed stacks. A part of uthread.h. */
#ifndef UTHREAD_THREADS_H
#define UTHREAD_THREADS_H

#include <uthread.h>

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

/* Sleeps: lets other threads run, and is not ready before ms milliseconds have passed, which is by
 * the tick utAfter(ms), or before the tick until. Without time to sleep, the sleep lasts until the
 * thread's next turn. UtErrorOutside, UtErrorCancelled (utCancelReturns). */
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

#endif
