/* The limits of a program in ring 3: the upper half page by page, the flags it may not change, and
 * a stack that is gone. ring3_instructions.c has privileged instructions and gates.
 *
 * run: name=qemu ring=3 virtual-time=1
 * run: name=486 ring=3 virtual-time=1 cpu=486 compilers=gcc
 * run: name=bochs ring=3 emulator=bochs compilers=gcc
 * run: name=memory ring=3 virtual-time=1 args=memory compilers=gcc
 *
 * run: name=bad-esp ring=3 args=bad-esp compilers=gcc exit=0xC000001D
 *   expect="^trapline: unhandled exception C000001D .illegal instruction. at"
 *   expect="the stack at 00000800 cannot hold it"
 * run: name=kernel-esp ring=3 args=kernel-esp compilers=gcc exit=0xC000001D
 *   expect="cannot hold it"
 * run: name=wild ring=3 args=wild compilers=gcc transcript=ring3-wild.expected
 * run: name=panic ring=3 args=panic compilers=gcc exit=125
 *   expect="^trapline: panic: a reason" expect="cs=001B"
 */
#include "boot/layout.h"
#include "kernel/call/eflags.h"
#include "kernel/call/features.h"
#include "kernel/call/program.h"
#include "kernel/call/report.h"
#include "kernel/call/service.h"
#include "kernel/call/tib.h"
#include "seh_emul/dispatch/spare_stack.h"
#include "seh_emul/memory/touch.h"
#include "tests/harness/handler.h"
#include "tests/harness/tap.h"

#include <memoryapi.h>
#include <ring3.h>
#include <seh.h>
#include <stdio.h>
#include <string.h>

/* ---------------------------------------------------------------- memory */

#define SECTION(name) extern char name##_start[], name##_end[];
SECTION(kernel_text)
SECTION(shared_text)
SECTION(kernel_rodata)
SECTION(shared_rodata)
SECTION(start_constants)
SECTION(kernel_data)
SECTION(shared_data)
SECTION(kernel_bss)
SECTION(program_data)
#undef SECTION

/* The only pages of the upper half that ring 3 may touch. */
static const struct part {
    const char *start, *end;
    bool write;
} parts[] = {
    {shared_text_start, shared_text_end, false},
    {shared_rodata_start, shared_rodata_end, false},
    {start_constants_start, start_constants_end, false},
    {shared_data_start, shared_data_end, true},
    {program_data_start, program_data_end, true},
};

static const struct part *part_of(const char *page)
{
    for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (page >= parts[i].start && page < parts[i].end)
            return &parts[i];
    return NULL;
}

static unsigned pages, readable, writable, wrong, missing;

static void check_page(uint32_t address)
{
    const char *page = (const char *)address;
    const struct part *part = part_of(page);
    bool reads = !touch_fails(page, 1, false);
    /* A page that cannot be read cannot be written either, but both are tried where it matters. */
    bool writes = (reads || part || pages % 64 == 0) && !touch_fails(page, 1, true);
    pages++;
    readable += reads;
    writable += writes;
    if ((reads && !part) || (writes && !(part && part->write))) {
        if (wrong++ == 0)
            tap_note("%p: reads %d, writes %d", page, reads, writes);
    }
    missing += part && (!reads || writes != part->write);
}

/* The image and its neighbourhood page by page; of what lies behind, up to a limit, every page and
 * above it one in 256. */
static void check_upper_half(uint32_t limit)
{
    enum { FEW = 256 * PAGE_SIZE };
    uint32_t least = (uint32_t)kernel_bss_end + 0x100000;
    uint32_t page = UPPER_HALF;
    for (; page && (page < least || page < limit || page % FEW); page += PAGE_SIZE)
        check_page(page);
    for (; page; page += FEW)
        check_page(page);
    check_page(0xFFFFF000);
    is_dec(wrong, 0, "no page of the upper half can be touched but the shared ones");
    is_dec(missing, SPARE_STACKS, "those can, but for the page below each spare stack");
    ok(writable && readable > writable, "%u of %u pages can be read, %u written", readable, pages,
       writable);
}

static void check_lower_half(void)
{
    ok(touch_fails((void *)0x0FFF, 1, false), "the first pages are nobody's");
    ok(!touch_fails((void *)TEB_PAGE, PAGE_SIZE, true), "the TEB can be written");
    ok(!touch_fails((void *)PEB_PAGE, PAGE_SIZE, true), "the PEB can be written");
    ok(touch_fails((void *)(TEB_PAGE - 1), 1, false) && PEB_PAGE == TEB_PAGE + PAGE_SIZE &&
           SHARED_PAGE == PEB_PAGE + PAGE_SIZE,
       "nothing lies beside them");
    ok(!touch_fails((void *)SHARED_PAGE, PAGE_SIZE, false) &&
           touch_fails((void *)SHARED_PAGE, 1, true),
       "the shared page can be read");
}

/* ---------------------------------------------------------------- flags and time */

#define EFLAGS_ID 0x200000u

static void check_flags(void)
{
    static const uint32_t tries[] = {0, EFLAGS_IOPL, EFLAGS_IOPL | EFLAGS_IF, EFLAGS_FIXED};
    for (unsigned i = 0; i < sizeof tries / sizeof tries[0]; i++) {
        uint32_t by_popf, by_iret;
        __asm__ volatile("pushl %1; popfl; pushfl; popl %0" : "=r"(by_popf) : "r"(tries[i]) : "cc");
        __asm__ volatile("pushl %1; pushl $0x1B; pushl $1f; iret; 1: pushfl; popl %0"
                         : "=r"(by_iret)
                         : "r"(tries[i])
                         : "cc");
        is_hex(by_popf & (EFLAGS_IF | EFLAGS_IOPL), EFLAGS_IF,
               "popf of %04X changes neither IF nor IOPL", (unsigned)tries[i]);
        is_hex(by_iret & (EFLAGS_IF | EFLAGS_IOPL), EFLAGS_IF, "nor does iret");
    }
}

/* Sets the flags by a handler's context. */
static EXCEPTION_DISPOSITION HANDLER(set_all_flags)
{
    context->Eip += 2;
    context->EFlags = 0xFFFFFFFF & ~(EFLAGS_IF | EFLAGS_TF);
    return ExceptionContinueExecution;
}

static void check_flags_of_context(void)
{
    EXCEPTION_REGISTRATION_RECORD frame;
    uint32_t eflags;
    seh_link(&frame, set_all_flags);
    __asm__ volatile("ud2; pushfl; pushl $0x202; popfl; popl %0" : "=r"(eflags) : : "cc", "memory");
    seh_unlink(&frame);
    is_hex(eflags & (EFLAGS_IF | EFLAGS_IOPL | EFLAGS_VM | EFLAGS_AC | EFLAGS_ID),
           EFLAGS_IF | EFLAGS_AC | EFLAGS_ID, "nor does a context, nor VM");
    /* QEMU's iret leaves VIF and VIP out; context_limits.c shows that they are asked for. */
    is_hex(eflags & EFLAGS_NT, EFLAGS_NT, "but NT, as on Windows");
}

static void check_clock(void)
{
    uint64_t start = GetTickCount64();
    for (unsigned turns = 0; GetTickCount64() < start + 20 && turns < 200u * 1000 * 1000; turns++)
        __asm__ volatile("pushl $2; popfl; movw %%ss, %%ax; movw %%ax, %%ss; nop"
                         :
                         :
                         : "eax", "cc");
    ok(GetTickCount64() >= start + 20,
       "a loop that tries to keep interrupts off does not stop the clock");
}

/* Ticks, and ticks that passed by the time stamp counter, while a service zeroes much memory. */
static void check_long_service(void)
{
    enum { SIZE = 24 << 20, CALIBRATION = 20 };
    static const char claim[] = "nor does a service that takes long";
    if (!cpu_features.tsc) {
        tap_skip("this CPU has no time stamp counter", claim);
        return;
    }
    uint64_t from = tsc_read();
    for (uint64_t until = GetTickCount64() + CALIBRATION; GetTickCount64() < until;)
        ;
    uint64_t per_tick = (tsc_read() - from) / CALIBRATION;
    uint64_t tick = GetTickCount64();
    from = tsc_read();
    char *memory = VirtualAlloc(NULL, SIZE, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    uint32_t ticks = (uint32_t)(GetTickCount64() - tick);
    uint32_t passed = (uint32_t)((tsc_read() - from) / (per_tick ? per_tick : 1));
    ok(memory && passed > 2 && ticks + 1 >= passed - passed / 16, "%s: %u ticks of %u", claim,
       ticks, passed);
    VirtualFree(memory, 0, MEM_RELEASE);
}

/* ---------------------------------------------------------------- ends of the run */

/* Raises an exception with this stack pointer. */
static _Noreturn void fault_with_stack(uint32_t esp)
{
    __asm__ volatile("movl %0, %%esp; ud2" : : "r"(esp));
    __builtin_unreachable();
}

/* Asks for reports that lead to the kernel's memory: a frame pointer, a stack pointer, code and a
 * handler there. Nothing of it may be printed. */
static void report_wildly(void)
{
    EXCEPTION_REGISTRATION_RECORD *chain = tib_current()->NtTib.ExceptionList;
    const struct machine_state state = {
        .ebp = (uint32_t)kernel_text_start,
        .esp = (uint32_t)kernel_text_start,
        .eip = (uint32_t)kernel_text_start + 1,
        .known = 0,
    };
    printf("parked\n");
    sys_report_parked((uint32_t)kernel_text_start + 1, (uint32_t)kernel_text_start, 0, UINT32_MAX);
    printf("state\n");
    tib_current()->NtTib.ExceptionList = (EXCEPTION_REGISTRATION_RECORD *)kernel_text_start;
    sys_report_state(&state);
    tib_current()->NtTib.ExceptionList = chain;
    printf("end\n");
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "wild") == 0) {
        report_wildly();
        return 0;
    }
    if (strcmp(what, "bad-esp") == 0)
        fault_with_stack(0x800);
    if (strcmp(what, "kernel-esp") == 0)
        fault_with_stack((uint32_t)kernel_bss_end);
    if (strcmp(what, "panic") == 0)
        program_panic("a %s", "reason");
    uint32_t eflags =
        eflags_read(); /* first, because every resume from an exception sets them anew */
    is_dec(ring3_current(), 3, "this is ring 3");
    is_hex(eflags & 0x277300, EFLAGS_IF, "interrupts are on, and there is no I/O privilege");
    /* "memory": all there is by default, 128 MB, twice; "all": takes half a minute. */
    check_upper_half(strcmp(what, "all") == 0      ? 0xFFFFFFFF
                     : strcmp(what, "memory") == 0 ? UPPER_HALF + 0x10000000
                                                   : 0);
    check_lower_half();
    check_flags();
    check_flags_of_context();
    check_clock();
    check_long_service();
    return tap_done();
}
