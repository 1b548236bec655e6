/* The trap flag: which instructions it stops behind. Each row is a piece of code and the places at
 * which the handler, which sets the flag again each time, sees it.
 *
 * run: emulator=qemu
 * run: name=486 cpu=486 compilers=gcc
 * run: name=ring3 ring=3
 * run: emulator=bochs compilers=gcc
 */
#include "kernel/call/eflags.h"
#include "tests/harness/exact.h"
#include "tests/harness/gaps.h"
#include "tests/harness/handler.h"
#include "tests/harness/probe.h"
#include "tests/harness/tap.h"

#include <ring3.h>
#include <seh.h>
#include <string.h>

enum { MOST = 16, OUT = 0xFF, DR6_BS = 0x4000, PREFIX = 9 };

/* Sets the trap flag; the first stop is behind the next instruction. */
static const uint8_t prefix[PREFIX] = {0x9C, 0x81, 0x0C, 0x24, 0x00, 0x01, 0x00, 0x00, 0x9D};

#define CODE(...)  .length = sizeof((uint8_t[]){__VA_ARGS__}), .bytes = {__VA_ARGS__}
#define STOPS(...) .stops = {__VA_ARGS__, END}

/* stops: offsets into the code behind the prefix, of Eip. AT marks one that is no single step but
 * an exception of the instruction there, which the handler then skips. OUT: in the caller. */
#define AT         0x40
#define END        0xFE
static const struct row {
    const char *what;
    uint8_t length, bytes[24];
    uint8_t stops[MOST];
    enum gap gap;
    bool only_ring0;
} rows[] = {
    {"one instruction after the other", CODE(0x90, 0x40, 0x90), STOPS(1, 2, 3, OUT)},
    {"a jump", CODE(0xEB, 0x02, 0x90, 0x90, 0x90), STOPS(4, 5, OUT)},
    {"a condition not met", CODE(0x31, 0xC0, 0x75, 0x01, 0x90), STOPS(2, 4, 5, OUT)},
    {"into a call and back", CODE(0xE8, 2, 0, 0, 0, 0x90, 0xC3, 0xC3), STOPS(7, 5, 6, OUT)},
    {"a loop", CODE(0xB1, 0x02, 0x0F, 0xB6, 0xC9, 0xE2, 0xFE, 0x90), STOPS(2, 5, 5, 7, 8, OUT)},
    {"a repeated instruction, each time",
     CODE(0x89, 0xE7, 0x89, 0xE6, 0x6A, 0x03, 0x59, 0xF3, 0xA4), STOPS(2, 4, 6, 7, 7, 7, 9, OUT),
     .gap = GAP_REPEATED_STEP},
    {"pushf, which pushes the flag", CODE(0x9C, 0x58, 0xF6, 0xC4, 0x01, 0x74, 0x01, 0x90, 0x90),
     STOPS(1, 2, 5, 7, 8, 9, OUT)},
    {"popf that clears it: still behind this one",
     CODE(0x9C, 0x81, 0x24, 0x24, 0xFF, 0xFE, 0xFF, 0xFF, 0x9D, 0x90), STOPS(1, 8, 9, 10, OUT)},
    {"mov ss holds it back by one", CODE(0x8C, 0xD0, 0x8E, 0xD0, 0x90, 0x90), STOPS(2, 5, 6, OUT),
     .gap = GAP_SS_HOLDS_NO_STEP},
    {"pop ss holds it back by one", CODE(0x16, 0x17, 0x90, 0x90), STOPS(1, 3, 4, OUT),
     .gap = GAP_SS_HOLDS_NO_STEP},
    {"sti does not", CODE(0xFA, 0xFB, 0x90, 0x90), STOPS(1, 2, 3, 4, OUT),
     .gap = GAP_STI_HOLDS_STEP, .only_ring0 = true},
    {"iret to the next instruction",
     CODE(0x9C, 0x0E, 0xE8, 0, 0, 0, 0, 0x83, 0x04, 0x24, 0x05, 0xCF, 0x90),
     STOPS(1, 2, 7, 11, 12, 13, OUT)},
    {"int3 first, then behind the next", CODE(0x90, 0xCC, 0x90, 0x90), STOPS(1, AT | 1, 3, 4, OUT)},
    {"ud2 likewise", CODE(0x90, 0x0F, 0x0B, 0x90), STOPS(1, AT | 1, 4, OUT)},
    {"a division by zero", CODE(0x31, 0xC9, 0xF7, 0xF1, 0x90), STOPS(2, AT | 2, 5, OUT)},
    {"a load from fs", CODE(0x64, 0xA1, 0x18, 0, 0, 0, 0x90), STOPS(6, 7, OUT)},
};

static struct {
    unsigned count, traced, other_dr6, wrong_record, left_set;
    uint8_t stops[MOST];
} seen;

static uint8_t place_of(DWORD eip)
{
    uint32_t offset = eip - (uint32_t)probe_code() - PREFIX;
    return eip == (DWORD)exact_return ? OUT : offset < AT ? (uint8_t)offset : 0xEE;
}

static EXCEPTION_DISPOSITION HANDLER(handler)
{
    uint8_t place = place_of(context->Eip);
    if (record->ExceptionCode == STATUS_SINGLE_STEP) {
        seen.other_dr6 += context->Dr6 != DR6_BS;
        seen.wrong_record += record->ExceptionAddress != (PVOID)context->Eip ||
                             record->NumberParameters != 0 || record->ExceptionFlags != 0;
        seen.left_set += (context->EFlags & EFLAGS_TF) != 0;
        if (place != OUT)
            context->EFlags |= EFLAGS_TF;
    } else {
        place |= AT;
        seen.left_set += !(context->EFlags & EFLAGS_TF);
        context->Eip += record->ExceptionCode == STATUS_BREAKPOINT ? 1 : 2;
    }
    if (seen.count < MOST)
        seen.stops[seen.count] = place;
    if (++seen.count >= MOST)
        context->EFlags &= ~EFLAGS_TF;
    return ExceptionContinueExecution;
}

static void run(const uint8_t *bytes, unsigned length)
{
    EXCEPTION_REGISTRATION_RECORD frame;
    memset(&seen, 0, sizeof seen);
    memcpy(probe_code(), prefix, PREFIX);
    memcpy(probe_code() + PREFIX, bytes, length);
    probe_code()[PREFIX + length] = 0xC3;
    exact_prepare();
    seh_link(&frame, handler);
    exact_call(probe_code(), 0);
    seh_unlink(&frame);
}

static void check_row(const struct row *row)
{
    unsigned expected = 0;
    while (row->stops[expected] != END)
        expected++;
    if (row->only_ring0 && ring3_current() != 0) {
        tap_skip("in ring 0 only", "%s", row->what);
        return;
    }
    if (gap_skips(row->gap, "%s", row->what))
        return;
    run(row->bytes, row->length);
    bool same = seen.count == expected && memcmp(seen.stops, row->stops, expected) == 0;
    if (!ok(same, "%s", row->what))
        for (unsigned i = 0; i < seen.count && i < MOST; i++)
            tap_note("stop %u at %X, expected %X", i, seen.stops[i], row->stops[i]);
    is_dec(seen.other_dr6, 0, "%s: Dr6 tells of single steps and nothing else", row->what);
    is_dec(seen.wrong_record, 0, "%s: the address is that of the next instruction", row->what);
    is_dec(seen.left_set, 0, "%s: the flag is clear in a step's context, set in a fault's",
           row->what);
}

/* The handler may stop it at any time: nothing follows. */
static void check_once(void)
{
    static const uint8_t nops[] = {0x90, 0x90};
    EXCEPTION_REGISTRATION_RECORD frame;
    memset(&seen, 0, sizeof seen);
    seen.count = MOST - 1;
    memcpy(probe_code(), prefix, PREFIX);
    memcpy(probe_code() + PREFIX, nops, sizeof nops);
    probe_code()[PREFIX + sizeof nops] = 0xC3;
    exact_prepare();
    seh_link(&frame, handler);
    exact_call(probe_code(), 0);
    seh_unlink(&frame);
    is_dec(seen.count, MOST, "a handler that leaves the flag clear sees one step");
    ok(!(exact_after.eflags & EFLAGS_TF), "and the flag stays clear");
}

int main(void)
{
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++)
        check_row(&rows[i]);
    check_once();
    return tap_done();
}
