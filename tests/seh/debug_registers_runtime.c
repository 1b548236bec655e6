/* Hardware breakpoints where the runtime itself works: it meets none, and its work is done all the
 * same.
 *
 * run: emulator=qemu
 * run: name=486 cpu=486 compilers=gcc
 * run: name=ring3 ring=3
 * run: name=ring3-bochs ring=3 emulator=bochs compilers=gcc
 * run: emulator=bochs compilers=gcc
 */
#include "tests/seh/debug_registers_scene.h"

/* Nothing but the runtime touches the words right below the stack pointer: the CPU and the trap's
 * stub, the laying of the context, NtContinue's way back. */
static void check_below_stack(const char *what, enum kind kind, const uint8_t *bytes,
                              unsigned length, unsigned exceptions)
{
    enum { WORDS = 20 };
    unsigned stray = 0, handled = 0, moved = 0, told = 0;
    for (unsigned i = 1; i <= WORDS; i++) {
        run_between(4 * i, kind, 2 + exceptions, bytes, length);
        stray += seen.count;
        told += seen.context.Dr6;
        handled += seen.others;
        moved += exact_after.esp != exact_before.esp || exact_after.ebx != exact_before.ebx;
    }
    const char *name = kind == WRITE ? "written" : "accessed";
    is_dec(stray, 0, "%s: words below the stack are not %s", what, name);
    is_dec(told, 0, "%s: no context tells that they were", what);
    is_dec(handled, WORDS * (2 + exceptions), "%s: every exception is handled all the same", what);
    is_dec(moved, 0, "%s: and resumed as ever", what);
}

static void check_delivery(void)
{
    if (ring3_current() == 0 &&
        gap_skips(GAP_PENDING_WATCH, "words right below the stack are the program's only"))
        return;
    static const uint8_t ud2[] = {0x0F, 0x0B};
    /* mov edx, [the tick count]; 1: cmp edx, [the tick count]; je 1b */
    static const uint8_t spin[] = {0x8B, 0x15, 0x20, 0x03, 0xFE, 0x7F, 0x3B,
                                   0x15, 0x20, 0x03, 0xFE, 0x7F, 0x74, 0xF8};
    check_below_stack("an exception", WRITE, ud2, sizeof ud2, 1);
    check_below_stack("an exception", ACCESS, ud2, sizeof ud2, 1);
    check_below_stack("an interrupt", WRITE, spin, sizeof spin, 0);
    check_below_stack("an interrupt", ACCESS, spin, sizeof spin, 0);
}

static void check_trap_code(void)
{
    extern const char trap_stub_UD[], trap_enter_c[];
    const char *const places[] = {trap_stub_UD, trap_enter_c};
    for (unsigned i = 0; i < 2; i++) {
        arm((uint32_t)places[i], EXECUTE, 1);
        run(exact_ud2);
        ok(seen.count == 0 && seen.others == 1,
           "a breakpoint on the trap's own code is not met: %u", i);
    }
    disarm();
}

int main(void)
{
    check_delivery();
    check_trap_code();
    return tap_done();
}
