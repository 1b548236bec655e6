/* An emulator's paravirtual console: output in pieces of pages where a serial port takes bytes. */
#ifndef KERNEL_DEVICES_VIRTIO_CONSOLE_H
#define KERNEL_DEVICES_VIRTIO_CONSOLE_H

#include <stdbool.h>
#include <stddef.h>

/* Looks for the device and starts it. The serial ports must work. Interrupts off. */
void virtio_console_init(void);

/* Tells whether there is one. */
bool virtio_console_present(void);

/* Writes all bytes; they have left when it returns. Waits for a slow reader. Any context, panics
 * included, once the device is present. */
void virtio_console_write(const char *bytes, size_t length);

#endif
