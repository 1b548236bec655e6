/* Much output and much input, for kernel_serial.t; without arguments it checks the port itself.
 *
 * run: name=ordinary
 * run: name=bochs emulator=bochs compilers=gcc
 * run: name=input args=lines input="first\nsecond\rthird\n\nlast" expect="^5 lines, 24 bytes, the end: 1$"
 * run: name=input-checked checked=1 args=lines input="first\n" expect="^1 lines, 6 bytes, the end: 1$"
 *
 * Ring 0 only: the port is programmed by hand. kernel_serial.t has the console of ring 3.
 */
#include "boot/ports.h"
#include "kernel/call/service.h"
#include "kernel/cpu/interrupts.h"
#include "kernel/devices/clock.h"
#include "kernel/devices/console.h"
#include "kernel/devices/irq.h"
#include "kernel/devices/serial.h"
#include "tests/harness/privileged.h"
#include "tests/harness/tap.h"

#include <conio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <synchapi.h>

/* Byte i of the output; line ends are those of Unix. kernel_serial.t makes the same. */
static char pattern(unsigned i)
{
    return i % 64 == 63 ? '\n' : (char)(' ' + (i * 7 + i / 64) % 95);
}

/* Ticks since the last piece began. Many of them inside of one are told to the other port. */
enum { MANY_TICKS = 100 };
static volatile unsigned ticks;

static bool on_tick(void)
{
    if (++ticks == MANY_TICKS)
        serial_write(SERIAL_EVENTS, "ticks", 5);
    return clock_tick();
}

static void watch_ticks(void *unused) { irq_set_function(CLOCK_IRQ, on_tick); }
static void unwatch_ticks(void *unused) { irq_set_function(CLOCK_IRQ, clock_tick); }

/* In pieces of all sizes, so that they meet the queue's and the FIFO's ends everywhere. */
static void write_pattern(unsigned count, bool with_interrupts)
{
    char piece[3000];
    unsigned at = 0;
    for (unsigned size = 1; at < count; size = size * 5 % 2999 + 1) {
        unsigned length = size < count - at ? size : count - at;
        for (unsigned i = 0; i < length; i++)
            piece[i] = pattern(at + i);
        if (!with_interrupts)
            interrupts_off();
        ticks = 0;
        sys_console_write(piece, length);
        if (!with_interrupts)
            interrupts_on();
        at += length;
    }
}

static void echo(void)
{
    char buffer[700];
    size_t length;
    while ((length = sys_console_read(buffer, sizeof buffer)) != 0)
        console_write(buffer, length);
}

/* Nothing is taken until much has come: the sender must be held back, not robbed. */
static void count_late(void)
{
    for (volatile unsigned i = 0; i < 20000000; i++)
        ;
    char buffer[512];
    size_t length, total = 0;
    uint32_t sum = 0;
    while ((length = sys_console_read(buffer, sizeof buffer)) != 0) {
        total += length;
        for (size_t i = 0; i < length; i++)
            sum = sum * 31 + (uint8_t)buffer[i];
    }
    printf("%u bytes, sum %08X\n", (unsigned)total, (unsigned)sum);
}

static void count_lines(void)
{
    char line[100];
    unsigned lines = 0, bytes = 0;
    while (fgets(line, sizeof line, stdin)) {
        lines++;
        bytes += strlen(line);
    }
    printf("%u lines, %u bytes, the end: %d\n", lines, bytes,
           getchar() == EOF && sys_console_read(line, sizeof line) == 0);
}

/* After the enter key: its second byte may still be to come. */
static void look_for_keys(void)
{
    bool some = false;
    printf("%c", _getch());
    printf("%d", _getch());
    for (int i = 0; i < 50; i++, Sleep(10))
        some |= _kbhit();
    printf(" %d\n", some);
}

static void check_port(void)
{
    printf("# before interrupts are off");
    interrupts_off();
    printf(", while they are off\n");
    serial_flush(SERIAL_CONSOLE);
    ok(!(eflags_read() & EFLAGS_IF), "output leaves interrupts off");
    interrupts_on();
    printf("# and after\n");
    ok(eflags_read() & EFLAGS_IF, "and leaves them on");
    serial_flush(SERIAL_CONSOLE);
    ok((io_in8(0x3F8 + 5) & 0x60) == 0x60, "after a flush everything has left the port");
    serial_write(SERIAL_CONSOLE, "", 0);
    serial_write(SERIAL_EVENTS, "", 0);
    ok(true, "no bytes are no trouble");
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    unsigned count = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 0) : 0;
    if (strcmp(what, "write") == 0)
        write_pattern(count, true);
    else if (strcmp(what, "write-off") == 0)
        write_pattern(count, false);
    else if (strcmp(what, "much") == 0)
        for (unsigned times = argc > 3 ? (unsigned)strtoul(argv[3], NULL, 0) : 0; times; times--)
            write_pattern(count, true);
    else if (strcmp(what, "stalled") == 0) {
        privileged(watch_ticks, NULL);
        write_pattern(count, true);
        privileged(unwatch_ticks, NULL);
    } else if (strcmp(what, "echo") == 0)
        echo();
    else if (strcmp(what, "late") == 0)
        count_late();
    else if (strcmp(what, "lines") == 0)
        count_lines();
    else if (strcmp(what, "keys") == 0)
        look_for_keys();
    else {
        check_port();
        return tap_done();
    }
    return 0;
}
