/* CONTEXT from the machine and back, group by group. The last step back is assembly: resume.S. */
#include "seh_emul/context.h"

#include "kernel/cpu/cpu.h"
#include "kernel/cpu/debug_registers.h"
#include "kernel/cpu/selectors.h"
#include "kernel/services/service.h"
#include "kernel/start.h"
#include "kernel/threads/tib.h"
#include "kernel/trap/ring3.h"
#include "seh_emul/dispatch.h"
#include "seh_emul/touch.h"

#include <string.h>

static struct debug_registers *debug_part(CONTEXT *context)
{
    _Static_assert(offsetof(CONTEXT, Dr7) - offsetof(CONTEXT, Dr0) ==
                       offsetof(struct debug_registers, control),
                   "a CONTEXT holds a struct debug_registers");
    return (struct debug_registers *)&context->Dr0;
}

struct gs_to_eip {
    uint32_t words[(offsetof(CONTEXT, SegCs) - offsetof(CONTEXT, SegGs)) / sizeof(uint32_t)];
};
_Static_assert(
    offsetof(CONTEXT, Edi) - offsetof(CONTEXT, SegGs) == offsetof(struct trap_frame, edi) &&
        offsetof(CONTEXT, Eax) - offsetof(CONTEXT, SegGs) == offsetof(struct trap_frame, eax) &&
        offsetof(CONTEXT, Ebp) - offsetof(CONTEXT, SegGs) ==
            offsetof(struct trap_frame, link_ebp) &&
        offsetof(CONTEXT, Eip) - offsetof(CONTEXT, SegGs) == offsetof(struct trap_frame, link_eip),
    "a CONTEXT lists registers as a trap frame does");

void context_from_trap(CONTEXT *context, const struct trap_frame *frame, uint32_t esp)
{
    context->ContextFlags = CONTEXT_FULL | CONTEXT_FLOATING_POINT | CONTEXT_DEBUG_REGISTERS;
    /* Both list gs to eip in this order; of a selector's word the upper half means nothing. */
    *(struct gs_to_eip *)&context->SegGs = *(const struct gs_to_eip *)frame;
    context->SegGs = (uint16_t)context->SegGs;
    context->SegFs = (uint16_t)context->SegFs;
    context->SegEs = (uint16_t)context->SegEs;
    context->SegDs = (uint16_t)context->SegDs;
    context->SegCs = (uint16_t)frame->cs;
    context->EFlags = frame->eflags;
    context->Esp = esp;
    context->SegSs = (uint16_t)trap_ss(frame);

    if (debug_registers_armed)
        debug_registers_get(debug_part(context));
    else
        context->Dr0 = context->Dr1 = context->Dr2 = context->Dr3 = context->Dr6 = context->Dr7 = 0;
    if (frame->vector == VECTOR_DB) {
        context->Dr6 = frame->error & DR6_LEGAL;
        debug_registers_forget_status();
    }

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

/* Where both groups describe the x87, Windows lets FloatSave win: it comes last. */
static void load_fpu(const CONTEXT *context)
{
    if (cpu_features.fxsr && context_names(context->ContextFlags, CONTEXT_EXTENDED_REGISTERS)) {
        struct fx_room room;
        uint8_t *image = fx_aligned(&room);
        memcpy(image, context->ExtendedRegisters, sizeof context->ExtendedRegisters);
        *(uint32_t *)(image + FX_MXCSR) &= mxcsr_bits;
        fx_load(image);
    }
    if (context_names(context->ContextFlags, CONTEXT_FLOATING_POINT)) {
        x87_reset(); /* loading faults while an exception is pending */
        x87_load(&context->FloatSave);
    }
}

static void load_debug(const CONTEXT *context, bool ring3)
{
    if (context_names(context->ContextFlags, CONTEXT_DEBUG_REGISTERS))
        debug_registers_set(debug_part((CONTEXT *)context), ring3);
}

void context_get_rest(CONTEXT *context)
{
    if (context_names(context->ContextFlags, CONTEXT_DEBUG_REGISTERS))
        sys_debug_registers_get(debug_part(context));
    if (cpu_features.fxsr && context_names(context->ContextFlags, CONTEXT_EXTENDED_REGISTERS)) {
        struct fx_room room = {{0}}; /* the last bytes are not stored */
        fx_save(fx_aligned(&room));
        memcpy(context->ExtendedRegisters, fx_aligned(&room), sizeof context->ExtendedRegisters);
    }
    if (context_names(context->ContextFlags, CONTEXT_FLOATING_POINT)) {
        x87_save(&context->FloatSave);
        x87_load(&context->FloatSave);
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

/* Whether loading selector into a data segment register does not fault. present is one that is
 * there already. */
static bool loadable(DWORD selector, uint16_t present)
{
    enum { PRESENT = 0x8000 };
    uint16_t value = (uint16_t)selector;
    return value == present || value < 4 ||
           (selector_readable(value) && selector_access(value) & PRESENT);
}

/* Code and stack segment stay as they are: a context leads to no other ring. */
static bool segments_loadable(const CONTEXT *context)
{
    return (uint16_t)context->SegCs == cs_read() && (uint16_t)context->SegSs == ss_read() &&
           loadable(context->SegDs, ds_read()) && loadable(context->SegEs, es_read()) &&
           loadable(context->SegFs, fs_read()) && loadable(context->SegGs, gs_read());
}

/* The words below esp that context_resume will use must not fault when it is too late to say so.
 * Outside of the known stack they are touched: that faults here, as an exception of NtContinue's.
 */
static void touch_way_out(uint32_t esp)
{
    const NT_TIB *tib = &tib_current()->NtTib;
    uint32_t least = (uint32_t)tib->StackLimit + CONTEXT_RESUME_ROOM;
    if (esp >= least && esp <= (uint32_t)tib->StackBase)
        return;
    memory_touch(esp - CONTEXT_RESUME_ROOM);
    memory_touch(esp - 1);
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
    load_fpu(context);
    load_debug(context, false);
    debug_registers_leave(registers->Esp);
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

/* ---------------------------------------------------------------- into a trap frame of ring 3 */

static uint32_t ring3_selector(DWORD selector, uint16_t otherwise)
{
    uint16_t value = (uint16_t)selector | 3;
    if ((uint16_t)selector < 4)
        return 0;
    return value == SELECTOR_CODE3 || value == SELECTOR_DATA3 || value == SELECTOR_TIB3 ? value
                                                                                        : otherwise;
}

void context_to_trap(struct trap_frame *frame, const CONTEXT *context)
{
    DWORD flags = context->ContextFlags;
    if (context_names(flags, CONTEXT_CONTROL)) {
        frame->link_ebp = context->Ebp;
        frame->link_eip = frame->eip = context->Eip;
        frame->cs = SELECTOR_CODE3;
        frame->eflags = (context->EFlags & EFLAGS_RING3) | EFLAGS_FIXED | EFLAGS_IF;
        frame->esp = context->Esp;
        frame->ss = SELECTOR_DATA3;
    }
    if (context_names(flags, CONTEXT_INTEGER)) {
        frame->edi = context->Edi;
        frame->esi = context->Esi;
        frame->ebx = context->Ebx;
        frame->edx = context->Edx;
        frame->ecx = context->Ecx;
        frame->eax = context->Eax;
    }
    if (context_names(flags, CONTEXT_SEGMENTS)) {
        frame->ds = ring3_selector(context->SegDs, SELECTOR_DATA3);
        frame->es = ring3_selector(context->SegEs, SELECTOR_DATA3);
        frame->fs = ring3_selector(context->SegFs, SELECTOR_TIB3);
        frame->gs = ring3_selector(context->SegGs, 0);
    }
    load_fpu(context);
    load_debug(context, true);
}

static void start(void)
{
    ring3_on_continue(context_to_trap);
}
ON_START(start);
