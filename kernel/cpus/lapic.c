/* The registers of the local APIC. */
#include "kernel/cpus/lapic.h"

#include "kernel/cpu/contracts.h"
#include "kernel/cpu/cpu.h"
#include "kernel/cpu/interrupts.h"
#include "kernel/cpu/pit.h"
#include "kernel/cpus/delays.h"
#include "kernel/memory/paging.h"
#include "kernel/trap/trap.h"

enum lapic_register {
    ID = 0x20,
    TASK_PRIORITY = 0x80,
    SPURIOUS = 0xF0,
    IN_SERVICE = 0x100, /* eight words, 16 bytes apart */
    COMMAND = 0x300,
    COMMAND_TARGET = 0x310,
    TIMER = 0x320,
    LINE0 = 0x350,
    LINE1 = 0x360,
    ERROR = 0x370,
    TIMER_COUNT = 0x380,
    TIMER_NOW = 0x390,
    TIMER_DIVISOR = 0x3E0,
};

enum {
    ENABLED = 0x100,    /* in SPURIOUS */
    UNDER_WAY = 0x1000, /* in COMMAND */
    ASSERT = 0x4000,
    LEVEL = 0x8000,
    NMI = 0x400, /* kinds of interrupts, in COMMAND and in the lines */
    INIT = 0x500,
    START = 0x600,
    EXTERNAL = 0x700,
    MASKED = 0x10000, /* in the lines and in TIMER */
    PERIODIC = 0x20000,
    DIVISOR_16 = 0x3,
};

#define MEASUREMENTS 3u
#define MEASURE_MS   (LAPIC_MEASURE_MS / MEASUREMENTS)
#define LONGEST_SEND 1000000 /* looks at UNDER_WAY */

static uint32_t steps_per_ms;

static volatile uint32_t *at(enum lapic_register which)
{
    return (volatile uint32_t *)(LAPIC_PAGE + which);
}

bool lapic_map(uint32_t physical)
{
    interrupts_must_be_off();
    return paging_map((void *)LAPIC_PAGE, physical, PAGING_WRITE | PAGING_NO_CACHE);
}

uint32_t lapic_id(void)
{
    interrupts_must_be_off();
    return *at(ID) >> 24;
}

/* The host may interrupt a measurement, which makes it longer. So the shortest counts. */
void lapic_measure(void)
{
    interrupts_must_be_off();
    *at(TIMER) = MASKED;
    *at(TIMER_DIVISOR) = DIVISOR_16;
    steps_per_ms = UINT32_MAX;
    for (unsigned i = 0; i < MEASUREMENTS; i++) {
        *at(TIMER_COUNT) = UINT32_MAX;
        pit_spin(MEASURE_MS * 1000);
        uint32_t steps = (UINT32_MAX - *at(TIMER_NOW)) / MEASURE_MS;
        if (steps < steps_per_ms)
            steps_per_ms = steps;
    }
    *at(TIMER_COUNT) = 0;
}

void lapic_init(void)
{
    interrupts_must_be_off();
    bool first = this_cpu()->number == 0;
    *at(SPURIOUS) = ENABLED | VECTOR_SPURIOUS;
    *at(TASK_PRIORITY) = 0;
    *at(LINE0) = first ? EXTERNAL : MASKED;
    *at(LINE1) = first ? NMI : MASKED;
    *at(ERROR) = MASKED;
    *at(TIMER_DIVISOR) = DIVISOR_16;
    *at(TIMER) = first ? MASKED : PERIODIC | VECTOR_TICK;
    lapic_tick(false);
    lapic_end_of_interrupt(); /* one that was under way before a reset */
}

void lapic_tick(bool on)
{
    interrupts_must_be_off();
    *at(TIMER_COUNT) = on ? steps_per_ms : 0;
}

int lapic_in_service(void)
{
    interrupts_must_be_off();
    for (int word = 7; word >= 0; word--) {
        uint32_t bits = *at(IN_SERVICE + 16 * (unsigned)word);
        if (bits)
            return word * 32 + 31 - __builtin_clz(bits);
    }
    return -1;
}

static void send(uint32_t id, uint32_t command)
{
    *at(COMMAND_TARGET) = id << 24;
    *at(COMMAND) = command;
    for (unsigned i = 0; i < LONGEST_SEND && *at(COMMAND) & UNDER_WAY; i++)
        cpu_relax();
}

void lapic_send(uint32_t id, uint8_t vector)
{
    interrupts_must_be_off();
    delay_here();
    send(id, ASSERT | vector);
}

void lapic_send_nmi(uint32_t id)
{
    interrupts_must_be_off();
    send(id, ASSERT | NMI);
}

void lapic_send_init(uint32_t id)
{
    interrupts_must_be_off();
    send(id, LEVEL | ASSERT | INIT);
    send(id, LEVEL | INIT); /* older controllers want its end, too */
}

void lapic_send_start(uint32_t id, uint8_t page)
{
    interrupts_must_be_off();
    send(id, ASSERT | START | page);
}
