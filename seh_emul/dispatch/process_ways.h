/* Where a process of Windows leads exceptions: through code of its own, and by what it knows of its
 * modules. A native program leaves all as it is. Set before the process runs code of its program.
 */
#ifndef SEH_EMUL_DISPATCH_PROCESS_WAYS_H
#define SEH_EMUL_DISPATCH_PROCESS_WAYS_H

#include "seh_emul/dispatch/frame_check.h"

/* The dispatcher to which raised exceptions go: KiUserExceptionDispatcher. */
extern void (*seh_dispatcher)(void);

/* The function to which a call that raises hands the exception, by default RtlDispatchException.
 * The exception lies on the call's stack, with the EXCEPTION_POINTERS in front of the record. */
extern BOOLEAN(NTAPI *seh_search)(EXCEPTION_RECORD *record, CONTEXT *context);

/* The handler of the outermost frames: seh_final_handler. */
extern PEXCEPTION_ROUTINE seh_outermost_handler;

/* Tells whether a handler outside of the runtime's image may be called, or NULL: all may that are
 * code. */
extern enum frame_refusal (*seh_foreign_check)(PEXCEPTION_ROUTINE handler);

#endif
