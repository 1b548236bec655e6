/* The end of the run: the machine is turned off. */
#ifndef KERNEL_DEVICES_POWER_H
#define KERNEL_DEVICES_POWER_H

#include <stdint.h>

/* Sends the program's files where they are wanted, records the exit status, empties the serial
 * ports and turns the machine off: QEMU's exit port, Bochs' shutdown port, ACPI on a machine of
 * QEMU's, else a halt with interrupts off. Any context. Ring 0; a service. */
_Noreturn void power_off(uint32_t status);

#endif
