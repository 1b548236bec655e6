/* Walking the chain: what dispatch and unwind share. */
#ifndef SEH_EMUL_DISPATCH_DISPATCH_H
#define SEH_EMUL_DISPATCH_DISPATCH_H

#include <nt.h>

/* dispatcher.S: calls handlers under a guard, of *frame or, last permitting, more. */
EXCEPTION_DISPOSITION seh_call_handlers(EXCEPTION_RECORD *record,
                                        EXCEPTION_REGISTRATION_RECORD **frame, CONTEXT *context,
                                        EXCEPTION_REGISTRATION_RECORD **dispatcher,
                                        PEXCEPTION_ROUTINE guard, uint32_t last);

/* What lies on the stack where seh_call_handlers linked its guard. */
struct guard_record {
    EXCEPTION_REGISTRATION_RECORD link;
    EXCEPTION_REGISTRATION_RECORD *frame; /* whose handler is running */
};

/* The guard of the search pass: an exception inside a handler passes here on its way outwards. */
EXCEPTION_DISPOSITION search_guard(EXCEPTION_RECORD *record, EXCEPTION_REGISTRATION_RECORD *frame,
                                   CONTEXT *context, EXCEPTION_REGISTRATION_RECORD **dispatcher);

/* Raises status as noncontinuable with the exception that led to it linked. Returns only when a
 * vectored handler continues all the same; then the answer counts as a search that goes on, as on
 * Windows. */
void raise_because_of(DWORD status, EXCEPTION_RECORD *cause);

/* resume.S: see there. Uses CONTEXT_RESUME_ROOM bytes below the context's Esp. */
_Noreturn void context_resume(const CONTEXT *context);
#define CONTEXT_RESUME_ROOM (offsetof(CONTEXT, Esp) - offsetof(CONTEXT, SegGs))

/* Where context_resume handles what Windows handles in its kernel: breakpoints do not count. */
extern const char context_resume_end[];

#endif
