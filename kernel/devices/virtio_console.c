/* Driver of the console of the virtio specification, version 0.9.5 ("legacy"), sections 2 and
 * appendix D: a PCI device with ports. One of its queues is used, the output of its second serial
 * port, because QEMU drops output of the first when the reader is slow. The queues for input and
 * for control messages stay unused.
 *
 * A byte of a serial port costs an emulator two exits and a call of its host; here a piece of up to
 * a page does. Each piece is copied to a page of its own and waited for, so there is one
 * descriptor, nothing is under way between two calls, and no interrupt is needed.
 */
#include "kernel/devices/virtio_console.h"

#include "boot/layout.h"
#include "boot/ports.h"
#include "kernel/cpu/eflags.h"
#include "kernel/devices/serial.h"
#include "kernel/start.h"

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
    FEATURE_PORTS = 2, /* there are several */
    OUTPUT_QUEUE = 5,
    MOST_ENTRIES = 128,
};

struct descriptor {
    uint64_t address; /* physical */
    uint32_t length;
    uint16_t flags, next;
};

/* The queue as the device sees it. It computes the places from the number of entries, which must
 * be MOST_ENTRIES for this layout to hold. */
static struct {
    struct descriptor descriptors[MOST_ENTRIES];
    uint16_t available_flags;
    volatile uint16_t available_index;
    uint16_t available[MOST_ENTRIES];
    uint16_t used_flags __attribute__((aligned(PAGE_SIZE)));
    volatile uint16_t used_index;
} queue __attribute__((aligned(PAGE_SIZE)));

static char piece[PAGE_SIZE] __attribute__((aligned(PAGE_SIZE)));
START_CONSTANT static uint16_t base; /* the first port, 0 without a device */

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

void virtio_console_init(void)
{
    unsigned slot = find_slot();
    if (slot == PCI_SLOTS || !(pci_read(slot, PCI_PORTS) & 1))
        return;
    uint16_t ports = (uint16_t)(pci_read(slot, PCI_PORTS) & ~3u);
    pci_select(slot, PCI_COMMAND);
    io_out32(PCI_DATA, PCI_COMMAND_PORTS_AND_MASTER);

    io_out8(ports + STATUS, 0); /* a reset */
    io_out8(ports + STATUS, STATUS_ACKNOWLEDGE | STATUS_DRIVER);
    io_out32(ports + DRIVER_FEATURES, FEATURE_PORTS);
    io_out16(ports + QUEUE_SELECT, OUTPUT_QUEUE);
    if (io_in16(ports + QUEUE_SIZE) != MOST_ENTRIES)
        return;
    queue.descriptors[0].address = physical(piece);
    io_out32(ports + QUEUE_PAGE, physical(&queue) / PAGE_SIZE);
    io_out8(ports + STATUS, STATUS_ACKNOWLEDGE | STATUS_DRIVER | STATUS_DRIVER_OK);
    serial_flush(SERIAL_CONSOLE); /* what has been written comes first */
    base = ports;
}

bool virtio_console_present(void)
{
    return base != 0;
}

void virtio_console_write(const char *bytes, size_t length)
{
    while (length) {
        size_t part = length < sizeof piece ? length : sizeof piece;
        bool were_on = interrupts_save();
        memcpy(piece, bytes, part);
        queue.descriptors[0].length = part;
        uint16_t next = (uint16_t)(queue.available_index + 1);
        queue.available_index = next; /* every entry names descriptor 0 */
        io_out16(base + QUEUE_NOTIFY, OUTPUT_QUEUE);
        while (queue.used_index != next)
            ;
        interrupts_restore(were_on);
        bytes += part;
        length -= part;
    }
}
