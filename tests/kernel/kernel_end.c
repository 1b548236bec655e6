/* Ways in which an image dies without a word, or never, and how it waits; for kernel_end.t.
 *
 * Ring 0 only: no program in ring 3 can take the machine away from the runtime (ring3.c).
 */
#include "boot/ports.h"
#include "kernel/cpu/cpu.h"
#include "kernel/cpu/interrupts.h"
#include "kernel/cpu/segment_loads.h"
#include "kernel/devices/clock.h"
#include "kernel/memory/paging.h"
#include "kernel/report/trace_records.h"
#include "kernel/report/trace_ring.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uthread.h>

enum { STAY_BYTES = 180000 };

/* No table of gates, so neither the fault nor the double fault finds its way. */
static void lose_gates(void)
{
    static const struct {
        uint16_t limit;
        uint32_t base;
    } __attribute__((packed)) none;
    idt_load(&none);
    __asm__ volatile("ud2");
}

/* A double fault without a stack of its own. */
static void lose_both_stacks(void)
{
    this_cpu()->double_fault_task.esp = 0x2000;
    interrupts_off();
    __asm__ volatile("movl $0x1000, %esp; pushl %eax");
}

static void reset(void)
{
    io_out8(0x64, 0xFE); /* the keyboard controller's line to the CPU's reset */
    for (;;)
        ;
}

static void halt(void)
{
    for (;;)
        __asm__ volatile("cli; hlt");
}

/* The machine goes on when its end is known already. */
static void stay(void)
{
    static char text[STAY_BYTES];
    memset(text, '.', sizeof text);
    fwrite(text, 1, sizeof text, stdout);
    fflush(stdout);
    trace_write(TRACE_exit, (const uint32_t[4]){7}, 0);
    trace_flush();
    halt();
}

static DWORD sleep_ms;

static void sleeper(void) { utSleep(sleep_ms); }

static void sleep_in_threads(void)
{
    utSch scheduler = utSchedulerCreate();
    for (unsigned i = 0; i < 3; i++)
        utSchAddUthd(scheduler, uThreadCreate(sleeper));
    utSchStart(scheduler);
    utSchedulerDestroy(scheduler);
}

static void spin(void)
{
    for (uint64_t end = clock_now() + sleep_ms; clock_now() < end;)
        ;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*function)(void);
    } ways[] = {
        {"gates", lose_gates}, {"stacks", lose_both_stacks}, {"reset", reset},
        {"halt", halt},        {"sleep", sleep_in_threads},  {"spin", spin},
        {"stay", stay},
    };
    sleep_ms = argc > 2 ? (DWORD)strtoul(argv[2], NULL, 0) : 0;
    for (unsigned i = 0; argc > 1 && i < sizeof ways / sizeof ways[0]; i++) {
        if (strcmp(argv[1], ways[i].name) == 0) {
            printf("before\n");
            ways[i].function();
            printf("behind\n");
        }
    }
    if (argc > 1 && strcmp(argv[1], "read") == 0) {
        printf("before\n");
        printf("read %d\n", getchar());
    }
    if (argc == 1)
        printf("ok 1 - nothing is asked for\n1..1\n");
    return 0;
}
