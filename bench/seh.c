/* What exceptions cost: from the fault to its handler, along the chain, around a block, through
 * RaiseException, and out of a block into its handler.
 */
#include "bench/bench.h"

#include <seh.h>

/* seh_points.S: see there. */
extern uint32_t stamp_before, stamp_after;
void stamp_twice(void);
void divide_by_zero(void);
void divide_unstamped(void);
void raise_and_continue(void);
void raise_in_block(void);
typedef EXCEPTION_DISPOSITION handler(EXCEPTION_RECORD *record,
                                      EXCEPTION_REGISTRATION_RECORD *frame, CONTEXT *context,
                                      EXCEPTION_REGISTRATION_RECORD **dispatcher);
handler stamping_handler, answering_handler, walking_handler;

enum { FRAMES = 6, TRIES = 5 };
enum { WALKING = 2 }; /* instructions with which walking_handler moves a stamp */

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

/* Instructions between a path's two stamps. The least of some tries: what is made at first use can
 * only add. No interrupt comes in between. */
static uint32_t count(void (*path)(void))
{
    uint32_t least = UINT32_MAX;
    bench_begin();
    for (int i = 0; i < TRIES; i++) {
        __asm__ volatile("cli");
        path();
        __asm__ volatile("sti");
        uint32_t instructions = stamp_after - stamp_before - stamping;
        least = instructions < least ? instructions : least;
    }
    return least;
}

/* The same of a path that raises, within a frame that answers. */
static uint32_t count_answered(void (*path)(void))
{
    EXCEPTION_REGISTRATION_RECORD answering;
    seh_link(&answering, stamping_handler);
    uint32_t instructions = count(path);
    seh_unlink(&answering);
    return instructions;
}

/* From one handler to the next, which is the same. */
static uint32_t count_walk(void)
{
    EXCEPTION_REGISTRATION_RECORD frames[FRAMES + 1]; /* the outermost last, as on a stack */
    seh_link(&frames[FRAMES], answering_handler);
    for (int i = FRAMES; i--;)
        seh_link(&frames[i], walking_handler);
    uint32_t instructions = count(divide_unstamped) - WALKING;
    seh_unlink(&frames[FRAMES]);
    return instructions;
}

int main(void)
{
    stamping = count(stamp_twice);

    bench_path("trap_to_handler", count_answered(divide_by_zero), 400, 0);
    bench_path("frame_walk", count_walk(), 28, WALKING);
    bench_path("try_enter_leave", count(enter_and_leave), 12, 0);
    bench_path("raise_to_handler", count_answered(raise_and_continue), 180, 0);
    bench_path("raise_unwind_resume", count(raise_in_block), 800, 0);
    return 0;
}
