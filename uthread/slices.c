/* Time slices: how long a thread may go without yielding. The kernel counts them
 * (kernel/trap/preempt.h).
 *
 * A slice begins with the first turn that is taken after a tick; threads that have taken turns
 * since then share what is left of that tick. So utYield needs to know nothing of slices, and every
 * thread gets its own to a tick.
 */
#include "kernel/cpu/features.h"
#include "uthread/uthread_impl.h"

#include <stddef.h>

_Static_assert(offsetof(struct cpu_features, sse) == CPU_FEATURES_SSE, "for assembly");

int utSchSetSlice(utSch sch, DWORD ms)
{
    if (!ut_is_scheduler(sch))
        return UtErrorInvalid;
    if (ms > UT_SLICE_MOST)
        return ut_set_error(UtErrorRange);
    sch->slice = ms;
    if (utCurrent() && ut_block_here()->scheduler == sch)
        ut_set_slice(ms);
    ut_set_attention(TIB_ATTEND); /* otherwise with the next turn, which must not be a short one */
    return UtErrorNone;
}
