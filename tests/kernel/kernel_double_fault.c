/* The double fault's task, when nothing can be pushed at the stack pointer: it makes an exception
 * on a spare stack, which ends the thread; others go on. Its work for stacks that can grow is in
 * stack_growth.c and stack_overflow.c.
 *
 * run: name=wild args=wild exit=0xC0000005 emulator=qemu,bochs compilers=gcc
 *   expect="unhandled exception C0000005 .access violation. at .* push_wildly[+]"
 *   expect="^trapline: +writing 00001000$"
 *   expect="^trapline: +no handler could be called: the stack pointer is not in the stack$"
 *   expect="^ +eax=11111111 ebx=22222222 ecx=33333333 edx=44444444$"
 *   expect="^ +esi=55555555 edi=66666666 ebp=00000000 esp=00001004$" expect="^ +eip=8.*
 * eflags=0001" expect="^ +handlers +1.*: .* seh_final_handler$" expect="^ +called +8.*
 * push_wildly[+]0x"
 * run: name=wild-486 args=wild cpu=486 exit=0xC0000005 compilers=clang
 *   expect="^ +esi=55555555 edi=66666666 ebp=00000000 esp=00001004$"
 * run: name=wild-traced args="wild trapline:trace" compilers=gcc exit=0xC0000005
 *   expect="unhandled exception C0000005"
 * run: name=high args=high compilers=gcc exit=0xC0000005 expect="^trapline: +writing FFFFFEFC$"
 * run: name=low args=low compilers=gcc exit=0xC0000005 expect="^ +esi=.* esp=00000000$"
 * run: name=hole args=hole emulator=qemu,bochs compilers=gcc exit=0xC0000005
 *   expect="unhandled exception C0000005 .access violation. at .* push_into_hole[+]"
 *   expect="^trapline: +writing 800FFFFC$"
 * run: name=text args=text exit=0xC0000005 expect="at .* push_into_text[+]"
 * run: name=guard args=guard compilers=gcc exit=0xC0000005 expect="at .* push_into_guard[+]"
 * run: name=above args=above emulator=qemu,bochs exit=0xC0000005
 *   expect="unhandled exception C0000005 .access violation. at .* push_above[+]"
 *   expect="^trapline: +no handler could be called: the stack pointer is not in the stack$"
 * run: name=above-ring3 args=above ring=3 compilers=gcc exit=0xC0000005 expect="at .* push_above[+]"
 * run: name=threads args=threads emulator=qemu,bochs compilers=gcc
 *   expect="^thread .*: error occurred: C0000005 .access violation. in .* at .* push_wildly[+].*,
 * writing 00001000$" expect="^thread .* push_high[+].*, writing FFFFFEFC$" expect="^thread .*
 * push_into_text[+]" expect="^thread .* push_into_guard[+]" expect="^thread .* push_low[+]"
 *   expect="^5 of 5 ended with C0000005, the clock runs, one went on$"
 * run: name=threads-ring3 args=threads ring=3 compilers=gcc
 *   expect="^thread .* 80000001 .* at .* push_into_guard[+]"
 *   expect="^4 of 5 ended with C0000005, the clock runs, one went on$"
 * run: name=in-order args=int8 compilers=gcc exit=125
 *   expect="panic: double fault: an exception could not be delivered"
 */
#include "boot/layout.h"
#include "kernel/cpu/interrupts.h"

#include <memoryapi.h>
#include <nt.h>
#include <ring3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uthread.h>
#include <winnt.h>

static void interrupts_off_in_ring0(void)
{
    if (ring3_current() == 0)
        interrupts_off();
}

/* These change the stack pointer under the compiler, and never come back. */
__attribute__((noinline)) static void push_wildly(void)
{
    interrupts_off_in_ring0();
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
    interrupts_off_in_ring0();
    __asm__ volatile("movl $0xFFFFFF00, %esp; pushl %eax");
}

/* Read-only memory is no stack either. */
__attribute__((noinline)) static void push_into_text(void)
{
    interrupts_off_in_ring0();
    __asm__ volatile("movl %0, %%esp; pushl %%eax" : : "r"((uint32_t)push_into_text));
}

__attribute__((noinline)) static void push_low(void)
{
    __asm__ volatile("xorl %esp, %esp; pushl %eax");
}

/* Below 1 MB lies the firmware. Bytes that are written there are lost. */
__attribute__((noinline)) static void push_into_hole(void)
{
    interrupts_off_in_ring0();
    __asm__ volatile("movl %0, %%esp; pushl %%eax" : : "r"(UPPER_HALF + IMAGE_PHYSICAL));
}

/* A guard page that is not the stack's. */
__attribute__((noinline)) static void push_into_guard(void)
{
    char *page = VirtualAlloc(NULL, 4096, MEM_COMMIT, PAGE_READWRITE | PAGE_GUARD);
    __asm__ volatile("movl %0, %%esp; pushl %%eax" : : "r"(page + 4096));
}

/* Above the stack there is nothing, but what is laid below the stack pointer would begin in it. */
__attribute__((noinline)) static void push_above(void)
{
    enum { SIZE = 0x4000, ABOVE = 0x150 };
    char *stack = VirtualAlloc(NULL, 2 * SIZE, MEM_RESERVE, PAGE_READWRITE);
    VirtualAlloc(stack, SIZE, MEM_COMMIT, PAGE_READWRITE);
    NT_TIB *tib = &NtCurrentTeb()->NtTib;
    tib->StackLimit = stack;
    tib->StackBase = stack + SIZE;
    __asm__ volatile("movl %0, %%esp; pushl %%eax" : : "r"(stack + SIZE + ABOVE));
}

/* As if the CPU had met a double fault with nothing wrong about the stack. */
__attribute__((noinline)) static void by_hand(void) { __asm__ volatile("int $8"); }

static bool went_on;

static void goes_on(void)
{
    utSleep(5);
    went_on = true;
}

static void all_in_threads(void)
{
    static const utFunction all[] = {push_wildly, push_high, push_low, push_into_text,
                                     push_into_guard};
    enum { COUNT = sizeof all / sizeof all[0] };
    uThd threads[COUNT];
    unsigned ended = 0;
    utSch scheduler = utSchedulerCreate();
    utSchAddUthd(scheduler, uThreadCreate(goes_on));
    for (unsigned i = 0; i < COUNT; i++)
        utSchAddUthd(scheduler, threads[i] = uThreadCreate(all[i]));
    uint64_t start = GetTickCount64();
    utSchStart(scheduler);
    for (unsigned i = 0; i < COUNT; i++)
        ended += uThreadExitStatus(threads[i]) == STATUS_ACCESS_VIOLATION;
    printf("%u of %u ended with C0000005, the clock %s, one %s\n", ended, (unsigned)COUNT,
           GetTickCount64() >= start + 5 ? "runs" : "stands", went_on ? "went on" : "did not");
    /* In ring 3 the guard goes off like any other, and its page is a stack then. */
    exit(ended + (ring3_current() == 3) != COUNT || !went_on);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*start)(void);
    } ways[] = {
        {"wild", push_wildly},    {"high", push_high},        {"low", push_low},
        {"text", push_into_text}, {"guard", push_into_guard}, {"int8", by_hand},
        {"hole", push_into_hole}, {"above", push_above},      {"threads", all_in_threads},
    };
    for (unsigned i = 0; i < sizeof ways / sizeof ways[0]; i++)
        if (argc > 1 && strcmp(argv[1], ways[i].name) == 0)
            ways[i].start();
    printf("nothing happened\n");
    return 3;
}
