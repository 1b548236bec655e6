/* Schedulers: running threads in turns. A part of uthread.h. */
#ifndef UTHREAD_SCHEDULERS_H
#define UTHREAD_SCHEDULERS_H

#include <uthread.h>

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

#endif
