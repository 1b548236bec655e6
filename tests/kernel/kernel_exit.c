/* The exit status: main's result, and exit from any depth.
 *
 * run: name=0 args="main 0" exit=0
 * run: name=1 args="main 1" exit=1
 * run: name=42 args="main 42" exit=42
 * run: name=255 args="main 255" exit=255 compilers=gcc
 * run: name=256 args="main 256" exit=256 compilers=gcc
 * run: name=negative args="main -1" exit=4294967295 compilers=gcc
 * run: name=least args="main -2147483648" exit=2147483648 compilers=gcc
 * run: name=nested args="nested 43" exit=43
 * run: name=handler args="handler 44" exit=44
 * run: name=thread args="thread 45" exit=45
 * run: name=thread-handler args="thread-handler 46" exit=46
 * run: name=interrupts-off args="interrupts-off 47" exit=47
 * run: name=traced args="nested 48 trapline:trace" exit=48 compilers=gcc
 * run: name=nested-ring3 ring=3 args="nested 43" exit=43 compilers=gcc
 * run: name=handler-ring3 ring=3 args="handler 44" exit=44 compilers=gcc
 * run: name=thread-ring3 ring=3 args="thread 45" exit=45 compilers=gcc
 */
#include "kernel/cpu/interrupts.h"
#include "tests/harness/handler.h"
#include "tests/harness/tap.h"

#include <seh.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uthread.h>

static int status;

/* Makes its claim before the end, because any end may follow. */
_Noreturn static void leave(void)
{
    ok(true, "the way out is reached");
    tap_done();
    exit(status);
}

static volatile unsigned deepest = 100;

static int nested(unsigned depth)
{
    volatile unsigned here = depth;
    if (depth > deepest + 1)
        return 0; /* for compilers that see that nothing else returns */
    if (depth == deepest)
        leave();
    return nested(depth + 1) + (int)here;
}

static void leave_nested(void) { nested(0); }

static EXCEPTION_DISPOSITION HANDLER(leaving_handler) { leave(); }

static void leave_in_handler(void)
{
    EXCEPTION_REGISTRATION_RECORD frame;
    seh_link(&frame, leaving_handler);
    __asm__ volatile("ud2");
    seh_unlink(&frame);
}

static void leave_in_thread(void) { utResume(uThreadCreate(leave_nested)); }

static void leave_in_handler_of_thread(void)
{
    utSch scheduler = utSchedulerCreate();
    utSchAddUthd(scheduler, uThreadCreate(leave_in_handler));
    utSchStart(scheduler);
}

static void leave_with_interrupts_off(void)
{
    interrupts_off();
    leave();
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*leave)(void);
    } ways[] = {
        {"nested", leave_nested},
        {"handler", leave_in_handler},
        {"thread", leave_in_thread},
        {"thread-handler", leave_in_handler_of_thread},
        {"interrupts-off", leave_with_interrupts_off},
    };
    if (argc < 3)
        return tap_done();
    status = (int)strtoul(argv[2], NULL, 0);
    for (unsigned i = 0; i < sizeof ways / sizeof ways[0]; i++)
        if (strcmp(argv[1], ways[i].name) == 0)
            ways[i].leave();
    ok(strcmp(argv[1], "main") == 0, "main returns %d", status);
    tap_done();
    return status;
}
