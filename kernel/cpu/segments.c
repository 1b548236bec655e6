/* Each CPU's descriptor table with NT's layout, its two task segments, FS and GS. */
#include "kernel/cpu/segments.h"

#include "kernel/cpu/contracts.h"
#include "kernel/cpu/segment_loads.h"

#include <stddef.h>

/* Access bytes: present, privilege, type. */
enum {
    CODE = 0x9A,
    DATA = 0x92,
    LOCAL_TABLE = 0x82,
    TASK = 0x89,
    RING3 = 0x60,
};

/* Upper half of the limit byte: granularity of pages, 32-bit operands. */
enum {
    FLAT = 0xC0,
    BYTES = 0x40,
    SYSTEM = 0x00,
};

static struct descriptor local_table[LDT_ENTRIES] __attribute__((aligned(8)));

static struct descriptor segment_make(uint32_t address, uint32_t limit, uint8_t access,
                                      uint8_t size)
{
    return (struct descriptor){
        .limit_low = (uint16_t)limit,
        .base_low = (uint16_t)address,
        .base_middle = (uint8_t)(address >> 16),
        .access = access,
        .limit_high = (uint8_t)(size | (limit >> 16 & 0xF)),
        .base_high = (uint8_t)(address >> 24),
    };
}

static void describe(struct cpu *cpu, unsigned selector, const void *base, uint32_t limit,
                     uint8_t access, uint8_t size)
{
    cpu->gdt[selector / 8] = segment_make((uint32_t)base, limit, access, size);
}

void segments_init(struct cpu *cpu, uint32_t stack)
{
    interrupts_must_be_off();
    cpu->self = cpu;
    cpu->number = (uint32_t)(cpu - cpus);
    cpu->stack = stack;
    cpu->main_task.ss0 = SELECTOR_DATA0;
    cpu->main_task.io_map = cpu->double_fault_task.io_map = sizeof(struct tss);

    describe(cpu, SELECTOR_CODE0, NULL, 0xFFFFF, CODE, FLAT);
    describe(cpu, SELECTOR_DATA0, NULL, 0xFFFFF, DATA, FLAT);
    describe(cpu, SELECTOR_CODE3, NULL, 0xFFFFF, CODE | RING3, FLAT);
    describe(cpu, SELECTOR_DATA3, NULL, 0xFFFFF, DATA | RING3, FLAT);
    describe(cpu, SELECTOR_TSS, &cpu->main_task, sizeof(struct tss) - 1, TASK, SYSTEM);
    describe(cpu, SELECTOR_DOUBLE_FAULT, &cpu->double_fault_task, sizeof(struct tss) - 1, TASK,
             SYSTEM);
    describe(cpu, SELECTOR_CPU, cpu, sizeof *cpu - 1, DATA, BYTES);
    describe(cpu, SELECTOR_LDT, local_table, sizeof local_table - 1, LOCAL_TABLE, SYSTEM);
    cpu->main_task.ldt = cpu->double_fault_task.ldt = SELECTOR_LDT;

    struct table_register gdtr = {sizeof cpu->gdt - 1, (uint32_t)cpu->gdt};
    gdt_load(&gdtr);
    segments_reload();
    gs_load(SELECTOR_CPU);
    ldt_load(SELECTOR_LDT);
    tr_load(SELECTOR_TSS);
}

void segments_describe_teb(struct descriptor fs[2], uint32_t teb_address)
{
    fs[0] = segment_make(teb_address, 0xFFF, DATA, BYTES);
    fs[1] = segment_make(teb_address, 0xFFF, DATA | RING3, BYTES);
}

void segments_describe_local(unsigned index, uint32_t teb_address)
{
    local_table[index] = segment_make(teb_address, 0xFFF, DATA | RING3, BYTES);
}

uint32_t segments_base(uint16_t selector)
{
    const struct descriptor *descriptor = &local_table[selector / 8];
    if (!(selector & SELECTOR_LOCAL) && selector / 8 >= SELECTOR_COUNT)
        return 0;
    if (!(selector & SELECTOR_LOCAL))
        descriptor = &this_cpu()->gdt[selector / 8];
    return descriptor->base_low | (uint32_t)descriptor->base_middle << 16 |
           (uint32_t)descriptor->base_high << 24;
}
