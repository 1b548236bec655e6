/* Between try.c and try_blocks.S, which has the contracts. */
#ifndef SEH_EMUL_TRY_H
#define SEH_EMUL_TRY_H

#include <seh_try.h>

int seh_call_filter(struct seh_frame *frame);
void seh_call_finally(struct seh_frame *frame, struct seh_state *state);
_Noreturn void seh_jump_except(struct seh_frame *frame);

#endif
