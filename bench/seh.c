/* The costs of exceptions: from the fault to its handler, along the chain, around a block, through
 * RaiseException, and out of a block into its handler.
 */
#include "bench/bench.h"

#include <seh.h>

/* seh_points.S: see there. */
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

/* The cost of a block in which nothing happens. */
SEH_FUNCTION static void enter_and_leave(void)
{
    STAMP(stamp_before);
    __try {
    } __except (EXCEPTION_EXECUTE_HANDLER) {
    }
    STAMP(stamp_after);
}

static const struct measurement {
    const char *name;
    void (*path)(void);
    handler *outermost; /* of the frames around the path, or NULL: none */
    unsigned walking;   /* frames inside that one, of walking_handler */
    uint32_t beside;    /* instructions between the stamps that do not belong to the figure */
} measurements[] = {
    {"trap_to_handler", divide_by_zero, stamping_handler, 0, 0},
    {"frame_walk", divide_unstamped, answering_handler, FRAMES, WALKING},
    {"try_enter_leave", enter_and_leave, NULL, 0, 0},
    {"raise_to_handler", raise_and_continue, stamping_handler, 0, 0},
    {"raise_unwind_resume", raise_in_block, NULL, 0, 0},
};

/* Instructions between a path's two stamps. The least of some tries counts, because work at first
 * use can only add. No interrupt comes in between. */
static uint32_t count(void (*path)(void))
{
    uint32_t least = UINT32_MAX;
    bench_begin();
    for (int i = 0; i < TRIES; i++) {
        __asm__ volatile("cli");
        path();
        __asm__ volatile("sti");
        least = path_length() < least ? path_length() : least;
    }
    return least;
}

/* Counts the path of one measurement inside its frames. */
static uint32_t measure(const struct measurement *row)
{
    EXCEPTION_REGISTRATION_RECORD frames[FRAMES + 1]; /* the outermost last, as on a stack */
    if (!row->outermost)
        return count(row->path);
    seh_link(&frames[FRAMES], row->outermost);
    for (unsigned i = 0; i < row->walking; i++)
        seh_link(&frames[FRAMES - 1 - i], walking_handler);
    uint32_t instructions = count(row->path);
    seh_unlink(&frames[FRAMES]);
    return instructions;
}

int main(int argc, char **argv)
{
    bench_choose(argc, argv);
    for (unsigned i = 0; i < sizeof measurements / sizeof *measurements; i++) {
        const struct measurement *row = &measurements[i];
        if (bench_wants(row->name))
            bench_path(row->name, measure(row) - row->beside, row->beside);
    }
    return 0;
}
