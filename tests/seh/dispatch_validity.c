/* The search pass: frames that lie where no frame may lie, and chains that never end.
 *
 * run: emulator=qemu,bochs
 * run: name=checked checked=1
 * run: name=ring3 ring=3
 * run: name=ring3-checked ring=3 checked=1
 */
#include "kernel/call/tib.h"
#include "tests/seh/story.h"

static EXCEPTION_DISPOSITION HANDLER(handler)
{
    struct link *link = (struct link *)frame;
    tell(link->name, (char)record->ExceptionCode, record->ExceptionFlags);
    return behave(link, record, dispatcher);
}

/* Where a second frame lies, in bytes from one end of a stack; it is asked when it is valid. */
enum end { LIMIT, BASE, ZERO };
static const struct validity {
    const char *what;
    enum end from;
    int offset;
    bool valid;
} validities[] = {
    {"at the limit", LIMIT, 0, true},
    {"in the middle", LIMIT, 40, true},
    {"the last that fits below the base", BASE, -8, true},
    {"a word below the limit", LIMIT, -4, false},
    {"far below the limit", LIMIT, -40, false},
    {"straddling the base", BASE, -4, false},
    {"at the base", BASE, 0, false},
    {"far above the base", BASE, 40, false},
    {"misaligned by one", LIMIT, 41, false},
    {"misaligned by two", LIMIT, 42, false},
    {"misaligned by three", LIMIT, 43, false},
    {"above the first", LIMIT, 100, true},
    {"above the first, misaligned by one", LIMIT, 101, false},
    {"above the first, misaligned by two", LIMIT, 102, false},
    {"at 0", ZERO, 0, false},
    {"at FFFFFFFC, where its end wraps", ZERO, -4, false},
};

static EXCEPTION_DISPOSITION BEHAVIOUR(second_continues)
{
    return link->name == 'a' ? ExceptionContinueSearch : ExceptionContinueExecution;
}

/* Asks a chain of two frames, or of the second alone, on a stack that the TIB claims to be small.
 */
static void check_frame(const struct validity *v, bool alone)
{
    uint8_t room[256] __attribute__((aligned(4)));
    uint32_t ends[] = {[LIMIT] = (uint32_t)room + 64, [BASE] = (uint32_t)room + 192, [ZERO] = 0};
    struct link *first = (struct link *)(room + 150 / 4 * 4);
    struct link *second = (struct link *)(ends[v->from] + (uint32_t)v->offset);
    EXCEPTION_RECORD record = {.ExceptionCode = CODE('X')};
    CONTEXT context = {.ContextFlags = CONTEXT_FULL};
    NT_TIB *tib = &tib_current()->NtTib, saved = *tib;

    memset(room, 0, sizeof room);
    if (v->from != ZERO) {
        second->record = (EXCEPTION_REGISTRATION_RECORD){EXCEPTION_CHAIN_END, handler};
        second->name = 'b';
    }
    first->record = (EXCEPTION_REGISTRATION_RECORD){&second->record, handler};
    first->name = 'a';
    story[0] = 0;
    behave = second_continues;
    tib->StackLimit = (void *)ends[LIMIT];
    tib->StackBase = (void *)ends[BASE];
    tib->ExceptionList = alone ? &second->record : &first->record;
    bool continued = RtlDispatchException(&record, &context);
    *tib = saved;

    const char *role = alone ? "head" : "second frame";
    char what[80];
    snprintf(what, sizeof what, "%s %s", role, v->what);
    story_is(alone ? v->valid ? "bX0" : "" : v->valid ? "aX0 bX0" : "aX0", what);
    ok(continued == v->valid, "%s: %s", what, v->valid ? "continues" : "ends the walk");
    is_hex(record.ExceptionFlags, v->valid ? 0 : EXCEPTION_STACK_INVALID, "%s: flags", what);
}

static void check_validity(void)
{
    for (const struct validity *v = validities;
         v < validities + sizeof validities / sizeof validities[0]; v++) {
        check_frame(v, false);
        check_frame(v, true);
    }
}

enum { MOST_IN_CIRCLE = 40 };
static EXCEPTION_REGISTRATION_RECORD *circle;
static unsigned times_asked[MOST_IN_CIRCLE];

static EXCEPTION_DISPOSITION HANDLER(count_and_search)
{
    times_asked[frame - circle]++;
    return ExceptionContinueSearch;
}

/* A way of frames into a circle, both with steps upwards and downwards. stride: the number of
 * places from one frame to the next. */
static void check_circle(unsigned way, unsigned round, unsigned stride)
{
    EXCEPTION_REGISTRATION_RECORD frames[MOST_IN_CIRCLE], *saved = seh_head();
    EXCEPTION_RECORD record = {.ExceptionCode = CODE('X')};
    CONTEXT context = {.ContextFlags = CONTEXT_FULL};
    unsigned count = way + round, least = UINT32_MAX, total = 0;
    circle = frames;
    memset(times_asked, 0, sizeof times_asked);
    for (unsigned i = 0; i < count; i++) {
        unsigned next = i + 1 < count ? i + 1 : way;
        frames[i * stride % count] =
            (EXCEPTION_REGISTRATION_RECORD){&frames[next * stride % count], count_and_search};
    }
    tib_current()->NtTib.ExceptionList = frames;
    bool continued = RtlDispatchException(&record, &context);
    tib_current()->NtTib.ExceptionList = saved;

    for (unsigned i = 0; i < count; i++) {
        least = times_asked[i] < least ? times_asked[i] : least;
        total += times_asked[i];
    }
    ok(!continued && record.ExceptionFlags == EXCEPTION_STACK_INVALID,
       "%u frames that lead into a circle of %u: no handler continues", way, round);
    ok(least >= 1 && total <= 3 * count + 1, "each is asked, %u times in all", total);
}

/* 37 is a prime, so each stride goes to every place. */
static void check_circles(void)
{
    check_circle(0, 1, 1);
    check_circle(0, 2, 1);
    for (unsigned round = 1; round <= 37; round += 4)
        for (unsigned stride = 1; stride < 37; stride += 7)
            check_circle(37 - round, round, stride);
}

int main(void)
{
    check_validity();
    check_circles();
    return tap_done();
}
