/* What exceptions cost: from the fault to its handler, along the chain, around a block, through
 * RaiseException, and out of a block into its handler.
 */
#include "bench/bench.h"

#include <seh.h>

/* seh_points.S: see there. */
extern uint32_t stamp_before, stamp_after;
void stamp_twice(void);
void divide_by_zero(void);
void raise_and_continue(void);
void raise_in_block(void);
EXCEPTION_DISPOSITION stamping_handler(EXCEPTION_RECORD *record,
                                       EXCEPTION_REGISTRATION_RECORD *frame, CONTEXT *context,
                                       EXCEPTION_REGISTRATION_RECORD **dispatcher);
EXCEPTION_DISPOSITION passing_handler(EXCEPTION_RECORD *record,
                                      EXCEPTION_REGISTRATION_RECORD *frame, CONTEXT *context,
                                      EXCEPTION_REGISTRATION_RECORD **dispatcher);

enum { FRAMES = 8, TRIES = 5 };

/* The same stamp as seh_points.S has, for a path in C. */
#define STAMP(where) __asm__ volatile("rdtsc; movl %%eax, %0" : "=m"(where) : : "eax", "edx")

/* What a block costs that nothing happens in. */
SEH_FUNCTION static void enter_and_leave(void)
{
    STAMP(stamp_before);
    __try {
    } __except (EXCEPTION_EXECUTE_HANDLER) {
    }
    STAMP(stamp_after);
}

static uint32_t stamping; /* what the two stamps themselves cost */

/* Instructions between a path's two stamps. The least of some tries: what is made at first use, and
 * a timer interrupt in between, can only add. */
static uint32_t count(void (*path)(void))
{
    uint32_t least = UINT32_MAX;
    for (int i = 0; i < TRIES; i++) {
        path();
        uint32_t instructions = stamp_after - stamp_before - stamping;
        least = instructions < least ? instructions : least;
    }
    return least;
}

/* The same of a path that raises, below this many frames that pass everything on and one outermost
 * that answers. */
static uint32_t count_below(unsigned passing, void (*path)(void))
{
    EXCEPTION_REGISTRATION_RECORD frames[FRAMES + 1]; /* the outermost last */
    seh_link(&frames[FRAMES], stamping_handler);
    for (unsigned i = 1; i <= passing; i++)
        seh_link(&frames[FRAMES - i], passing_handler);
    uint32_t instructions = count(path);
    seh_unlink(&frames[FRAMES]);
    return instructions;
}

int main(void)
{
    stamping = count(stamp_twice);

    uint32_t direct = count_below(0, divide_by_zero);
    uint32_t walked = count_below(FRAMES, divide_by_zero);
    bench_report("trap_to_handler", direct, "instructions", 400);
    /* Rounded up, should the frames not cost the same. */
    bench_report("frame_walk", (walked - direct + FRAMES - 1) / FRAMES, "instructions", 28);
    bench_report("try_enter_leave", count(enter_and_leave), "instructions", 12);
    bench_report("raise_to_handler", count_below(0, raise_and_continue), "instructions", 180);
    bench_report("raise_unwind_resume", count(raise_in_block), "instructions", 800);
    return 0;
}
