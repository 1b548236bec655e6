/* The block that each CPU has for itself, at gs:[0] in ring 0. Serves C and assembly. */
#ifndef KERNEL_CPU_CPU_H
#define KERNEL_CPU_CPU_H

#include "kernel/call/numbers.h"
#include "kernel/shared/offsets.h"

/* row(n, ...) for each CPU's number. */
#define EACH_CPU(row, ...)                                                                         \
    row(0, __VA_ARGS__) row(1, __VA_ARGS__) row(2, __VA_ARGS__) row(3, __VA_ARGS__)                \
        row(4, __VA_ARGS__) row(5, __VA_ARGS__) row(6, __VA_ARGS__) row(7, __VA_ARGS__)

/* clang-format off */
#define CPU_OFFSETS(row) \
    row(CPU_IN_TRAP,            offsetof(struct cpu, in_trap),            0x08) \
    row(CPU_STACK,              offsetof(struct cpu, stack),              0x0C) \
    row(CPU_CR2,                offsetof(struct cpu, cr2),                0x10) \
    row(CPU_TEB,                offsetof(struct cpu, teb),                0x14) \
    row(CPU_DOUBLE_FAULT_STACK, offsetof(struct cpu, double_fault_stack), 0x18) \
    row(CPU_UNUSUAL,            offsetof(struct cpu, unusual),            0x1C) \
    row(CPU_COUNTDOWN,          offsetof(struct cpu, countdown),          0x20) \
    row(CPU_TICK_EDX,           offsetof(struct cpu, tick_edx),           0x24) \
    row(CPU_SIZE,               sizeof(struct cpu),                       0xB00)
/* clang-format on */

#ifndef __ASSEMBLER__
#include "kernel/call/selectors.h"
#include "kernel/cpu/cpu_run.h"
#include "kernel/cpu/descriptors.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct thread;
struct trap_frame;

enum at_end {
    AT_END_SCHEDULE = 1, /* another thread may go on */
    AT_END_UNLOCK = 2,   /* this CPU has the kernel's lock */
    AT_END_PAUSE = 4,    /* an emulator should run another CPU now */
    AT_END_PARKED = 8    /* the trap's thread waits. A worker's scheduler goes on at once */
};

/* Bits of the running thread that every trap has to look at. */
enum unusual {
    UNUSUAL_BREAKPOINTS = 1, /* the debug registers may fire */
    UNUSUAL_SCHEDULER = 2,   /* workers run in its place: kernel/ums/kernel_ums.h */
    UNUSUAL_STEPS = 4        /* with it: each trap leaves to a step, with interrupts on */
};

struct cpu {
    struct cpu *self;
    uint32_t number;
    uint32_t in_trap; /* above 0 while the runtime's own trap code, or a panic, runs */
    uint32_t stack; /* the upper end of the CPU's own stack, BOOT_STACK_SIZE bytes. Boot ran on it,
                       traps from ring 3 enter on it, and the C code of all traps runs on it */
    uint32_t cr2;   /* the address of the last page fault, written by its stub */
    uint32_t teb;   /* the running thread's TEB by its direct address, for the tick's stub */
    uint32_t double_fault_stack; /* the upper end of the stack of the double fault's task */
    uint8_t unusual;             /* enum unusual; read by the debug trap's stub */
    bool fpu_taken;              /* a switch of tasks has made the next FPU instruction fault */
    bool in_service;             /* a service runs, and interrupts may come where it pauses */
    uint8_t at_end;              /* what the end of the trap has yet to do: enum at_end */
    uint32_t countdown;          /* ticks until schedule_tick is called */
    uint32_t tick_edx;           /* the interrupted edx, while the tick's stub needs the register */
    struct thread *thread;       /* the running thread */
    const struct trap_frame *leaving; /* of the trap that ends in the double-fault task, or NULL */

    uint32_t to_wake;   /* a bit for each CPU to interrupt when this one gives the lock back */
    struct cpu_run run; /* how its threads are scheduled; nothing of it is known here */

    /* Fields that code of other CPUs reads, if only to test. */
    uint32_t apic_id;               /* of its interrupt controller */
    volatile uint32_t ticks, wakes; /* interrupts that it has taken: its timer's, cpus_wake's */
    volatile uint32_t answers;      /* how often it has done what cpus_invalidate asks for */
    bool idle;                      /* its idle thread runs, and cpus_invalidate need not ask it */
    uint32_t outputs;               /* locks of outputs that it has: cpus_begin_output */
    const struct trap_frame
        *volatile stopped; /* where the end of the run has stopped it, or NULL */

    struct descriptor gdt[SELECTOR_COUNT] __attribute__((aligned(8)));
    struct gate idt[256] __attribute__((aligned(8)));
    struct tss main_task, double_fault_task;
} __attribute__((aligned(256)));

/* By number. They lie in the image, because stubs that run before GS is loaded name their words. */
extern struct cpu cpus[CPUS_MOST];

/* The number of CPUs that run, from 1 on: cpus[0] to cpus[cpus_running - 1]. It changes at the
 * start only. */
extern uint32_t cpus_running;

/* Returns a bit for each of them. */
static inline uint32_t cpus_all(void)
{
    return (1u << cpus_running) - 1;
}

/* Returns this CPU's block. Ring 0 only. */
static inline struct cpu *this_cpu(void)
{
    struct cpu *cpu;
    __asm__("movl %%gs:0, %0" : "=r"(cpu));
    return cpu;
}

/* Returns the running thread, by one instruction: the thread may change its CPU before and after.
 * Ring 0 only. */
static inline struct thread *this_thread(void)
{
    struct thread *thread;
    __asm__ volatile("movl %%gs:%c1, %0" : "=r"(thread) : "i"(offsetof(struct cpu, thread)));
    return thread;
}
#endif

OFFSETS(CPU_OFFSETS)

#endif
