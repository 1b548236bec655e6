/* Lets a test call the kernel's own functions from either ring: to set the clock, to count pages.
 *
 * Code of ring 3 comes there by the stub of an interrupt that no device raises. Including this file
 * opens its gate in images that are started in ring 3, so a test that needs ring 3's limits whole
 * includes it not.
 */
#ifndef TESTS_PRIVILEGED_H
#define TESTS_PRIVILEGED_H

#include "kernel/arguments.h"
#include "kernel/call/start.h"
#include "kernel/devices/irq.h"
#include "kernel/devices/pic.h"

#include <ring3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PRIVILEGED_LINE = 13, PRIVILEGED_VECTOR = PIC_VECTOR_BASE + PRIVILEGED_LINE };

static struct {
    void (*function)(void *argument);
    void *argument;
} privileged_call;

static bool privileged_enter(void)
{
    privileged_call.function(privileged_call.argument);
    return false;
}

static void privileged_start(void)
{
    enum { GATE_SIZE = 8, GATE_ACCESS = 5, GATE_DPL3 = 3 << 5 };
    struct {
        uint16_t limit;
        uint32_t base;
    } __attribute__((packed)) idt;
    if (runtime_options()->ring == 0)
        return;
    irq_set_function(PRIVILEGED_LINE, privileged_enter);
    __asm__("sidt %0" : "=m"(idt));
    ((uint8_t *)idt.base)[PRIVILEGED_VECTOR * GATE_SIZE + GATE_ACCESS] |= GATE_DPL3;
}
ON_START(privileged_start);

/* Calls function(argument) with the rights of ring 0, from ring 3 with interrupts off. There it
 * must neither wait nor fault. */
static inline void privileged(void (*function)(void *argument), void *argument)
{
    if (ring3_current() == 0) {
        function(argument);
        return;
    }
    privileged_call.function = function;
    privileged_call.argument = argument;
    __asm__ volatile("int %0" : : "i"(PRIVILEGED_VECTOR) : "memory", "cc");
    privileged_call.argument = NULL; /* it may be on the caller's stack */
}

#endif
