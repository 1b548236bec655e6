/* The program's console on the first serial port. */
#ifndef KERNEL_DEVICES_CONSOLE_H
#define KERNEL_DEVICES_CONSOLE_H

#include <stddef.h>

/* Writes all bytes. Any context, panics included. Ring 0; a service. */
void console_write(const char *bytes, size_t length);

/* Waits for at least one byte. Takes at most size bytes (> 0), and none behind the end of a line.
 * Returns their number, or 0 once the input has ended (byte 04h was received, or there is no such
 * port). Not from interrupts. Ring 0; a service. */
size_t console_read(char *buffer, size_t size);

#endif
