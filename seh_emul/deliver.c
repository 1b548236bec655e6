/* From the trap to the dispatcher: lays the exception on the interrupted stack and leaves the trap
 * into it, so that nothing of dispatch and handlers runs inside the trap.
 *
 *	interrupted esp ->	...
 *				(the trap frame lay here; overwritten)
 *	CONTEXT			at an address that suits fxsave
 *	EXCEPTION_RECORD
 *	EXCEPTION_POINTERS	<- esp when KiUserExceptionDispatcher starts
 *	trap frame to leave through
 */
#include "kernel/cpu.h"
#include "kernel/debug_registers.h"
#include "kernel/selectors.h"
#include "kernel/start.h"
#include "kernel/trace.h"
#include "kernel/trap.h"
#include "seh_emul/context.h"
#include "seh_emul/dispatch.h"
#include "seh_emul/status.h"

#include <string.h>

void KiUserExceptionDispatcher(void); /* dispatcher.S */
void second_chance_dispatcher(void);

_Static_assert(sizeof(CONTEXT) + CONTEXT_ALIGNMENT + CONTEXT_REMAINDER + sizeof(EXCEPTION_RECORD) +
                       sizeof(EXCEPTION_POINTERS) <=
                   TRAP_ROOM,
               "what is laid on the stack ends above this function's own frame");

/* What context_resume does with the stack is Windows' kernel's work: breakpoints do not see it. */
static bool is_own_breakpoint(const struct trap_frame *frame)
{
    return frame->vector == VECTOR_DB && !(frame->error & DR6_BS) &&
           frame->eip >= (uint32_t)context_resume && frame->eip < (uint32_t)context_resume_end;
}

/* Called in the trap, interrupts off. */
static struct trap_frame *deliver(struct trap_frame *frame)
{
    if (is_own_breakpoint(frame)) {
        debug_registers_forget_status();
        frame->eflags |= EFLAGS_RF;
        return frame;
    }
    struct trap_frame from = *frame; /* what is laid down below overlays the original */
    uint32_t top = trap_esp(frame);
    trace(trapped, from.vector, from.eip, from.error, from.vector == VECTOR_PF ? cr2_read() : 0);

    CONTEXT *context = context_place_below(top);
    EXCEPTION_RECORD *record = (EXCEPTION_RECORD *)context - 1;
    EXCEPTION_POINTERS *pointers = (EXCEPTION_POINTERS *)record - 1;
    struct trap_frame *leave = (struct trap_frame *)((char *)pointers - TRAP_FRAME_RING0_SIZE);

    context_from_trap(context, &from, top);
    struct trap_facts facts = {
        .esp = top,
        .x87_control = (uint16_t)context->FloatSave.ControlWord,
        .x87_status = (uint16_t)context->FloatSave.StatusWord,
        .x87_address = context->FloatSave.ErrorOffset,
    };
    status_describe(&from, &facts, record);
    context->Eip = from.eip;
    context->EFlags = from.eflags;
    *pointers = (EXCEPTION_POINTERS){record, context};

    memcpy(leave, &from, TRAP_FRAME_RING0_SIZE);
    leave->eip = (uint32_t)(from.vector == VECTOR_FASTFAIL ? second_chance_dispatcher
                                                           : KiUserExceptionDispatcher);
    leave->eflags = from.eflags & ~(EFLAGS_TF | EFLAGS_DF | EFLAGS_NT | EFLAGS_AC);
    leave->ds = leave->es = SELECTOR_DATA0;
    leave->fs = SELECTOR_TIB0;
    leave->gs = SELECTOR_CPU;
    return leave;
}

static void start(void)
{
    trap_on_exception(deliver);
}
ON_START(start);
