/* The double fault arrives on its own stack, is reported with the interrupted state, and tells a
 * used-up stack from a wild stack pointer. A fault while it is reported does not hang either.
 *
 * run: name=main args=main exit=125 expect="panic: double fault: the stack is used up [(]esp
 *   100[0-9A-F]{5}, its limit 10001000[)]$" expect="^ +eip=8.* cr2=10000[0-9A-F]{3}$" expect="^
 *   +stack +10001000 to 10040000$" expect="^ +called +8" expect="^ +8.* recurse.*[+]0x" expect="and
 *   more$"
 * run: name=main-bochs args=main emulator=bochs compilers=gcc exit=125 expect="panic: double
 *   fault: the stack is used up" expect="^ +8.* recurse.*[+]0x"
 * run: name=main-486 args=main cpu=486 compilers=gcc exit=125 expect="panic: double fault: the
 *   stack is used up" expect="^ +8.* recurse.*[+]0x"
 * run: name=thread args=thread exit=125 expect="panic: double fault: the stack is used up"
 *   expect="^ +8.* recurse.*[+]0x" expect="^ +handlers +1.*: .* seh_final_handler$"
 * run: name=limit args=limit exit=125 expect="panic: double fault: the stack is used up [(]esp
 *   10001000, its limit 10001000[)]$" expect="^ +called +8.* push_at_limit[+]0x"
 * run: name=trap-at-limit args=trap-at-limit exit=125 expect="panic: double fault: the stack is
 *   used up" expect=" trap_at_limit[+]0x"
 * run: name=deliver args=deliver exit=125 expect="panic: .*the stack is used up" expect="
 *   trap_near_limit[+]0x"
 * run: name=wild args=wild exit=125 expect="panic: double fault: an exception could not be
 *   delivered [(]esp 00001004[)]$" expect="^ +eax=11111111 ebx=22222222 ecx=33333333
 *   edx=44444444$" expect="^ +esi=55555555 edi=66666666 ebp=00000000 esp=00001004$" expect="^
 *   +eip=8.* eflags=0000.* cr2=0000" expect="^ +called +8.* push_wildly[+]0x"
 * run: name=wild-bochs args=wild emulator=bochs compilers=gcc exit=125 expect="panic: double
 *   fault: an exception could not be delivered [(]esp 00001004[)]$" expect="^ +eax=11111111"
 *   expect="^ +called +8.* push_wildly[+]0x"
 * run: name=wild-traced args="wild trapline:trace" compilers=gcc exit=125 expect="panic: double
 *   fault: an exception could not be delivered [(]esp 00001004[)]$"
 * run: name=high args=high compilers=gcc exit=125 expect="panic: double fault: an exception could
 *   not be delivered [(]esp FFFFFF00[)]$"
 * run: name=text args=text compilers=gcc exit=125 expect="panic: double fault: an exception could
 *   not be delivered"
 */
#include "kernel/cpu.h"
#include "kernel/tib.h"

#include <stdio.h>
#include <string.h>
#include <uthread.h>

static volatile unsigned deepest = UINT32_MAX;

__attribute__((noinline)) static unsigned recurse(unsigned n)
{
    volatile unsigned here = n;
    return n == deepest ? 0 : recurse(n + 1) + here;
}

static void recurse_in_main(void)
{
    recurse(0);
}

static void recurse_from_start(void)
{
    recurse(0);
}

static void recurse_in_thread(void)
{
    utSch scheduler = utSchedulerCreate();
    utSchAddUthd(scheduler, uThreadCreate(recurse_from_start));
    utSchStart(scheduler);
}

/* These change the stack pointer under the compiler, and never come back. */

__attribute__((noinline)) static void push_at_limit(void)
{
    __asm__ volatile("movl %0, %%esp; pushl %%eax" : : "r"(tib_current()->NtTib.StackLimit));
}

/* Room for a part of what the CPU pushes for an exception. */
__attribute__((noinline)) static void trap_at_limit(void)
{
    __asm__ volatile("leal 8(%0), %%esp; int3" : : "r"(tib_current()->NtTib.StackLimit));
}

/* Room for the trap, none for the exception that is laid on the stack. */
__attribute__((noinline)) static void trap_near_limit(void)
{
    __asm__ volatile("leal 0x100(%0), %%esp; int3" : : "r"(tib_current()->NtTib.StackLimit));
}

__attribute__((noinline)) static void push_wildly(void)
{
    interrupts_off();
    __asm__ volatile("movl $0x11111111, %eax\n\t"
                     "movl $0x22222222, %ebx\n\t"
                     "movl $0x33333333, %ecx\n\t"
                     "movl $0x44444444, %edx\n\t"
                     "movl $0x55555555, %esi\n\t"
                     "movl $0x66666666, %edi\n\t"
                     "xorl %ebp, %ebp\n\t"
                     "movl $0x1004, %esp\n\t"
                     "pushl %eax");
}

__attribute__((noinline)) static void push_high(void)
{
    interrupts_off();
    __asm__ volatile("movl $0xFFFFFF00, %esp; pushl %eax");
}

/* Read-only memory is no stack either. */
__attribute__((noinline)) static void push_into_text(void)
{
    interrupts_off();
    __asm__ volatile("movl %0, %%esp; pushl %%eax" : : "r"((uint32_t)push_into_text));
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*start)(void);
    } ways[] = {
        {"main", recurse_in_main},    {"thread", recurse_in_thread},
        {"limit", push_at_limit},     {"trap-at-limit", trap_at_limit},
        {"deliver", trap_near_limit}, {"wild", push_wildly},
        {"high", push_high},          {"text", push_into_text},
    };
    for (unsigned i = 0; i < sizeof ways / sizeof ways[0]; i++)
        if (argc > 1 && strcmp(argv[1], ways[i].name) == 0)
            ways[i].start();
    printf("nothing happened\n");
    return 3;
}
