/* The unwind pass: which handlers are called in which order, the chain afterwards, the unwinds that
 * are refused, and the registers afterwards. Unwinds that end the run are in unhandled.c.
 *
 * run: emulator=qemu,bochs
 * run: name=checked checked=1
 * run: name=ring3 ring=3
 */
#include "kernel/call/eflags.h"
#include "kernel/call/segment_registers.h"
#include "tests/harness/exact.h"
#include "tests/seh/story.h"

#define FRAMES 4

/* The arguments of the last call, and how often a handler's frame was not the chain's head. */
static struct {
    EXCEPTION_RECORD *record_at, record, linked;
    CONTEXT context;
    unsigned misplaced;
} seen;

/* The exception's letter: U is an unwind of any code; 6 and 9 are C0000026 and C0000029, X is also
 * an invalid instruction. */
static char letter_of(const EXCEPTION_RECORD *record)
{
    DWORD code = record->ExceptionCode;
    return record->ExceptionFlags & EXCEPTION_UNWIND ? 'U'
           : code == STATUS_INVALID_DISPOSITION      ? '6'
           : code == STATUS_INVALID_UNWIND_TARGET    ? '9'
           : code == STATUS_ILLEGAL_INSTRUCTION      ? 'X'
                                                     : (char)code;
}

static EXCEPTION_DISPOSITION HANDLER(handler)
{
    tell(((struct link *)frame)->name, letter_of(record), record->ExceptionFlags);
    seen.record_at = record;
    seen.record = *record;
    seen.context = *context;
    if (record->ExceptionRecord)
        seen.linked = *record->ExceptionRecord;
    if (record->ExceptionFlags & EXCEPTION_UNWIND && seh_head()->Next != frame)
        seen.misplaced++;
    return behave((struct link *)frame, record, dispatcher);
}

static EXCEPTION_DISPOSITION BEHAVIOUR(search) { return ExceptionContinueSearch; }

/* Links frames a, b, c and d, in this order from the head. */
static void link_chain(struct link chain[FRAMES], behaviour *how)
{
    link_frames(chain, FRAMES, handler, how);
    memset(&seen, 0, sizeof seen);
    exact_prepare();
}

/* Unlinks all frames, also when some of them were unlinked already. */
static void unlink_chain(struct link chain[FRAMES]) { seh_unlink(&chain[FRAMES - 1].record); }

/* ---------------------------------------------------------------- the way there */

#define ALL (-1)

static const struct way {
    const char *what;
    int target; /* which frame, or ALL */
    bool own_record;
    DWORD flags;
    uint32_t eflags;
    const char *story;
    DWORD flags_after;
} ways[] = {
    {"to the head", 0, false, 0, EFLAGS_IF, "", 0},
    {"to the second frame", 1, false, 0, EFLAGS_IF, "aU2", 2},
    {"to the fourth frame", 3, false, 0, EFLAGS_IF, "aU2 bU2 cU2", 2},
    {"to the chain's end", ALL, false, 0, EFLAGS_IF, "aU2 bU2 cU2 dU2", 2},
    {"with interrupts off", 2, false, 0, 0, "aU2 bU2", 2},
    {"with a record", 2, true, 0, EFLAGS_IF, "aU2 bU2", 2},
    {"with a record that has flags", 1, true, 0x19, EFLAGS_IF, "aU1B", 0x1B},
};

static void check_way(const struct way *way)
{
    struct link chain[FRAMES];
    EXCEPTION_RECORD own = {
        .ExceptionCode = CODE('X'),
        .ExceptionFlags = way->flags,
        .NumberParameters = 1,
        .ExceptionInformation = {5},
    };
    link_chain(chain, search);
    exact_before.eflags = EFLAGS_FIXED | way->eflags;
    EXCEPTION_REGISTRATION_RECORD *target =
        way->target == ALL ? EXCEPTION_CHAIN_END : &chain[way->target].record;
    bool returned = exact_call((void *)RtlUnwind, 4, target, 0x12345678,
                               way->own_record ? &own : NULL, 0xCAFEBABE);
    EXCEPTION_REGISTRATION_RECORD *head = seh_head();
    unlink_chain(chain);

    const struct exact *before = &exact_before, *after = &exact_after;
    story_is(way->story, way->what);
    ok(returned && head == target, "%s: the target heads the chain", way->what);
    is_dec(seen.misplaced, 0, "%s: each frame is unlinked after its handler, not before",
           way->what);
    is_hex(after->eax, 0xCAFEBABE, "%s: eax is the value", way->what);
    is_hex(after->ebx | after->esi | after->edi, 0, "%s: ebx, esi and edi are zero", way->what);
    ok(after->ebp == before->ebp && after->esp == before->esp, "%s: ebp and esp are the caller's",
       way->what);
    is_hex(after->eflags & (EFLAGS_IF | EFLAGS_DF), exact_eflags(way->eflags),
           "%s: interrupts are as before", way->what);
    if (!seen.record_at)
        return;
    is_hex(seen.record.ExceptionCode, way->own_record ? CODE('X') : 0xC0000027, "%s: code",
           way->what);
    is_hex(seen.record.ExceptionFlags, way->flags_after, "%s: flags", way->what);
    is_dec(seen.record.NumberParameters, way->own_record, "%s: parameters", way->what);
    ok(way->own_record == (seen.record_at == &own), "%s: the record is %s", way->what,
       way->own_record ? "the caller's" : "RtlUnwind's own");
    ok(seen.context.Eip == (uint32_t)exact_return && seen.context.Esp == before->esp &&
           seen.context.Ebp == before->ebp && seen.context.Eax == 0xCAFEBABE,
       "%s: the context goes on behind the call", way->what);
    is_hex(seen.context.ContextFlags, CONTEXT_FULL, "%s: the context's groups", way->what);
    ok(seen.context.SegCs == cs_read() && seen.context.SegSs == ss_read() &&
           seen.context.SegDs == ds_read() && seen.context.SegEs == es_read() &&
           seen.context.SegFs == fs_read() && seen.context.SegGs == gs_read(),
       "%s: the context has the ring's own selectors", way->what);
}

static EXCEPTION_DISPOSITION BEHAVIOUR(end_at_d)
{
    if (link->name == 'd')
        exact_leave();
    return ExceptionContinueSearch;
}

/* To no frame at all: the flags tell it, and every handler is called. */
static void check_exit_unwind(void)
{
    struct link chain[FRAMES];
    link_chain(chain, end_at_d);
    bool returned = exact_call((void *)RtlUnwind, 4, 0, 0, 0, 0);
    unlink_chain(chain);
    ok(!returned, "an exit unwind: the last handler ends it");
    story_is("aU6 bU6 cU6 dU6", "an exit unwind");
}

/* ---------------------------------------------------------------- refusals */

/* Answers by frame in the unwind pass; every exception that follows reaches d, which gives up. */
static const struct refusal {
    const char *what;
    EXCEPTION_DISPOSITION answer[3];
    int target; /* in bytes from the frame a */
    const char *story;
    DWORD status;
} refusals[] = {
#define FRAME(n) (int)((n) * sizeof(struct link))
    {"the head continues execution", {0}, FRAME(3), "aU2 a61 b61 c61 d61", 0xC0000026},
    {"the second answers nested", {1, 2}, FRAME(3), "aU2 bU2 b61 c61 d61", 0xC0000026},
    {"the third answers 4", {1, 1, 4}, FRAME(3), "aU2 bU2 cU2 c61 d61", 0xC0000026},
    {"the head answers -1", {-1}, FRAME(3), "aU2 a61 b61 c61 d61", 0xC0000026},
    {"a target below the head", {1}, -4, "a91 b91 c91 d91", 0xC0000029},
    {"a target far below the head", {1}, -4096, "a91 b91 c91 d91", 0xC0000029},
    {"a target between two frames", {1}, FRAME(1) - 4, "aU2 b91 c91 d91", 0xC0000029},
    {"a target just below the third", {1, 1}, FRAME(2) - 1, "aU2 bU2 c91 d91", 0xC0000029},
};
static const struct refusal *refusal;

static EXCEPTION_DISPOSITION BEHAVIOUR(answer_by_row)
{
    if (link->name == 'd')
        exact_leave();
    return record->ExceptionFlags & EXCEPTION_UNWIND ? refusal->answer[link->name - 'a']
                                                     : ExceptionContinueSearch;
}

static void check_refusals(void)
{
    for (refusal = refusals; refusal < refusals + sizeof refusals / sizeof refusals[0]; refusal++) {
        struct link chain[FRAMES];
        link_chain(chain, answer_by_row);
        bool returned = exact_call((void *)RtlUnwind, 4, (char *)chain + refusal->target, 0, 0, 0);
        unlink_chain(chain);
        ok(!returned, "%s: is refused", refusal->what);
        story_is(refusal->story, refusal->what);
        is_hex(seen.record.ExceptionCode, refusal->status, "%s: status", refusal->what);
        is_hex(seen.record.ExceptionFlags, 1, "%s: noncontinuable", refusal->what);
        is_hex(seen.linked.ExceptionCode, 0xC0000027, "%s: the unwind is linked", refusal->what);
        is_hex(seen.linked.ExceptionFlags, 2, "%s: with its flags", refusal->what);
    }
}

/* ---------------------------------------------------------------- unwinds that meet */

static EXCEPTION_DISPOSITION BEHAVIOUR(a_skips_b)
{
    if (link->name != 'a')
        return ExceptionContinueSearch;
    *dispatcher = link->record.Next;
    return ExceptionCollidedUnwind;
}

/* b's handler unwinds in its turn, to d, from under a frame of its own. */
static EXCEPTION_REGISTRATION_RECORD *second_target, *head_after;

static EXCEPTION_DISPOSITION BEHAVIOUR(b_unwinds)
{
    if (link->name == 'b') {
        struct link own = {.name = 'o'};
        seh_link(&own.record, handler);
        _global_unwind2(second_target);
        head_after = seh_head();
        exact_leave();
    }
    return ExceptionContinueSearch;
}

static EXCEPTION_DISPOSITION BEHAVIOUR(b_unwinds_its_own)
{
    if (link->name == 'b') {
        struct link own[2] = {{.name = 'o'}, {.name = 'p'}};
        seh_link(&own[1].record, handler);
        seh_link(&own[0].record, handler);
        _global_unwind2(&own[1].record);
        seh_unlink(&own[1].record);
    }
    return ExceptionContinueSearch;
}

static EXCEPTION_DISPOSITION BEHAVIOUR(b_raises)
{
    if (record->ExceptionCode == CODE('Y'))
        return link->name == 'c' ? ExceptionContinueExecution : ExceptionContinueSearch;
    if (link->name == 'b')
        RaiseException(CODE('Y'), 0, 0, NULL);
    return ExceptionContinueSearch;
}

static void check_meetings(void)
{
    static const struct {
        const char *what;
        behaviour *how;
        bool returns;
        const char *story;
    } meetings[] = {
        {"a frame that names the next as collided", a_skips_b, true, "aU2 cU2"},
        {"an unwind inside an unwind", b_unwinds, false, "aU2 bU2 oU2 cU2"},
        {"an unwind that stays inside a handler", b_unwinds_its_own, true, "aU2 bU2 oU2 cU2"},
        {"an exception inside an unwind", b_raises, true, "aU2 bU2 bY0 cY0 cU2"},
    };
    for (unsigned i = 0; i < sizeof meetings / sizeof meetings[0]; i++) {
        struct link chain[FRAMES];
        link_chain(chain, meetings[i].how);
        second_target = &chain[3].record;
        head_after = NULL;
        bool returned = exact_call((void *)_global_unwind2, 1, &chain[3].record);
        EXCEPTION_REGISTRATION_RECORD *head = seh_head();
        unlink_chain(chain);
        story_is(meetings[i].story, meetings[i].what);
        is_dec(returned, meetings[i].returns, "%s: the first unwind %s", meetings[i].what,
               meetings[i].returns ? "returns" : "is given up");
        ok(head == second_target, "%s: the target heads the chain", meetings[i].what);
        if (!meetings[i].returns)
            ok(head_after == second_target, "%s: the second returns with its target as head",
               meetings[i].what);
    }
}

/* ---------------------------------------------------------------- _global_unwind2 */

static void check_global_unwind(void)
{
    struct link chain[FRAMES];
    link_chain(chain, search);
    exact_before.eflags = EFLAGS_FIXED; /* interrupts off */
    bool returned = exact_call((void *)_global_unwind2, 1, &chain[2].record);
    ok(returned && seh_head() == &chain[2].record, "_global_unwind2: the target heads the chain");
    unlink_chain(chain);
    const struct exact *before = &exact_before, *after = &exact_after;
    story_is("aU2 bU2", "_global_unwind2");
    is_hex(after->ebx, before->ebx, "_global_unwind2: ebx is kept");
    is_hex(after->esi, before->esi, "_global_unwind2: esi is kept");
    is_hex(after->edi, before->edi, "_global_unwind2: edi is kept");
    is_hex(after->ebp, before->ebp, "_global_unwind2: ebp is kept");
    is_hex(after->esp, before->esp - 4, "_global_unwind2: the caller takes its argument away");
    is_hex(after->eflags & EFLAGS_IF, exact_eflags(0), "_global_unwind2: interrupts stay off");
    is_hex(seen.record.ExceptionCode, 0xC0000027, "_global_unwind2: the record is its own");
}

/* ---------------------------------------------------------------- from inside a handler */

static EXCEPTION_DISPOSITION BEHAVIOUR(d_catches)
{
    if (link->name != 'd' || record->ExceptionFlags & EXCEPTION_UNWIND)
        return ExceptionContinueSearch;
    _global_unwind2(&link->record);
    head_after = seh_head();
    exact_leave();
}

/* Three functions, each with a frame of its own; the innermost raises. */
static void descend(char name, bool faults) __attribute__((noinline));

static void descend(char name, bool faults)
{
    struct link own = {.name = name};
    seh_link(&own.record, handler);
    if (name != 'a')
        descend((char)(name - 1), faults);
    else if (faults)
        ((void (*)(void))exact_ud2)();
    else
        RaiseException(CODE('X'), 0, 0, NULL);
    seh_unlink(&own.record);
}

/* The work of __except: the handler that wants the exception unwinds to its frame and goes on in
 * the function that the frame belongs to. */
static void check_catch(bool faults)
{
    const char *what = faults ? "catching a fault" : "catching a call's exception";
    struct link outer = {.name = 'd'};
    EXCEPTION_REGISTRATION_RECORD *outermost = seh_head();
    behave = d_catches;
    story[0] = 0;
    memset(&seen, 0, sizeof seen);
    head_after = NULL;
    seh_link(&outer.record, handler);
    exact_prepare();
    bool returned = exact_call((void *)descend, 2, 'c', faults);
    EXCEPTION_REGISTRATION_RECORD *head = seh_head();
    seh_unlink(&outer.record);

    story_is("aX0 bX0 cX0 dX0 aU2 bU2 cU2", what);
    ok(!returned && head == &outer.record, "%s: goes on under the frame that caught it", what);
    ok(head_after == &outer.record, "%s: the unwind leaves nothing above that frame", what);
    is_dec(seen.misplaced, 0, "%s: each frame is unlinked after its handler", what);
    ok(outer.record.Next == outermost && outer.name == 'd', "%s: the frame is as it was", what);
}

int main(void)
{
    for (unsigned i = 0; i < sizeof ways / sizeof ways[0]; i++)
        check_way(&ways[i]);
    check_exit_unwind();
    check_refusals();
    check_meetings();
    check_global_unwind();
    check_catch(false);
    check_catch(true);
    return tap_done();
}
