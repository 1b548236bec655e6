/* The FPU through an exception and back: the x87 and SSE in the context, and the effect of a
 * handler's changes.
 *
 * run: emulator=qemu,bochs
 * run: name=486 cpu=486
 * run: name=max cpu=max
 * run: name=ring3 ring=3 compilers=gcc
 */
#include "kernel/call/features.h"
#include "kernel/call/fpu.h"
#include "tests/harness/exact.h"
#include "tests/harness/handler.h"
#include "tests/harness/probe.h"
#include "tests/harness/tap.h"

#include <seh.h>
#include <string.h>

/* The handler's change of the context, beyond going on behind the instruction. */
typedef void change_function(EXCEPTION_RECORD *record, CONTEXT *context);
static change_function *change;

static struct {
    unsigned count;
    CONTEXT context; /* before the change */
} seen;

static EXCEPTION_DISPOSITION HANDLER(handler)
{
    seen.count++;
    seen.context = *context;
    if (record->ExceptionCode == STATUS_ILLEGAL_INSTRUCTION)
        context->Eip += 2;
    if (change)
        change(record, context);
    return ExceptionContinueExecution;
}

/* Runs function, in which exceptions are to arise, with the FPU as it is. */
static void run(const void *function, change_function *changes)
{
    EXCEPTION_REGISTRATION_RECORD frame;
    change = changes;
    seen.count = 0;
    exact_prepare();
    seh_link(&frame, handler);
    exact_call(function, 0);
    seh_unlink(&frame);
}

/* ---------------------------------------------------------------- x87 */

typedef uint8_t extended[10];

static const extended one = {0, 0, 0, 0, 0, 0, 0, 0x80, 0xFF, 0x3F};
static const extended ten = {0, 0, 0, 0, 0, 0, 0, 0xA0, 0x02, 0x40};
static const extended seven = {0, 0, 0, 0, 0, 0, 0, 0xE0, 0x01, 0x40};

#define FX_CONTROL     0
#define FX_MXCSR       24
#define FX_ST(n)       (32 + 16 * (n))
#define FX_XMM(n)      (160 + 16 * (n))
#define CONTROL_BEFORE 0x027Fu
#define CONTROL_AFTER  0x0C7Fu /* truncate, 24 bits */

static void change_x87(EXCEPTION_RECORD *record, CONTEXT *context)
{
    memcpy(context->FloatSave.RegisterArea, seven, sizeof seven);
    context->FloatSave.ControlWord = CONTROL_AFTER;
    /* It must not win over FloatSave. */
    memcpy(context->ExtendedRegisters + FX_ST(0), one, sizeof one);
}

static void change_x87_extended(EXCEPTION_RECORD *record, CONTEXT *context)
{
    context->ContextFlags &= ~CONTEXT_FLOATING_POINT | CONTEXT_i386;
    memcpy(context->FloatSave.RegisterArea, one, sizeof one);
    memcpy(context->ExtendedRegisters + FX_ST(0), seven, sizeof seven);
    memcpy(context->ExtendedRegisters + FX_CONTROL, &(uint16_t){CONTROL_AFTER}, 2);
}

static void change_nothing_said(EXCEPTION_RECORD *record, CONTEXT *context)
{
    change_x87(record, context);
    change_x87_extended(record, context);
    context->ContextFlags = CONTEXT_FULL;
}

/* Puts 1 and 10 into the x87, runs, and compares what is there then. */
static void check_x87_after(change_function *changes, const extended top, uint16_t control,
                            const char *what)
{
    struct {
        extended first, second;
        uint16_t control;
    } after;
    uint16_t before = CONTROL_BEFORE;
    __asm__ volatile("fninit; fldcw %2; fldt %0; fldt %1" : : "m"(one), "m"(ten), "m"(before));
    run(exact_ud2, changes);
    after.control = x87_control_read();
    __asm__ volatile("fstpt %0" : "=m"(after.first));
    __asm__ volatile("fstpt %0" : "=m"(after.second));
    fpu_reset();
    ok(memcmp(after.first, top, sizeof(extended)) == 0, "x87: %s: the top of the stack", what);
    ok(memcmp(after.second, one, sizeof(extended)) == 0, "x87: %s: the other is kept", what);
    is_hex(after.control, control, "x87: %s: the control word", what);
}

static void check_x87(void)
{
    check_x87_after(NULL, ten, CONTROL_BEFORE, "nothing changed");
    const FLOATING_SAVE_AREA *save = &seen.context.FloatSave;
    is_hex(save->ControlWord & 0xFFFF, CONTROL_BEFORE, "x87: the context has the control word");
    is_hex(save->TagWord & 0xFFFF, 0x0FFF, "x87: two registers are in use in the context");
    ok(memcmp(save->RegisterArea, ten, sizeof ten) == 0 &&
           memcmp(save->RegisterArea + sizeof ten, one, sizeof one) == 0,
       "x87: the registers are in the context");
    check_x87_after(change_x87, seven, CONTROL_AFTER, "FloatSave changed");
    if (cpu_features.fxsr)
        check_x87_after(change_x87_extended, seven, CONTROL_AFTER, "ExtendedRegisters changed");
    else
        tap_skip("this CPU has no fxsave", "x87: ExtendedRegisters changed");
    check_x87_after(change_nothing_said, ten, CONTROL_BEFORE, "changed, but not said to be valid");
}

/* Answers an x87 fault by masking it in the context, with the FPU left as it is found. */
static unsigned x87_faults;

static void mask_x87(EXCEPTION_RECORD *record, CONTEXT *context)
{
    if (record->ExceptionCode != STATUS_FLOAT_DIVIDE_BY_ZERO)
        return;
    if (++x87_faults == 1) {
        context->FloatSave.ControlWord |= 0x3F;
        context->FloatSave.StatusWord &= ~0x80BFu;
    } else { /* something else went wrong: end it for good */
        fpu_reset();
        context->ContextFlags = CONTEXT_FULL;
    }
}

static void check_pending_x87(void)
{
    static const uint8_t divide[] = {0xD9, 0xE8, 0xD9, 0xEE, 0xDE, 0xF9, 0x9B, 0xC3};
    memcpy(probe_code(), divide, sizeof divide);
    x87_faults = 0;
    x87_reset();
    x87_control_write(CONTROL_BEFORE & ~0x04u);
    run(probe_code(), mask_x87);
    uint16_t after = x87_control_read();
    fpu_reset();
    is_dec(x87_faults, 1, "x87: a fault that waits does not fire while the context is loaded");
    is_dec(seen.count, 1, "x87: masked in the context, it is over");
    is_hex(after, CONTROL_BEFORE | 0x3F, "x87: the mask of the context is loaded");
}

/* ---------------------------------------------------------------- SSE */

static const uint8_t pattern[16] = "sixteen letters";
static const uint8_t other[16] = "fifteen and nil";

static void change_sse(EXCEPTION_RECORD *record, CONTEXT *context)
{
    memcpy(context->ExtendedRegisters + FX_XMM(5), other, sizeof other);
    memcpy(context->ExtendedRegisters + FX_MXCSR, &(uint32_t){0x7F80}, 4);
}

/* Bits that no CPU has must not fault on the way out, as Windows drops them. */
static void change_mxcsr_wildly(EXCEPTION_RECORD *record, CONTEXT *context)
{
    change_sse(record, context);
    memcpy(context->ExtendedRegisters + FX_MXCSR, &(uint32_t){0xFFFF7F80}, 4);
}

static void check_sse_after(change_function *changes, const uint8_t *five, uint32_t control,
                            const char *what)
{
    uint8_t after[2][16];
    uint32_t mxcsr = 0x1F80;
    __asm__ volatile("ldmxcsr %2; movups %0, %%xmm5; movups %1, %%xmm7"
                     :
                     : "m"(pattern), "m"(other), "m"(mxcsr));
    run(exact_ud2, changes);
    __asm__ volatile("stmxcsr %2; movups %%xmm5, %0; movups %%xmm7, %1"
                     : "=m"(after[0]), "=m"(after[1]), "=m"(mxcsr));
    fpu_reset();
    is_dec(seen.count, 1, "SSE: %s: raises once", what);
    ok(memcmp(after[0], five, 16) == 0, "SSE: %s: xmm5", what);
    ok(memcmp(after[1], other, 16) == 0, "SSE: %s: xmm7 is kept", what);
    is_hex(mxcsr, control, "SSE: %s: the control register", what);
}

static void check_sse(void)
{
    if (!cpu_features.sse) {
        tap_skip("this CPU has no SSE", "SSE: registers through the context");
        return;
    }
    check_sse_after(NULL, pattern, 0x1F80, "nothing changed");
    ok(memcmp(seen.context.ExtendedRegisters + FX_XMM(5), pattern, 16) == 0 &&
           memcmp(seen.context.ExtendedRegisters + FX_XMM(7), other, 16) == 0,
       "SSE: the registers are in the context");
    check_sse_after(change_sse, other, 0x7F80, "changed in the context");
    check_sse_after(change_mxcsr_wildly, other, 0x7F80, "control bits that do not exist");
}

int main(void)
{
    check_x87();
    check_pending_x87();
    check_sse();
    return tap_done();
}
