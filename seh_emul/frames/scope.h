/* Code that the two generations of compiler frames share. Serves C and assembly. */
#ifndef SEH_EMUL_FRAMES_SCOPE_H
#define SEH_EMUL_FRAMES_SCOPE_H

#include "kernel/shared/offsets.h"

/* clang-format off */
#define JUMP_OFFSETS(row) \
    row(JUMP_EBP,       offsetof(_JUMP_BUFFER, Ebp),                             0) \
    row(JUMP_EBX,       offsetof(_JUMP_BUFFER, Ebx),                             4) \
    row(JUMP_EDI,       offsetof(_JUMP_BUFFER, Edi),                             8) \
    row(JUMP_ESI,       offsetof(_JUMP_BUFFER, Esi),                             12) \
    row(JUMP_ESP,       offsetof(_JUMP_BUFFER, Esp),                             16) \
    row(JUMP_EIP,       offsetof(_JUMP_BUFFER, Eip),                             20) \
    row(JUMP_HEAD,      offsetof(_JUMP_BUFFER, Registration),                    24) \
    row(JUMP_LEVEL,     offsetof(_JUMP_BUFFER, TryLevel),                        28) \
    row(JUMP_COOKIE_AT, offsetof(_JUMP_BUFFER, Cookie),                          32) \
    row(JUMP_UNWIND,    offsetof(_JUMP_BUFFER, UnwindFunc),                      36) \
    row(JUMP_DATA,      offsetof(_JUMP_BUFFER, UnwindData),                      40) \
    row(JUMP_COOKIE_,   JUMP_COOKIE,                                             0x56433230) \
    row(DATA_WORDS,     sizeof(((_JUMP_BUFFER *)0)->UnwindData) / sizeof(DWORD), 6) \
    row(FRAME_LEVEL,    offsetof(struct scope_frame, level),                     12) \
    row(FRAME_HANDLER,  offsetof(EXCEPTION_REGISTRATION_RECORD, Handler),        4)
/* clang-format on */

#ifndef __ASSEMBLER__
#include "kernel/call/trace.h"

#include <seh_frames.h>
#endif

OFFSETS(JUMP_OFFSETS)

#ifndef __ASSEMBLER__
/* funclets.S has the contracts. */
int call_funclet(const void *funclet, void *ebp);
_Noreturn void jump_funclet(const void *funclet, void *ebp);
_Noreturn void jump_buffer_resume(const _JUMP_BUFFER *buffer, int value);
/* The unwind function of a buffer filled in a __try block of seh_try.h: it marks the buffer. The
 * frame's words are in the data. */
void NTAPI jump_into_try(_JUMP_BUFFER *buffer);

/* A function of the layer above for scope_take; NULL: it does not want to be told. */
extern void (*scope_taken)(EXCEPTION_RECORD *record);

/* Where filters of both generations look for the pointers. */
static inline EXCEPTION_POINTERS **scope_pointers(struct scope_frame *frame)
{
    return (EXCEPTION_POINTERS **)frame - 1;
}

/* The question that filters are asked. */
struct scope_question {
    EXCEPTION_POINTERS pointers;
    EXCEPTION_POINTERS **place; /* where they look for the pointers */
    void *ebp;                  /* the function's */
};

/* Asks the filters from the frame's level outwards. Returns the level of the block to execute,
 * outside when there is none; then *disposition is the handler's answer. */
LONG scope_search(struct scope_frame *frame, const struct scope_entry *entries, LONG outside,
                  struct scope_question *question, EXCEPTION_DISPOSITION *disposition);

/* Runs __finally blocks from the frame's level outwards to level stop, whose own block does not
 * run. The frame gets the outer level before a block starts, so no block runs twice. ebp: the
 * function's. */
void scope_unwind(struct scope_frame *frame, const struct scope_entry *entries, LONG outside,
                  LONG stop, void *ebp);

/* scope_unwind for a frame of _except_handler2, which has the function's ebp in the word behind it,
 * or of _except_handler3, which ends where that ebp points. The word tells which: it is ebp. */
void scope_unwind2(EXCEPTION_REGISTRATION_RECORD *frame, LONG stop, DWORD ebp);

/* Tells the layer above that an __except block takes the exception, before anything is unwound. */
static inline void scope_take(EXCEPTION_RECORD *record)
{
    if (scope_taken)
        scope_taken(record);
}

/* Records that an entry's __except block takes over, while events are recorded. */
void scope_trace_enter(const struct scope_frame *frame, const struct scope_entry *entry);

/* Goes on in the __except block of an entry. The frame already has the level around it. */
static inline _Noreturn void scope_enter(struct scope_frame *frame, const struct scope_entry *entry,
                                         void *ebp)
{
    if (trace_on)
        scope_trace_enter(frame, entry);
    jump_funclet(entry->handler, ebp);
}

#endif

#endif
