/* Hardware breakpoints, set through a CONTEXT: the accesses that each kind and width watches, the
 * handler's context, and the values that are refused.
 *
 * run: emulator=qemu
 * run: name=486 cpu=486 compilers=gcc
 * run: name=ring3 ring=3
 * run: name=ring3-bochs ring=3 emulator=bochs compilers=gcc
 * run: emulator=bochs compilers=gcc
 */
#include "kernel/cpu/control.h"
#include "tests/seh/debug_registers_scene.h"

/* Where in the code an exception was. */
static DWORD place(unsigned index) { return seen.eip[index] - (DWORD)probe_code(); }

/* ---------------------------------------------------------------- data */

static uint8_t watched[16] __attribute__((aligned(16)));

/* Loads al, ax or eax from an address, or stores it. Returns the length of the instruction. */
static unsigned make_access(uint8_t *bytes, bool write, unsigned size, uint32_t address)
{
    unsigned at = 0;
    if (size == 2)
        bytes[at++] = 0x66;
    bytes[at++] = (uint8_t)(0xA0 | (write ? 2 : 0) | (size > 1));
    memcpy(bytes + at, &address, 4);
    bytes[at + 4] = 0x90;
    return at + 4;
}

/* Every width of breakpoint at every place against every width of access at every place. */
static void check_data(enum kind kind, unsigned width)
{
    unsigned missed = 0, stray = 0, wrong_place = 0, hits = 0;
    bool aligned_only = gap_skips(GAP_MISALIGNED_WATCH, "%u bytes: misaligned accesses", width);
    for (unsigned at = 4; at < 8; at += width) {
        arm((uint32_t)watched + at, kind, width);
        for (unsigned size = 1; size <= 4; size *= 2) {
            for (unsigned from = 1; from < 11; from++) {
                for (unsigned write = 0; write < 2; write++) {
                    uint8_t bytes[8];
                    unsigned length = make_access(bytes, write, size, (uint32_t)watched + from);
                    if (from % size && aligned_only)
                        continue;
                    bool overlap = from < at + width && at < from + size;
                    bool expected = overlap && (write || kind == ACCESS);
                    run(code(bytes, length + 1));
                    hits += expected;
                    missed += expected && seen.count == 0;
                    stray += !expected && seen.count != 0;
                    wrong_place +=
                        expected && (seen.count != 1 || place(0) != length || seen.dr6[0] != 1);
                }
            }
        }
    }
    disarm();
    const char *name = kind == WRITE ? "write" : "access";
    ok(hits >= 4, "%s, %u bytes: there is something to hit", name, width);
    is_dec(missed, 0, "%s, %u bytes: every overlap is seen", name, width);
    is_dec(stray, 0, "%s, %u bytes: nothing else is", name, width);
    is_dec(wrong_place, 0, "%s, %u bytes: once, behind the instruction, as B0", name, width);
}

static void check_repeated(void)
{
    uint32_t to = (uint32_t)watched;
    arm(to + 2, WRITE, 1);
    /* mov edi, watched; push 5; pop ecx; rep stosb; nop */
    RUN(0xBF, to & 0xFF, to >> 8 & 0xFF, to >> 16 & 0xFF, to >> 24, 0x6A, 5, 0x59, 0xF3, 0xAA,
        0x90);
    disarm();
    is_dec(seen.count, 1, "a repeated store meets the breakpoint once");
    static const char claim[] = "right behind the repetition that wrote there";
    if (!gap_skips(GAP_REPEATED_WATCH, claim))
        ok(place(0) == 8 && seen.context.Ecx == 2, claim);
}

static void check_push(void)
{
    /* push eax; nop; ud2, which disarms; pop eax */
    static const uint8_t push_pop[] = {0x50, 0x90, 0x0F, 0x0B, 0x58};
    /* QEMU's translator does not survive an interrupt whose frame the CPU pushes there. */
    quiet = true;
    run_between(4, WRITE, 2, push_pop, sizeof push_pop);
    quiet = false;
    is_dec(seen.count, 1, "a push meets the breakpoint");
    is_dec(place(0), 3, "behind it");
}

/* ---------------------------------------------------------------- instructions */

static void check_execute(void)
{
    uint32_t at = (uint32_t)probe_code();
    static const uint8_t inc3[] = {0x31, 0xC0, 0x40, 0x40, 0x40};

    arm(at + 3, EXECUTE, 1);
    run(code(inc3, sizeof inc3));
    is_dec(seen.count, 1, "execute: once, when the handler sets RF");
    is_dec(place(0), 3, "execute: at the instruction");
    is_dec(seen.eax[0], 1, "execute: before it has run");
    is_hex(seen.dr6[0], 1, "execute: as B0");
    is_dec(exact_after.eax, 3, "execute: then it runs");
    ok(seen.record.ExceptionAddress == (PVOID)(at + 3) && seen.record.NumberParameters == 0,
       "execute: the record names it");

    seen.no_rf = true;
    run(code(inc3, sizeof inc3));
    is_dec(seen.count, 2, "execute: without RF it is met again");
    is_dec(exact_after.eax, 3, "execute: and runs after all");

    arm(at + 3, EXECUTE, 1);
    run(exact_ud2);
    is_dec(seen.count, 0, "execute: code elsewhere does not meet it");
    disarm();
    run(code(inc3, sizeof inc3));
    is_dec(seen.count, 0, "execute: disarmed, it is gone");
}

static void check_several(void)
{
    uint32_t at = (uint32_t)probe_code();
    CONTEXT context = {0};
    for (unsigned i = 0; i < 4; i++)
        add(&context, i, at + i, EXECUTE, 1);
    load(&context);
    RUN(0x90, 0x90, 0x90, 0x90);
    is_dec(seen.count, 4, "four at once: each is met");
    for (unsigned i = 0; i < 4; i++)
        ok(place(i) == i && seen.dr6[i] == 1u << i, "four at once: B%u at its own", i);

    uint8_t bytes[8];
    unsigned length = make_access(bytes, true, 4, (uint32_t)watched);
    context = (CONTEXT){0};
    add(&context, 1, (uint32_t)watched, WRITE, 1);
    add(&context, 3, (uint32_t)watched + 2, ACCESS, 2);
    add(&context, 2, (uint32_t)watched + 4, ACCESS, 4);
    load(&context);
    run(code(bytes, length + 1));
    is_dec(seen.count, 1, "two met by one access: one exception");
    if (!gap_skips(GAP_SECOND_WATCH, "two met by one access: both are told"))
        is_hex(seen.dr6[0], 0xA, "two met by one access: both are told, the third is not");
    ok(memcmp(&seen.context.Dr0, &context.Dr0, 16) == 0 && seen.context.Dr7 == context.Dr7,
       "the context has the registers as they were set");
    disarm();
}

static void check_with_steps(void)
{
    uint32_t at = (uint32_t)watched;
    arm(at, WRITE, 4);
    /* pushf; or [esp], TF; popf; mov [watched], eax; nop */
    RUN(0x9C, 0x81, 0x0C, 0x24, 0, 1, 0, 0, 0x9D, 0xA3, at & 0xFF, at >> 8 & 0xFF, at >> 16 & 0xFF,
        at >> 24, 0x90);
    disarm();
    is_dec(seen.count, 1, "a step and a breakpoint behind one instruction: one exception");
    is_hex(seen.dr6[0], 0x4001, "a step and a breakpoint behind one instruction: both are told");
    is_dec(place(0), 14, "a step and a breakpoint behind one instruction: its end");
}

/* A handler arms by its context, too, and Dr6 is each exception's own. */
static void check_status(void)
{
    uint8_t bytes[8];
    unsigned length = make_access(bytes, true, 1, (uint32_t)watched);
    arm((uint32_t)watched, WRITE, 1);
    run(code(bytes, length + 1));
    is_hex(seen.context.Dr6, 1, "Dr6 of the exception that a breakpoint raised");
    RUN(0x9C, 0x81, 0x0C, 0x24, 0, 1, 0, 0, 0x9D, 0x90);
    is_hex(seen.context.Dr6, 0x4000, "Dr6 of a step after it: nothing is left of the other");
    disarm();
    RUN(0x9C, 0x81, 0x0C, 0x24, 0, 1, 0, 0, 0x9D, 0x90);
    is_hex(seen.context.Dr6, 0x4000, "Dr6 of a step with nothing armed");
}

/* ---------------------------------------------------------------- allowed values */

static void check_legal(void)
{
    static const struct {
        const char *what;
        DWORD dr7, kept, hardware;
    } rows[] = {
        {"nothing enabled", 0xFFFF0000, 0, 0x400},
        {"all four, of every width", 0xDDDD0055, 0xDDDD0055, 0xDDDD0455},
        {"global enables alone", 0x000000AA, 0, 0x400},
        {"global enables beside local ones", 0x000000FF, 0x55, 0x455},
        {"exact", 0x00000301, 0x101, 0x501},
        {"a trap on access to these registers", 0x00002001, 1, 0x401},
        {"reserved bits", 0x0000DC01, 1, 0x401},
        {"ports", 0x00220055, 0x00220050, 0x220450},
        {"ports alone", 0x00020001, 0, 0x400},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        CONTEXT context = {.ContextFlags = CONTEXT_DEBUG_REGISTERS,
                           .Dr0 = 0x1000,
                           .Dr1 = 0x1000,
                           .Dr2 = 0x1000,
                           .Dr3 = 0x1000,
                           .Dr6 = 0xFFFFFFFF,
                           .Dr7 = rows[i].dr7};
        SetThreadContext(GetCurrentThread(), &context);
        GetThreadContext(GetCurrentThread(), &context);
        is_hex(context.Dr7, rows[i].kept, "Dr7: %s: in a context", rows[i].what);
        /* The global bits follow the local ones, which a switch of tasks clears. */
        if (ring3_current() == 0)
            is_hex(dr7_read(), rows[i].hardware | (rows[i].hardware & DR7_ENABLES) << 1,
                   "Dr7: %s: in the machine", rows[i].what);
        is_hex(context.Dr6, rows[i].kept ? 0xE00F : 0, "Dr6: %s", rows[i].what);
        is_hex(context.Dr3, rows[i].kept ? 0x1000 : 0, "Dr3: %s", rows[i].what);
        disarm();
    }
}

/* Through the kernel itself in ring 0, by a context in ring 3. */
static void check_ring3(void)
{
    extern const char trap_code_start[];
    uint32_t kernel = (uint32_t)trap_code_start, shared = (uint32_t)check_ring3;
    struct debug_registers wanted = {{0x1000, kernel, shared, 0xFFFFFFFF}, 0, 0x55}, got;
    if (ring3_current() == 3) {
        CONTEXT context = {0};
        memcpy(&context.Dr0, &wanted, sizeof wanted);
        load(&context);
        GetThreadContext(GetCurrentThread(), &context);
        memcpy(&got, &context.Dr0, sizeof got);
    } else {
        debug_registers_set(&wanted, true);
        debug_registers_get(&got);
    }
    ok(got.address[0] == 0x1000 && got.address[2] == shared,
       "ring 3 gets addresses that it may read");
    ok(got.address[1] == 0 && got.address[3] == 0, "ring 3 gets no others");
    if (ring3_current() == 0) {
        debug_registers_set(&wanted, false);
        debug_registers_get(&got);
        ok(memcmp(got.address, wanted.address, sizeof got.address) == 0, "ring 0 gets them all");
    }
    disarm();
}

int main(void)
{
    for (unsigned width = 1; width <= 4; width *= 2) {
        check_data(WRITE, width);
        check_data(ACCESS, width);
    }
    check_repeated();
    check_push();
    check_execute();
    check_several();
    check_with_steps();
    check_status();
    check_legal();
    check_ring3();
    return tap_done();
}
