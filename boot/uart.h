/* The 16550's registers and bits, and its line's setting. For boot and kernel. Source: the PC16550D
 * data sheet. */
#ifndef BOOT_UART_H
#define BOOT_UART_H

#include "boot/ports.h"

#define UART_COM1 0x3F8
#define UART_COM2 0x2F8

enum {
    UART_DATA = 0,
    UART_INTERRUPT_ENABLE = 1,
    UART_INTERRUPT_ID = 2, /* read */
    UART_FIFO_CONTROL = 2, /* written */
    UART_LINE_CONTROL = 3,
    UART_MODEM_CONTROL = 4,
    UART_LINE_STATUS = 5,
    UART_SCRATCH = 7,
};

enum {
    UART_RECEIVED = 0x01,        /* in INTERRUPT_ENABLE; data ready in LINE_STATUS */
    UART_NOTHING_PENDING = 0x01, /* in INTERRUPT_ID */
    UART_EMPTY = 0x02,           /* in INTERRUPT_ENABLE: the transmitter's FIFO */
    UART_FIFO_EMPTY = 0x20,      /* in LINE_STATUS */
    UART_LINE_IDLE = 0x40,       /* in LINE_STATUS */
    UART_FIFO_ON_CLEAR_BOTH_TRIGGER_8 = 0x87,
    UART_DIVISOR_LATCH = 0x80,
    UART_EIGHT_BITS = 0x03,
    UART_DTR_RTS_OUT2 = 0x0B, /* OUT2 lets the interrupt through on a PC */
    UART_FIFO_SIZE = 16,
};

/* Sets the port to 115200 baud, 8N1, without interrupts. */
static inline void uart_set_line(uint16_t port)
{
    io_out8(port + UART_LINE_CONTROL, UART_DIVISOR_LATCH | UART_EIGHT_BITS);
    io_out8(port + UART_DATA, 1); /* 115200 / 1 */
    io_out8(port + UART_INTERRUPT_ENABLE, 0);
    io_out8(port + UART_LINE_CONTROL, UART_EIGHT_BITS);
    io_out8(port + UART_INTERRUPT_ENABLE, 0);
}

#endif
