/* What the two generations of compiler frames share. */
#ifndef SEH_EMUL_FRAMES_SCOPE_H
#define SEH_EMUL_FRAMES_SCOPE_H

#include <seh_frames.h>

/* funclets.S: see there. */
int call_funclet(const void *funclet, void *ebp);
_Noreturn void jump_funclet(const void *funclet, void *ebp);
_Noreturn void jump_buffer_resume(const _JUMP_BUFFER *buffer, int value);

/* Asks the filters from the frame's level outwards. Returns the level of the block to execute,
 * outside when there is none; *disposition is what the handler answers then. */
LONG scope_search(struct scope_frame *frame, const struct scope_entry *entries, LONG outside,
                  EXCEPTION_POINTERS *pointers, EXCEPTION_DISPOSITION *disposition);

/* Runs __finally blocks from the frame's level outwards, down to but without level stop. The level
 * is the outer one before a block starts, so that no block runs twice. */
void scope_unwind(struct scope_frame *frame, const struct scope_entry *entries, LONG outside,
                  LONG stop);

#endif
