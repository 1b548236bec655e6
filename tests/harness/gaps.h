/* The known gaps of emulators: where one does otherwise than the CPUs that it stands for.
 *
 *     if (!gap_skips(GAP_ALIGNMENT, "a misaligned access traps"))
 *         is_hex(status, STATUS_DATATYPE_MISALIGNMENT, "a misaligned access traps");
 *
 * gaps.c has the table: versions and reasons. A gap that not all versions have is looked for on the
 * machine itself, so the claim is tried where it can hold. Bochs has none of them.
 */
#ifndef TESTS_GAPS_H
#define TESTS_GAPS_H

#include "tests/harness/tap.h"

enum gap {
    GAP_NONE,
    GAP_CR0_CHECK,
    GAP_NULL_SELECTOR,
    GAP_LIMITS,
    GAP_X87_STACK,
    GAP_DENORMALS,
    GAP_SSE_EXCEPTIONS,
    GAP_ALIGNMENT,
    GAP_CACHE_IN_RING3,
    GAP_STI_HOLDS_STEP,
    GAP_SS_HOLDS_NO_STEP,
    GAP_REPEATED_STEP,
    GAP_REPEATED_WATCH,
    GAP_MISALIGNED_WATCH,
    GAP_SECOND_WATCH,
    GAP_PENDING_WATCH,
    GAP_INTERRUPT_RF,
    GAPS
};

/* Tells whether this machine has the gap. Never for GAP_NONE. */
bool gap_is_met(enum gap gap);

/* Why a claim cannot hold where the gap is met. */
const char *gap_reason(enum gap gap);

/* Skips a claim where the gap is met. Returns whether. */
#define gap_skips(gap, ...) (gap_is_met(gap) && (tap_skip(gap_reason(gap), __VA_ARGS__), true))

#endif
