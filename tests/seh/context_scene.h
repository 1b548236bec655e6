/* Shared by the tests of CONTEXT: two states of the machine that differ in every group, a call that
 * shows the state of every group, and a handler that changes a context.
 */
#ifndef TESTS_CONTEXT_SCENE_H
#define TESTS_CONTEXT_SCENE_H

#include "kernel/call/features.h"
#include "kernel/call/fpu.h"
#include "kernel/call/segment_registers.h"
#include "kernel/call/selectors.h"
#include "kernel/call/tib.h"
#include "kernel/cpu/segment_loads.h"
#include "seh_emul/context/context.h"
#include "seh_emul/trap/trap_context.h"
#include "tests/harness/exact.h"
#include "tests/harness/handler.h"
#include "tests/harness/tap.h"

#include <processthreadsapi.h>
#include <ring3.h>
#include <seh.h>
#include <string.h>

enum group { CONTROL = 1, INTEGER = 2, SEGMENTS = 4, FLOATING = 8, DEBUG = 16, EXTENDED = 32 };
enum { SETS = 64, FX_CONTROL = 0, FX_MXCSR = 24, FX_XMM5 = 160 + 16 * 5 };

static inline const char *set_name(unsigned set)
{
    static char text[80];
    static const char *const names[] = {"control",  "integer", "segments",
                                        "floating", "debug",   "extended"};
    text[0] = 0;
    for (unsigned i = 0; i < 6; i++)
        if (set >> i & 1)
            strcat(strcat(text, text[0] ? " " : ""), names[i]);
    return text[0] ? text : "nothing";
}

/* ---------------------------------------------------------------- two states of the machine */

/* Selectors of the ring that this runs in: those in use, and others that do no harm. */
static const struct selectors {
    WORD cs, ss, ds, es, fs, gs;
} in_use[2] = {{0x08, 0x10, 0x10, 0x10, 0x30, 0x60}, {0x1B, 0x23, 0x23, 0x23, 0x3B, 0}},
  others[2] = {{0x08, 0x10, 0x23, 0x23, 0x30, 0}, {0x1B, 0x23, 0x23, 0x1B, 0x3B, 0x23}};

static inline const struct selectors *of_ring(const struct selectors rings[2])
{
    return &rings[ring3_current() == 3];
}

/* In front of each call; the general registers are exact_prepare's. Nothing ever runs or is read at
 * the addresses. */
static const struct debug_part {
    DWORD dr[6];
} debug_before = {{0x1000, 0x2000, 0x3000, 0x4000, 0, 0x00000001}},
  debug_wanted = {{0x5000, 0x6000, 0x7000, 0x8000, 0x400F, 0xDDFF0155}};

#define CW_BEFORE    0x027F
#define CW_FLOATING  0x0C7F
#define CW_EXTENDED  0x077F
#define MX_BEFORE    0x1F80
#define MX_WANTED    0x7F80
#define FLAGS_WANTED 0x0ED7 /* all but TF, NT, AC */

static const uint8_t xmm_before[16] = "sixteen letters", xmm_wanted[16] = "fifteen and nil";

static inline void debug_put(const struct debug_part *part)
{
    CONTEXT context = {.ContextFlags = CONTEXT_DEBUG_REGISTERS};
    memcpy(&context.Dr0, part, sizeof *part);
    SetThreadContext(GetCurrentThread(), &context);
}

static inline void machine_prepare(void)
{
    uint32_t mxcsr = MX_BEFORE;
    exact_prepare();
    debug_put(&debug_before);
    x87_reset();
    x87_control_write(CW_BEFORE);
    if (cpu_features.sse)
        __asm__ volatile("ldmxcsr %0; movups %1, %%xmm5" : : "m"(mxcsr), "m"(xmm_before));
}

static uint32_t stack[64];

static inline void make_wanted(CONTEXT *context, unsigned set)
{
    memset(context, 0, sizeof *context);
    context->ContextFlags = CONTEXT_FLOATING_POINT | CONTEXT_EXTENDED_REGISTERS;
    fpu_reset();
    GetThreadContext(GetCurrentThread(), context);
    context->ContextFlags = CONTEXT_i386 | set;
    memcpy(&context->Dr0, &debug_wanted, sizeof debug_wanted);
    context->FloatSave.ControlWord = CW_FLOATING;
    memcpy(context->ExtendedRegisters + FX_CONTROL, &(uint16_t){CW_EXTENDED}, 2);
    memcpy(context->ExtendedRegisters + FX_MXCSR, &(uint32_t){MX_WANTED}, 4);
    memcpy(context->ExtendedRegisters + FX_XMM5, xmm_wanted, 16);
    context->SegDs = of_ring(others)->ds;
    context->SegEs = of_ring(others)->es;
    context->SegFs = of_ring(others)->fs;
    context->SegGs = of_ring(others)->gs;
    context->Edi = 1;
    context->Esi = 2;
    context->Ebx = 3;
    context->Edx = 4;
    context->Ecx = 5;
    context->Eax = 6;
    context->Ebp = 7;
    context->Eip = (DWORD)exact_return;
    context->SegCs = of_ring(others)->cs;
    context->SegSs = of_ring(others)->ss;
    context->EFlags = FLAGS_WANTED;
    context->Esp = (DWORD)&stack[60];
}

/* The machine's state behind exact_return. */
static struct after {
    uint16_t ds, gs, control;
    uint32_t mxcsr;
    uint8_t xmm5[16];
    struct debug_part debug;
} after;

static inline bool call(const void *function, unsigned count, uint32_t a, uint32_t b)
{
    bool returned = exact_call(function, count, a, b);
    CONTEXT context = {.ContextFlags = CONTEXT_DEBUG_REGISTERS};
    after.ds = ds_read();
    after.gs = gs_read();
    gs_load(of_ring(in_use)->gs);
    __asm__ volatile("movl %0, %%ds; movl %0, %%es" : : "r"((uint32_t)of_ring(in_use)->ds));
    after.control = x87_control_read();
    if (cpu_features.sse)
        __asm__ volatile("stmxcsr %0; movups %%xmm5, %1" : "=m"(after.mxcsr), "=m"(after.xmm5));
    fpu_reset();
    GetThreadContext(GetCurrentThread(), &context);
    memcpy(&after.debug, &context.Dr0, sizeof after.debug);
    return returned;
}

/* ---------------------------------------------------------------- the expected state */

/* The groups that differ from those that a set asks for. exact: the registers of groups not named
 * are those of the call, and eax is result; otherwise nothing is known of them but that they are
 * not the context's. */
static inline unsigned wrong_groups(unsigned set, bool exact, uint32_t result)
{
    const struct exact *now = &exact_after, *was = &exact_before;
    bool fx = cpu_features.fxsr && set & EXTENDED;
    unsigned wrong = 0;

    bool control =
        now->ebp == 7 && now->esp == (uint32_t)&stack[60] && (now->eflags & 0xFFF) == FLAGS_WANTED;
    bool integer = now->edi == 1 && now->esi == 2 && now->ebx == 3 && now->edx == 4 &&
                   now->ecx == 5 && now->eax == 6;
    const struct selectors *wants = of_ring(others), *had = of_ring(in_use);
    bool segments = now->es == wants->es && after.ds == wants->ds && after.gs == wants->gs;
    bool same_control = now->ebp == was->ebp && now->esp == was->esp && !(now->eflags & 0x400);
    bool same_integer = exact ? now->edi == was->edi && now->esi == was->esi &&
                                    now->ebx == was->ebx && now->eax == result
                              : now->edi != 1 && now->esi != 2 && now->ebx != 3;
    bool same_segments = now->es == had->es && after.ds == had->ds && after.gs == had->gs;

    if (!(set & CONTROL ? control : same_control))
        wrong |= CONTROL;
    if (!(set & INTEGER ? integer : same_integer))
        wrong |= INTEGER;
    if (!(set & SEGMENTS ? segments : same_segments))
        wrong |= SEGMENTS;
    if (after.control != (set & FLOATING ? CW_FLOATING : fx ? CW_EXTENDED : CW_BEFORE))
        wrong |= FLOATING;
    if (memcmp(&after.debug, set & DEBUG ? &debug_wanted : &debug_before, sizeof after.debug) != 0)
        wrong |= DEBUG;
    if (cpu_features.sse && (after.mxcsr != (uint32_t)(fx ? MX_WANTED : MX_BEFORE) ||
                             memcmp(after.xmm5, fx ? xmm_wanted : xmm_before, 16) != 0))
        wrong |= EXTENDED;
    return wrong;
}

/* ---------------------------------------------------------------- a handler's context */

static struct {
    unsigned count;
    void (*change)(CONTEXT *context);
    CONTEXT context;
    EXCEPTION_RECORD records[2], cause;
} seen;

static inline EXCEPTION_DISPOSITION HANDLER(handler)
{
    if (seen.count < 2)
        seen.records[seen.count] = *record;
    if (seen.count++ == 0) {
        seen.context = *context;
        seen.change(context);
        return ExceptionContinueExecution;
    }
    if (record->ExceptionRecord)
        seen.cause = *record->ExceptionRecord;
    exact_leave();
}

static inline bool under_handler(const void *function, unsigned count, uint32_t a, uint32_t b,
                                 void (*change)(CONTEXT *context))
{
    EXCEPTION_REGISTRATION_RECORD frame;
    seen.count = 0;
    seen.change = change;
    seh_link(&frame, handler);
    bool returned = call(function, count, a, b);
    seh_unlink(&frame);
    return returned;
}

#endif
