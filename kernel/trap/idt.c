/* Makes all gates from the one list of vectors. The gate of a vector without a row stays not
 * present. */
#include "kernel/trap/idt.h"

#include "kernel/call/selectors.h"
#include "kernel/cpu/contracts.h"
#include "kernel/cpu/cpu.h"
#include "kernel/cpu/segment_loads.h"
#include "kernel/cpus/panic.h"
#include "kernel/trap/trap.h"

#include <stdint.h>

/* Access bytes of a present gate. Interrupt gates clear IF, because a fault in an interrupt would
 * change cr2. */
enum { INTERRUPT_GATE = 0x8E, TASK_GATE = 0x85 };

/* The stub of a vector on this CPU: some vectors have one for each CPU. */
#define STUB_PLAIN(mnemonic)    trap_stub_##mnemonic
#define STUB_OWN(mnemonic)      trap_stub_##mnemonic
#define STUB_ERROR(mnemonic)    trap_stub_##mnemonic
#define STUB_DR6(mnemonic)      trap_stubs_##mnemonic[this_cpu()->number]
#define STUB_CR2(mnemonic)      trap_stubs_##mnemonic[this_cpu()->number]

#define DECLARE_PLAIN(mnemonic) void trap_stub_##mnemonic(void);
#define DECLARE_OWN(mnemonic)   void trap_stub_##mnemonic(void);
#define DECLARE_ERROR(mnemonic) void trap_stub_##mnemonic(void);
#define DECLARE_DR6(mnemonic)
#define DECLARE_CR2(mnemonic)
#define VECTOR(number, mnemonic, code, dpl, way, status, name) DECLARE_##code(mnemonic)
#include "kernel/trap/vectors.h"
#undef VECTOR

static void open_gate(unsigned vector, void (*stub)(void), unsigned dpl)
{
    uint32_t offset = (uint32_t)stub;
    this_cpu()->idt[vector] = (struct gate){
        .offset_low = (uint16_t)offset,
        .selector = SELECTOR_CODE0,
        .access = (uint8_t)(INTERRUPT_GATE | dpl << 5),
        .offset_high = (uint16_t)(offset >> 16),
    };
}

void idt_set_stub(unsigned vector, void (*stub)(void))
{
    interrupts_must_be_off();
    open_gate(vector, stub, 0);
}

void idt_set_service_stub(void (*stub)(void))
{
    interrupts_must_be_off();
    for (uint32_t i = 0; i < cpus_running; i++) {
        struct gate *gate = &cpus[i].idt[VECTOR_SERVICE];
        if (gate->offset_high != (uint32_t)stub >> 16)
            panic("the stubs of services lie in two pieces of 64 KB");
        *(volatile uint16_t *)&gate->offset_low = (uint16_t)(uint32_t)stub;
    }
}

static void open_task_gate(unsigned vector)
{
    this_cpu()->idt[vector] = (struct gate){.selector = SELECTOR_DOUBLE_FAULT, .access = TASK_GATE};
}

void idt_init(void)
{
    interrupts_must_be_off();
#define OPEN_EXCEPTION(number, stub, dpl) open_gate(number, stub, dpl);
#define OPEN_CLAIMABLE(number, stub, dpl) open_gate(number, stub, dpl);
#define OPEN_INTERRUPT(number, stub, dpl) open_gate(number, stub, dpl);
#define OPEN_LOCAL(number, stub, dpl)
#define OPEN_SERVICE(number, stub, dpl) open_gate(number, stub, dpl);
#define OPEN_MACHINE(number, stub, dpl) open_gate(number, stub, dpl);
#define OPEN_TASK(number, stub, dpl)    open_task_gate(number);
#define VECTOR(number, mnemonic, code, dpl, way, status, name)                                     \
    OPEN_##way(number, STUB_##code(mnemonic), dpl)
#include "kernel/trap/vectors.h"
#undef VECTOR

    struct table_register idtr = {sizeof this_cpu()->idt - 1, (uint32_t)this_cpu()->idt};
    idt_load(&idtr);
}

void idt_open_local(void)
{
#define LOCAL_EXCEPTION(number, stub)
#define LOCAL_CLAIMABLE(number, stub)
#define LOCAL_INTERRUPT(number, stub)
#define LOCAL_SERVICE(number, stub)
#define LOCAL_MACHINE(number, stub)
#define LOCAL_TASK(number, stub)
#define LOCAL_LOCAL(number, stub) open_gate(number, stub, 0);
#define VECTOR(number, mnemonic, code, dpl, way, status, name)                                     \
    LOCAL_##way(number, STUB_##code(mnemonic))
#include "kernel/trap/vectors.h"
#undef VECTOR
}
