/* StackLimit when a program steps through a switch and its handler makes the stack grow in front of
 * one of the switch's instructions, each in turn.
 *
 * run: name=plain
 * run: name=checked checked=1 compilers=gcc
 * run: name=ring3 ring=3 compilers=gcc
 */
#include "boot/layout.h"
#include "kernel/call/eflags.h"
#include "kernel/call/tib.h"
#include "tests/harness/stepping.h"
#include "tests/harness/tap.h"
#include "uthread/schedule/scheduler.h"

#include <memoryapi.h>
#include <processthreadsapi.h>
#include <seh.h>

static uint32_t limit(void) { return (uint32_t)tib_current()->NtTib.StackLimit; }

/* Where the memory above the guard begins: behind the reserved pages and the guard. */
static uint32_t true_limit(void)
{
    MEMORY_BASIC_INFORMATION top, bottom;
    VirtualQuery((PVOID)((uint32_t)tib_current()->NtTib.StackBase - 1), &top, sizeof top);
    VirtualQuery(top.AllocationBase, &bottom, sizeof bottom);
    return (uint32_t)top.AllocationBase + bottom.RegionSize + PAGE_SIZE;
}

/* Uses two pages of the stack. */
__attribute__((noinline)) static void grow(void)
{
    volatile char room[2 * PAGE_SIZE];
    for (unsigned i = 0; i < sizeof room; i += 64)
        room[i] = 0;
}

static bool steps, done;
static unsigned step, chosen, grown, wrong;

static bool in_switch(uint32_t eip)
{
    return eip >= (uint32_t)utYield && eip < (uint32_t)ut_limit_loaded + 64;
}

/* The steps go on in the other thread, on the other stack, until they come back. */
static LONG NTAPI on_step(EXCEPTION_POINTERS *pointers)
{
    if (pointers->ExceptionRecord->ExceptionCode != STATUS_SINGLE_STEP)
        return EXCEPTION_CONTINUE_SEARCH;
    if (in_switch(pointers->ContextRecord->Eip) && step++ == chosen) {
        grow();
        grown++;
    }
    if (steps)
        pointers->ContextRecord->EFlags |= EFLAGS_TF;
    return EXCEPTION_CONTINUE_EXECUTION;
}

static void compare(const char *where)
{
    if (limit() != true_limit() && wrong++ == 0)
        tap_note("step %u, %s: limit %08X, stack from %08X", chosen, where, limit(), true_limit());
}

static void step_through(void)
{
    for (chosen = 0; chosen == 0 || step > chosen - 1; chosen++) {
        _resetstkoflw(); /* the guard is right below, so that two pages make the stack grow */
        step = 0;
        steps = true;
        set_stepping(true);
        utYield();
        steps = false;
        compare("on its way back");
    }
    done = true;
}

static void looks_on(void)
{
    while (!done) {
        compare("in the other thread");
        _resetstkoflw();
        utYield();
    }
}

int main(void)
{
    PVOID handler = AddVectoredExceptionHandler(1, on_step);
    utSch sch = utSchedulerCreate();
    utSchAddUthd(sch, uThreadCreate(looks_on));
    utSchAddUthd(sch, uThreadCreate(step_through)); /* runs first */
    utSchStart(sch);
    utSchedulerDestroy(sch);
    RemoveVectoredExceptionHandler(handler);
    is_dec(wrong, 0, "a handler that makes the stack grow in a switch leaves its limit right");
    ok(grown >= 20, "in front of %u instructions", grown);
    return tap_done();
}
