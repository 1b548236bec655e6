/* Reports name the right function, of the program, the library and the kernel alike.
 *
 * run: name=table
 * run: name=program args=program exit=3221225477 expect="^ +called +8.* fault_here[+]0x"
 * run: name=program-ring3 ring=3 args=program exit=3221225477 compilers=gcc
 *   expect="^ +called +8.* fault_here[+]0x"
 * run: name=library-ring3 ring=3 args=library exit=3221225477 compilers=gcc
 *   expect="^ +called +8.* strlen[+]0x"
 * run: name=library args=library exit=3221225477 expect="^ +called +8.* strlen[+]0x" expect="^
 *   +8.* (measure|main)[+]0x"
 * run: name=kernel args=kernel exit=3221225477 expect="^ +called +8.* (memcpy|virtio_console_write)"
 *   expect="^ +8.* virtio_console_write[+]0x" expect="^ +8.* main[+]0x"
 * run: name=nowhere args=nowhere exit=3221225477 expect="^ +called +00001234$"
 */
#include "kernel/call/report.h"
#include "kernel/devices/console.h"
#include "kernel/report/symbols.h"
#include "tests/harness/probe.h"
#include "tests/harness/tap.h"

#include <stdio.h>
#include <string.h>
#include <uthread.h>

int main(int argc, char **argv); /* clang wants to know before its address is taken */

static void *volatile nowhere = (void *)0x1234;

__attribute__((noinline)) static void fault_here(void)
{
    *(int *)nowhere = 1;
    printf("never printed\n");
}

__attribute__((noinline)) static void measure(void) { printf("%u\n", (unsigned)strlen(nowhere)); }

__attribute__((noinline)) static void write_nowhere(void)
{
    console_write(nowhere, 10);
    printf("never printed\n");
}

__attribute__((noinline)) static void call_nowhere(void)
{
    ((void (*)(void))nowhere)();
    printf("never printed\n");
}

/* ---------------------------------------------------------------- the table itself */

static void check(const void *code, const char *name)
{
    uint32_t offset = 99;
    const char *found = symbol_find((uint32_t)code, &offset);
    ok(found && strcmp(found, name) == 0 && offset == 0, "%s is at its address: %s", name,
       found ? found : "unknown");
    found = symbol_find((uint32_t)code + 1, &offset);
    ok(found && strcmp(found, name) == 0 && offset == 1, "the next byte is %s+1", name);
}

static void check_outside(uint32_t address, const char *what)
{
    uint32_t offset;
    ok(!symbol_find(address, &offset), "%s has no name", what);
}

static void check_table(void)
{
    extern char kernel_text_start[], shared_text_start[], shared_text_end[], kernel_bss_start[];
    uint32_t offset;
    check(main, "main");
    check(check_table, "check_table");
    check(printf, "printf");
    check(strlen, "strlen");
    check(symbol_find, "symbol_find");
    check(console_write, "console_write");
    check(utYield, "utYield");
    ok(symbol_find((uint32_t)kernel_text_start, &offset) && offset == 0,
       "the text's first byte has one");
    ok(symbol_find((uint32_t)shared_text_start, &offset) && offset == 0,
       "so has the shared text's");
    ok(symbol_find((uint32_t)shared_text_end - 1, &offset), "and the last byte");
    check_outside(0, "address 0");
    check_outside((uint32_t)kernel_text_start - 1, "the byte before the text");
    check_outside((uint32_t)shared_text_end, "the byte behind it");
    check_outside((uint32_t)kernel_bss_start, "data");
    check_outside((uint32_t)&offset, "the stack");
    check_outside(UINT32_MAX, "the last address");

    char expected[80];
    snprintf(expected, sizeof expected, "%08X main+0x10", (unsigned)((uint32_t)main + 16));
    ok(strcmp(report_address((uint32_t)main + 16), expected) == 0, "an address is shown as %s",
       expected);
    snprintf(expected, sizeof expected, "%08X main", (unsigned)(uint32_t)main);
    ok(strcmp(report_address((uint32_t)main), expected) == 0, "a function's start as %s", expected);
    ok(strcmp(report_address(0x1234), "00001234") == 0, "any other as 00001234");
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*fault)(void);
    } ways[] = {
        {"program", fault_here},
        {"library", measure},
        {"kernel", write_nowhere},
        {"nowhere", call_nowhere},
    };
    for (unsigned i = 0; argc > 1 && i < sizeof ways / sizeof ways[0]; i++)
        if (strcmp(argv[1], ways[i].name) == 0)
            ways[i].fault();
    check_table();
    return tap_done();
}
