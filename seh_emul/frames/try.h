/* Between try.c and try_blocks.S, which has the contracts. Serves both. */
#ifndef SEH_EMUL_FRAMES_TRY_H
#define SEH_EMUL_FRAMES_TRY_H

/* struct seh_frame, struct seh_site, struct seh_state */
#define FRAME_SITE  8
#define FRAME_EBP   12
#define FRAME_ESI   16
#define FRAME_SIZE  20
#define SITE_FILTER 0
#define SITE_BLOCK  4
#define STATE_BACK  8

#ifndef __ASSEMBLER__
#include <seh_try.h>

NT_ASSERT_OFFSET(struct seh_frame, site, FRAME_SITE);
NT_ASSERT_OFFSET(struct seh_frame, ebp, FRAME_EBP);
NT_ASSERT_OFFSET(struct seh_frame, esi, FRAME_ESI);
_Static_assert(sizeof(struct seh_frame) == FRAME_SIZE, "FRAME_SIZE");
NT_ASSERT_OFFSET(struct seh_site, filter, SITE_FILTER);
NT_ASSERT_OFFSET(struct seh_site, block, SITE_BLOCK);
NT_ASSERT_OFFSET(struct seh_state, back, STATE_BACK);

int seh_call_filter(struct seh_frame *frame);
void seh_call_finally(struct seh_frame *frame, struct seh_state *state);
_Noreturn void seh_jump_except(struct seh_frame *frame);
#endif

#endif
