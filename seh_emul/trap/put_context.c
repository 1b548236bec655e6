/* Loads a CONTEXT into the machine. The last step is assembly: resume.S. */
#include "seh_emul/trap/put_context.h"

#include "kernel/call/features.h"
#include "kernel/call/fpu.h"
#include "kernel/call/segment_registers.h"
#include "kernel/call/start.h"
#include "kernel/call/tib.h"
#include "kernel/cpu/contracts.h"
#include "kernel/cpu/interrupts.h"
#include "kernel/cpus/kernel_lock.h"
#include "kernel/memory/stack_growth.h"
#include "kernel/threads/debug_registers.h"
#include "lib/inlining.h"
#include "seh_emul/context/context.h"
#include "seh_emul/memory/touch.h"

#include <string.h>

enum { FX_MXCSR = 24, FX_MXCSR_MASK = 28 };

/* The bits of mxcsr that this CPU has. Other bits are dropped, as on Windows, because loading them
 * faults. The first value is the one that Intel's manual gives for CPUs that do not tell theirs. */
START_CONSTANT static uint32_t mxcsr_bits = 0xFFBF;

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

void context_put_rest(const CONTEXT *context, bool ring3)
{
    interrupts_must_be_off();
    if (cpu_features.fxsr && context_names(context->ContextFlags, CONTEXT_EXTENDED_REGISTERS)) {
        struct fx_room room;
        uint8_t *image = fx_aligned(&room);
        memcpy(image, context->ExtendedRegisters, sizeof context->ExtendedRegisters);
        *(uint32_t *)(image + FX_MXCSR) &= mxcsr_bits;
        fx_load(image);
    }
    /* FloatSave comes last, because on Windows it wins where both groups describe the x87. */
    if (context_names(context->ContextFlags, CONTEXT_FLOATING_POINT)) {
        x87_reset(); /* loading faults while an exception is pending */
        x87_load(&context->FloatSave);
    }
    if (context_names(context->ContextFlags, CONTEXT_DEBUG_REGISTERS))
        debug_registers_set(context_debug_part((CONTEXT *)context), ring3);
}

/* Tells whether selector can be loaded into a data segment register without a fault. present is the
 * selector that is there already. */
static bool loadable(DWORD selector, uint16_t present)
{
    enum { PRESENT = 0x8000 };
    uint16_t value = (uint16_t)selector;
    return value == present || value < 4 ||
           (selector_readable(value) && selector_access(value) & PRESENT);
}

HOT bool context_segments_loadable(const CONTEXT *context)
{
    return (uint16_t)context->SegCs == cs_read() && (uint16_t)context->SegSs == ss_read() &&
           loadable(context->SegDs, ds_read()) && loadable(context->SegEs, es_read()) &&
           loadable(context->SegFs, fs_read()) && loadable(context->SegGs, gs_read());
}

NTSTATUS context_put(const CONTEXT *registers, const CONTEXT *context)
{
    if (!context_segments_loadable(registers))
        return (NTSTATUS)STATUS_ACCESS_VIOLATION;
    /* A fault in context_resume would come too late. Here it is an exception of NtContinue. */
    uint32_t lowest = registers->Esp - CONTEXT_RESUME_ROOM;
    if (!tib_stack_holds(lowest, CONTEXT_RESUME_ROOM)) {
        touch_byte(lowest);
        touch_byte(registers->Esp - 1);
    }
    interrupts_off();        /* an interrupt would arm the breakpoints again when it leaves */
    debug_registers_pause(); /* Windows does this in its kernel, where breakpoints do not count */
    context_put_rest(context, false);
    debug_registers_leave(registers->Esp);
    if (stack_is_switching(registers->Eip)) {
        kernel_enter();
        stack_settle(this_thread(), registers->Eip, registers->Esp);
        kernel_leave();
    }
    context_resume(registers);
}
