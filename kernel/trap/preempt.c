/* Sends the interrupted program elsewhere when its slice has ended. */
#include "kernel/trap/preempt.h"

#include "kernel/cpu/eflags.h"
#include "kernel/cpu/segments.h"
#include "kernel/memory/stacks.h"
#include "kernel/program.h"
#include "kernel/threads/tib.h"
#include "kernel/trap/user_memory.h"

#include <string.h>

/* What the routine finds on its stack. */
struct resume_at {
    uint32_t eip, cs, eflags;
};

bool preempt_due;

/* The TEB is the program's to write, and so is esp. */
static bool has_room(const TEB *teb, const struct trap_frame *frame)
{
    uint32_t esp = trap_esp(frame);
    bool user = trap_from_ring3(frame);
    if (esp < PREEMPT_ROOM || esp > (uint32_t)teb->NtTib.StackBase)
        return false;
    if (esp - PREEMPT_ROOM < (uint32_t)teb->NtTib.StackLimit)
        return stack_grow(esp, PREEMPT_ROOM, user);
    return !user || user_writable((void *)(esp - PREEMPT_ROOM), PREEMPT_ROOM);
}

static bool may_preempt(const TEB *teb, const struct trap_frame *frame)
{
    uint16_t code = trap_from_ring3(frame) ? SELECTOR_CODE3 : SELECTOR_CODE0;
    return (frame->eflags & (EFLAGS_IF | EFLAGS_VM)) == EFLAGS_IF && (uint16_t)frame->cs == code &&
           program_has_code(frame->eip) && has_room(teb, frame);
}

/* Lays the way back on the interrupted stack; in ring 0 the frame makes room for it. */
static struct trap_frame *lay(struct trap_frame *frame)
{
    struct resume_at at = {frame->eip, frame->cs, frame->eflags};
    struct resume_at *laid = (struct resume_at *)trap_esp(frame) - 1;
    if (trap_from_ring3(frame)) {
        frame->esp = (uint32_t)laid;
    } else {
        frame = memmove((char *)frame - sizeof at, frame, TRAP_FRAME_RING0_SIZE);
    }
    *laid = at;
    return frame;
}

struct trap_frame *preempt(struct trap_frame *frame, bool runtime)
{
    TEB *teb = (TEB *)segments_tib;
    uint32_t routine = *teb_word(teb, TIB_PREEMPT);
    preempt_due = false;
    if (!routine)
        return frame;
    if (runtime || !may_preempt(teb, frame)) {
        *teb_word(teb, TIB_SLICE) = 1;
        return frame;
    }
    frame = lay(frame);
    frame->eip = routine;
    frame->eflags &= ~(EFLAGS_TF | EFLAGS_DF | EFLAGS_NT | EFLAGS_AC | EFLAGS_RF);
    return frame;
}
