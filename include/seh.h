/* Structured exception handling as Windows has it: the calls. Types are in nt.h.
 *
 * A handler is linked by putting a record on the stack and its address into fs:[0]; it is called
 * with the exception's record and the interrupted machine's context, may change the context, and
 * answers whether to go on there or to ask the next handler.
 *
 *     static EXCEPTION_DISPOSITION skip(EXCEPTION_RECORD *record,
 *                                       EXCEPTION_REGISTRATION_RECORD *frame, CONTEXT *context,
 *                                       EXCEPTION_REGISTRATION_RECORD **dispatcher)
 *     {
 *         if (record->ExceptionCode != STATUS_ILLEGAL_INSTRUCTION)
 *             return ExceptionContinueSearch;
 *         context->Eip += 2;
 *         return ExceptionContinueExecution;
 *     }
 *
 *     EXCEPTION_REGISTRATION_RECORD frame;
 *     seh_link(&frame, skip);
 *     __asm__ volatile("ud2");
 *     seh_unlink(&frame);
 *
 * A handler that has unwound (_global_unwind2) must not return: it goes on somewhere else by
 * longjmp (seh_frames.h) or by NtContinue.
 *
 * All calls are for ordinary code and handlers, at either privilege level, not for interrupts.
 */
#ifndef SEH_H
#define SEH_H

#include <nt.h>

/* Raises a software exception. Of code Windows keeps bit 28 to itself: it is cleared. flags: only
 * EXCEPTION_NONCONTINUABLE is kept; count: at most EXCEPTION_MAXIMUM_PARAMETERS, more are cut;
 * arguments may be NULL (then none). Returns when a handler answers ExceptionContinueExecution. */
void WINAPI RaiseException(DWORD code, DWORD flags, DWORD count, const ULONG_PTR *arguments);

/* Raises record as it is; its ExceptionAddress becomes the call's return address. */
void NTAPI RtlRaiseException(EXCEPTION_RECORD *record);

/* Raises status as a noncontinuable exception; its ExceptionAddress becomes the call's return
 * address. */
void NTAPI RtlRaiseStatus(NTSTATUS status);

/* Calls the handlers of all frames above target's with EXCEPTION_UNWINDING and unlinks them, then
 * returns value in eax. target NULL unwinds everything (exit unwind), and then record is unhandled,
 * as on Windows. target_ip is ignored on x86. record NULL means a record with STATUS_UNWIND. Raises
 * STATUS_INVALID_UNWIND_TARGET for a target below a frame of the chain, STATUS_BAD_STACK for a
 * frame outside the stack, STATUS_INVALID_DISPOSITION for a wrong answer.
 *
 * ebx, esi and edi are zero afterwards, as on Windows: C code calls _global_unwind2 instead. */
void NTAPI RtlUnwind(PVOID target, PVOID target_ip, EXCEPTION_RECORD *record, PVOID value);

/* Unwinds to frame, which becomes the head of the chain; registers are preserved. */
void _global_unwind2(EXCEPTION_REGISTRATION_RECORD *frame);

/* Fills context with the registers as they will be when the calling function, which needs a frame
 * pointer, has returned; integer registers as they are. */
void NTAPI RtlCaptureContext(CONTEXT *context);

/* Puts the groups of context that its ContextFlags name into the machine; the others stay as they
 * are, and without the control group it returns STATUS_SUCCESS. Otherwise it returns only when it
 * could not, and then nothing has changed: STATUS_DATATYPE_MISALIGNMENT for a context that is not
 * 4-byte aligned, STATUS_ACCESS_VIOLATION for one that cannot be read or whose selectors cannot be
 * loaded (code and stack segment must be those in use). Of EFlags, NT and VM are dropped. The words
 * below the new Esp are used: they must be writable, else it raises an access violation. In ring 3
 * any stack and selectors will do: what ring 3 may not have becomes what it has. test_alert is
 * ignored. */
NTSTATUS NTAPI NtContinue(CONTEXT *context, BOOLEAN test_alert);

/* Raises record in the state of context. first_chance: copies of both, completed by the registers
 * that the context lacks, are laid below its Esp, where handlers are asked about them; else at once
 * as unhandled. Returns only STATUS_* of a failure: what is misaligned, cannot be read, or has more
 * than EXCEPTION_MAXIMUM_PARAMETERS. A stack that cannot hold the copies: unhandled. */
NTSTATUS NTAPI NtRaiseException(EXCEPTION_RECORD *record, CONTEXT *context, BOOLEAN first_chance);

/* Vectored handlers: two lists of the whole program. Those of the first are asked before any frame,
 * those of the second told whenever somebody continues. first puts a handler at the head of its
 * list, 0 at the end. A handler that answers EXCEPTION_CONTINUE_EXECUTION ends the walk, and in the
 * first list the exception, with it; any other answer passes it on.
 *
 * Adding returns a handle for removing, NULL when memory is exhausted. Removing returns 1, or 0 for
 * what is no handle (any more); a handler may remove itself or others while it runs. */
PVOID NTAPI RtlAddVectoredExceptionHandler(ULONG first, PVECTORED_EXCEPTION_HANDLER handler);
ULONG NTAPI RtlRemoveVectoredExceptionHandler(PVOID handle);
PVOID NTAPI RtlAddVectoredContinueHandler(ULONG first, PVECTORED_EXCEPTION_HANDLER handler);
ULONG NTAPI RtlRemoveVectoredContinueHandler(PVOID handle);

/* The same calls by kernel32's names. */
PVOID WINAPI AddVectoredExceptionHandler(ULONG first, PVECTORED_EXCEPTION_HANDLER handler);
ULONG WINAPI RemoveVectoredExceptionHandler(PVOID handle);
PVOID WINAPI AddVectoredContinueHandler(ULONG first, PVECTORED_EXCEPTION_HANDLER handler);
ULONG WINAPI RemoveVectoredContinueHandler(PVOID handle);

/* Every thread runs under an outermost frame that calls UnhandledExceptionFilter for what no other
 * handler took, before anything is unwound. It asks the program's own filter:
 * EXCEPTION_CONTINUE_EXECUTION goes on in the context; EXCEPTION_EXECUTE_HANDLER unwinds everything
 * and ends run or thread with the exception's code as status; anything else leaves it to the
 * default: a report, then the end with this status, where a thread's frames are unwound. An
 * exception of the filter itself (EXCEPTION_NESTED_CALL) goes to the default at once.
 *
 * SetUnhandledExceptionFilter returns the filter before; NULL: none, as at the start. */
typedef LONG(WINAPI *LPTOP_LEVEL_EXCEPTION_FILTER)(EXCEPTION_POINTERS *pointers);
LPTOP_LEVEL_EXCEPTION_FILTER WINAPI
SetUnhandledExceptionFilter(LPTOP_LEVEL_EXCEPTION_FILTER filter);
LONG WINAPI UnhandledExceptionFilter(EXCEPTION_POINTERS *pointers);

/* A handler is called only where memory can be executed. A run with --safeseh or --sehop refuses
 * more, as later versions of Windows do; a refused frame ends the walk, and the exception is
 * unhandled with EXCEPTION_STACK_INVALID. SafeSEH: no handler on the stack; none of a program with
 * SEH_NO_HANDLERS; where a program registers handlers, none but those. SEHOP: nobody is asked
 * unless every frame lies above the one before it and the chain ends at the outermost frame.
 *
 * At file level, the first for each handler. Assembly registers by a word in the section
 * ".safeseh".
 */
#define SEH_REGISTER_HANDLER(handler)                                                              \
    static const PEXCEPTION_ROUTINE seh_registered_##handler                                       \
        __attribute__((used, section(".safeseh"))) = (handler)
#define SEH_NO_HANDLERS                                                                            \
    extern const char seh_program_has_no_handlers;                                                 \
    const char seh_program_has_no_handlers = 1

/* Asks the vectored handlers, then the frames of the chain. TRUE: one wants to continue in context.
 */
BOOLEAN NTAPI RtlDispatchException(EXCEPTION_RECORD *record, CONTEXT *context);

/* The head of the calling thread's chain. */
static inline EXCEPTION_REGISTRATION_RECORD *seh_head(void)
{
    EXCEPTION_REGISTRATION_RECORD *head;
    __asm__ volatile("movl %%fs:0, %0" : "=r"(head));
    return head;
}

/* Links frame, which must lie in the caller's own stack frame, with this handler. Unwinding expects
 * each frame at a lower address than the one it was linked over: two frames of one function belong
 * into an array, the outer one last. */
static inline void seh_link(EXCEPTION_REGISTRATION_RECORD *frame, PEXCEPTION_ROUTINE handler)
{
    frame->Next = seh_head();
    frame->Handler = handler;
    __asm__ volatile("movl %0, %%fs:0" : : "r"(frame) : "memory");
}

/* Unlinks frame, which must be the head. */
static inline void seh_unlink(EXCEPTION_REGISTRATION_RECORD *frame)
{
    __asm__ volatile("movl %0, %%fs:0" : : "r"(frame->Next) : "memory");
}

#include <seh_try.h>

#endif
