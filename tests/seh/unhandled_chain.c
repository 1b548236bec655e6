/* Chains of handlers that lead nowhere, in either pass: each ends the run with the documented
 * status after a report that says what is wrong with which frame. The first word of the command
 * line chooses.
 *
 * run: name=broken args=broken exit=0xE0000100 expect="chain of handlers is broken"
 * expect="^asked about E0000100, flags 0$" expect="^ +[0-9A-F]{8} broken[+]"
 * run: name=broken-sehop args="broken trapline:sehop" exit=0xE0000100 compilers=gcc
 * expect="^trapline: +the chain of handlers is broken at 80[0-9A-F]{6}: it lies outside the thread"
 * run: name=null-chain args=null-chain exit=0xE0000100 expect="chain of handlers is broken"
 * expect="00000000: not readable, the chain is broken"
 * run: name=exit-unwind args=exit-unwind exit=0xC0000027 expect="^asked about C0000027, flags 6$"
 * expect="C0000027 .unwind. at .* exit_unwind[+]" expect="^ +handlers +none$"
 * run: name=unwind-past-end args=unwind-past-end exit=0xE0000200
 * expect="^asked about E0000200, flags 2$"
 * run: name=unwind-broken args=unwind-broken exit=0xC0000028
 * expect="^asked about C0000027, flags 2$" expect="chain of handlers is broken"
 * run: name=filter-broken args=filter-broken exit=0xE0000100 compilers=gcc
 * expect="chain of handlers is broken"
 * run: name=null-handler args=null-handler exit=0xE0000100 compilers=gcc emulator=qemu,bochs
 * expect="broken at [0-9A-F]{8}: its handler is no executable memory$" expect="^asked about
 * E0000100"
 * run: name=unwind-null-handler args=unwind-null-handler exit=0xC0000005 compilers=gcc
 * expect="^asked about C0000027, flags 2$"
 * expect="^trapline: +(reading|executing) 00000000$" expect="its handler is no executable memory$"
 * run: name=unwind-circle args=unwind-circle exit=0xC0000028 compilers=gcc
 * expect="^trapline: +the chain of handlers is broken at [0-9A-F]{8}: the chain runs in a circle$"
 * expect="^trapline: +because of C0000027"
 * run: name=ring3-broken ring=3 args=broken exit=0xE0000100 compilers=gcc
 * expect="^asked about E0000100, flags 0$" expect="chain of handlers is broken"
 * run: name=ring3-exit-unwind ring=3 args=exit-unwind exit=0xC0000027 compilers=gcc
 * expect="^asked about C0000027, flags 6$" expect="^ +handlers +none$"
 * run: name=ring3-null-handler ring=3 args=null-handler exit=0xE0000100 compilers=gcc
 * expect="broken at [0-9A-F]{8}: its handler is no executable memory$"
 * run: name=ring3-unwind-circle ring=3 args=unwind-circle exit=0xC0000028 compilers=gcc
 * expect="^trapline: +the chain of handlers is broken at [0-9A-F]{8}: the chain runs in a circle$"
 */
#include "kernel/call/tib.h"
#include "tests/harness/handler.h"
#include "tests/seh/unhandled_ways.h"

#include <seh.h>

static LONG WINAPI filter(EXCEPTION_POINTERS *pointers) { return EXCEPTION_CONTINUE_EXECUTION; }

/* Puts this behind the frame that main has linked. */
static void set_end_of_chain(uint32_t end)
{
    seh_head()->Next = (EXCEPTION_REGISTRATION_RECORD *)end;
}

static void broken(void)
{
    static EXCEPTION_REGISTRATION_RECORD outside_the_stack = {EXCEPTION_CHAIN_END, continues};
    set_end_of_chain((uint32_t)&outside_the_stack);
    RaiseException(0xE0000100, 0, 0, NULL);
    after++;
}

static void filter_broken(void)
{
    SetUnhandledExceptionFilter(filter);
    broken();
}

static void null_chain(void)
{
    set_end_of_chain(0);
    RaiseException(0xE0000100, 0, 0, NULL);
    after++;
}

static void exit_unwind(void)
{
    RtlUnwind(NULL, NULL, NULL, NULL);
    after++;
}

static void unwind_past_end(void)
{
    EXCEPTION_RECORD record = {.ExceptionCode = 0xE0000200};
    RtlUnwind(tib_current()->NtTib.StackBase, NULL, &record, NULL);
    after++;
}

static void unwind_broken(void)
{
    set_end_of_chain((uint32_t)seh_head() + 2);
    RtlUnwind((char *)seh_head() + 4, NULL, NULL, NULL);
    after++;
}

/* A frame above the one that main has linked. Its handler is no code. */
static EXCEPTION_REGISTRATION_RECORD *link_null_handler(EXCEPTION_REGISTRATION_RECORD *frame)
{
    *frame = (EXCEPTION_REGISTRATION_RECORD){seh_head()->Next, NULL};
    seh_head()->Next = frame;
    return frame;
}

static void null_handler(void)
{
    EXCEPTION_REGISTRATION_RECORD frame;
    link_null_handler(&frame);
    RaiseException(0xE0000100, 0, 0, NULL);
    after++;
}

static void unwind_null_handler(void)
{
    EXCEPTION_REGISTRATION_RECORD frame;
    link_null_handler(&frame);
    RtlUnwind(tib_current()->NtTib.StackBase, NULL, NULL, NULL);
    after++;
}

static EXCEPTION_DISPOSITION HANDLER(silent) { return ExceptionContinueSearch; }

static void unwind_circle(void)
{
    EXCEPTION_REGISTRATION_RECORD frames[2] = {{&frames[1], silent}, {&frames[0], silent}};
    __asm__ volatile("movl %0, %%fs:0" : : "r"(frames) : "memory");
    RtlUnwind(tib_current()->NtTib.StackBase, NULL, NULL, NULL);
    after++;
}

int main(int argc, char **argv)
{
    static const struct way ways[] = {
        {"filter-broken", filter_broken, true},
        {"broken", broken, true},
        {"null-chain", null_chain, true},
        {"exit-unwind", exit_unwind, true},
        {"unwind-past-end", unwind_past_end, true},
        {"unwind-broken", unwind_broken, true},
        {"null-handler", null_handler, true},
        {"unwind-null-handler", unwind_null_handler, true},
        {"unwind-circle", unwind_circle, false},
    };
    return take_way(ways, sizeof ways / sizeof ways[0], argc, argv);
}
