/* Stacks of a chosen size: each holds the bytes that were asked for and no more, overflows as the
 * default one does, harms no neighbour, and is never taken for one of another size.
 *
 * run: name=plain
 * run: name=checked checked=1
 * run: name=ring3 ring=3 compilers=gcc
 * run: name=other memory=16M args="seed=4711"
 * run: name=bochs memory=16M emulator=bochs compilers=gcc args="steps=300"
 */
#include "boot/layout.h"
#include "tests/harness/arguments.h"
#include "tests/host/random.h"
#include "tests/uthread/uthread_scene.h"
#include "uthread/schedule/scheduler.h"

#include <processthreadsapi.h>
#include <seh.h>
#include <seh_try.h>
#include <stdint.h>

/* ---------------------------------------------------------------- the bytes of a stack */

enum { KB = 1024 };

/* The size that is asked for, and the bytes that there are before the overflow. */
static const struct {
    size_t asked, holds;
} rows[] = {
    {UT_STACK_LEAST, 8 * KB}, {8 * KB + 1, 12 * KB},   {12 * KB, 12 * KB},
    {15 * KB, 16 * KB},       {44 * KB, 44 * KB},      {44 * KB + 1, 48 * KB},
    {48 * KB, 48 * KB},       {48 * KB + 1, 112 * KB}, {UT_STACK_DEFAULT, 112 * KB},
    {112 * KB + 1, 176 * KB}, {1000 * KB, 1008 * KB},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

static volatile DWORD
    touched; /* bytes from the block's upper end down to the last page touched in peace */
static DWORD reached[2]; /* before each overflow */
static unsigned overflows, recovered;

/* Touches a page after the other, downwards from its own. */
static void touches(void)
{
    uint32_t top = (uint32_t)utCurrent() + UT_BLOCK_SIZE;
    for (uint32_t page = PAGE_DOWN((uint32_t)__builtin_frame_address(0));; page -= PAGE_SIZE) {
        (void)*(volatile char *)page;
        touched = top - page;
    }
}

static SEH_FUNCTION void *overflows_twice(void *argument)
{
    for (unsigned i = 0; i < 2; i++) {
        touched = 0;
        __try {
            touches();
        } __except (GetExceptionCode() == STATUS_STACK_OVERFLOW) {
            reached[i] = touched;
            overflows++;
        }
        recovered += _resetstkoflw() != 0;
    }
    return argument;
}

static void *overflows_and_ends(void *argument)
{
    touches();
    return argument;
}

static void *nothing(void *argument) { return argument; }

/* Fills its own stack with its argument, waits, and looks whether that is still there. */
static void *holds_its_own(void *argument)
{
    enum { WORDS = 4 * KB / sizeof(uintptr_t) };
    volatile uintptr_t room[WORDS];
    for (unsigned i = 0; i < WORDS; i++)
        room[i] = (uintptr_t)argument;
    utYield();
    unsigned changed = 0;
    for (unsigned i = 0; i < WORDS; i++)
        changed += room[i] != (uintptr_t)argument;
    return changed ? NULL : argument;
}

static void check_row(size_t asked, size_t holds)
{
    utSch sch = utSchedulerCreate();
    uThd above = uThreadCreateSized(holds_its_own, (void *)1, asked);
    uThd one = uThreadCreateSized(overflows_twice, (void *)2, asked);
    uThd dying = uThreadCreateSized(overflows_and_ends, (void *)3, asked);
    uThd below = uThreadCreateSized(holds_its_own, (void *)4, asked);
    ok((size_t)one->stackSize >= holds && (char *)one->stack + one->stackSize == (char *)one,
       "%u bytes: the block lies above the stack, which has as many at least", (unsigned)asked);
    utSchAddUthd(sch, dying);
    utSchAddUthd(sch, one);
    utSchAddUthd(sch, above);
    utSchAddUthd(sch, below);
    overflows = recovered = 0;
    utSchStart(sch);
    is_dec(overflows, 2, "a thread overflows, sets the guard again, and overflows again");
    is_dec(recovered, 2, "which can be done");
    is_dec(reached[0], holds, "after %u bytes", (unsigned)holds);
    is_dec(reached[1], holds, "each time");
    is_hex((DWORD)one->result, 2, "it has its result");
    is_hex(uThreadExitStatus(dying), STATUS_STACK_OVERFLOW, "without a handler the thread ends");
    ok(above->result == (void *)1 && below->result == (void *)4, "its neighbours go on unharmed");
    utSchedulerDestroy(sch);
}

/* ---------------------------------------------------------------- refusals */

static const struct {
    utBody body;
    size_t size;
    int error;
} refusals[] = {
    {NULL, UT_STACK_LEAST, UtErrorInvalid},
    {nothing, 0, UtErrorStackSmall},
    {nothing, UT_STACK_LEAST - 1, UtErrorStackSmall},
    {nothing, PROGRAMS_END, UtErrorNoAddresses},
    {nothing, INT32_MAX, UtErrorNoAddresses},
    {nothing, (size_t)INT32_MAX + 1, UtErrorNoAddresses},
    {nothing, SIZE_MAX, UtErrorNoAddresses},
};

static void check_refusals(void)
{
    uint32_t before = frames_in_use();
    for (unsigned i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        error_small();
        uThd made = uThreadCreateSized(refusals[i].body, NULL, refusals[i].size);
        ok(!made && utLastError() == refusals[i].error, "%08X bytes: %s",
           (unsigned)refusals[i].size, utErrorText(refusals[i].error));
    }
    is_dec(frames_in_use(), before, "a refusal takes no memory");
}

/* ---------------------------------------------------------------- stacks that are used again */

static void check_kept(void)
{
    reserves_give_back();
    uThd small = uThreadCreateSized(nothing, NULL, 8 * KB);
    uThd large = uThreadCreateSized(nothing, NULL, 16 * KB);
    uThd usual = uThreadCreate((utFunction)nothing);
    uThreadDestroy(large);
    uThreadDestroy(small);
    uThreadDestroy(usual);
    uThd again = uThreadCreateSized(nothing, NULL, 16 * KB);
    ok(again == large, "a stack that was left is found behind others of other sizes");
    ok(uThreadCreate((utFunction)nothing) == usual, "so is one of the default size");
    ok(uThreadCreateSized(nothing, NULL, 8 * KB) == small, "and the small one");
    ok(uThreadCreateSized(nothing, NULL, 48 * KB)->stackSize == UT_STACK_DEFAULT,
       "a default stack holds 48 KB");
    reserves_give_back();
}

/* Any threads come and go; each has the stack that it was made for. */
static void check_random(struct random *random, unsigned long steps)
{
    enum { THREADS = 60 };
    static uThd threads[THREADS];
    static int sizes[ROWS];
    uint32_t before;
    unsigned mixed = 0, wrong = 0, alive = 0;
    reserves_give_back();
    before = frames_in_use();
    for (unsigned i = 0; i < ROWS; i++) {
        uThd first = uThreadCreateSized(nothing, NULL, rows[i].asked);
        sizes[i] = first->stackSize;
        uThreadDestroy(first);
    }
    for (unsigned long step = 0; step < steps; step++) {
        uThd *place = &threads[random_below(random, THREADS)];
        unsigned row = random_below(random, ROWS);
        if (!*place) {
            *place = uThreadCreateSized(holds_its_own, (void *)(step + 1), rows[row].asked);
            if (*place) {
                mixed += (*place)->stackSize != sizes[row];
                utResume(*place);
            }
        } else {
            uintptr_t mine = (uintptr_t)(*place)->argument;
            utResume(*place);
            wrong += (uintptr_t)(*place)->result != mine;
            uThreadDestroy(*place);
            *place = NULL;
        }
    }
    for (unsigned i = 0; i < THREADS; i++) {
        alive += threads[i] != NULL;
        uThreadDestroy(threads[i]);
        threads[i] = NULL;
    }
    is_dec(mixed, 0, "in %lu random steps each thread has a stack of its size", steps);
    is_dec(wrong, 0, "and the words that it wrote there");
    ok(alive > 10, "%u at the end", alive);
    reserves_give_back();
    is_dec(frames_in_use(), before, "all memory comes back");
}

/* Kept stacks of a size that no new thread wants make room for others. */
static void check_room(void)
{
    enum { MANY = 60 };
    static uThd threads[MANY];
    for (unsigned i = 0; i < MANY; i++)
        threads[i] = uThreadCreate((utFunction)nothing);
    for (unsigned i = 0; i < MANY; i++)
        uThreadDestroy(threads[i]);
    uThd first = uThreadCreateSized(nothing, NULL, 8 * KB);
    uThreadDestroy(first);
    ok(uThreadCreateSized(nothing, NULL, 8 * KB) == first,
       "one of another size is kept when the room is full");
    uThreadDestroy(first);
    reserves_give_back();
}

int main(int argc, char **argv)
{
    unsigned long seed = argument(argc, argv, "seed=", 1);
    struct random random = random_from((uint32_t)seed);
    unsigned long steps = argument(argc, argv, "steps=", 3000);
    tap_note("seed=%lu steps=%lu", seed, steps);
    for (unsigned i = 0; i < ROWS; i++)
        check_row(rows[i].asked, rows[i].holds);
    check_refusals();
    check_kept();
    check_room();
    check_random(&random, steps);
    return tap_done();
}
