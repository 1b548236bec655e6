/* The end of the run, as an emulator or a person sees it. */
#ifndef KERNEL_DEVICES_POWER_H
#define KERNEL_DEVICES_POWER_H

#include <stdint.h>

/* Records the exit status, empties the serial ports and turns the machine off: QEMU's exit port,
 * Bochs' shutdown port, else a halt with interrupts off. Any context. */
_Noreturn void power_off(uint32_t status);

#endif
