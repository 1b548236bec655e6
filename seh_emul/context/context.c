/* Stores and loads the groups of a CONTEXT. The last step of loading is assembly: resume.S. */
#include "seh_emul/context/context.h"

#include "kernel/cpu/contracts.h"
#include "kernel/cpu/debug_registers.h"
#include "kernel/cpu/eflags.h"
#include "kernel/cpu/features.h"
#include "kernel/cpu/fpu.h"
#include "kernel/cpu/segment_registers.h"
#include "kernel/cpus/kernel_lock.h"
#include "kernel/memory/stack_growth.h"
#include "kernel/services/service.h"
#include "kernel/start.h"
#include "kernel/threads/tib.h"
#include "seh_emul/dispatch/dispatch.h"
#include "seh_emul/memory/touch.h"

#include <string.h>

/* Room for the bytes that fxsave stores, aligned, wherever the struct lies. */
struct fx_room {
    uint8_t bytes[FXSAVE_SIZE + FXSAVE_ALIGNMENT];
};

enum { FX_MXCSR = 24, FX_MXCSR_MASK = 28 };

/* The bits of mxcsr that this CPU has. Other bits are dropped, as on Windows, because loading them
 * faults. The first value is the one that Intel's manual gives for CPUs that do not tell theirs. */
START_CONSTANT static uint32_t mxcsr_bits = 0xFFBF;

static uint8_t *fx_aligned(struct fx_room *room)
{
    return (uint8_t *)(((uint32_t)room + FXSAVE_ALIGNMENT - 1) & ~(FXSAVE_ALIGNMENT - 1u));
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

void context_get_rest(CONTEXT *context)
{
    if (context_names(context->ContextFlags, CONTEXT_DEBUG_REGISTERS))
        sys_debug_registers_get(context_debug_part(context));
    if (cpu_features.fxsr && context_names(context->ContextFlags, CONTEXT_EXTENDED_REGISTERS)) {
        struct fx_room room = {{0}}; /* the last bytes are not stored */
        fx_save(fx_aligned(&room));
        memcpy(context->ExtendedRegisters, fx_aligned(&room), sizeof context->ExtendedRegisters);
    }
    if (context_names(context->ContextFlags, CONTEXT_FLOATING_POINT)) {
        x87_copy(&context->FloatSave);
        context->FloatSave.Cr0NpxState = 0;
    }
}

/* ---------------------------------------------------------------- into the machine */

void context_copy(CONTEXT *to, const CONTEXT *from, DWORD flags)
{
    if (context_names(flags, CONTEXT_CONTROL))
        memcpy(&to->Ebp, &from->Ebp, offsetof(CONTEXT, ExtendedRegisters) - offsetof(CONTEXT, Ebp));
    if (context_names(flags, CONTEXT_INTEGER))
        memcpy(&to->Edi, &from->Edi, offsetof(CONTEXT, Ebp) - offsetof(CONTEXT, Edi));
    if (context_names(flags, CONTEXT_SEGMENTS))
        memcpy(&to->SegGs, &from->SegGs, offsetof(CONTEXT, Edi) - offsetof(CONTEXT, SegGs));
}

NTSTATUS context_check(const CONTEXT *context, bool written)
{
    if ((uint32_t)context % 4)
        return (NTSTATUS)STATUS_DATATYPE_MISALIGNMENT;
    if (!sys_paging_readable(context, sizeof *context))
        return (NTSTATUS)STATUS_ACCESS_VIOLATION;
    if (written && touch_fails(context, sizeof *context, true))
        return (NTSTATUS)STATUS_ACCESS_VIOLATION;
    return STATUS_SUCCESS;
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

static inline bool segments_loadable(const CONTEXT *context)
{
    return (uint16_t)context->SegCs == cs_read() && (uint16_t)context->SegSs == ss_read() &&
           loadable(context->SegDs, ds_read()) && loadable(context->SegEs, es_read()) &&
           loadable(context->SegFs, fs_read()) && loadable(context->SegGs, gs_read());
}

bool context_segments_loadable(const CONTEXT *context)
{
    return segments_loadable(context);
}

/* Touches the words below esp that context_resume will use, unless they lie in the known stack. A
 * fault here is an exception of NtContinue; in context_resume it would come too late. */
static void touch_way_out(uint32_t esp)
{
    if (tib_stack_holds(esp - CONTEXT_RESUME_ROOM, CONTEXT_RESUME_ROOM))
        return;
    touch_byte(esp - CONTEXT_RESUME_ROOM);
    touch_byte(esp - 1);
}

NTSTATUS context_put(const CONTEXT *registers, const CONTEXT *context)
{
    if (ring3_current() == 3)
        return sys_ring3_continue(registers, context);
    if (!segments_loadable(registers))
        return (NTSTATUS)STATUS_ACCESS_VIOLATION;
    touch_way_out(registers->Esp);
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

NTSTATUS context_continue(const CONTEXT *context, CONTEXT *own)
{
    NTSTATUS status = context_check(context, false);
    if (status != STATUS_SUCCESS)
        return status;
    own->Eax = STATUS_SUCCESS;
    context_copy(own, context, context->ContextFlags);
    return context_put(own, context);
}
