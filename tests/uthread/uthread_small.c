/* Exceptions of threads on stacks that cannot grow. If the stack has room for one, the thread's
 * handlers get it; if not, the thread ends. The memory below the stack stays as it was.
 *
 * run: name=plain
 * run: name=ring3 ring=3
 * run: name=486 cpu=486 compilers=gcc
 * run: name=checked checked=1 compilers=gcc
 */
#include "tests/harness/handler.h"
#include "tests/uthread/uthread_scene.h"

#include <ring3.h>
#include <seh.h>

/* The threads' stack, and below it memory of others. */
enum { BELOW = 8192, STACK = UT_STACK_LEAST, FILL = 0x5A };
static uint8_t memory[BELOW + STACK] __attribute__((aligned(64)));

static bool below_is_whole(void)
{
    for (unsigned i = 0; i < BELOW; i++)
        if (memory[i] != FILL)
            return false;
    return true;
}

static const struct kind {
    const char *name;
    DWORD status;
} kinds[] = {
    {"a division by zero", STATUS_INTEGER_DIVIDE_BY_ZERO},
    {"an access violation", STATUS_ACCESS_VIOLATION},
    {"a breakpoint", STATUS_BREAKPOINT},
    {"an illegal instruction", STATUS_ILLEGAL_INSTRUCTION},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static unsigned kind, left_wanted, handled;

static void raise_it(void)
{
    switch (kind) {
    case 0: __asm__ volatile("xorl %%ecx, %%ecx; divl %%ecx" : : : "eax", "ecx", "edx"); break;
    case 1: __asm__ volatile("movl %%eax, 8" : : : "memory"); break;
    case 2: __asm__ volatile("int3"); break;
    default: __asm__ volatile("ud2"); break;
    }
}

/* With so many bytes of the stack left, or a few less. */
__attribute__((noinline)) static int go_down(void)
{
    volatile char room[32];
    room[0] = 1;
    if ((uint32_t)__builtin_frame_address(0) - (uint32_t)(memory + BELOW) > left_wanted)
        return go_down() + room[0];
    raise_it();
    return room[0];
}

static EXCEPTION_DISPOSITION HANDLER(handles)
{
    handled += !(record->ExceptionFlags & EXCEPTION_UNWIND);
    return ExceptionContinueSearch;
}

static void faults(void)
{
    EXCEPTION_REGISTRATION_RECORD frame;
    seh_link(&frame, handles);
    go_down();
    seh_unlink(&frame);
}

static unsigned others;

static void goes_on(void)
{
    for (int i = 0; i < 3; i++)
        utYield();
    others++;
}

static void check(unsigned left, bool has_room)
{
    for (kind = 0; kind < KINDS; kind++) {
        left_wanted = left;
        handled = others = 0;
        memset(memory, FILL, sizeof memory);
        utSch sch = utSchedulerCreate();
        uThd thread = uThreadCreated(memory + BELOW, STACK, faults);
        utSchAddUthd(sch, uThreadCreate(goes_on));
        utSchAddUthd(sch, thread);
        utSchStart(sch);
        is_hex(uThreadExitStatus(thread), kinds[kind].status,
               "%s with %u bytes left ends the thread", kinds[kind].name, left);
        ok(handled == has_room, "its handler is %s", has_room ? "asked" : "not");
        ok(below_is_whole(), "the memory below its stack is as it was");
        is_dec(others, 1, "others go on");
        utSchedulerDestroy(sch);
    }
}

/* ---------------------------------------------------------------- packed */

static void *divides(void *argument)
{
    kind = 0;
    utYield();
    raise_it();
    return argument;
}

static void *computes(void *argument)
{
    for (int i = 0; i < 5; i++)
        utYield();
    return (char *)argument + 1;
}

static void check_packed(void)
{
    enum { THREADS = 16 };
    utPool pool = utPoolCreate(UT_PACKED_LEAST, THREADS);
    utSch sch = utSchedulerCreate();
    uThd threads[THREADS];
    for (unsigned i = 0; i < THREADS; i++) {
        threads[i] = uThreadCreateFor(i % 2 ? divides : computes, (void *)i, pool);
        utSchAddUthd(sch, threads[i]);
    }
    utSchStart(sch);
    unsigned wrong = 0;
    for (unsigned i = 0; i < THREADS; i++)
        wrong += uThreadExitStatus(threads[i]) != (i % 2 ? STATUS_INTEGER_DIVIDE_BY_ZERO : 0);
    is_dec(wrong, 0, "every other of %u packed threads divides by zero and ends, the rest goes on",
           THREADS);
    utSchedulerDestroy(sch);
    is_dec((uint32_t)utPoolDestroy(pool), UtErrorNone, "and all of it is given back");
}

int main(void)
{
    check(4000, true);
    check(2000, false);
    check(900, false);
    check(200, false);
    check_packed();
    return tap_done();
}
