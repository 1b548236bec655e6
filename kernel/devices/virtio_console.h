/* An emulator's paravirtual console and the stream of events beside it: output in pieces of pages
 * where a serial port takes bytes. */
#ifndef KERNEL_DEVICES_VIRTIO_CONSOLE_H
#define KERNEL_DEVICES_VIRTIO_CONSOLE_H

#include <stdbool.h>
#include <stddef.h>

/* Looks for the device and starts it. The serial ports must work. Interrupts off. */
void virtio_console_init(void);

enum virtio_port { VIRTIO_CONSOLE, VIRTIO_EVENTS, VIRTIO_PORTS };

/* Tells whether the device is there and has the port. */
bool virtio_console_present(enum virtio_port which);

/* Writes all bytes; they have left when it returns. Waits for a slow reader, with interrupts as the
 * caller has them. A port that is present; any context, panics included. */
void virtio_console_write(enum virtio_port which, const void *bytes, size_t length);

#endif
