/* The table of vectors and its gates; the memory that interrupts leave untouched; interrupts that
 * are none.
 *
 * run: name=ordinary
 * run: name=486 cpu=486
 * run: name=traced args=trapline:trace
 * run: name=bochs compilers=gcc emulator=bochs
 *
 * Ring 0 only: the gates are the kernel's. vectors.c has all vectors in ring 3.
 */
#include "kernel/call/fpu.h"
#include "kernel/call/selectors.h"
#include "kernel/cpu/fpu_state.h"
#include "kernel/cpu/interrupts.h"
#include "kernel/devices/clock.h"
#include "kernel/devices/irq.h"
#include "kernel/trap/trap.h"
#include "tests/harness/tap.h"

#include <stdio.h>
#include <string.h>

unsigned register_loop(uint32_t until); /* register_loop.S */

/* ---------------------------------------------------------------- the table */

enum kind { NONE, GATE, TASK_GATE };

static const struct row {
    const char *mnemonic, *name;
    uint8_t dpl;
    enum kind kind;
} rows[256] = {
#define KIND_EXCEPTION GATE
#define KIND_CLAIMABLE GATE
#define KIND_INTERRUPT GATE
#define KIND_LOCAL     NONE /* with one CPU */
#define KIND_SERVICE   GATE
#define KIND_MACHINE   GATE
#define KIND_TASK      TASK_GATE
#define VECTOR(number, mnemonic, code, dpl, way, status, name)                                     \
    [number] = {"#" #mnemonic, name, dpl, KIND_##way},
#include "kernel/trap/vectors.h"
#undef VECTOR
};

/* Access bytes: present, privilege, an interrupt gate or a task gate. */
static uint8_t access_of(const struct row *row)
{
    if (row->kind == NONE)
        return 0;
    return (uint8_t)((row->kind == GATE ? 0x8E : 0x85) | row->dpl << 5);
}

static void check_names(void)
{
    unsigned wrong = 0, alike = 0;
    for (unsigned i = 0; i < 256; i++) {
        const char *mnemonic = rows[i].mnemonic ? rows[i].mnemonic : "unused";
        const char *name = rows[i].name ? rows[i].name : "unused";
        struct vector_names names = trap_names(i);
        wrong += strcmp(names.mnemonic, mnemonic) != 0 || strcmp(names.name, name) != 0;
        for (unsigned j = 0; j < i && rows[i].name; j++)
            alike += rows[j].name && strcmp(rows[i].name, rows[j].name) == 0;
    }
    is_dec(wrong, 0, "all 256 vectors have the names of the list, or are unused");
    is_dec(alike, 0, "no two have the same");
    ok(strcmp(trap_names(256).name, "unused") == 0, "there is no vector 256");
    ok(strcmp(trap_names(14).mnemonic, "#PF") == 0 &&
           strcmp(trap_names(14).name, "page fault") == 0,
       "vector 14 is #PF, the page fault");
    ok(strcmp(trap_names(15).name, "unused") == 0, "vector 15 is unused");
}

static void check_gates(void)
{
    struct {
        uint16_t limit;
        uint32_t base;
    } __attribute__((packed)) idtr;
    extern char kernel_text_start[], kernel_text_end[];
    unsigned wrong = 0, astray = 0;
    __asm__ volatile("sidt %0" : "=m"(idtr));
    is_dec(idtr.limit, 256 * 8 - 1, "the table holds 256 gates");
    for (unsigned i = 0; i < 256; i++) {
        const uint16_t *gate = (const uint16_t *)(idtr.base + i * 8);
        uint32_t offset = gate[0] | (uint32_t)gate[3] << 16;
        wrong += gate[2] >> 8 != access_of(&rows[i]);
        if (rows[i].kind == GATE)
            astray += gate[1] != SELECTOR_CODE0 || offset < (uint32_t)kernel_text_start ||
                      offset >= (uint32_t)kernel_text_end;
        if (rows[i].kind == TASK_GATE)
            astray += gate[1] != SELECTOR_DOUBLE_FAULT;
    }
    is_dec(wrong, 0, "each gate is present or not, with the privilege and type of its row");
    is_dec(astray, 0, "each leads into the kernel's text, or to the double fault's task");
}

/* ---------------------------------------------------------------- interrupts */

static void check_registers(void)
{
    static const char *const names[] = {"none", "eax", "ecx",    "edx", "ebx", "esp", "ebp",
                                        "esi",  "edi", "eflags", "ds",  "es",  "fs",  "gs"};
    static uint8_t before[108], after[108];
    const double values[] = {1.5, -2.25, 3e300, -4e-300, 5, 6, 7, 8};
    x87_reset();
    x87_control_write(0x0C7F); /* rounds towards zero: nothing that the runtime would set */
    for (unsigned i = 0; i < 8; i++)
        __asm__ volatile("fldl %0" : : "m"(values[i]));
    for (unsigned i = 0; i < 2; i++) { /* twice: not every emulator loads all of what it saves */
        x87_save(before);
        x87_load(before);
    }
    uint64_t start = clock_now();
    unsigned changed = register_loop((uint32_t)start + 150);
    uint64_t end = clock_now();
    x87_save(after);
    fpu_init();
    ok(changed == 0, "150 timer interrupts change no register: %s", names[changed]);
    ok(end - start >= 150, "they did come");
    ok(memcmp(before, after, sizeof before) == 0, "nor anything of the FPU");
}

static volatile unsigned calls;

static bool count_call(void)
{
    calls++;
    return false;
}

static void check_spurious(void)
{
    bool were_on = interrupts_save();
    irq_set_function(5, count_call);
    irq_set_function(7, count_call);
    irq_set_function(15, count_call);
    interrupts_restore(were_on);
    __asm__ volatile("int $0x35");
    is_dec(calls, 1, "line 5 calls its function");
    calls = 0;
    for (unsigned i = 0; i < 3; i++)
        __asm__ volatile("int $0x37; int $0x3F");
    is_dec(calls, 0, "lines 7 and 15 call theirs only when the controller knows of it");

    uint64_t before = clock_now();
    clock_wait_until(before + 10);
    ok(clock_now() >= before + 10, "the clock still ticks");
    printf("# and the serial line still sends\n");
}

/* A line nobody listens to is no trouble either. */
static void check_unclaimed(void)
{
    __asm__ volatile("int $0x3B");
    ok(true, "an interrupt without a function is ignored");
}

int main(void)
{
    check_names();
    check_gates();
    check_registers();
    check_spurious();
    check_unclaimed();
    return tap_done();
}
