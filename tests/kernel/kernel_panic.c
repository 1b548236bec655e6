/* The runtime's own faults: each is reported once, in the same form, and ends the run with 125.
 *
 * run: name=report args=panic exit=125 expect="^trapline: panic: 42 reasons$" expect="^
 *   +ebp=[0-9A-F]{8} esp=[0-9A-F]{8}$" expect="^ +eip=[0-9A-F]{8} eflags=[0-9A-F]{8}$" expect="^
 *   +cs=0008 ss=0010 ds=0010 es=0010 fs=0030 gs=0060$" expect="^ +stack +1[0-9A-F]{7} to
 *   1[0-9A-F]{7}$" expect="^ +handlers +1.*: [0-9A-F]{8} a_handler$" expect="^ +1.*:
 *   [0-9A-F]{8} another_handler$" expect="^ +called +8.* panic_plainly[+]0x" expect="^ +8.*
 *   inner[+]0x" expect="^ +8.* outer[+]0x" expect="^ +8.* main[+]0x"
 * run: name=report-bochs compilers=gcc args=panic emulator=bochs exit=125 expect="^trapline:
 *   panic: 42 reasons$" expect="^ +8.* main[+]0x"
 * run: name=abort compilers=gcc args=abort exit=125 expect="^trapline: the
 *   program gave up: it called abort$"
 *   expect=" inner[+]0x"
 * run: name=abort-ring3 ring=3 compilers=gcc args=abort exit=125 expect="^trapline: the
 *   program gave up: it called abort$" expect=" inner[+]0x"
 * run: name=once args=double exit=125 expect="panic inside a panic: page fault "
 * run: name=no-fs compilers=gcc args=no-fs exit=125 expect="panic: without FS$" expect="
 *   inner[+]0x"
 * run: name=no-fs-traced compilers=gcc args="no-fs trapline:trace" exit=125 expect="panic:
 *   without FS$"
 * run: name=no-gs compilers=gcc args=no-gs exit=125 expect="panic: without GS$" expect="
 *   inner[+]0x"
 * run: name=chain compilers=gcc args=chain exit=125 expect="00000BAD: not readable, the
 *   chain is broken$" expect=" inner[+]0x"
 * run: name=loop compilers=gcc args=loop exit=125 expect="^ +and more$"
 * run: name=frames compilers=gcc args=frames exit=125 expect="panic: nonsense for a frame
 *   pointer$" expect=" inner[+]0x"
 * run: name=long compilers=gcc args=long exit=125 expect="^trapline: panic: xxxxxxxxxx"
 *   expect=" inner[+]0x"
 * run: name=nmi compilers=gcc args=nmi exit=125 expect="panic: non-maskable interrupt
 *   \(#NMI, error code 0\)$" expect="called .* raise_nmi[+]0x"
 * run: name=machine-check compilers=gcc args=machine-check exit=125 expect="panic: machine
 *   check \(#MC, error code 0\)$"
 * run: name=nmi-bochs compilers=gcc args=nmi emulator=bochs exit=125 expect="panic:
 *   non-maskable interrupt \(#NMI"
 * run: name=interrupt args=interrupt exit=125 expect="panic: in an interrupt$" expect="
 *   trap_enter[+]0x" expect=" clock_wait_until[+]0x" expect="^ +8.* main[+]0x"
 * run: name=trap-fault compilers=gcc args=trap-fault exit=125 expect="panic: page fault
 *   \(#PF, error code 2\) inside the runtime's own trap code$" expect="cr2=00000BAD$"
 *   expect="^ +called +.* faulty_interrupt[+]0x"
 * run: name=trap-divide compilers=gcc args=trap-divide exit=125 expect="panic: divide error
 *   \(#DE, error code 0\) inside the runtime's own trap code$"
 * run: name=thread args=thread exit=125 expect="panic: 42 reasons$" expect="^ +8.*
 *   in_a_thread[+]0x"
 * run: name=frame-twice compilers=gcc args=frame-twice exit=125 expect="panic: frame_free:
 *   the frame [0-9A-F]{8} is free already$" expect=" inner[+]0x"
 * run: name=frame-foreign compilers=gcc args=frame-foreign exit=125 expect="panic:
 *   frame_free: 00100000 is no frame of ours$"
 * run: name=frame-low compilers=gcc args=frame-low exit=125 expect="panic: frame_free:
 *   00001000 is no frame of ours$"
 * run: name=frame-beyond compilers=gcc args=frame-beyond exit=125 expect="panic: frame_free:
 *   F0000000 is no frame of ours$"
 * run: name=frame-inside compilers=gcc args=frame-inside exit=125 expect="panic: frame_free:
 *   0.*1 is no frame of ours$"
 * run: name=range-twice compilers=gcc args=range-twice exit=125 expect="panic:
 *   space_release: 0x1[0-9a-f]{3}0000 is not the start of a range in use$"
 * run: name=range-inside compilers=gcc args=range-inside exit=125 expect="panic:
 *   space_release: 0x1[0-9a-f]{3}0000 is not the start of a range in use$"
 * run: name=range-null compilers=gcc args=range-null exit=125 expect="panic: space_release:
 *   .* is not the start of a range"
 * run: name=range-upper compilers=gcc args=range-upper exit=125 expect="panic:
 *   space_release: 0x80100000 is not the start"
 */
#include "kernel/call/selectors.h"
#include "kernel/cpu/interrupts.h"
#include "kernel/cpu/segment_loads.h"
#include "kernel/cpus/panic.h"
#include "kernel/devices/clock.h"
#include "kernel/devices/irq.h"
#include "kernel/memory/frames.h"
#include "kernel/memory/space.h"
#include "tests/harness/handler.h"
#include "tests/harness/locked.h"

#include <seh.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uthread.h>

/* ---------------------------------------------------------------- ways to panic */

__attribute__((noinline)) static void panic_plainly(void) { panic("%d reasons", 42); }

static void panic_in_panic(void)
{
    const char *volatile nowhere = (const char *)0xBAD;
    panic("%s", nowhere);
}

static void panic_without_fs(void)
{
    fs_load(SELECTOR_DATA3);
    panic("without FS");
}

static void panic_without_gs(void)
{
    gs_load(0);
    panic("without GS");
}

static void panic_with_broken_chain(void)
{
    EXCEPTION_REGISTRATION_RECORD frame = {.Next = (void *)0xBAD};
    __asm__ volatile("movl %0, %%fs:0" : : "r"(&frame) : "memory");
    panic("a chain into nothing");
}

static void panic_with_endless_chain(void)
{
    EXCEPTION_REGISTRATION_RECORD frame = {.Next = &frame};
    __asm__ volatile("movl %0, %%fs:0" : : "r"(&frame) : "memory");
    panic("a chain without an end");
}

static void panic_with_wild_frame_pointer(void)
{
    struct machine_state state = {.eip = (uint32_t)__builtin_return_address(0), .ebp = 0x7FFFFFFC};
    panic_at(&state, "nonsense for a frame pointer");
}

static void panic_at_length(void)
{
    char text[400];
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = 0;
    panic("%s", text);
}

static void raise_nmi(void) { __asm__ volatile("int $2"); }
static void raise_machine_check(void) { __asm__ volatile("int $0x12"); }

/* ---------------------------------------------------------------- inside of traps */

static bool panicking_interrupt(void) { panic("in an interrupt"); }

static bool faulty_interrupt(void)
{
    int *volatile nowhere = (int *)0xBAD;
    *nowhere = 1;
    return false;
}

static bool dividing_interrupt(void)
{
    static volatile int five = 5, zero;
    zero = five / zero;
    return false;
}

static void interrupt_by(irq_function *called)
{
    interrupts_off();
    irq_set_function(0, called);
    clock_wait_until(clock_now() + 100);
}

static void panic_in_interrupt(void) { interrupt_by(panicking_interrupt); }
static void fault_in_interrupt(void) { interrupt_by(faulty_interrupt); }
static void divide_in_interrupt(void) { interrupt_by(dividing_interrupt); }

static void in_a_thread(void)
{
    panic_plainly();
    printf("never printed\n"); /* and no tail call */
}

static void panic_in_thread(void) { utResume(uThreadCreate(in_a_thread)); }

/* ---------------------------------------------------------------- misuse of memory */

static void free_frame_twice(void)
{
    uint32_t frame = frame_alloc();
    frame_free(frame);
    frame_free(frame);
}

static void free_frame_of_image(void) { frame_free(IMAGE_PHYSICAL); }
static void free_frame_of_firmware(void) { frame_free(0x1000); }
static void free_frame_beyond(void) { frame_free(0xF0000000); }

static void free_inside_frame(void)
{
    uint32_t frame = frame_alloc();
    frame_free(frame + 1);
}

static void release_twice(void)
{
    void *range = space_alloc(SPACE_SLOT);
    space_release(range);
    space_release(range);
}

static void release_inside(void)
{
    char *range = space_alloc(2 * SPACE_SLOT);
    space_release(range + SPACE_SLOT);
}

static void release_null(void) { space_release(NULL); }
static void release_upper(void) { space_release((void *)0x80100000); }

/* ---------------------------------------------------------------- */

static const struct {
    const char *name;
    void (*function)(void);
} ways[] = {
    {"panic", panic_plainly},
    {"abort", abort},
    {"double", panic_in_panic},
    {"no-fs", panic_without_fs},
    {"no-gs", panic_without_gs},
    {"chain", panic_with_broken_chain},
    {"loop", panic_with_endless_chain},
    {"frames", panic_with_wild_frame_pointer},
    {"long", panic_at_length},
    {"nmi", raise_nmi},
    {"machine-check", raise_machine_check},
    {"interrupt", panic_in_interrupt},
    {"trap-fault", fault_in_interrupt},
    {"trap-divide", divide_in_interrupt},
    {"thread", panic_in_thread},
    {"frame-twice", free_frame_twice},
    {"frame-foreign", free_frame_of_image},
    {"frame-low", free_frame_of_firmware},
    {"frame-beyond", free_frame_beyond},
    {"frame-inside", free_inside_frame},
    {"range-twice", release_twice},
    {"range-inside", release_inside},
    {"range-null", release_null},
    {"range-upper", release_upper},
};

/* No handler is to be asked about a fault of the runtime's own. */
static EXCEPTION_DISPOSITION HANDLER(a_handler)
{
    printf("a handler was called\n");
    exit(3);
}

static EXCEPTION_DISPOSITION HANDLER(another_handler)
{
    return a_handler(record, frame, context, dispatcher);
}

__attribute__((noinline)) static void inner(const char *name)
{
    for (unsigned i = 0; i < sizeof ways / sizeof ways[0]; i++)
        if (strcmp(ways[i].name, name) == 0)
            ways[i].function();
    printf("%s: nothing happened\n", name);
}

__attribute__((noinline)) static void outer(const char *name)
{
    EXCEPTION_REGISTRATION_RECORD first, second;
    seh_link(&first, another_handler);
    seh_link(&second, a_handler);
    inner(name);
    seh_unlink(&second);
    seh_unlink(&first);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        outer(argv[i]);
    return 4;
}
