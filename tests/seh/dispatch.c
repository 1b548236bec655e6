/* The search pass: which frames are asked in which order, the effect of the answers, and
 * the flags of an exception inside a handler. Frames that are refused: dispatch_validity.c; the
 * machine's state: dispatch_state.c.
 *
 * run: emulator=qemu,bochs
 * run: name=checked checked=1
 * run: name=ring3 ring=3
 * run: name=ring3-checked ring=3 checked=1
 */
#include "kernel/call/tib.h"
#include "tests/harness/exact.h"
#include "tests/seh/story.h"

#define FRAMES            3

#define ExceptionUnknown  ((EXCEPTION_DISPOSITION)4)
#define ExceptionMinusOne ((EXCEPTION_DISPOSITION)-1)

/* The exception's letter: C0000025 and C0000026 are 5 and 6. */
static char letter_of(const EXCEPTION_RECORD *record)
{
    DWORD code = record->ExceptionCode;
    return code == STATUS_NONCONTINUABLE_EXCEPTION ? '5'
           : code == STATUS_INVALID_DISPOSITION    ? '6'
                                                   : (char)code;
}

static EXCEPTION_DISPOSITION HANDLER(handler)
{
    if (record->ExceptionFlags & EXCEPTION_UNWIND)
        return ExceptionContinueSearch;
    tell(((struct link *)frame)->name, letter_of(record), record->ExceptionFlags);
    return behave((struct link *)frame, record, dispatcher);
}

static EXCEPTION_REGISTRATION_RECORD *head; /* while X is raised */

/* Raises X under three frames a, b, c. Returns whether it came back, and not by exact_leave. */
static bool raise_under_chain(behaviour *how, DWORD flags, const char *what)
{
    struct link chain[FRAMES];
    link_frames(chain, FRAMES, handler, how);
    head = seh_head();
    exact_prepare();
    bool returned = exact_call((void *)RaiseException, 4, CODE('X'), flags, 0, 0);
    if (returned) {
        bool same = seh_head() == head;
        for (int i = 0; i < FRAMES; i++)
            same = same && chain[i].record.Handler == handler &&
                   (i == FRAMES - 1 || chain[i].record.Next == &chain[i + 1].record);
        ok(same, "%s: the chain is as it was", what);
    }
    seh_unlink(&chain[FRAMES - 1].record);
    return returned;
}

/* ---------------------------------------------------------------- answers */

static const struct answers {
    const char *what;
    DWORD flags; /* of RaiseException */
    EXCEPTION_DISPOSITION answer[FRAMES];
    const char *story;
    DWORD then; /* the exception that follows from the answer, or 0 when X is continued */
} answers[] = {
    {"the head continues", 0, {0}, "aX0", 0},
    {"the second continues", 0, {1, 0}, "aX0 bX0", 0},
    {"the third continues", 0, {1, 1, 0}, "aX0 bX0 cX0", 0},
    {"the head names the second as nested", 0, {2, 1, 0}, "aX0 bX10 cX0", 0},
    {"noncontinuable is continued by the head", 1, {0}, "aX1 a51 b51 c51", 0xC0000025},
    {"noncontinuable is continued by the third",
     1,
     {1, 1, 0},
     "aX1 bX1 cX1 a51 b51 c51",
     0xC0000025},
    {"the head answers 4", 0, {ExceptionUnknown}, "aX0 a61 b61 c61", 0xC0000026},
    {"the second answers -1", 0, {1, ExceptionMinusOne}, "aX0 bX0 a61 b61 c61", 0xC0000026},
    {"a collided unwind in the search pass", 0, {3}, "aX0 a61 b61 c61", 0xC0000026},
    {"an unknown answer to noncontinuable", 1, {ExceptionUnknown}, "aX1 a61 b61 c61", 0xC0000026},
};

static const struct answers *row;
static EXCEPTION_RECORD then, cause;

static EXCEPTION_DISPOSITION BEHAVIOUR(answer_by_row)
{
    if (record->ExceptionCode != CODE('X')) {
        if (link->name != 'c')
            return ExceptionContinueSearch;
        then = *record;
        cause = *record->ExceptionRecord;
        _global_unwind2(&link->record);
        exact_leave();
    }
    EXCEPTION_DISPOSITION answer = row->answer[link->name - 'a'];
    if (answer == ExceptionNestedException)
        *dispatcher = link->record.Next;
    return answer;
}

static void check_answers(void)
{
    for (row = answers; row < answers + sizeof answers / sizeof answers[0]; row++) {
        then = cause = (EXCEPTION_RECORD){.ExceptionCode = 0};
        bool returned = raise_under_chain(answer_by_row, row->flags, row->what);
        story_is(row->story, row->what);
        ok(returned == !row->then, "%s: %s", row->what, row->then ? "is given up" : "is continued");
        is_hex(then.ExceptionCode, row->then, "%s: the exception raised then", row->what);
        if (!row->then)
            continue;
        is_hex(then.ExceptionFlags, EXCEPTION_NONCONTINUABLE, "%s: its flags", row->what);
        is_dec(then.NumberParameters, 0, "%s: it has no parameters", row->what);
        is_hex(cause.ExceptionCode, CODE('X'), "%s: the first exception is linked", row->what);
        is_hex(cause.ExceptionFlags, row->flags, "%s: the linked one's flags", row->what);
    }
}

/* ---------------------------------------------------------------- nesting */

/* The handler that is named raises the next exception before it answers X, or Y. c continues. */
static const struct nesting {
    const char *raises; /* at X, at Y */
    const char *story;
} nestings[] = {
    {"a", "aX0 aY10 bY0 cY0 bX0 cX0"},
    {"b", "aX0 bX0 aY10 bY10 cY0 cX0"},
    {"c", "aX0 bX0 cX0 aY10 bY10 cY10"},
    {"aa", "aX0 aY10 aZ10 bZ0 cZ0 bY0 cY0 bX0 cX0"},
    {"bb", "aX0 bX0 aY10 bY10 aZ10 bZ10 cZ0 cY0 cX0"},
    {"ab", "aX0 aY10 bY0 aZ10 bZ10 cZ0 cY0 bX0 cX0"},
    {"ba", "aX0 bX0 aY10 aZ10 bZ10 cZ0 bY10 cY0 cX0"},
    {"ac", "aX0 aY10 bY0 cY0 aZ10 bZ10 cZ10 bX0 cX0"},
    {"ca", "aX0 bX0 cX0 aY10 aZ10 bZ10 cZ10 bY10 cY10"},
};
static const struct nesting *nesting;

static EXCEPTION_DISPOSITION BEHAVIOUR(raise_by_row)
{
    unsigned level = (record->ExceptionCode & 0xFF) - 'X';
    if (level < strlen(nesting->raises) && nesting->raises[level] == link->name)
        RaiseException(record->ExceptionCode + 1, 0, 0, NULL);
    return link->name == 'c' ? ExceptionContinueExecution : ExceptionContinueSearch;
}

static void check_nesting(void)
{
    for (nesting = nestings; nesting < nestings + sizeof nestings / sizeof nestings[0]; nesting++) {
        char what[64];
        snprintf(what, sizeof what, "exceptions inside handlers of %s", nesting->raises);
        ok(raise_under_chain(raise_by_row, 0, what), "%s: all are continued", what);
        story_is(nesting->story, what);
    }
}

/* A frame that a handler links itself lies inside the guard: nothing is nested for it. */
static EXCEPTION_DISPOSITION BEHAVIOUR(catch_inside)
{
    if (link->name == 'b' && record->ExceptionCode == CODE('X')) {
        struct link own = {.name = 'o'};
        seh_link(&own.record, handler);
        RaiseException(CODE('Y'), 0, 0, NULL);
        RaiseException(CODE('Z'), 0, 0, NULL);
        seh_unlink(&own.record);
    }
    bool searches = link->name == 'a' || (link->name == 'o' && record->ExceptionCode == CODE('Z'));
    return searches ? ExceptionContinueSearch : ExceptionContinueExecution;
}

/* The chain that a handler sees around itself. */
static EXCEPTION_REGISTRATION_RECORD *guard, *behind_guard, *asked_frame;

static EXCEPTION_DISPOSITION BEHAVIOUR(look_around)
{
    if (link->name == 'a')
        return ExceptionContinueSearch;
    asked_frame = &link->record;
    guard = seh_head();
    behind_guard = guard->Next;
    return ExceptionContinueExecution;
}

static void check_guard(void)
{
    raise_under_chain(catch_inside, 0, "a frame of the handler's own");
    story_is("aX0 bX0 oY0 oZ0 aZ10 bZ10", "a frame of the handler's own");

    raise_under_chain(look_around, 0, "the guard");
    ok(guard < asked_frame, "the guard heads the chain while a handler runs");
    ok(behind_guard == head, "behind the guard the chain goes on at its old head");
}

/* ---------------------------------------------------------------- flags */

static EXCEPTION_DISPOSITION BEHAVIOUR(all_search) { return ExceptionContinueSearch; }

/* An exception with a flag that was set when it was raised. */
static void check_given_flags(void)
{
    struct link inner = {.name = 'a'}, outer = {.name = 'b'};
    EXCEPTION_RECORD record = {.ExceptionCode = CODE('X')};
    CONTEXT context = {.ContextFlags = CONTEXT_FULL};
    NT_TIB *tib = &tib_current()->NtTib, saved = *tib;
    behave = all_search;
    tib->ExceptionList = EXCEPTION_CHAIN_END;
    seh_link(&outer.record, handler);
    seh_link(&inner.record, handler);

    story[0] = 0;
    ok(!RtlDispatchException(&record, &context), "without a handler that continues: FALSE");
    story_is("aX0 bX0", "all frames are asked before");
    record.ExceptionFlags = EXCEPTION_STACK_INVALID;
    story[0] = 0;
    ok(!RtlDispatchException(&record, &context), "a stack known as invalid: FALSE");
    story_is("aX8", "a stack known as invalid: the first search ends the walk");
    seh_unlink(&outer.record);

    story[0] = 0;
    record.ExceptionFlags = 0;
    ok(!RtlDispatchException(&record, &context), "no frame at all: FALSE");
    *tib = saved;
    story_is("", "no frame at all: no handler is asked");
}

/* ---------------------------------------------------------------- arguments */

static struct {
    EXCEPTION_RECORD record;
    EXCEPTION_REGISTRATION_RECORD *frame, **dispatcher;
    CONTEXT context;
    uint32_t record_at, context_at;
} seen;

static EXCEPTION_DISPOSITION HANDLER(keep)
{
    seen.record = *record;
    seen.frame = frame;
    seen.context = *context;
    seen.dispatcher = dispatcher;
    seen.record_at = (uint32_t)record;
    seen.context_at = (uint32_t)context;
    context->Eip += 2;
    return ExceptionContinueExecution;
}

static void check_arguments(void)
{
    EXCEPTION_REGISTRATION_RECORD frame;
    seh_link(&frame, keep);
    exact_prepare();
    exact_call(exact_ud2, 0);
    seh_unlink(&frame);
    uint32_t interrupted = exact_before.esp - 4; /* the return address lies there */

    is_hex(seen.record.ExceptionCode, 0xC000001D, "the first argument is the exception");
    ok(seen.record.ExceptionAddress == exact_ud2, "the record names the instruction");
    ok(seen.record.ExceptionRecord == NULL, "the record links no other");
    ok(seen.frame == &frame, "the second argument is the frame");
    ok(seen.context.Eip == (uint32_t)exact_ud2, "the third is the context");
    is_hex(seen.context.Esp, interrupted, "the context's Esp is the interrupted one");
    ok((uint32_t)seen.dispatcher < interrupted && (uint32_t)seen.dispatcher % 4 == 0,
       "the fourth is a place on the stack");
    ok(seen.record_at < seen.context_at && seen.context_at + sizeof(CONTEXT) <= interrupted &&
           seen.context_at + sizeof(CONTEXT) + 16 > interrupted - 4,
       "record and context lie right below the interrupted stack");
    is_hex(seen.context.ContextFlags | 0x20, 0x1003F, "the context has all groups");
    bool ring3 = ring3_current() == 3;
    is_hex(seen.context.SegCs << 16 | seen.context.SegSs, ring3 ? 0x001B0023 : 0x00080010,
           "cs and ss are in it");
    is_hex(seen.context.SegDs << 16 | seen.context.SegEs, ring3 ? 0x00230023 : 0x00100010,
           "ds and es are in it");
    is_hex(seen.context.SegFs, ring3 ? 0x3B : 0x30, "fs is in it");
}

int main(void)
{
    check_answers();
    check_nesting();
    check_guard();
    check_given_flags();
    check_arguments();
    return tap_done();
}
