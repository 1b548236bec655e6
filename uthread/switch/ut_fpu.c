/* The x87 and SSE in switches. Every thread has control words of its own; a thread that asked for
 * it has registers of its own. Exception flags are shared as long as all threads have the control
 * words that they began with: these mask all exceptions, so the flags raise none.
 */
#include "kernel/call/features.h"
#include "kernel/call/fpu.h"
#include "kernel/call/start.h"
#include "kernel/call/trace.h"
#include "uthread/switch/attention.h"
#include "uthread/threads/rare_fields.h"

#include <stdlib.h>
#include <string.h>

/* Memory images: of fnsave, and of the SSE as preempt.S stores it. */
struct x87_area {
    DWORD control, status, tags, pointers[4];
    BYTE registers[8][10];
};
struct sse_area {
    DWORD mxcsr;
    BYTE registers[8][16];
};

#define MXCSR_SEEN     0x3Fu /* one bit for each exception that was noted */
#define X87_SW_SUMMARY 0x80  /* in the status word: an exception is about to be raised */

UT_FPU_OFFSETS(UT_ASSERT_ROW)

static START_CONSTANT bool has_sse;
static START_CONSTANT bool has_fxsr;

static bool keeps(uThd uthread)
{
    return uthread->rare && uthread->rare->keeps_fpu;
}

static DWORD *counted(void)
{
    return tib_word(TIB_FPU_THREADS);
}

/* Whether this is the mxcsr that threads begin with, in its bits other than the exception flags. */
static bool is_common(DWORD mxcsr)
{
    return (mxcsr & ~(DWORD)MXCSR_SEEN) == MXCSR_AT_RESET;
}

/* Whether a switch to this thread must load anything, or its next yield must take the long way. Its
 * control words are in its block. */
static bool is_special(uThd uthread)
{
    return uthread->x87Control != X87_CW_WINDOWS || !is_common(uthread->mxcsr) || keeps(uthread) ||
           (uthread->flags & UT_CANCELLED && !uthread->shields);
}

void ut_count(uThd uthread)
{
    if (!is_special(uthread)) {
        ut_forget_special(uthread);
    } else if (!(uthread->flags & UT_SPECIAL)) {
        uthread->flags |= UT_SPECIAL;
        ++*counted();
    }
}

/* The area of fxsave is aligned, memory of malloc is not. */
enum { FX_SIZE = 512, FX_ALIGNMENT = 16, FX_CONTROL = 0, FX_MXCSR = 24 };

static char *area_of(uThd uthread)
{
    return (char *)(((DWORD)uthread->rare->fpu + FX_ALIGNMENT - 1) & ~(DWORD)(FX_ALIGNMENT - 1));
}

static void save_registers(uThd uthread)
{
    if (has_fxsr)
        fx_save(area_of(uthread));
    else
        x87_save(area_of(uthread));
}

static void load_registers(uThd uthread)
{
    if (has_fxsr)
        fx_load(area_of(uthread));
    else
        x87_load(area_of(uthread));
}

/* Makes the registers empty, with the control words that the thread has. */
static void init_registers(uThd uthread)
{
    char *area = area_of(uthread);
    memset(area, 0, FX_SIZE);
    *(WORD *)(area + FX_CONTROL) = uthread->x87Control;
    if (has_fxsr)
        *(DWORD *)(area + FX_MXCSR) = uthread->mxcsr;
    else
        ((struct x87_area *)(void *)area)->tags = 0xFFFF;
}

int uThreadKeepFpu(uThd uthread, BOOL keep)
{
    if (!ut_is_thread(uthread))
        return ut_set_error(UtErrorInvalid);
    if (uthread->status == UtStatusFinish)
        return UtErrorNone;
    if (!keep) {
        if (uthread->rare)
            uthread->rare->keeps_fpu = false;
    } else if (!keeps(uthread)) {
        struct utRareFields *rare = ut_rare_fields(uthread);
        if (rare && !rare->fpu)
            rare->fpu = ut_allocate(FX_SIZE + FX_ALIGNMENT);
        if (!rare || !rare->fpu)
            return utLastError();
        init_registers(uthread);
        rare->keeps_fpu = true;
    }
    ut_count(uthread);
    ut_set_attention(TIB_ATTEND);
    return UtErrorNone;
}

void ut_arm(void)
{
    DWORD mxcsr = MXCSR_AT_RESET;
    if (has_sse)
        mxcsr = mxcsr_read();
    if (trace_on || tib_load(TIB_FPU_THREADS) || !is_common(mxcsr))
        mxcsr = TIB_ATTEND;
    ut_set_attention(mxcsr);
}

uint32_t ut_switch_slowly(uThd from, uThd to)
{
    uint32_t pending = 0;
    trace(switched, (uint32_t)from, (uint32_t)to);
    ut_count(from);
    if ((from->flags | to->flags) & UT_SPECIAL) {
        WORD status = x87_status();
        if (keeps(from)) {
            save_registers(from);
            x87_reset();
        } else if (status & X87_SW_SUMMARY)
            pending = status;
        x87_clear();
        if (keeps(to)) {
            load_registers(to);
        } else {
            x87_control_write(to->x87Control);
        }
        if (has_sse)
            mxcsr_write(to->mxcsr);
    }
    if (from->status == UtStatusFinish)
        ut_forget_special(from);
    if (*counted())
        ut_set_attention(TIB_ATTEND);
    else if (ut_attention() != TIB_ATTEND)
        ut_arm();
    return pending;
}

static void fpu_start(void)
{
    has_sse = cpu_features.sse;
    has_fxsr = cpu_features.fxsr;
}
ON_START(fpu_start);
