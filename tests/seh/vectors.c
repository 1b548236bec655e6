/* Every exception vector raises the right record: bytes of code, status, address, parameters.
 *
 * run: emulator=qemu
 * run: name=486 emulator=qemu cpu=486
 * run: name=max emulator=qemu cpu=max
 * run: emulator=bochs
 * run: name=ring3 ring=3
 * run: name=ring3-486 ring=3 cpu=486 compilers=gcc
 * run: name=ring3-bochs ring=3 emulator=bochs compilers=gcc
 */
#include "kernel/call/eflags.h"
#include "kernel/call/features.h"
#include "kernel/trap/ring3_pieces.h"
#include "tests/harness/gaps.h"
#include "tests/harness/probe.h"
#include "tests/harness/tap.h"

#include <ring3.h>
#include <string.h>

static bool in_ring0(void) { return ring3_current() == 0; }
static bool has_sse(void) { return cpu_features.sse; }

/* A row is tried only where this holds. */
struct need {
    bool (*is_met)(void);
    const char *reason;
};
static const struct need only_ring0 = {in_ring0, "in ring 0 only"};
static const struct need only_sse = {has_sse, "no SSE"};

#define CODE(...)   .length = sizeof((uint8_t[]){__VA_ARGS__}), .bytes = {__VA_ARGS__}
#define PARAMS(...) .count = sizeof((DWORD[]){__VA_ARGS__}) / 4, .parameters = {__VA_ARGS__}
#define LOW(value)  (value) & 0xFF, (value) >> 8 & 0xFF
#define DWORD_(v)   LOW(v), LOW((v) >> 16)

/* address and eip: offsets into the code, of the record's address and of the context. */
static const struct row {
    uint8_t vector;
    const char *what;
    DWORD status;
    uint8_t address, eip;
    uint8_t length, bytes[40];
    DWORD count, parameters[3];
    enum gap gap;
    const struct need *need;
} rows[] = {
    /* #DE: the divisor decides */
    {0x00, "div by a register that is zero", 0xC0000094, 2, 2, CODE(0x31, 0xC9, 0xF7, 0xF1)},
    {0x00, "div with a quotient too large", 0xC0000095, 5, 5, CODE(0xB9, DWORD_(1), 0xF7, 0xF1)},
    {0x00, "idiv of the least number by -1", 0xC0000095, 11, 11,
     CODE(0xB8, DWORD_(0x80000000), 0x99, 0xB9, DWORD_(0xFFFFFFFF), 0xF7, 0xF9)},
    {0x00, "div by ch, zero", 0xC0000094, 2, 2, CODE(0x31, 0xC9, 0xF6, 0xF5)},
    {0x00, "div by ch, quotient too large", 0xC0000095, 2, 2, CODE(0xB5, 0x01, 0xF6, 0xF5)},
    {0x00, "div by cx, zero under a full ecx", 0xC0000094, 5, 5,
     CODE(0xB9, DWORD_(0x10000), 0x66, 0xF7, 0xF1)},
    {0x00, "div by memory at esp, zero", 0xC0000094, 2, 2, CODE(0x6A, 0x00, 0xF7, 0x34, 0x24)},
    {0x00, "div by memory at esp, not zero", 0xC0000095, 2, 2, CODE(0x6A, 0x01, 0xF7, 0x34, 0x24)},
    {0x00, "div by memory above esp, zero", 0xC0000094, 8, 8,
     CODE(0x6A, 0x00, 0x6A, 0x01, 0x6A, 0x01, 0x6A, 0x01, 0xF7, 0x74, 0x24, 0x0C)},
    {0x00, "div by memory above esp, not zero", 0xC0000095, 8, 8,
     CODE(0x6A, 0x01, 0x6A, 0x00, 0x6A, 0x00, 0x6A, 0x00, 0xF7, 0x74, 0x24, 0x0C)},
    {0x00, "div by memory at ebp and a displacement", 0xC0000095, 6, 6,
     CODE(0x6A, 0x01, 0x8D, 0x6C, 0x24, 0x10, 0xF7, 0x75, 0xF0)},
    {0x00, "div by memory at esi * 4 and a displacement, not zero", 0xC0000095, 7, 7,
     CODE(0x6A, 0x01, 0x89, 0xE6, 0xC1, 0xEE, 0x02, 0xF7, 0x34, 0xB5, DWORD_(0))},
    {0x00, "div by fs:[14h], zero", 0xC0000094, 0, 0, CODE(0x64, 0xF7, 0x35, DWORD_(0x14))},
    {0x00, "div by fs:[18h], not zero", 0xC0000095, 5, 5,
     CODE(0xBA, DWORD_(0xFFFFFFFF), 0x64, 0xF7, 0x35, DWORD_(0x18))},
    {0x00, "div by fs:[bx+si], 16-bit address, zero", 0xC0000094, 5, 5,
     CODE(0xBB, DWORD_(0x14), 0x64, 0x67, 0xF7, 0x30)},
    {0x00, "div by fs:[bx+8], 16-bit address, not zero", 0xC0000095, 10, 10,
     CODE(0xBA, DWORD_(0xFFFFFFFF), 0xBB, DWORD_(0x10), 0x64, 0x67, 0xF7, 0x77, 0x08)},
    {0x00, "aam 0", 0xC0000094, 0, 0, CODE(0xD4, 0x00)},

    /* #DB */
    {0x01, "the trap flag, behind the next instruction", 0x80000004, 10, 10,
     CODE(0x9C, 0x81, 0x0C, 0x24, DWORD_(0x100), 0x9D, 0x90)},
    {0x01, "icebp", 0x80000004, 1, 1, CODE(0xF1)},
    {0x01, "icebp behind two prefixes", 0x80000004, 3, 3, CODE(0x66, 0x2E, 0xF1)},
    {0x01, "icebp in front of a byte like lock", 0x80000004, 1, 1, CODE(0xF1, 0xF0, 0x90)},

    /* #BP, #OF, #BR */
    {0x03, "int3", 0x80000003, 0, 0, CODE(0xCC), PARAMS(0, 0x22222222, 0x33333333)},
    {0x03, "int 3 in two bytes", 0x80000003, 1, 1, CODE(0xCD, 3),
     PARAMS(0, 0x22222222, 0x33333333)},
    {0x04, "into", 0xC0000095, 8, 9, CODE(0xB8, DWORD_(0x7FFFFFFF), 0x83, 0xC0, 0x01, 0xCE)},
    {0x04, "int 4", 0xC0000095, 1, 2, CODE(0xCD, 0x04)},
    {0x05, "bound, above", 0xC000008C, 9, 9,
     CODE(0x6A, 0x05, 0x6A, 0x01, 0xB8, DWORD_(9), 0x62, 0x04, 0x24)},
    {0x05, "bound, below", 0xC000008C, 9, 9,
     CODE(0x6A, 0x05, 0x6A, 0x01, 0xB8, DWORD_(0), 0x62, 0x04, 0x24)},

    /* #UD, #NM */
    {0x06, "ud2", 0xC000001D, 0, 0, CODE(0x0F, 0x0B)},
    {0x06, "lock in front of nop", 0xC000001E, 0, 0, CODE(0xF0, 0x90)},
    {0x06, "lock in front of icebp", 0xC000001E, 0, 0, CODE(0xF0, 0xF1)},
    {0x06, "lock behind two prefixes", 0xC000001E, 0, 0, CODE(0x26, 0x3E, 0xF0, 0x90)},
    {0x06, "lock as the fourth byte", 0xC000001E, 0, 0, CODE(0x26, 0x3E, 0x2E, 0xF0, 0x90)},
    {0x06, "lock as the fifth byte", 0xC000001D, 0, 0, CODE(0x26, 0x3E, 0x2E, 0x36, 0xF0, 0x90)},
    {0x06, "ud2 and, as the fourth byte, F0", 0xC000001E, 0, 0, CODE(0x0F, 0x0B, 0x90, 0xF0, 0x90)},
    {0x07, "fnop with the task-switched bit set", 0xC000001D, 9, 9,
     CODE(0x0F, 0x20, 0xC0, 0x83, 0xC8, 0x08, 0x0F, 0x22, 0xC0, 0xD9, 0xD0), .need = &only_ring0},

    /* #TS, #NP, #SS, #GP: selectors */
    {0x0A, "iret to a task that is none", 0xC0000005, 9, 9,
     CODE(0x9C, 0x81, 0x0C, 0x24, DWORD_(0x4000), 0x9D, 0xCF), PARAMS(0, 0xFFFFFFFF)},
    {0x0B, "an interrupt vector without a gate", 0xC0000005, 0, 0, CODE(0xCD, 0x50),
     PARAMS(0, 0xFFFFFFFF)},
    {0x0B, "mov ds, a segment that is not present", 0xC0000005, 5, 5,
     CODE(0xB8, DWORD_(0x40), 0x8E, 0xD8), PARAMS(0, 0xFFFFFFFF), .need = &only_ring0},
    {0x0C, "mov ss, a segment that is not present", 0xC0000005, 5, 5,
     CODE(0xB8, DWORD_(0x40), 0x8E, 0xD0), PARAMS(0, 0xFFFFFFFF), .need = &only_ring0},
    {0x0D, "mov ds, a selector beyond the table", 0xC0000005, 5, 5,
     CODE(0xB8, DWORD_(0xFF8), 0x8E, 0xD8), PARAMS(0, 0xFFFFFFFF)},
    {0x0D, "mov ds, a selector of the local table", 0xC0000005, 5, 5,
     CODE(0xB8, DWORD_(0xBEEF), 0x8E, 0xD8), PARAMS(0, 0xBEE8)},

    /* #GP without a selector */
    {0x0D, "fifteen prefixes", 0xC000001D, 0, 0,
     CODE(0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66,
          0x90)},
    {0x0D, "fourteen prefixes and two bytes", 0xC0000005, 0, 0,
     CODE(0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x0F,
          0xA2),
     PARAMS(0, 0xFFFFFFFF)},
    {0x0D, "mov cr0, paging without protection", 0xC0000096, 5, 5,
     CODE(0xB8, DWORD_(0x80000000), 0x0F, 0x22, 0xC0), .gap = GAP_CR0_CHECK},
    {0x0D, "use of a null selector", 0xC0000005, 4, 4,
     CODE(0x31, 0xC0, 0x8E, 0xC0, 0x26, 0xA1, DWORD_(0x10000000)), PARAMS(0, 0xFFFFFFFF),
     .gap = GAP_NULL_SELECTOR},
    {0x0D, "a read beyond the limit of fs", 0xC0000005, 0, 0, CODE(0x64, 0xA1, DWORD_(0x2000)),
     PARAMS(0, 0xFFFFFFFF), .gap = GAP_LIMITS},

    /* #PF: data. Execution: below. */
    {0x0E, "read of address 0", 0xC0000005, 0, 0, CODE(0xA1, DWORD_(0)), PARAMS(0, 0)},
    {0x0E, "write to address 8", 0xC0000005, 0, 0, CODE(0xA3, DWORD_(8)), PARAMS(1, 8)},
    {0x0E, "write to the shared page", 0xC0000005, 0, 0, CODE(0xA3, DWORD_(0x7FFE0000)),
     PARAMS(1, 0x7FFE0000)},

/* #MF: raised by the waiting instruction, about the one before it */
#define UNMASK(bits) 0x6A, 0x7F & ~(bits), 0xD9, 0x2C, 0x24 /* push; fldcw [esp]; 5 bytes */
    {0x10, "1 / 0", 0xC000008E, 9, 11, CODE(UNMASK(0x04), 0xD9, 0xE8, 0xD9, 0xEE, 0xDE, 0xF9, 0x9B),
     PARAMS(0)},
    {0x10, "0 / 0", 0xC0000090, 9, 11, CODE(UNMASK(0x01), 0xD9, 0xEE, 0xD9, 0xEE, 0xDE, 0xF9, 0x9B),
     PARAMS(0)},
    {0x10, "load of a denormal double", 0xC000008D, 9, 12,
     CODE(UNMASK(0x02), 0x6A, 0x00, 0x6A, 0x01, 0xDD, 0x04, 0x24, 0x9B), PARAMS(0),
     .gap = GAP_DENORMALS},
#define STORE_2_TO(exponent) /* as a double; the exponent is a long double's, biased */            \
    0x68, DWORD_(exponent), 0x68, DWORD_(0x80000000), 0x6A, 0, 0xDB, 0x2C, 0x24, 0xDD, 0x1C, 0x24, \
        0x9B
    {0x10, "a store that overflows", 0xC0000091, 20, 23, CODE(UNMASK(0x08), STORE_2_TO(0x7FFE)),
     PARAMS(0)},
    {0x10, "a store that underflows", 0xC0000093, 20, 23, CODE(UNMASK(0x10), STORE_2_TO(1)),
     PARAMS(0)},
    {0x10, "1 / 3, inexact", 0xC000008F, 9, 12,
     CODE(UNMASK(0x20), 0xD9, 0xE8, 0x6A, 0x03, 0xDA, 0x34, 0x24, 0x9B), PARAMS(0)},
    {0x10, "fadd on an empty stack", 0xC0000092, 5, 7, CODE(UNMASK(0x01), 0xD8, 0xC1, 0x9B),
     PARAMS(0, 0), .gap = GAP_X87_STACK},

    /* #XM */
    {0x13, "divss by zero", 0xC00002B5, 22, 22,
     CODE(0x68, DWORD_(0x1D80), 0x0F, 0xAE, 0x14, 0x24, 0x0F, 0x57, 0xC0, 0x68, DWORD_(0x3F800000),
          0xF3, 0x0F, 0x10, 0x0C, 0x24, 0xF3, 0x0F, 0x5E, 0xC8),
     PARAMS(0), .gap = GAP_SSE_EXCEPTIONS, .need = &only_sse},

    /* Windows' own vectors; 29h, which no handler sees, is in unhandled.c */
    {0x2C, "int 2Ch", 0xC0000420, 0, 0, CODE(0xCD, 0x2C)},
    {0x2D, "int 2Dh", 0x80000003, 2, 2, CODE(0xCD, 0x2D),
     PARAMS(0x11111111, 0x22222222, 0x33333333)},
};

static const char *const mnemonics[256] = {
#define VECTOR(number, mnemonic, code, dpl, way, status, name) [number] = "#" #mnemonic,
#include "kernel/trap/vectors.h"
#undef VECTOR
};

/* Puts a data segment that is not present into the free slot 40h of the descriptor table. */
static void make_absent_segment(void)
{
    struct {
        uint16_t limit;
        uint32_t base;
    } __attribute__((packed)) gdtr;
    static const uint8_t absent[8] = {0xFF, 0xFF, 0, 0, 0, 0x12, 0xCF, 0};
    __asm__ volatile("sgdt %0" : "=m"(gdtr));
    memcpy((char *)gdtr.base + 0x40, absent, sizeof absent);
}

/* For the others the instruction is over, or the breakpoint would be met no more. */
static bool is_fault(uint8_t vector)
{
    return vector < 0x20 && vector != 1 && vector != 3 && vector != 4;
}

static void check_row(const struct row *row)
{
    const char *mnemonic = mnemonics[row->vector];
    uint32_t code = (uint32_t)probe_code();
    struct probe probe;
    if (row->need && !row->need->is_met()) {
        tap_skip(row->need->reason, "%s: %s", mnemonic, row->what);
        return;
    }
    if (gap_skips(row->gap, "%s: %s", mnemonic, row->what))
        return;
    probe_run(row->bytes, row->length, &probe);
    if (!is_dec(probe.raised, 1, "%s: %s: raises once", mnemonic, row->what))
        return;
    is_hex(probe.record.ExceptionCode, row->status, "%s: %s: status", mnemonic, row->what);
    is_hex((uint32_t)probe.record.ExceptionAddress - code, row->address, "%s: %s: address",
           mnemonic, row->what);
    is_hex(probe.context.Eip - code, row->eip, "%s: %s: the context's Eip", mnemonic, row->what);
    is_hex(probe.record.ExceptionFlags, 0, "%s: %s: flags", mnemonic, row->what);
    is_dec(probe.record.NumberParameters, row->count, "%s: %s: number of parameters", mnemonic,
           row->what);
    for (DWORD i = 0; i < row->count && i < probe.record.NumberParameters; i++)
        is_hex(probe.record.ExceptionInformation[i], row->parameters[i], "%s: %s: parameter %u",
               mnemonic, row->what, (unsigned)i);
    ok(!(probe.context.EFlags & EFLAGS_TF), "%s: %s: the context's trap flag is clear", mnemonic,
       row->what);
    /* An interrupt right before the instruction hands the RF that was pushed for it on. */
    DWORD rf = is_fault(row->vector) ? EFLAGS_RF : 0;
    if ((probe.context.EFlags & EFLAGS_RF) == rf || rf ||
        !gap_skips(GAP_INTERRUPT_RF, "%s: %s: the context's RF", mnemonic, row->what))
        is_hex(probe.context.EFlags & EFLAGS_RF, rf, "%s: %s: the context's RF", mnemonic,
               row->what);
}

/* `int 2Dh` with a service's number in eax, the byte that it skips, and ud2. */
static void check_debug_services(void)
{
    static const struct {
        uint32_t service;
        bool dropped;
    } services[] = {{0, false}, {1, true},  {2, false}, {3, true},        {4, true},
                    {5, true},  {6, false}, {7, false}, {0x10001, false}, {0xFFFFFFFF, false}};
    for (unsigned i = 0; i < sizeof services / sizeof services[0]; i++) {
        struct probe probe;
        const uint8_t code[] = {0xB8, DWORD_(services[i].service), 0xCD, 0x2D, 0x90, 0x0F, 0x0B};
        probe_run(code, sizeof code, &probe);
        is_hex(probe.record.ExceptionCode, services[i].dropped ? 0xC000001D : 0x80000003,
               "#DEBUG: service %X %s", (unsigned)services[i].service,
               services[i].dropped ? "raises nothing" : "is a breakpoint");
        is_dec(probe.context.Eip - (uint32_t)probe_code(), services[i].dropped ? 8 : 7,
               "#DEBUG: service %X: where it goes on", (unsigned)services[i].service);
        if (!services[i].dropped)
            is_hex(probe.record.ExceptionInformation[0], services[i].service,
                   "#DEBUG: service %X: the first parameter", (unsigned)services[i].service);
    }
    struct probe probe;
    probe_run((const uint8_t[]){0xB8, DWORD_(1), 0xCD, 0x2D, 0xCC, 0x0F, 0x0B}, 10, &probe);
    is_hex(probe.record.ExceptionCode, 0xC000001D, "#DEBUG: a dropped service skips its byte");
}

/* Each access is misaligned and has the flag AC; ud2 follows. */
static void check_alignment(void)
{
#define WITH_AC(...)                                                                               \
    {                                                                                              \
        CODE(0x9C, 0x81, 0x0C, 0x24, DWORD_(0x40000), 0x9D, __VA_ARGS__, 0x0F, 0x0B)               \
    }
    static const struct {
        uint8_t length, bytes[20];
    } accesses[] = {WITH_AC(0x8B, 0x44, 0x24, 0x01), WITH_AC(0x66, 0x89, 0x44, 0x24, 0xFD)};
    for (unsigned i = 0; i < sizeof accesses / sizeof accesses[0]; i++) {
        struct probe probe;
        probe_run(accesses[i].bytes, accesses[i].length, &probe);
        is_hex(probe.record.ExceptionCode, 0xC000001D, "#AC: a misaligned %s raises nothing",
               i ? "write" : "read");
        is_hex(probe.context.EFlags & EFLAGS_AC, EFLAGS_AC, "#AC: the flag was set");
    }
}

/* A jump to where nothing may be executed: the CPU tells it from a read if it can forbid it. */
static void check_execution(uint32_t target, bool present, const char *what)
{
    struct probe probe;
    const uint8_t code[] = {0xB8, DWORD_(target), 0xFF, 0xD0};
    bool forbids = cpu_features.no_execute;
    if (present && !forbids) {
        tap_skip("this CPU cannot forbid execution", "#PF: %s", what);
        return;
    }
    probe_run(code, sizeof code, &probe);
    is_hex(probe.record.ExceptionCode, 0xC0000005, "#PF: %s: status", what);
    is_hex((uint32_t)probe.record.ExceptionAddress, target, "#PF: %s: address", what);
    is_hex(probe.record.ExceptionInformation[0], forbids ? 8 : 0, "#PF: %s: access", what);
    is_hex(probe.record.ExceptionInformation[1], target, "#PF: %s: the accessed address", what);
}

/* An instruction that ends where its page does, with nothing behind: decoding must not read on. */
static void check_end_of_page(void)
{
    enum { AT = PROBE_CODE_SIZE - 2, JUMP_END = 7 };
    struct probe probe;
    const uint8_t code[] = {0x31, 0xC9, 0xE9, DWORD_(AT - JUMP_END)};
    memcpy(probe_code() + AT, (const uint8_t[]){0xF7, 0xF1}, 2);
    probe_run(code, sizeof code, &probe);
    is_hex(probe.record.ExceptionCode, 0xC0000094, "#DE: div at the end of a page: status");
    is_hex((uint32_t)probe.record.ExceptionAddress - (uint32_t)probe_code(), AT,
           "#DE: div at the end of a page: address");
}

/* An `int 0` that ends the page: where it goes on there is nothing to look at. */
static void check_int_at_end_of_page(void)
{
    enum { AT = PROBE_CODE_SIZE - 2, JUMP_END = 5 };
    struct probe probe;
    const uint8_t code[] = {0xE9, DWORD_(AT - JUMP_END)};
    memcpy(probe_code() + AT, (const uint8_t[]){0xCD, 0x00}, 2);
    probe_run(code, sizeof code, &probe);
    bool ring0 = ring3_current() == 0; /* else the gate refuses it */
    is_hex(probe.record.ExceptionCode, ring0 ? 0xC0000094 : 0xC0000005,
           "int 0 at the end of a page: status");
    is_hex((uint32_t)probe.record.ExceptionAddress,
           (uint32_t)probe_code() + (ring0 ? PROBE_CODE_SIZE : AT),
           "int 0 at the end of a page: address");
}

static void check_read_only(const char *at, const char *what)
{
    struct probe probe;
    const uint8_t code[] = {0xA3, DWORD_((uint32_t)at)};
    probe_run(code, sizeof code, &probe);
    is_hex(probe.record.ExceptionCode, 0xC0000005, "#PF: a write to %s: status", what);
    is_hex(probe.record.ExceptionInformation[0], 1, "#PF: a write to %s: access", what);
    is_hex(probe.record.ExceptionInformation[1], (uint32_t)at, "#PF: a write to %s: address", what);
}

/* Vectors that never reach a handler, and where they are tested instead. */
static const struct {
    uint8_t vector;
    const char *where;
} elsewhere[] = {{0x11, "ring3_calls.c, because a program has to turn it on"},
                 {0x29, "unhandled.c, as no handler sees it"}};

/* The list of vectors and the rows above must not drift apart. */
static void check_that_every_vector_has_a_row(void)
{
    static const uint8_t vectors[] = {
#define IS_EXCEPTION(number) number,
#define IS_CLAIMABLE(number) number,
#define IS_INTERRUPT(number)
#define IS_LOCAL(number)
#define IS_SERVICE(number)
#define IS_MACHINE(number)
#define IS_TASK(number)
#define EXCEPTION(number, mnemonic, code, dpl, way, status, name) IS_##way(number)
#define VECTOR                                                    EXCEPTION
#include "kernel/trap/vectors.h"
#undef VECTOR
    };
    for (unsigned i = 0; i < sizeof vectors; i++) {
        bool found = false;
        for (unsigned j = 0; j < sizeof rows / sizeof rows[0]; j++)
            found |= rows[j].vector == vectors[i];
        for (unsigned j = 0; j < sizeof elsewhere / sizeof elsewhere[0]; j++)
            found |= elsewhere[j].vector == vectors[i];
        ok(found, "%s has a test", mnemonics[vectors[i]]);
    }
}

int main(void)
{
    extern const char kernel_text_start[], shared_text_start[];
    extern const char kernel_rodata_start[], shared_rodata_start[];
    extern const char start_constants_start[];
    if (in_ring0())
        make_absent_segment();
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++)
        check_row(&rows[i]);
    check_debug_services();
    check_alignment();
    check_end_of_page();
    check_int_at_end_of_page();
    check_execution(0x1000, false, "a call of address 1000h");
    check_execution((uint32_t)SHARED_USER_DATA, true, "a call of the shared page");
    check_read_only(kernel_text_start, "the kernel's text");
    check_read_only(shared_text_start, "the shared text");
    check_read_only(kernel_rodata_start, "the kernel's constants");
    check_read_only(shared_rodata_start, "shared constants");
    check_read_only(start_constants_start, "words set at start only");
    check_that_every_vector_has_a_row();
    return tap_done();
}
