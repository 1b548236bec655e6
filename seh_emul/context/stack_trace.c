/* The return addresses on the stack, by the frames that ebp links. */
#include "kernel/call/tib.h"

#include <stdint.h>
#include <winnt.h>

struct linked_frame {
    struct linked_frame *next;
    PVOID back;
};

/* Whether a frame lies on the running stack, above the one that leads to it. */
static int is_frame(const struct linked_frame *frame, const struct linked_frame *below)
{
    const NT_TIB *tib = &tib_current()->NtTib;
    return frame > below && (uint32_t)frame % sizeof(uint32_t) == 0 &&
           (PVOID)frame >= tib->StackLimit && (PVOID)(frame + 1) <= tib->StackBase;
}

WORD NTAPI RtlCaptureStackBackTrace(DWORD skip, DWORD count, PVOID *trace, PDWORD hash)
{
    const struct linked_frame *frame = __builtin_frame_address(0), *next;
    DWORD sum = 0, found = 0;
    for (; found < skip + count && frame->back; frame = next) {
        if (found >= skip) {
            trace[found - skip] = frame->back;
            sum += (DWORD)frame->back;
        }
        found++;
        next = frame->next;
        if (!is_frame(next, frame))
            break;
    }
    if (hash)
        *hash = sum;
    return (WORD)(found > skip ? found - skip : 0);
}
