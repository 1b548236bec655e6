/* The program's console on the first serial port. */
#ifndef KERNEL_DEVICES_CONSOLE_H
#define KERNEL_DEVICES_CONSOLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Writes all bytes. Any context, panics included. Ring 0; a service. */
void console_write(const char *bytes, size_t length);

/* Writes all bytes as events, which the host shows where its own errors go. Any context but panics.
 * Ring 0; a service. */
void console_write_error(const char *bytes, size_t length);

/* The service console_read waits for at least one byte. It takes at most size bytes (> 0), of a
 * console none behind the end of a line. It returns their number, or 0 once the input has ended
 * (byte 04h was received, or there is no such port). */

/* The service console_typing tells the host's terminal how it sends what is typed: bits of enum
 * typing (lib/host.h). */

/* The service console_interrupted waits for a Ctrl-C that is no key, if it is told to wait. Until
 * it is called, the host ends the run by one. */

/* Takes a byte of the line that is such a Ctrl-C, from interrupts. Returns false for another byte.
 */
bool console_takes_interrupt(uint8_t byte);

/* Whether the input is a pipe's: any bytes, without lines. The port has 10h 44h for 04h, and 10h
 * 50h for 10h. Written once, before the first byte is read. By this name in an image the command
 * knows that its runtime takes pipes. */
extern bool console_is_pipe;

/* Tells whether a thread waits for input, or for Ctrl-C. With the kernel's lock. */
bool console_is_awaited(void);

/* Lets the threads that wait for input look for it. From interrupts. */
void console_input_arrived(void);

#endif
