/* Code that runs with hardware breakpoints armed, and a handler that notes what they raise. */
#ifndef TESTS_DEBUG_REGISTERS_SCENE_H
#define TESTS_DEBUG_REGISTERS_SCENE_H

#include "kernel/call/eflags.h"
#include "kernel/threads/debug_registers.h"
#include "tests/harness/exact.h"
#include "tests/harness/gaps.h"
#include "tests/harness/handler.h"
#include "tests/harness/probe.h"
#include "tests/harness/tap.h"

#include <processthreadsapi.h>
#include <ring3.h>
#include <seh.h>
#include <string.h>

enum kind { EXECUTE = 0, WRITE = 1, ACCESS = 3 };
enum { MOST = 8 };

/* Adds breakpoint number, on width bytes (1, 2 or 4), to a context that arms it. */
static void add(CONTEXT *context, unsigned number, uint32_t address, enum kind kind, unsigned width)
{
    (&context->Dr0)[number] = address;
    context->Dr7 |= 1u << 2 * number | (DWORD)(kind | (width - 1) << 2) << (16 + 4 * number);
}

static void load(CONTEXT *context)
{
    context->ContextFlags = CONTEXT_DEBUG_REGISTERS;
    SetThreadContext(GetCurrentThread(), context);
}

static void arm(uint32_t address, enum kind kind, unsigned width)
{
    CONTEXT context = {0};
    add(&context, 0, address, kind, width);
    load(&context);
}

static void disarm(void) { load(&(CONTEXT){0}); }

static struct {
    unsigned count, others;
    bool no_rf;       /* leave RF out the first time */
    unsigned last;    /* not 0: the first exception of another kind arms, and this one disarms */
    DWORD below, dr7; /* what it arms: so far below Esp, and how */
    DWORD eip[MOST], dr6[MOST], eax[MOST];
    CONTEXT context;
    EXCEPTION_RECORD record;
} seen;

static EXCEPTION_DISPOSITION HANDLER(handler)
{
    if (record->ExceptionCode != STATUS_SINGLE_STEP) {
        memcpy(&seen.context, context, offsetof(CONTEXT, ExtendedRegisters));
        context->Eip += 2;
        if (seen.others++ == 0 && seen.last) {
            context->Dr0 = context->Esp - seen.below;
            context->Dr7 = seen.dr7;
        } else if (seen.others == seen.last)
            context->Dr7 = 0;
        return ExceptionContinueExecution;
    }
    if (seen.count < MOST) {
        seen.eip[seen.count] = context->Eip;
        seen.dr6[seen.count] = context->Dr6;
        seen.eax[seen.count] = context->Eax;
    }
    seen.context = *context;
    seen.record = *record;
    if (seen.count++ || !seen.no_rf)
        context->EFlags |= EFLAGS_RF;
    return ExceptionContinueExecution;
}

static bool quiet; /* run with interrupts off */

static void run(const void *function)
{
    EXCEPTION_REGISTRATION_RECORD frame;
    seen.count = seen.others = 0;
    exact_prepare();
    if (quiet && ring3_current() == 0)
        exact_before.eflags = EFLAGS_FIXED;
    seh_link(&frame, handler);
    exact_call(function, 0);
    seh_unlink(&frame);
    seen.no_rf = false;
}

static const void *code(const uint8_t *bytes, unsigned length)
{
    memcpy(probe_code(), bytes, length);
    probe_code()[length] = 0xC3;
    return probe_code();
}

#define RUN(...) run(code((const uint8_t[]){__VA_ARGS__}, sizeof((uint8_t[]){__VA_ARGS__})))

/* On the stack only the code's own accesses may count: exceptions arm and disarm around it. */
static void run_between(unsigned below, enum kind kind, unsigned last, const uint8_t *bytes,
                        unsigned length)
{
    uint8_t whole[40] = {0x0F, 0x0B};
    CONTEXT armed = {0};
    memcpy(whole + 2, bytes, length);
    memcpy(whole + 2 + length, whole, 2);
    add(&armed, 0, 0, kind, 4);
    seen.below = below;
    seen.dr7 = armed.Dr7;
    seen.last = last;
    run(code(whole, length + 4));
    seen.last = 0;
}

#endif
