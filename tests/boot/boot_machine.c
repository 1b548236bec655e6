/* Every machine boots: CPU models and sizes of memory, from the emulator's own loader and from
 * GRUB. Takes the megabytes that the machine has.
 *
 * run: name=486-8M cpu=486 memory=8M args=8
 * run: name=486-128M cpu=486 memory=128M args=128
 * run: name=486-3583M cpu=486 memory=3583M args=3583
 * run: name=pentium-8M cpu=pentium memory=8M args=8
 * run: name=pentium-128M cpu=pentium memory=128M args=128
 * run: name=pentium-3583M cpu=pentium memory=3583M args=3583
 * run: name=qemu32-8M cpu=qemu32 memory=8M args=8
 * run: name=qemu32-128M cpu=qemu32 memory=128M args=128
 * run: name=qemu32-3584M cpu=qemu32 memory=3584M args=3584
 * run: name=max-8M cpu=max memory=8M args=8
 * run: name=max-128M cpu=max memory=128M args=128
 * run: name=max-3584M cpu=max memory=3584M args=3584
 * run: name=grub iso=1 memory=64M args=64
 * run: name=bochs emulator=bochs iso=1 memory=64M args=64
 * run: name=bochs-pentium compilers=gcc emulator=bochs iso=1 cpu=pentium memory=64M args=64
 *
 * From 3,584 MB on QEMU lays a part beyond 4 GB, which a 486 and a Pentium do not reach.
 *
 * Ring 0 only: the checks are about the time before the program, whose ring decides nothing of it.
 */
#include "kernel/boot_view.h"
#include "kernel/devices/clock.h"
#include "kernel/memory/frames.h"
#include "tests/harness/probe.h"
#include "tests/harness/tap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uthread.h>

#define PAGES_PER_MB   256u

/* Firmware keeps some for itself: the hole below 1 MB, and its tables at the end. */
#define FIRMWARE_PAGES 512u

/* Everything the machine has is handed out, in use by the runtime, or known to be out of reach. */
static void check_account(uint32_t megabytes)
{
    extern char image_end_physical[];
    const struct boot_info *boot = boot_view();
    struct frame_usage usage = frame_usage();
    uint32_t tables = (boot->tables_end - boot->directory) / PAGE_SIZE;
    uint32_t image = ((uint32_t)image_end_physical - IMAGE_PHYSICAL) / PAGE_SIZE;
    uint32_t known = usage.total + usage.beyond_direct + tables + image;
    uint32_t all = megabytes * PAGES_PER_MB;
    tap_note("%u pages to hand out, %u beyond reach, tables %u, image %u", usage.total,
             usage.beyond_direct, tables, image);
    ok(known <= all, "no more memory is accounted for than there is");
    ok(known + FIRMWARE_PAGES >= all, "all but the firmware's memory is accounted for");
    ok(usage.free <= usage.total && usage.free + 256 > usage.total,
       "at the start of main the runtime itself has taken less than 1 MB");
    is_dec(usage.beyond_direct != 0, megabytes > DIRECT_LIMIT >> 20,
           "memory is out of reach only where there is more than the upper half maps");
    is_dec(boot->truncated, false, "nothing of the loader's information was cut");
}

/* The lowest and the highest page of each stretch that the direct map reaches. */
static void check_ends_of_memory(void)
{
    const struct boot_info *boot = boot_view();
    extern char image_end_physical[];
    unsigned wrong = 0;
    for (uint32_t i = 0; i < boot->range_count; i++) {
        uint32_t end =
            boot->ranges[i].end < boot->direct_end ? boot->ranges[i].end : boot->direct_end;
        if (end < (uint32_t)image_end_physical || end <= boot->tables_end)
            continue;
        volatile uint32_t *word = (volatile uint32_t *)direct(end - 4);
        uint32_t before = *word;
        *word = 0xC0FFEE;
        wrong += *word != 0xC0FFEE;
        *word = before;
    }
    is_dec(wrong, 0, "the last word of all memory within reach can be written and read");
}

/* Work of the compiler's own library, which chooses the instructions itself. */
static void check_arithmetic(void)
{
    volatile uint64_t big = 0x123456789ABCDEF0, small = 0x12345;
    volatile double third = 1.0 / 3;
    char text[80];
    snprintf(text, sizeof text, "%llu %llu %.6f", (unsigned long long)(big / small),
             (unsigned long long)(big % small), third);
    ok(strcmp(text, "17592281465349 42135 0.333333") == 0, "64-bit and floating-point numbers: %s",
       text);
}

static void check_traps(void)
{
    static const uint8_t divide[] = {0x31, 0xC9, 0xF7, 0xF1};
    struct probe probe;
    probe_run(divide, sizeof divide, &probe);
    is_hex(probe.record.ExceptionCode, STATUS_INTEGER_DIVIDE_BY_ZERO, "a division by zero traps");

    uint64_t before = clock_now();
    clock_wait_until(before + 20);
    ok(clock_now() >= before + 20, "the clock ticks");
}

static unsigned turns;

static void take_turns(void)
{
    for (int i = 0; i < 10; i++) {
        turns++;
        utYield();
    }
}

static void check_threads(void)
{
    utSch scheduler = utSchedulerCreate();
    for (int i = 0; i < 3; i++)
        utSchAddUthd(scheduler, uThreadCreate(take_turns));
    utSchStart(scheduler);
    utSchedulerDestroy(scheduler);
    is_dec(turns, 30, "three threads take ten turns each");
}

int main(int argc, char **argv)
{
    if (argc > 1)
        check_account((uint32_t)strtoul(argv[1], NULL, 0));
    check_ends_of_memory();
    check_arithmetic();
    check_traps();
    check_threads();
    return tap_done();
}
