/* 16550 driver.
 *
 * Sending: a queue that the transmitter-empty interrupt drains sixteen bytes at a time. The writer
 * drains it when the queue is full or interrupts are off. A transmitter that never empties holds
 * the machine on purpose, because a slow reader must lose nothing.
 *
 * Receiving: the interrupt fills a queue. While the queue is full the interrupt is off, and flow
 * control holds the sender back, so nothing is lost.
 */
#include "kernel/devices/serial.h"
#include "kernel/devices/console.h"

#include "boot/uart.h"
#include "kernel/cpus/spinlock.h"
#include "kernel/devices/irq.h"
#include "kernel/trap/service_entry.h"

enum { CONSOLE_IRQ = 4 };

/* A queue of bytes; head and tail run freely, their difference is the fill. */
#define QUEUE_SIZE 1024
struct queue {
    uint8_t bytes[QUEUE_SIZE];
    volatile uint32_t head, tail;
};

static struct port {
    struct spinlock lock;
    uint16_t base;
    bool present, interrupts;
    struct queue out;
} ports[] = {{.lock = SPINLOCK("the console's port", RANK_DEVICE), .base = UART_COM1},
             {.lock = SPINLOCK("the records' port", RANK_DEVICE), .base = UART_COM2}};

static struct queue in;

static uint32_t queue_fill(const struct queue *queue)
{
    return queue->head - queue->tail;
}

static void queue_put(struct queue *queue, uint8_t byte)
{
    queue->bytes[queue->head % QUEUE_SIZE] = byte;
    queue->head++;
}

static uint8_t queue_take(struct queue *queue)
{
    return queue->bytes[queue->tail++ % QUEUE_SIZE];
}

static void port_init(struct port *port)
{
    io_out8(port->base + UART_SCRATCH, 0x5A);
    port->present = io_in8(port->base + UART_SCRATCH) == 0x5A;
    uart_set_line(port->base);
    io_out8(port->base + UART_FIFO_CONTROL, UART_FIFO_ON_CLEAR_BOTH_TRIGGER_8);
    io_out8(port->base + UART_MODEM_CONTROL, UART_DTR_RTS_OUT2);
}

/* Hands the transmitter one FIFO's worth, if it is empty. Interrupts off. */
static void send_some(struct port *port)
{
    if (!(io_in8(port->base + UART_LINE_STATUS) & UART_FIFO_EMPTY))
        return;
    for (unsigned i = 0; i < UART_FIFO_SIZE && queue_fill(&port->out); i++)
        io_out8(port->base + UART_DATA, queue_take(&port->out));
}

static void send_all(struct port *port)
{
    while (queue_fill(&port->out))
        send_some(port);
}

/* Enables the interrupts that the console needs now. Interrupts off. */
static void want_interrupts(struct port *port)
{
    if (port->interrupts)
        io_out8(port->base + UART_INTERRUPT_ENABLE,
                (uint8_t)((queue_fill(&in) < QUEUE_SIZE ? UART_RECEIVED : 0) |
                          (queue_fill(&port->out) ? UART_EMPTY : 0)));
}

static void receive_some(struct port *port)
{
    while (queue_fill(&in) < QUEUE_SIZE && io_in8(port->base + UART_LINE_STATUS) & UART_RECEIVED) {
        uint8_t byte = io_in8(port->base + UART_DATA);
        if (!console_takes_interrupt(byte))
            queue_put(&in, byte);
    }
}

static bool console_interrupt(void)
{
    /* The line must fall before it can rise again, so nothing may be left pending. */
    struct port *port = &ports[SERIAL_CONSOLE];
    bool were_on = spin_enter(&port->lock);
    do {
        receive_some(port);
        send_some(port);
        want_interrupts(port);
    } while (!(io_in8(port->base + UART_INTERRUPT_ID) & UART_NOTHING_PENDING));
    spin_leave(&port->lock, were_on);
    console_input_arrived();
    return false;
}

void serial_init(void)
{
    port_init(&ports[SERIAL_CONSOLE]);
    port_init(&ports[SERIAL_EVENTS]);
}

bool serial_present(enum serial_port which)
{
    return ports[which].present;
}

void serial_use_interrupts(void)
{
    ports[SERIAL_CONSOLE].interrupts = ports[SERIAL_CONSOLE].present;
    want_interrupts(&ports[SERIAL_CONSOLE]);
    irq_set_function(CONSOLE_IRQ, console_interrupt);
}

void serial_write(enum serial_port which, const void *bytes, size_t length)
{
    struct port *port = &ports[which];
    const uint8_t *from = bytes;
    if (!port->present)
        return;
    bool were_on = spin_enter(&port->lock);
    for (size_t i = 0; i < length; i++) {
        while (queue_fill(&port->out) == QUEUE_SIZE) {
            send_some(port);
            if (which == SERIAL_EVENTS) /* an interrupt may have records of its own */
                continue;
            spin_leave(&port->lock, were_on); /* a slow reader must not stop the clock */
            __asm__ volatile("nop"); /* sti lets no interrupt in before the next instruction */
            service_pause();
            spin_enter(&port->lock);
        }
        queue_put(&port->out, from[i]);
    }
    send_some(port);
    if (!(were_on || service_may_pause()) || !port->interrupts)
        send_all(port);
    want_interrupts(port);
    spin_leave(&port->lock, were_on);
}

bool serial_take(char *byte)
{
    struct port *port = &ports[SERIAL_CONSOLE];
    bool were_on = spin_enter(&port->lock);
    if (port->present && !port->interrupts)
        receive_some(port);
    bool some = queue_fill(&in);
    if (some)
        *byte = (char)queue_take(&in);
    want_interrupts(port);
    spin_leave(&port->lock, were_on);
    return some;
}

void serial_flush(enum serial_port which)
{
    struct port *port = &ports[which];
    bool were_on = spin_enter(&port->lock);
    if (port->present)
        send_all(port);
    while (port->present && !(io_in8(port->base + UART_LINE_STATUS) & UART_LINE_IDLE))
        ;
    want_interrupts(port);
    spin_leave(&port->lock, were_on);
}
