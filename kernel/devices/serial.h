/* The two serial ports: 16550s with FIFO, 115200 baud, 8N1.
 *
 * Usable from the first instruction of C on: until serial_use_interrupts, and whenever interrupts
 * are off, everything is polled. Ring 0, one CPU.
 */
#ifndef KERNEL_DEVICES_SERIAL_H
#define KERNEL_DEVICES_SERIAL_H

#include <stdbool.h>
#include <stddef.h>

enum serial_port { SERIAL_CONSOLE, SERIAL_EVENTS }; /* COM1, COM2 */

/* Sets both ports up. A port that is not there swallows what is written. */
void serial_init(void);

/* Whether the port is there. */
bool serial_present(enum serial_port port);

/* Lets the console send and receive by interrupts from now on. */
void serial_use_interrupts(void);

/* Queues all bytes; waits only while the queue is full. Any context, panics included. */
void serial_write(enum serial_port port, const void *bytes, size_t length);

/* Takes one received byte of the console; false when there is none. Not from interrupts. */
bool serial_take(char *byte);

/* Returns when everything written to either port has left it. Any context. */
void serial_flush(void);

#endif
