/* The only file that knows how a trap frame and a CONTEXT correspond. */
#include "seh_emul/trap/trap_context.h"

#include "kernel/call/eflags.h"
#include "kernel/call/selectors.h"
#include "kernel/cpu/contracts.h"
#include "kernel/cpu/fpu_state.h"
#include "kernel/threads/debug_registers.h"
#include "seh_emul/context/context.h"
#include "seh_emul/trap/put_context.h"

struct edi_to_ebp {
    uint32_t words[(offsetof(CONTEXT, Eip) - offsetof(CONTEXT, Edi)) / sizeof(uint32_t)];
};
#define EDI_TO_EBP_AS_IN_TRAP(member, field)                                                       \
    (offsetof(CONTEXT, member) - offsetof(CONTEXT, Edi) ==                                         \
     offsetof(struct trap_frame, field) - offsetof(struct trap_frame, edi))
_Static_assert(EDI_TO_EBP_AS_IN_TRAP(Eax, eax) && EDI_TO_EBP_AS_IN_TRAP(Ebp, link_ebp),
               "a CONTEXT lists registers as a trap frame does");

/* The upper half of a selector's word means nothing. */
static inline void general_from_trap(CONTEXT *context, const struct trap_frame *frame, uint32_t esp)
{
    context->SegGs = (uint16_t)frame->gs;
    context->SegFs = (uint16_t)frame->fs;
    if (frame->fs & SELECTOR_LOCAL) /* a worker's own, which may become another one at any time */
        context->SegFs = trap_from_ring3(frame) ? SELECTOR_TIB3 : SELECTOR_TIB0;
    context->SegEs = (uint16_t)frame->es;
    context->SegDs = (uint16_t)frame->ds;
    *(struct edi_to_ebp *)&context->Edi = *(const struct edi_to_ebp *)&frame->edi;
    context->Eip = frame->eip; /* a service may have moved it, so it is not link_eip */
    context->SegCs = (uint16_t)frame->cs;
    context->EFlags = frame->eflags;
    context->Esp = esp;
    context->SegSs = (uint16_t)trap_ss(frame);
}

void context_general_from_trap(CONTEXT *context, const struct trap_frame *frame, uint32_t esp)
{
    must_be_in_trap();
    general_from_trap(context, frame, esp);
}

IN_REGISTERS void context_from_trap(CONTEXT *context, const struct trap_frame *frame, uint32_t esp)
{
    must_be_in_trap();
    general_from_trap(context, frame, esp);
    if (debug_registers_armed_here())
        debug_registers_get(context_debug_part(context));
    else
        context_clear_debug_part(context);
    if (frame->vector == VECTOR_DB) {
        context->Dr6 = frame->error & DR6_LEGAL;
        debug_registers_forget_status();
    }

    fpu_claim();
    context_get_fpu(context);
}

static uint32_t ring3_selector(DWORD selector, uint16_t otherwise)
{
    uint16_t value = (uint16_t)selector | 3;
    if ((uint16_t)selector < 4)
        return 0;
    return value == SELECTOR_CODE3 || value == SELECTOR_DATA3 || value == SELECTOR_TIB3 ? value
                                                                                        : otherwise;
}

static void integers_to_trap(struct trap_frame *frame, const CONTEXT *context)
{
    frame->edi = context->Edi;
    frame->esi = context->Esi;
    frame->ebx = context->Ebx;
    frame->edx = context->Edx;
    frame->ecx = context->Ecx;
    frame->eax = context->Eax;
}

void context_general_to_trap0(struct trap_frame *frame, const CONTEXT *context)
{
    must_be_in_trap();
    frame->link_ebp = context->Ebp;
    frame->link_eip = frame->eip = context->Eip;
    frame->eflags = (context->EFlags & ~EFLAGS_VM) | EFLAGS_FIXED;
    integers_to_trap(frame, context);
    frame->ds = context->SegDs;
    frame->es = context->SegEs;
    if (!(frame->fs & SELECTOR_LOCAL)) /* as below */
        frame->fs = context->SegFs;
    frame->gs = context->SegGs;
}

void context_general_to_trap3(struct trap_frame *frame, const CONTEXT *context)
{
    must_be_in_trap();
    DWORD flags = context->ContextFlags;
    if (context_names(flags, CONTEXT_CONTROL)) {
        frame->link_ebp = context->Ebp;
        frame->link_eip = frame->eip = context->Eip;
        frame->cs = SELECTOR_CODE3;
        frame->eflags = (context->EFlags & EFLAGS_RING3) | EFLAGS_FIXED | EFLAGS_IF;
        frame->esp = context->Esp;
        frame->ss = SELECTOR_DATA3;
    }
    if (context_names(flags, CONTEXT_INTEGER))
        integers_to_trap(frame, context);
    if (context_names(flags, CONTEXT_SEGMENTS)) {
        frame->ds = ring3_selector(context->SegDs, SELECTOR_DATA3);
        frame->es = ring3_selector(context->SegEs, SELECTOR_DATA3);
        if (!(frame->fs & SELECTOR_LOCAL)) /* a worker's stays */
            frame->fs = ring3_selector(context->SegFs, SELECTOR_TIB3);
        frame->gs = ring3_selector(context->SegGs, 0);
    }
}

void context_to_trap(struct trap_frame *frame, const CONTEXT *context)
{
    must_be_in_trap();
    context_general_to_trap3(frame, context);
    context_put_rest(context, true);
}
