/* The two serial ports: 16550s with FIFO, 115200 baud, 8N1.
 *
 * Usable from the first instruction of C on. The ports are polled until serial_use_interrupts, and
 * later whenever interrupts are off. Ring 0, any CPU: a lock keeps lines whole.
 */
#ifndef KERNEL_DEVICES_SERIAL_H
#define KERNEL_DEVICES_SERIAL_H

#include <stdbool.h>
#include <stddef.h>

enum serial_port { SERIAL_CONSOLE, SERIAL_EVENTS }; /* COM1, COM2 */

/* Sets both ports up. A port that is not there swallows all bytes. */
void serial_init(void);

/* Tells whether the port is there. */
bool serial_present(enum serial_port port);

/* Lets the console send and receive by interrupts from now on. */
void serial_use_interrupts(void);

/* Queues all bytes; waits only while the queue is full. Any context, panics included. */
void serial_write(enum serial_port port, const void *bytes, size_t length);

/* Takes one received byte of the console. Returns false when there is none. Not from interrupts. */
bool serial_take(char *byte);

/* Waits until all bytes have left the port. Any context. */
void serial_flush(enum serial_port port);

#endif
