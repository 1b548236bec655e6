/* CONTEXT from the machine, and the FPU's way back. The integer part's way back is assembly:
 * resume.S. */
#include "seh_emul/context.h"

#include "kernel/cpu.h"

#include <string.h>

CONTEXT *context_place_below(uint32_t top)
{
    uint32_t highest = top - sizeof(CONTEXT) - CONTEXT_REMAINDER;
    return (CONTEXT *)((highest & ~(CONTEXT_ALIGNMENT - 1u)) + CONTEXT_REMAINDER);
}

void context_from_trap(CONTEXT *context, const struct trap_frame *frame)
{
    context->ContextFlags = CONTEXT_FULL | CONTEXT_FLOATING_POINT;
    context->SegGs = frame->gs & 0xFFFF;
    context->SegFs = frame->fs & 0xFFFF;
    context->SegEs = frame->es & 0xFFFF;
    context->SegDs = frame->ds & 0xFFFF;
    context->Edi = frame->edi;
    context->Esi = frame->esi;
    context->Ebx = frame->ebx;
    context->Edx = frame->edx;
    context->Ecx = frame->ecx;
    context->Eax = frame->eax;
    context->Ebp = frame->link_ebp;
    context->Eip = frame->eip;
    context->SegCs = frame->cs & 0xFFFF;
    context->EFlags = frame->eflags;
    context->Esp = trap_esp(frame);
    context->SegSs = trap_ss(frame) & 0xFFFF;

    fpu_claim();
    if (cpu_features.fxsr) {
        context->ContextFlags |= CONTEXT_EXTENDED_REGISTERS;
        fx_save(context->ExtendedRegisters);
    }
    x87_save(&context->FloatSave); /* and back, because saving resets the FPU */
    x87_load(&context->FloatSave);
    context->FloatSave.Cr0NpxState = 0;
}

void context_load_fpu(const CONTEXT *context)
{
    if (cpu_features.fxsr &&
        (context->ContextFlags & CONTEXT_EXTENDED_REGISTERS) == CONTEXT_EXTENDED_REGISTERS) {
        uint8_t aligned[sizeof context->ExtendedRegisters + CONTEXT_ALIGNMENT];
        uint32_t at = (uint32_t)context->ExtendedRegisters;
        if (at % CONTEXT_ALIGNMENT) {
            at = ((uint32_t)aligned + CONTEXT_ALIGNMENT - 1) & ~(CONTEXT_ALIGNMENT - 1u);
            memcpy((void *)at, context->ExtendedRegisters, sizeof context->ExtendedRegisters);
        }
        fx_load((const void *)at);
    }
    /* Last: where both describe the x87, Windows lets FloatSave win. */
    if ((context->ContextFlags & CONTEXT_FLOATING_POINT) == CONTEXT_FLOATING_POINT)
        x87_load(&context->FloatSave);
}
