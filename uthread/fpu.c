/* The x87 and SSE in switches. Control words are every thread's own, always; the registers are of
 * those that asked. What exceptions have been noted without being raised is not kept apart as long
 * as all threads have the control words that they began with, under which none is raised.
 */
#include "kernel/cpu/fpu.h"
#include "kernel/cpu/features.h"
#include "kernel/memory/image.h"
#include "kernel/memory/stacks.h"
#include "kernel/report/trace.h"
#include "kernel/start.h"
#include "uthread/uthread_impl.h"

#include <stdlib.h>
#include <string.h>

#define X87_SW_SUMMARY 0x80 /* of the status word: an exception is about to be raised */

_Static_assert(X87_CW_THREADS == X87_CW_WINDOWS && MXCSR_THREADS == MXCSR_AT_RESET, "for assembly");

static START_CONSTANT bool has_sse;
static START_CONSTANT bool has_fxsr;

static bool keeps(uThd uthread)
{
    return uthread->extra && uthread->extra->keeps_fpu;
}

static DWORD *counted(void)
{
    return tib_word(TIB_FPU_THREADS);
}

void ut_forget_fpu(uThd uthread)
{
    if (uthread->flags & UT_HAS_FPU)
        --*counted();
    uthread->flags &= (BYTE)~UT_HAS_FPU;
}

/* Whether this is what threads begin with, whatever exceptions have been noted. */
static bool is_common(DWORD mxcsr)
{
    return (mxcsr & ~(DWORD)MXCSR_SEEN) == MXCSR_AT_RESET;
}

/* Whether a switch to this one must load anything, or its next yield must not be a short one. Its
 * control words are in its block. */
static bool is_special(uThd uthread)
{
    return uthread->x87Control != X87_CW_WINDOWS || !is_common(uthread->mxcsr) || keeps(uthread) ||
           (uthread->flags & UT_CANCELLED && !uthread->shields);
}

void ut_count(uThd uthread)
{
    if (!is_special(uthread)) {
        ut_forget_fpu(uthread);
    } else if (!(uthread->flags & UT_HAS_FPU)) {
        uthread->flags |= UT_HAS_FPU;
        ++*counted();
    }
}

/* fxsave's area is aligned, malloc's memory is not. */
enum { FX_SIZE = 512, FX_ALIGNMENT = 16, FX_CONTROL = 0, FX_MXCSR = 24 };

static char *area_of(uThd uthread)
{
    return (char *)(((DWORD)uthread->extra->fpu + FX_ALIGNMENT - 1) & ~(DWORD)(FX_ALIGNMENT - 1));
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

/* Empty registers, with the control words that the thread has. */
static void init_registers(uThd uthread)
{
    char *area = area_of(uthread);
    memset(area, 0, FX_SIZE);
    *(WORD *)(area + FX_CONTROL) = uthread->x87Control;
    if (has_fxsr)
        *(DWORD *)(area + FX_MXCSR) = uthread->mxcsr;
    else
        *(WORD *)(area + X87_ENV_TAGS) = 0xFFFF;
}

int uThreadKeepFpu(uThd uthread, BOOL keep)
{
    if (!ut_is_thread(uthread))
        return UtErrorInvalid;
    if (uthread->status == UtStatusFinish)
        return UtErrorNone;
    if (!keep) {
        if (uthread->extra)
            uthread->extra->keeps_fpu = false;
    } else if (!keeps(uthread)) {
        struct utExtra *extra = ut_extra(uthread);
        if (extra && !extra->fpu)
            extra->fpu = malloc(FX_SIZE + FX_ALIGNMENT);
        if (!extra || !extra->fpu)
            return ut_set_error(UtErrorNoMemory);
        init_registers(uthread);
        extra->keeps_fpu = true;
    }
    ut_count(uthread);
    ut_set_attention(TIB_ATTEND);
    return UtErrorNone;
}

void ut_arm(void)
{
    DWORD mxcsr = has_sse ? mxcsr_read() : MXCSR_AT_RESET;
    bool short_way = !trace_on && !*counted() && is_common(mxcsr);
    ut_set_attention(short_way ? mxcsr : TIB_ATTEND);
}

uint32_t ut_switch_fpu(uThd from, uThd to)
{
    uint32_t pending = 0;
    ut_count(from);
    if ((from->flags | to->flags) & UT_HAS_FPU) {
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
    if (*counted())
        ut_set_attention(TIB_ATTEND);
    else if (ut_attention() != TIB_ATTEND)
        ut_arm();
    return pending;
}

static void start(void)
{
    static char *const *const lists[] = {ut_sse_places, ut_sse_places_fast,
                                         ut_sse_places_rendezvous, ut_sse_places_life};
    static const char nothing[4] = {0x8D, 0x74, 0x26, 0x00}; /* lea 0(%esi), %esi */
    has_sse = cpu_features.sse;
    has_fxsr = cpu_features.fxsr;
    if (!has_sse)
        for (unsigned i = 0; i < sizeof lists / sizeof lists[0]; i++)
            for (char *const *place = lists[i]; *place; place++)
                image_patch(*place, nothing, sizeof nothing);
    static const struct stack_switch switches[] = {
        {ut_limit_saved, ut_limit_loaded},
        {ut_limit_saved_joining, ut_limit_loaded_joining},
        {ut_limit_saved_joined, ut_limit_loaded_joined},
    };
    stack_set_switches(switches, sizeof switches / sizeof switches[0]);
}
ON_START(start);
