/* The 8259 pair. Source of ports and words: Intel's 8259A data sheet. */
#include "kernel/devices/pic.h"

#include "boot/ports.h"
#include "kernel/cpu/contracts.h"

enum {
    DATA1 = 0x21,
    COMMAND2 = 0xA0,
    DATA2 = 0xA1,
    INIT_WITH_WORD4 = 0x11,
    WORD4_8086 = 0x01,
    READ_IN_SERVICE = 0x0B,
    CASCADE_LINE = 2,
};

static uint8_t masks[2] = {0xFF, 0xFF};

static void write_masks(void)
{
    io_out8(DATA1, masks[0]);
    io_out8(DATA2, masks[1]);
}

void pic_init(void)
{
    interrupts_must_be_off();
    static const struct {
        uint8_t port1, port2, word1, word2;
    } words[] = {
        {PIC_COMMAND1, COMMAND2, INIT_WITH_WORD4, INIT_WITH_WORD4},
        {DATA1, DATA2, PIC_VECTOR_BASE, PIC_VECTOR_BASE + 8},
        {DATA1, DATA2, 1 << CASCADE_LINE, CASCADE_LINE},
        {DATA1, DATA2, WORD4_8086, WORD4_8086},
    };
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++) {
        io_out8(words[i].port1, words[i].word1);
        io_out8(words[i].port2, words[i].word2);
    }
    write_masks();
}

void pic_unmask(unsigned irq)
{
    interrupts_must_be_off();
    masks[irq / 8] &= (uint8_t) ~(1u << irq % 8);
    if (irq >= 8)
        masks[0] &= (uint8_t) ~(1u << CASCADE_LINE);
    write_masks();
}

static uint8_t in_service(uint16_t command)
{
    io_out8(command, READ_IN_SERVICE);
    return io_in8(command);
}

bool pic_is_spurious(unsigned irq)
{
    interrupts_must_be_off();
    if (irq != 7 && irq != 15)
        return false;
    uint16_t command = irq == 7 ? PIC_COMMAND1 : COMMAND2;
    if (in_service(command) & 0x80)
        return false;
    if (irq == 15) /* the first controller did raise its cascade line */
        io_out8(PIC_COMMAND1, PIC_END_OF_INTERRUPT);
    return true;
}

int pic_in_service(void)
{
    interrupts_must_be_off();
    unsigned first = in_service(PIC_COMMAND1);
    unsigned second = first & 1 << CASCADE_LINE ? in_service(COMMAND2) : 0;
    if (second)
        return 8 + __builtin_ctz(second);
    return first ? __builtin_ctz(first) : -1;
}

void pic_end_of_interrupt(unsigned irq)
{
    interrupts_must_be_off();
    if (irq >= 8)
        io_out8(COMMAND2, PIC_END_OF_INTERRUPT);
    io_out8(PIC_COMMAND1, PIC_END_OF_INTERRUPT);
}
