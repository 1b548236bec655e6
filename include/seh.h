/* Structured exception handling as Windows has it: the calls. Types are in nt.h.
 *
 * A handler is linked by a record on the stack, whose address goes into fs:[0]. The handler is
 * called with the exception's record and the interrupted machine's context. It may change the
 * context. Its answer says whether to go on in that context or to ask the next handler.
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
 * A handler that has unwound (_global_unwind2) must not return. It goes on somewhere else by
 * longjmp (seh_frames.h) or by NtContinue.
 *
 * All calls are for ordinary code and handlers, at either privilege level, not for interrupts.
 */
#ifndef SEH_H
#define SEH_H

#include <nt.h>

/* Raises a software exception. Bit 28 of code is cleared, because Windows keeps it to itself. The
 * only flag kept is EXCEPTION_NONCONTINUABLE. count is at most EXCEPTION_MAXIMUM_PARAMETERS;
 * further arguments are dropped. arguments may be NULL (then there are none). Returns when a
 * handler answers ExceptionContinueExecution. */
void WINAPI RaiseException(DWORD code, DWORD flags, DWORD count, const ULONG_PTR *arguments);

/* Raises record. Its ExceptionAddress becomes the call's return address; all else stays as it is,
 * because handlers get a copy. A record that is misaligned or has more than
 * EXCEPTION_MAXIMUM_PARAMETERS is not raised, but the status of that is, as RtlRaiseStatus does.
 * The context of STATUS_BREAKPOINT goes on one byte before the return address, as on Windows, by
 * every call that raises. */
void NTAPI RtlRaiseException(EXCEPTION_RECORD *record);

/* Raises status as a noncontinuable exception. Its ExceptionAddress is the call's return address.
 */
void NTAPI RtlRaiseStatus(NTSTATUS status);

/* Calls the handlers of all frames above target's with EXCEPTION_UNWINDING, unlinks them, then
 * returns value in eax. target NULL unwinds everything (exit unwind); then record is unhandled, as
 * on Windows. record NULL means a record with STATUS_UNWIND. target_ip is ignored on x86. Raises
 * STATUS_INVALID_UNWIND_TARGET for a target below a frame of the chain, STATUS_BAD_STACK for a
 * frame outside the stack, STATUS_INVALID_DISPOSITION for a wrong answer.
 *
 * ebx, esi and edi are zero afterwards, as on Windows. C code calls _global_unwind2 instead. */
void NTAPI RtlUnwind(PVOID target, PVOID target_ip, EXCEPTION_RECORD *record, PVOID value);

/* Unwinds to frame, which becomes the head of the chain. Registers are preserved. */
void _global_unwind2(EXCEPTION_REGISTRATION_RECORD *frame);

/* Fills context with the registers as they will be when the calling function has returned; only the
 * integer registers are as they are now. The upper halves of the selectors' words are left as they
 * were. The calling function needs a frame pointer. */
void NTAPI RtlCaptureContext(CONTEXT *context);

/* Puts the groups of context that its ContextFlags name into the machine; the others stay as they
 * are. Without the control group it returns STATUS_SUCCESS. With it, it returns only when it has
 * failed, and then nothing has changed: STATUS_DATATYPE_MISALIGNMENT for a context that is not
 * 4-byte aligned, STATUS_ACCESS_VIOLATION for one that cannot be read or whose selectors cannot be
 * loaded (code and stack segment must be those in use).
 *
 * VM in EFlags is dropped, and NT in ring 0. The words below the new Esp are used: if they cannot
 * be written, NtContinue raises an access violation. In ring 3 any stack and selectors will do: a
 * selector that ring 3 may not have is replaced by its own. test_alert counts where a program of
 * Windows makes the system call: an APC that waits is made first. Else it is ignored. */
NTSTATUS NTAPI NtContinue(CONTEXT *context, BOOLEAN test_alert);

/* Raises record in the state of context. With first_chance, copies of both are laid below context's
 * Esp, and handlers are asked about the copies; registers that the context lacks are filled in
 * there. Without it the exception is unhandled at once, and so it is when the stack cannot hold the
 * copies. Returns only the status of a failure: record or context is misaligned, cannot be read, or
 * has more than EXCEPTION_MAXIMUM_PARAMETERS. */
NTSTATUS NTAPI NtRaiseException(EXCEPTION_RECORD *record, CONTEXT *context, BOOLEAN first_chance);

/* Vectored handlers belong to the whole program, not to a frame. There are two lists: exception
 * handlers are asked before any frame, continue handlers are told of every exception that a handler
 * continues. first puts a handler at the head of its list; 0 puts it at the end.
 * EXCEPTION_CONTINUE_EXECUTION ends the walk; as an exception handler's answer it also ends the
 * exception. Any other answer passes it on.
 *
 * Adding returns a handle for removing, or NULL when memory is exhausted. Removing returns 1, or 0
 * when the handle is not valid (any more). A handler may remove itself or others while it runs. */
PVOID NTAPI RtlAddVectoredExceptionHandler(ULONG first, PVECTORED_EXCEPTION_HANDLER handler);
ULONG NTAPI RtlRemoveVectoredExceptionHandler(PVOID handle);
PVOID NTAPI RtlAddVectoredContinueHandler(ULONG first, PVECTORED_EXCEPTION_HANDLER handler);
ULONG NTAPI RtlRemoveVectoredContinueHandler(PVOID handle);

/* These calls by kernel32's names. */
PVOID WINAPI AddVectoredExceptionHandler(ULONG first, PVECTORED_EXCEPTION_HANDLER handler);
ULONG WINAPI RemoveVectoredExceptionHandler(PVOID handle);
PVOID WINAPI AddVectoredContinueHandler(ULONG first, PVECTORED_EXCEPTION_HANDLER handler);
ULONG WINAPI RemoveVectoredContinueHandler(PVOID handle);

/* The last handler. Every thread runs under an outermost frame. It calls UnhandledExceptionFilter
 * for an exception that no other handler took, before anything is unwound. This asks the program's
 * own filter:
 *
 * - EXCEPTION_CONTINUE_EXECUTION goes on in the context;
 * - EXCEPTION_EXECUTE_HANDLER unwinds everything and ends run or thread with the exception's code
 * as its status;
 * - any other answer leaves it to the default: a report, then the end with this status; the frames
 * of a thread are unwound.
 *
 * An exception of the filter itself (EXCEPTION_NESTED_CALL) goes to the default at once.
 *
 * SetUnhandledExceptionFilter returns the filter before. NULL means none, as at the start. */
typedef LONG(WINAPI *LPTOP_LEVEL_EXCEPTION_FILTER)(EXCEPTION_POINTERS *pointers);
LPTOP_LEVEL_EXCEPTION_FILTER WINAPI
SetUnhandledExceptionFilter(LPTOP_LEVEL_EXCEPTION_FILTER filter);
LONG WINAPI UnhandledExceptionFilter(EXCEPTION_POINTERS *pointers);

/* A handler is called only if its memory can be executed. A run with --safeseh or --sehop refuses
 * more frames, as later versions of Windows do. A refused frame ends the walk, and the exception is
 * unhandled with EXCEPTION_STACK_INVALID. SafeSEH calls no handler on the stack, and none of a
 * program with SEH_NO_HANDLERS. If a program registers handlers, SafeSEH calls only those. SEHOP
 * asks no handler unless every frame lies above the one before it and the chain ends at the
 * outermost frame.
 *
 * The macros stand at file level, SEH_REGISTER_HANDLER once for each handler. Assembly registers a
 * handler by a word in the section ".safeseh". */
#define SEH_REGISTER_HANDLER(handler)                                                              \
    static const PEXCEPTION_ROUTINE seh_registered_##handler                                       \
        __attribute__((used, section(".safeseh"))) = (handler)
#define SEH_NO_HANDLERS                                                                            \
    extern const char seh_program_has_no_handlers;                                                 \
    const char seh_program_has_no_handlers = 1

/* Asks the vectored handlers, then the frames of the chain. TRUE: a handler wants to continue. */
BOOLEAN NTAPI RtlDispatchException(EXCEPTION_RECORD *record, CONTEXT *context);

/* The head of the calling thread's chain. */
static __inline EXCEPTION_REGISTRATION_RECORD *seh_head(void)
{
    EXCEPTION_REGISTRATION_RECORD *head;
    __asm__ volatile("movl %%fs:0, %0" : "=r"(head));
    return head;
}

/* Links frame with this handler. frame must lie in the caller's own stack frame. Unwinding expects
 * each frame at a lower address than the frame that it was linked over, so two frames of one
 * function belong into an array, the outer one last. */
static __inline void seh_link(EXCEPTION_REGISTRATION_RECORD *frame, PEXCEPTION_ROUTINE handler)
{
    frame->Next = seh_head();
    frame->Handler = handler;
    __asm__ volatile("movl %0, %%fs:0" : : "r"(frame) : "memory");
}

/* Unlinks frame, which must be the head. */
static __inline void seh_unlink(EXCEPTION_REGISTRATION_RECORD *frame)
{
    __asm__ volatile("movl %0, %%fs:0" : : "r"(frame->Next) : "memory");
}

#include <seh_try.h>

#endif
