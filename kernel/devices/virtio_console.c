/* Driver of the console of the virtio specification, version 0.9.5 ("legacy"), sections 2 and
 * appendix D: a PCI device with ports. Two of its queues are used, the output of its second and its
 * third serial port. QEMU drops output of the first when the reader is slow. The queues for input
 * and for control messages stay unused.
 *
 * A byte of a serial port costs an emulator two exits and a call of its host; here a piece of up to
 * a page does. Each piece is copied to a page of its own and waited for, so a queue has one
 * descriptor, nothing is under way between two calls, and no interrupt is needed. An interrupt may
 * write while the code below it waits: it waits for that piece first.
 */
#include "kernel/devices/virtio_console.h"

#include "boot/layout.h"
#include "boot/ports.h"
#include "kernel/call/start.h"
#include "kernel/cpu/contracts.h"
#include "kernel/cpus/spinlock.h"
#include "kernel/devices/serial.h"
#include "kernel/trap/service_entry.h"

#include <string.h>

enum {
    PCI_ADDRESS = 0xCF8,
    PCI_DATA = 0xCFC,
    PCI_ENABLE = (int)0x80000000,
    PCI_SLOTS = 32, /* of the first bus; the emulator puts the device there */
    PCI_IDENTITY = 0x00,
    PCI_COMMAND = 0x04,
    PCI_PORTS = 0x10,
    PCI_COMMAND_PORTS_AND_MASTER = 0x05,
    CONSOLE_IDENTITY = 0x10031AF4,
    OUR_PORTS = 0xC000, /* for the device, where the firmware has given it none */
};

/* Registers behind the base port, and values. */
enum {
    DRIVER_FEATURES = 0x04,
    QUEUE_PAGE = 0x08,
    QUEUE_SIZE = 0x0C,
    QUEUE_SELECT = 0x0E,
    QUEUE_NOTIFY = 0x10,
    STATUS = 0x12,
    STATUS_ACKNOWLEDGE = 1,
    STATUS_DRIVER = 2,
    STATUS_DRIVER_OK = 4,
    FEATURE_PORTS = 2,   /* there are several */
    CONSOLE_QUEUE = 5,   /* the output of the second serial port */
    EVENTS_QUEUE = 7,    /* of the third */
    MOST_ENTRIES = 1024, /* the most that QEMU gives a queue: 10.0 does, 7.2 gives it 128 */
};

struct queue_descriptor {
    uint64_t address; /* physical */
    uint32_t length;
    uint16_t flags, next;
};

/* Both rings begin so; entries follow. */
struct ring {
    uint16_t flags;
    volatile uint16_t index;
};

/* The places in a queue, which the device computes from its number of entries: the descriptors, the
 * ring of those that are available, and from the next page on that of those that were used. The two
 * bytes behind each ring's entries are for a feature that is not asked for. */
#define AVAILABLE_AT(entries) ((entries) * sizeof(struct queue_descriptor))
#define USED_AT(entries)      PAGE_UP(AVAILABLE_AT(entries) + sizeof(struct ring) + (entries)*2u + 2)
#define QUEUE_BYTES(entries)  PAGE_UP(USED_AT(entries) + sizeof(struct ring) + (entries)*8u + 2)

static struct {
    char queue[QUEUE_BYTES(MOST_ENTRIES)];
    char piece[PAGE_SIZE];
} ports[VIRTIO_PORTS] __attribute__((aligned(PAGE_SIZE)));
static struct spinlock port_locks[VIRTIO_PORTS] = {
    [VIRTIO_CONSOLE] = SPINLOCK("the console's queue", RANK_DEVICE),
    [VIRTIO_EVENTS] = SPINLOCK("the records' queue", RANK_DEVICE)};

static const uint16_t queue_numbers[VIRTIO_PORTS] = {CONSOLE_QUEUE, EVENTS_QUEUE};
START_CONSTANT static bool present[VIRTIO_PORTS];
START_CONSTANT static struct queue {
    struct queue_descriptor *descriptor; /* the first, and the only one that is used */
    struct ring *available, *used;
} queues[VIRTIO_PORTS];
START_CONSTANT static uint16_t base; /* the device's first I/O port */

static uint32_t physical(const void *address)
{
    return (uint32_t)address - UPPER_HALF;
}

static uint32_t pci_select(unsigned slot, unsigned place)
{
    uint32_t address = (uint32_t)PCI_ENABLE | slot << 11 | place;
    io_out32(PCI_ADDRESS, address);
    return address;
}

static uint32_t pci_read(unsigned slot, unsigned place)
{
    pci_select(slot, place);
    return io_in32(PCI_DATA);
}

static void pci_write(unsigned slot, unsigned place, uint32_t value)
{
    pci_select(slot, place);
    io_out32(PCI_DATA, value);
}

/* Returns the slot, or PCI_SLOTS. A machine without PCI does not keep the address. */
static unsigned find_slot(void)
{
    if (pci_select(0, 0) != io_in32(PCI_ADDRESS))
        return PCI_SLOTS;
    unsigned slot = 0;
    while (slot < PCI_SLOTS && pci_read(slot, PCI_IDENTITY) != CONSOLE_IDENTITY)
        slot++;
    return slot;
}

/* Gives the device the queue of a port. A queue that is not there has no entries. */
static bool open_queue(enum virtio_port which)
{
    struct queue *queue = &queues[which];
    char *memory = ports[which].queue;
    io_out16(base + QUEUE_SELECT, queue_numbers[which]);
    uint16_t entries = io_in16(base + QUEUE_SIZE);
    if (entries == 0 || entries > MOST_ENTRIES)
        return false;
    queue->descriptor = (struct queue_descriptor *)(void *)memory;
    queue->available = (struct ring *)(void *)(memory + AVAILABLE_AT(entries));
    queue->used = (struct ring *)(void *)(memory + USED_AT(entries));
    queue->descriptor->address = physical(ports[which].piece);
    io_out32(base + QUEUE_PAGE, physical(memory) / PAGE_SIZE);
    return true;
}

void virtio_console_init(void)
{
    interrupts_must_be_off();
    unsigned slot = find_slot();
    if (slot == PCI_SLOTS || !(pci_read(slot, PCI_PORTS) & 1))
        return;
    base = (uint16_t)(pci_read(slot, PCI_PORTS) & ~3u);
    if (!base) {
        base = OUR_PORTS;
        pci_write(slot, PCI_PORTS, OUR_PORTS);
    }
    pci_write(slot, PCI_COMMAND, PCI_COMMAND_PORTS_AND_MASTER);

    io_out8(base + STATUS, 0); /* a reset */
    io_out8(base + STATUS, STATUS_ACKNOWLEDGE | STATUS_DRIVER);
    io_out32(base + DRIVER_FEATURES, FEATURE_PORTS);
    bool console = open_queue(VIRTIO_CONSOLE), events = open_queue(VIRTIO_EVENTS);
    io_out8(base + STATUS, STATUS_ACKNOWLEDGE | STATUS_DRIVER | STATUS_DRIVER_OK);
    serial_flush(SERIAL_CONSOLE); /* text that has been written comes first */
    serial_flush(SERIAL_EVENTS);
    present[VIRTIO_CONSOLE] = console;
    present[VIRTIO_EVENTS] = events;
}

bool virtio_console_present(enum virtio_port which)
{
    return present[which];
}

/* Puts one piece into the queue. Returns the number that the device counts up to for it. */
static uint16_t send(enum virtio_port which, const char *bytes, size_t length)
{
    const struct queue *queue = &queues[which];
    bool were_on = spin_enter(&port_locks[which]);
    while (queue->used->index != queue->available->index)
        ; /* the piece of interrupted code, or of another CPU */
    memcpy(ports[which].piece, bytes, length);
    queue->descriptor->length = length;
    uint16_t next = (uint16_t)(queue->available->index + 1);
    queue->available->index = next; /* every entry names descriptor 0 */
    io_out16(base + QUEUE_NOTIFY, queue_numbers[which]);
    spin_leave(&port_locks[which], were_on);
    return next;
}

void virtio_console_write(enum virtio_port which, const void *bytes, size_t length)
{
    const struct ring *used = queues[which].used;
    for (const char *at = bytes; length;) {
        size_t part = length < sizeof ports[which].piece ? length : sizeof ports[which].piece;
        uint16_t number = send(which, at, part);
        while ((int16_t)(used->index - number) < 0)
            /* an interrupt may have counted further; one that records an event must not come
             * between the records */
            if (which == VIRTIO_CONSOLE)
                service_pause();
        at += part;
        length -= part;
    }
}
