/* Makes all gates from the one list of vectors. The gate of a vector without a row stays not
 * present. */
#include "kernel/cpu/idt.h"

#include "kernel/cpu/segment_registers.h"
#include "kernel/cpu/selectors.h"

#include <stdint.h>

struct gate {
    uint16_t offset_low, selector;
    uint8_t zero, access;
    uint16_t offset_high;
};

/* Access bytes of a present gate. Interrupt gates clear IF, because a fault in an interrupt would
 * change cr2. */
enum { INTERRUPT_GATE = 0x8E, TASK_GATE = 0x85 };

static struct gate table[256] __attribute__((aligned(8)));

#define VECTOR(number, mnemonic, code, dpl, way, status, name) void trap_stub_##mnemonic(void);
#include "kernel/trap/vectors.h"
#undef VECTOR

static void open_gate(unsigned vector, void (*stub)(void), unsigned dpl)
{
    uint32_t offset = (uint32_t)stub;
    table[vector] = (struct gate){
        .offset_low = (uint16_t)offset,
        .selector = SELECTOR_CODE0,
        .access = (uint8_t)(INTERRUPT_GATE | dpl << 5),
        .offset_high = (uint16_t)(offset >> 16),
    };
}

void idt_set_stub(unsigned vector, void (*stub)(void))
{
    open_gate(vector, stub, 0);
}

static void open_task_gate(unsigned vector)
{
    table[vector] = (struct gate){.selector = SELECTOR_DOUBLE_FAULT, .access = TASK_GATE};
}

void idt_init(void)
{
#define OPEN_EXCEPTION(number, stub, dpl) open_gate(number, stub, dpl);
#define OPEN_INTERRUPT(number, stub, dpl) open_gate(number, stub, dpl);
#define OPEN_SERVICE(number, stub, dpl)   open_gate(number, stub, dpl);
#define OPEN_MACHINE(number, stub, dpl)   open_gate(number, stub, dpl);
#define OPEN_TASK(number, stub, dpl)      open_task_gate(number);
#define VECTOR(number, mnemonic, code, dpl, way, status, name)                                     \
    OPEN_##way(number, trap_stub_##mnemonic, dpl)
#include "kernel/trap/vectors.h"
#undef VECTOR

    struct {
        uint16_t limit;
        uint32_t base;
    } __attribute__((packed)) idtr = {sizeof table - 1, (uint32_t)table};
    idt_load(&idtr);
}
