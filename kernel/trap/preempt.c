/* Sends the interrupted program to the routine when its slice has ended. */
#include "kernel/trap/preempt.h"

#include "kernel/call/eflags.h"
#include "kernel/call/program.h"
#include "kernel/call/selectors.h"
#include "kernel/call/tib.h"
#include "kernel/cpu/contracts.h"
#include "kernel/cpus/kernel_lock.h"
#include "kernel/memory/stack_growth.h"
#include "kernel/memory/user_memory.h"

#include <string.h>

/* The routine finds this on its stack. */
struct resume_at {
    uint32_t eip, cs, eflags;
};

/* Tells whether PREEMPT_ROOM bytes below esp can be written. The TEB and esp are not trusted,
 * because the program can write both. */
static bool frame_has_room(struct thread *thread, const struct trap_frame *frame)
{
    const NT_TIB *tib = &thread->teb->NtTib;
    uint32_t esp = trap_esp(frame);
    bool user = trap_from_ring3(frame);
    if (esp < PREEMPT_ROOM || esp > (uint32_t)tib->StackBase)
        return false;
    if (esp - PREEMPT_ROOM < (uint32_t)tib->StackLimit)
        return stack_grow(thread, esp, PREEMPT_ROOM, user);
    return !user || user_writable((void *)(esp - PREEMPT_ROOM), PREEMPT_ROOM);
}

static bool may_preempt(struct thread *thread, const struct trap_frame *frame)
{
    uint16_t code = trap_from_ring3(frame) ? SELECTOR_CODE3 : SELECTOR_CODE0;
    return (frame->eflags & (EFLAGS_IF | EFLAGS_VM)) == EFLAGS_IF && (uint16_t)frame->cs == code &&
           program_has_code(frame->eip) && frame_has_room(thread, frame);
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

void preempt_later(struct thread *thread)
{
    if (*teb_word(thread->teb, TIB_PREEMPT))
        *teb_word(thread->teb, TIB_SLICE) = 1;
}

struct trap_frame *preempt(struct thread *thread, struct trap_frame *frame, bool runtime)
{
    interrupts_must_be_off();
    uint32_t routine = *teb_word(thread->teb, TIB_PREEMPT);
    if (!routine)
        return frame;
    kernel_lock();
    if (runtime || !may_preempt(thread, frame)) {
        preempt_later(thread);
        return frame;
    }
    frame = lay(frame);
    frame->eip = routine;
    frame->eflags &= ~(EFLAGS_OF_CALLER | EFLAGS_RF);
    return frame;
}
