/* Shared by try.c and try_blocks.S, which has the contracts. */
#ifndef SEH_EMUL_FRAMES_TRY_H
#define SEH_EMUL_FRAMES_TRY_H

#include "kernel/shared/offsets.h"

/* clang-format off */
#define TRY_OFFSETS(row) \
    row(FRAME_SITE,  offsetof(struct seh_frame, site),  8) \
    row(FRAME_EBP,   offsetof(struct seh_frame, ebp),   12) \
    row(FRAME_ESI,   offsetof(struct seh_frame, esi),   16) \
    row(FRAME_SIZE,  sizeof(struct seh_frame),          20) \
    row(SITE_FILTER, offsetof(struct seh_site, filter), 0) \
    row(SITE_BLOCK,  offsetof(struct seh_site, block),  4) \
    row(STATE_BACK,  offsetof(struct seh_state, back),  12) \
    row(BACK_FRAME,  SEH_BACK_FRAME,                    24) \
    row(TRY_WORDS,   sizeof(struct seh_frame) / 4,      5)
/* clang-format on */

#ifndef __ASSEMBLER__
#include <seh_try.h>
#include <stdbool.h>
#endif

OFFSETS(TRY_OFFSETS)

#ifndef __ASSEMBLER__
int seh_call_filter(struct seh_frame *frame);
void seh_call_finally(struct seh_frame *frame, struct seh_state *state);
_Noreturn void seh_jump_except(struct seh_frame *frame);

/* Whether the frame is linked for this __try statement, and its __finally block is not running. */
bool try_is_active(const struct seh_frame *frame, const struct seh_site *site);

/* Prepares going on in a block that has been left: copy, the words of its frame, will lie at frame
 * again, but neither filter nor block belongs to them. */
void try_give_up(struct seh_frame *copy, struct seh_frame *frame);
#endif

#endif
