/* The table of the known gaps; see gaps.h. */
#include "tests/harness/gaps.h"

#include "kernel/call/eflags.h"
#include "tests/harness/probe.h"

#include <processthreadsapi.h>
#include <ring3.h>

#define DWORD_(v) (v) & 0xFF, (v) >> 8 & 0xFF, (v) >> 16 & 0xFF, (v) >> 24

/* pushf; or dword [esp], TF; popf */
#define SET_TF    0x9C, 0x81, 0x0C, 0x24, DWORD_(EFLAGS_TF), 0x9D

/* Runs code. Returns the place in it where its first exception found it, or its end. */
#define RUN(probe, ...)                                                                            \
    run((const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__}), probe)

static uint32_t run(const uint8_t *code, uint32_t length, struct probe *probe)
{
    probe_run(code, length, probe);
    return probe->raised ? probe->context.Eip - (uint32_t)probe_code() : length;
}

/* With a breakpoint on this byte; dr7 as for breakpoint 0. */
static uint32_t run_watching(const volatile uint8_t *byte, DWORD dr7, const uint8_t *code,
                             uint32_t length, struct probe *probe)
{
    CONTEXT context = {.ContextFlags = CONTEXT_DEBUG_REGISTERS, .Dr0 = (DWORD)byte, .Dr7 = dr7};
    SetThreadContext(GetCurrentThread(), &context);
    uint32_t place = run(code, length, probe);
    context.Dr0 = context.Dr7 = 0;
    SetThreadContext(GetCurrentThread(), &context);
    return place;
}

/* ---------------------------------------------------------------- looking for a gap */

static bool runs_invd_in_ring3(void)
{
    struct probe probe;
    if (ring3_current() != 3)
        return false;
    RUN(&probe, 0x0F, 0x08);
    return probe.raised == 0;
}

/* cli, the flag, sti, nop, nop: a CPU stops behind sti. */
static bool sti_holds_step(void)
{
    enum { NOP_END = 12 };
    struct probe probe;
    return ring3_current() == 0 && RUN(&probe, 0xFA, SET_TF, 0xFB, 0x90, 0x90) == NOP_END;
}

/* mov eax, ss; the flag; mov ss, ax; nop: a CPU stops behind the nop. */
static bool ss_holds_no_step(void)
{
    enum { NOP = 13 };
    struct probe probe;
    return RUN(&probe, 0x8C, 0xD0, SET_TF, 0x8E, 0xD0, 0x90) == NOP;
}

/* mov esi, esp; push 1; pop ecx; the flag; rep lodsb: a CPU stops behind its only round. */
static bool steps_before_end(void)
{
    enum { REP = 14 };
    struct probe probe;
    uint32_t place = RUN(&probe, 0x89, 0xE6, 0x6A, 1, 0x59, SET_TF, 0xF3, 0xAC);
    return place == REP && probe.context.Ecx == 0;
}

enum { WATCH_WRITES = 0x10001, WATCH_ACCESSES = 0x30001 };
static volatile uint8_t watched[8] __attribute__((aligned(8)));

/* mov edi, watched; push 2; pop ecx; rep stosb: a CPU stops behind the first of two rounds. */
static bool stores_to_the_end(void)
{
    const uint8_t code[] = {0xBF, DWORD_((DWORD)watched), 0x6A, 2, 0x59, 0xF3, 0xAA};
    struct probe probe;
    run_watching(watched, WATCH_WRITES, code, sizeof code, &probe);
    return probe.raised && probe.context.Ecx == 0;
}

/* mov eax, [watched + 1], which ends before the byte. */
static bool watches_beyond(void)
{
    const uint8_t code[] = {0xA1, DWORD_((DWORD)watched + 1)};
    struct probe probe;
    run_watching(&watched[5], WATCH_ACCESSES, code, sizeof code, &probe);
    return probe.raised != 0;
}

/* ---------------------------------------------------------------- the table */

/* All are gaps of QEMU's translator. The versions are those that were tried, 7.2, 8.2 and 10. */
static const struct {
    const char *reason;
    bool (*is_met)(void); /* NULL: every version has it, or the claim shows whether */
} gaps[GAPS] = {
    [GAP_CR0_CHECK] = {"QEMU accepts the value", NULL},
    [GAP_NULL_SELECTOR] = {"QEMU lets a null selector be used", NULL},
    [GAP_LIMITS] = {"QEMU does not enforce segment limits", NULL},
    [GAP_X87_STACK] = {"QEMU knows no x87 stack fault", NULL},
    [GAP_DENORMALS] = {"QEMU does not report denormals", NULL},
    [GAP_SSE_EXCEPTIONS] = {"QEMU has no #XM", NULL},
    [GAP_ALIGNMENT] = {"QEMU checks no alignment", NULL},
    [GAP_CACHE_IN_RING3] = {"QEMU 10.0 lets ring 3 execute invd and wbinvd", runs_invd_in_ring3},
    [GAP_STI_HOLDS_STEP] = {"QEMU 7.2 lets sti hold the trap flag back, too", sti_holds_step},
    [GAP_SS_HOLDS_NO_STEP] = {"QEMU 8.2 steps between mov ss and what follows", ss_holds_no_step},
    [GAP_REPEATED_STEP] = {"QEMU 10.0 stops at a repeated instruction once more behind its last "
                           "round",
                           steps_before_end},
    [GAP_REPEATED_WATCH] =
        {"QEMU 10.0 tells of a repeated instruction's accesses when it has ended",
         stores_to_the_end},
    [GAP_MISALIGNED_WATCH] = {"QEMU 7.2 takes a misaligned access for a much longer one",
                              watches_beyond},
    [GAP_SECOND_WATCH] = {"QEMU tells the first of several breakpoints only", NULL},
    [GAP_PENDING_WATCH] = {"QEMU dies when a trap comes while such a breakpoint is pending", NULL},
    [GAP_INTERRUPT_RF] = {"QEMU 10.0 pushes RF for an interrupt", NULL},
};

bool gap_is_met(enum gap gap)
{
    if (gap == GAP_NONE || !probe_on_tcg())
        return false;
    return !gaps[gap].is_met || gaps[gap].is_met();
}

const char *gap_reason(enum gap gap) { return gaps[gap].reason; }
