/* The walk of the chain, for dispatch and unwind. */
#ifndef SEH_EMUL_DISPATCH_DISPATCH_H
#define SEH_EMUL_DISPATCH_DISPATCH_H

#include "kernel/call/trace.h"

#include <seh.h>

/* dispatcher.S: calls the handler of *frame under a guard, and those of more frames up to last. */
EXCEPTION_DISPOSITION seh_call_handlers(EXCEPTION_RECORD *record,
                                        EXCEPTION_REGISTRATION_RECORD **frame, CONTEXT *context,
                                        EXCEPTION_REGISTRATION_RECORD **dispatcher,
                                        PEXCEPTION_ROUTINE guard, uint32_t last);

/* The record by which seh_call_handlers links its guard. */
struct guard_record {
    EXCEPTION_REGISTRATION_RECORD link;
    EXCEPTION_REGISTRATION_RECORD *frame; /* its handler is running */
};

/* The guard of the search pass. An exception inside a handler meets it on the way outwards. */
EXCEPTION_DISPOSITION search_guard(EXCEPTION_RECORD *record, EXCEPTION_REGISTRATION_RECORD *frame,
                                   CONTEXT *context, EXCEPTION_REGISTRATION_RECORD **dispatcher);

/* Records that a frame's handler is called: by the handler; but by the place of the __try for such
 * a block's frame, because they all have the same handler. about: the event's third argument. A
 * macro, so that the event comes from the line that calls the handler. */
#define trace_frame(by_handler, by_place, frame, about)                                            \
    do {                                                                                           \
        if (!trace_on)                                                                             \
            break;                                                                                 \
        if ((frame)->Handler == seh_try_handler)                                                   \
            trace(by_place, (uint32_t)(frame),                                                     \
                  (uint32_t)((const struct seh_frame *)(frame))->site->begin, about);              \
        else                                                                                       \
            trace(by_handler, (uint32_t)(frame), (uint32_t)(frame)->Handler, about);               \
    } while (0)

/* raise_calls.S: the address of each exception that RaiseException has raised. */
extern const PVOID raise_exception_address;

/* Raises status as a noncontinuable exception, linked to its cause. Returns only when a vectored
 * handler continues it all the same; then the search goes on, as on Windows. */
void raise_because_of(DWORD status, EXCEPTION_RECORD *cause);

#endif
