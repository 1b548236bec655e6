/* The program's console on the first serial port. */
#ifndef KERNEL_DEVICES_CONSOLE_H
#define KERNEL_DEVICES_CONSOLE_H

#include <stddef.h>

/* Writes all bytes. Any context, panics included. */
void console_write(const char *bytes, size_t length);

/* Waits for at least one byte and takes at most size (> 0), at most to the end of a line. Returns
 * how many, or 0 once the input has ended (byte 04h was received, or there is no such port). Not
 * from interrupts. */
size_t console_read(char *buffer, size_t size);

#endif
