/* The descriptor table with NT's layout, the two task segments, FS and GS. */
#include "kernel/cpu/segments.h"

#include "boot/layout.h"
#include "kernel/cpu/segment_registers.h"
#include "kernel/threads/thread.h"

/* Access bytes: present, privilege, type. */
enum {
    CODE = 0x9A,
    DATA = 0x92,
    TASK = 0x89,
    RING3 = 0x60,
};

/* Upper half of the limit byte: granularity of pages, 32-bit operands. */
enum {
    FLAT = 0xC0,
    BYTES = 0x40,
    SYSTEM = 0x00,
};

struct descriptor {
    uint16_t limit_low, base_low;
    uint8_t base_middle, access, limit_high, base_high;
};

struct table_register {
    uint16_t limit;
    uint32_t base;
} __attribute__((packed));

extern char boot_stack_top[]; /* entry.S; a physical address */

static struct descriptor table[SELECTOR_COUNT] __attribute__((aligned(8)));
static struct tss main_task, double_fault_task;
struct cpu cpu_first;

static void describe(unsigned selector, const void *base, uint32_t limit, uint8_t access,
                     uint8_t size)
{
    uint32_t address = (uint32_t)base;
    table[selector / 8] = (struct descriptor){
        .limit_low = (uint16_t)limit,
        .base_low = (uint16_t)address,
        .base_middle = (uint8_t)(address >> 16),
        .access = access,
        .limit_high = (uint8_t)(size | (limit >> 16 & 0xF)),
        .base_high = (uint8_t)(address >> 24),
    };
}

void segments_init(void)
{
    struct cpu *cpu = &cpu_first;
    cpu->self = cpu;
    /* The stack of the boot stage and the start is free once the program runs on its own. An
     * unmapped page lies below it. */
    cpu->stack = (uint32_t)boot_stack_top + UPPER_HALF;
    main_task.ss0 = SELECTOR_DATA0;
    main_task.esp0 = cpu->stack;
    main_task.io_map = double_fault_task.io_map = sizeof(struct tss);

    describe(SELECTOR_CODE0, NULL, 0xFFFFF, CODE, FLAT);
    describe(SELECTOR_DATA0, NULL, 0xFFFFF, DATA, FLAT);
    describe(SELECTOR_CODE3, NULL, 0xFFFFF, CODE | RING3, FLAT);
    describe(SELECTOR_DATA3, NULL, 0xFFFFF, DATA | RING3, FLAT);
    describe(SELECTOR_TSS, &main_task, sizeof main_task - 1, TASK, SYSTEM);
    describe(SELECTOR_DOUBLE_FAULT, &double_fault_task, sizeof double_fault_task - 1, TASK, SYSTEM);
    describe(SELECTOR_CPU, cpu, sizeof *cpu - 1, DATA, BYTES);

    struct table_register gdtr = {sizeof table - 1, (uint32_t)table};
    gdt_load(&gdtr);
    segments_reload();
    gs_load(SELECTOR_CPU);
    ldt_load(0); /* a reset has left a local table at address 0 */
    tr_load(SELECTOR_TSS);
}

void segments_set_thread(struct thread *thread)
{
    this_cpu()->thread = thread;
    this_cpu()->teb = (uint32_t)thread->teb;
    describe(SELECTOR_TIB0, thread->teb, 0xFFF, DATA, BYTES);
    describe(SELECTOR_TIB3, thread->teb, 0xFFF, DATA | RING3, BYTES);
    fs_load(SELECTOR_TIB0);
}

uint32_t segments_base(uint16_t selector)
{
    if (selector & 4 || selector / 8 >= SELECTOR_COUNT)
        return 0;
    const struct descriptor *descriptor = &table[selector / 8];
    return descriptor->base_low | (uint32_t)descriptor->base_middle << 16 |
           (uint32_t)descriptor->base_high << 24;
}

struct tss *segments_main_task(void)
{
    return &main_task;
}

struct tss *segments_double_fault_task(void)
{
    return &double_fault_task;
}
