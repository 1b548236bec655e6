/* Exceptions of a thread, and its registers. A part of uthread.h. */
#ifndef UTHREAD_EXCEPTIONS_H
#define UTHREAD_EXCEPTIONS_H

#include <uthread.h>

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

#endif
