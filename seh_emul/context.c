/* CONTEXT from the machine, and the FPU's way back. The integer part's way back is assembly:
 * resume.S. */
#include "seh_emul/context.h"

#include "kernel/cpu.h"
#include "kernel/start.h"

#include <string.h>

CONTEXT *context_place_below(uint32_t top)
{
    uint32_t highest = top - sizeof(CONTEXT) - CONTEXT_REMAINDER;
    return (CONTEXT *)((highest & ~(CONTEXT_ALIGNMENT - 1u)) + CONTEXT_REMAINDER);
}

void context_from_trap(CONTEXT *context, const struct trap_frame *frame, uint32_t esp)
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
    context->Esp = esp;
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

/* Room for what fxsave stores, wherever it lies. */
struct fx_room {
    uint8_t bytes[sizeof(((CONTEXT *)0)->ExtendedRegisters) + CONTEXT_ALIGNMENT];
};

enum { FX_MXCSR = 24, FX_MXCSR_MASK = 28 };

/* The bits of SSE's control register that this CPU has: loading others faults, so they are dropped,
 * as on Windows. Until the CPU has been asked, what Intel's manual says of those that do not tell.
 */
START_CONSTANT static uint32_t mxcsr_bits = 0xFFBF;

static uint8_t *fx_aligned(struct fx_room *room)
{
    return (uint8_t *)(((uint32_t)room + CONTEXT_ALIGNMENT - 1) & ~(CONTEXT_ALIGNMENT - 1u));
}

static void learn_mxcsr_bits(void)
{
    struct fx_room room = {{0}};
    if (!cpu_features.sse)
        return;
    fx_save(fx_aligned(&room));
    uint32_t told = *(const uint32_t *)(fx_aligned(&room) + FX_MXCSR_MASK);
    if (told)
        mxcsr_bits = told;
}
ON_START(learn_mxcsr_bits);

void context_load_fpu(const CONTEXT *context)
{
    struct fx_room room;
    if (cpu_features.fxsr &&
        (context->ContextFlags & CONTEXT_EXTENDED_REGISTERS) == CONTEXT_EXTENDED_REGISTERS) {
        uint8_t *image = fx_aligned(&room);
        memcpy(image, context->ExtendedRegisters, sizeof context->ExtendedRegisters);
        *(uint32_t *)(image + FX_MXCSR) &= mxcsr_bits;
        fx_load(image);
    }
    /* Last: where both describe the x87, Windows lets FloatSave win. */
    if ((context->ContextFlags & CONTEXT_FLOATING_POINT) == CONTEXT_FLOATING_POINT) {
        x87_save(&room); /* for its reset: loading faults while an exception is pending */
        x87_load(&context->FloatSave);
    }
}
