/* StackLimit when a stack grows under a trap that comes in the middle of a switch: at each of its
 * instructions in turn, at several distances from the guard, on the stack that it leaves and on the
 * one that it goes to.
 *
 * run: name=ordinary
 * run: name=bochs emulator=bochs compilers=gcc
 *
 * Ring 0 only: a trap in ring 3 takes nothing of the stack, so none makes it grow.
 */
#include "boot/layout.h"
#include "boot/ports.h"
#include "kernel/call/tib.h"
#include "kernel/cpu/interrupts.h"
#include "kernel/devices/irq.h"
#include "kernel/threads/debug_registers.h"
#include "tests/harness/tap.h"
#include "uthread/schedule/scheduler.h"

#include <memoryapi.h>
#include <processthreadsapi.h>
#include <seh.h>

/* The bytes that a switch pushes, from the call of utYield to its last push. The switch may begin
 * so far above the guard.
 */
enum { SWITCH_FRAME = 16 };

static MEMORY_BASIC_INFORMATION look(uint32_t address)
{
    MEMORY_BASIC_INFORMATION information;
    VirtualQuery((PVOID)address, &information, sizeof information);
    return information;
}

static uint32_t limit(void) { return (uint32_t)tib_current()->NtTib.StackLimit; }

/* Where the memory above the guard begins. VirtualQuery tells it, so the TEB's StackLimit does not
 * matter. */
static uint32_t true_limit(void)
{
    uint32_t base = (uint32_t)look((uint32_t)tib_current()->NtTib.StackBase - 1).AllocationBase;
    return base + look(base).RegionSize + PAGE_SIZE;
}

/* Sets the guard again, so that the last page above it is free for code that moves esp there. */
__attribute__((noinline)) static bool reset(void)
{
    volatile char room[PAGE_SIZE];
    room[0] = 0;
    return _resetstkoflw() + room[0];
}

static void yield_at(uint32_t esp)
{
    __asm__ volatile("movl %%esp, %%ebx; movl %0, %%esp; call utYield; movl %%ebx, %%esp"
                     :
                     : "r"(esp)
                     : "eax", "ebx", "ecx", "edx", "memory", "cc");
}

/* ---------------------------------------------------------------- the trap */

static unsigned hits, ticks;
static bool wants_tick, handler_grows;
static uint32_t watched; /* StackBase of the stack that is compared */

/* Uses two pages of the stack. */
__attribute__((noinline)) static void grow(void)
{
    volatile char room[2 * PAGE_SIZE];
    for (unsigned i = 0; i < sizeof room; i += 64)
        room[i] = 0;
}

/* A tick that waits comes at the same instruction of the watched stack, not in the handler. */
static LONG NTAPI go_on(EXCEPTION_POINTERS *pointers)
{
    hits++;
    bool here = watched - pointers->ContextRecord->Esp < UT_STACK_DEFAULT;
    pointers->ContextRecord->EFlags |= EFLAGS_RF | (wants_tick && here ? EFLAGS_IF : 0);
    if (handler_grows && here)
        grow();
    return EXCEPTION_CONTINUE_EXECUTION;
}

/* Uses a page of the stack. */
static bool on_tick(void)
{
    volatile char room[PAGE_SIZE];
    for (unsigned i = 0; i < sizeof room; i += 64)
        room[i] = 0;
    ticks++;
    return false;
}

/* Until the controller has one that waits. */
static void await_tick(void)
{
    io_out8(0x20, 0x0A); /* answer with the requests */
    while (!(io_in8(0x20) & 1))
        ;
}

static void break_at(uint32_t address)
{
    struct debug_registers wanted = {.address = {address}, .control = address ? 1 : 0};
    debug_registers_set(&wanted, false);
}

/* ---------------------------------------------------------------- the switches */

/* First and behind the last of the addresses that are tried. */
#define FIRST ((uint32_t)utYield)
#define END   ((uint32_t)ut_limit_loaded + 32)

static bool done;
static unsigned places, grown, wrong, in_window;

static void try_place(uint32_t address, unsigned distance, bool tick, bool grows)
{
    reset();
    handler_grows = grows;
    watched = (uint32_t)tib_current()->NtTib.StackBase;
    wants_tick = tick;
    if (tick)
        await_tick();
    uint32_t before = limit();
    break_at(address);
    yield_at(before + SWITCH_FRAME + distance);
    break_at(0);
    interrupts_off();
    bool right = limit() == true_limit();
    if (!right && wrong++ == 0)
        tap_note("utYield+%X, %u bytes of room: limit %08X, stack from %08X",
                 address - (uint32_t)utYield, distance, limit(), true_limit());
    bool window = address >= (uint32_t)ut_limit_saved && address < (uint32_t)ut_limit_loaded;
    grown += limit() < before || !right;
    in_window += window && (limit() < before || !right);
}

/* The stack grows by the CPU's own push, the trap code's, its C code, the exception's delivery; or
 * first when the tick comes, or in the exception's handler. */
static void switches(void)
{
    static const unsigned distances[] = {0, 4, 8, 12, 16, 32, 48, 64, 100, 200, 400, 700};
    for (uint32_t address = FIRST; address < END; address++) {
        hits = 0;
        for (unsigned i = 0; i < sizeof distances / sizeof distances[0]; i++)
            try_place(address, distances[i], false, false);
        if (hits) {
            try_place(address, 2500, true, false);
            try_place(address, 2500, false, true);
        }
        places += hits > 0;
    }
    done = true;
}

static void other(void)
{
    while (!done)
        utYield();
}

int main(void)
{
    utSch scheduler = utSchedulerCreate();
    utSchAddUthd(scheduler, uThreadCreate(switches));
    utSchAddUthd(scheduler, uThreadCreate(other));
    PVOID handler = AddVectoredExceptionHandler(1, go_on);
    irq_set_function(0, on_tick);
    interrupts_off(); /* their growth would leave nothing to the trap's */
    utSchStart(scheduler);
    interrupts_on();
    RemoveVectoredExceptionHandler(handler);
    utSchedulerDestroy(scheduler);
    is_dec(wrong, 0, "a stack that grows at any instruction of a switch keeps its true limit");
    ok(places >= 25, "the trap came at %u instructions", places);
    ok(ticks >= places, "and %u ticks", ticks);
    ok(grown > 200, "the stack grew under it %u times", grown);
    ok(in_window > 30, "%u of them while the limit was on its way", in_window);
    return tap_done();
}
