/* The work of _except_handler3 and its kin on a frame and a scope table, one thing at a time: the
 * frames are made in C, and the blocks are functions. Whole functions with blocks are in
 * compiler_frames.c.
 *
 * run: emulator=qemu
 * run: name=ring3 ring=3 compilers=gcc
 * run: emulator=bochs compilers=gcc
 */
#include "tests/harness/tap.h"

#include <seh.h>
#include <seh_frames.h>
#include <string.h>

static char notes[64];
static _JUMP_BUFFER jump;

static void note(char letter)
{
    size_t length = strlen(notes);
    if (length < sizeof notes - 1)
        notes[length] = letter;
}

static void raise(void) { RaiseException(0xE0000001, 0, 0, NULL); }
static void jump_out(void) { longjmp(&jump, 5); }

static const ULONG_PTR cookie = 0xBB40E64E;
static bool cookie_wrong;

static void __attribute__((fastcall)) check_value(ULONG_PTR value)
{
    if (value != cookie) {
        if (!cookie_wrong)
            note('!');
        cookie_wrong = true;
    }
}

static void (*in_finally)(void);

/* A frame without its function: the blocks are functions, which need no ebp but their own. */
struct made {
    void *esp;
    EXCEPTION_POINTERS *pointers;
    struct scope_frame frame;
};

static struct made *made;
static LONG level_in_except;

static void finally_a(void) { note('A'); }

static void finally_b(void)
{
    void (*run)(void) = in_finally;
    in_finally = NULL;
    note('B');
    if (run)
        run();
}

static void finally_c(void) { note('C'); }
static int filter_yes(void) { return 1; }

static void except_x(void)
{
    note('X');
    level_in_except = made->frame.level;
    longjmp(&jump, 7);
}

static void make(struct made *frame, const struct scope_entry *entries, LONG level)
{
    memset(notes, 0, sizeof notes);
    made = frame;
    frame->frame.scope_table = (ULONG_PTR)entries;
    frame->frame.level = level;
}

static void check_stops(void)
{
    static const struct scope_entry entries[] = {
        {OUTSIDE3, NULL, finally_a}, {0, NULL, finally_b}, {1, NULL, finally_c}};
    static const char *const expected[] = {"CBA", "CB", "C", ""};
    struct made frame;
    in_finally = NULL;
    for (LONG stop = OUTSIDE3; stop <= 2; stop++) {
        make(&frame, entries, 2);
        _local_unwind2(&frame.frame.link, stop);
        if (!ok(strcmp(notes, expected[stop + 1]) == 0, "_local_unwind2 to level %d: blocks run",
                (int)stop))
            tap_note("got %s, expected %s", notes, expected[stop + 1]);
        is_dec((uint32_t)frame.frame.level, (uint32_t)stop, "_local_unwind2 to level %d: the level",
               (int)stop);
    }
}

/* A compiler hands this function to _setjmp3 in a function with __try blocks: longjmp leaves the
 * blocks by it. */
static void check_longjmp_unwind(void)
{
    static const struct scope_entry entries[] = {
        {OUTSIDE3, NULL, finally_a}, {0, NULL, finally_b}, {1, NULL, finally_c}};
    struct made frame;
    make(&frame, entries, 2);
    seh_link(&frame.frame.link, _except_handler3);
    _JUMP_BUFFER buffer = {.Registration = &frame.frame.link, .TryLevel = 1};
    _seh_longjmp_unwind(&buffer);
    ok(strcmp(notes, "C") == 0 && frame.frame.level == 1,
       "_seh_longjmp_unwind leaves the blocks inside the buffer's level");
    if (_setjmp3(&jump, 2, _seh_longjmp_unwind, 0) == 0) {
        make(&frame, entries, 2);
        longjmp(&jump, 1);
    }
    ok(strcmp(notes, "CB") == 0 && frame.frame.level == 0, "so does longjmp by it");
    seh_unlink(&frame.frame.link);
}

/* __try { __try { __try { raise } __finally { B } } __finally { A } } __except (1) { X } */
static void raise_in_made_frame(void (*out_of_b)(void))
{
    static const struct scope_entry entries[] = {
        {OUTSIDE3, filter_yes, except_x}, {0, NULL, finally_a}, {1, NULL, finally_b}};
    struct made frame;
    make(&frame, entries, 2);
    in_finally = out_of_b;
    seh_link(&frame.frame.link, _except_handler3);
    raise();
}

static void check_made_frames(void)
{
    if (_setjmp3(&jump, 0) == 0)
        raise_in_made_frame(NULL);
    ok(strcmp(notes, "BAX") == 0, "blocks run from the inside out, then __except");
    is_dec((uint32_t)level_in_except, (uint32_t)OUTSIDE3, "__except runs at the level around it");

    if (_setjmp3(&jump, 0) == 0)
        raise_in_made_frame(jump_out);
    ok(strcmp(notes, "BA") == 0, "a __finally that jumps out leaves none of the others out");
}

/* __try { __try { raise } __except (raises, and continues that) {} } __except (note the code) { X }
 */
static int filter_nests(void)
{
    if (made->pointers->ExceptionRecord->ExceptionCode != 0xE0000001)
        return -1;
    RaiseException(0xE0000003, 0, 0, NULL);
    return 0;
}

static int filter_outside(void)
{
    note(made->pointers->ExceptionRecord->ExceptionCode == 0xE0000001 ? '1' : '?');
    return 1;
}

static void check_pointers_after_nesting(void)
{
    static const struct scope_entry entries[] = {{OUTSIDE3, filter_outside, except_x},
                                                 {0, filter_nests, except_x}};
    struct made frame;
    if (_setjmp3(&jump, 0) == 0) {
        make(&frame, entries, 1);
        seh_link(&frame.frame.link, _except_handler3);
        raise();
    }
    ok(strcmp(notes, "1X") == 0, "an exception inside a filter does not take the place of the one "
                                 "the next filter is asked about");
}

/* A frame of _except_handler2, and the ebp that its blocks are to find. */
struct older {
    struct scope_frame frame; /* ends with that ebp */
    EXCEPTION_POINTERS *pointers;
};
static struct older *older;
static DWORD place;

static int filter_older(void)
{
    const DWORD *own = __builtin_frame_address(0); /* begins with the ebp it is called with */
    note(own[0] == (DWORD)&place ? 'e' : '?');
    note(older->pointers && older->pointers->ExceptionRecord->ExceptionCode == 0xE0000001 ? '1'
                                                                                          : '?');
    return 1;
}

static void finally_older(void)
{
    const DWORD *own = __builtin_frame_address(0);
    note(own[0] == (DWORD)&place ? 'f' : '?');
}

static void except_older(void)
{
    note(older->frame.level == OUTSIDE3 ? 'X' : '?');
    longjmp(&jump, 7);
}

static void check_older_frame(void)
{
    static const struct scope_entry entries[] = {{OUTSIDE3, filter_older, except_older},
                                                 {0, NULL, finally_older}};
    struct older frame = {.pointers = NULL};
    older = &frame;
    memset(notes, 0, sizeof notes);
    older->frame.scope_table = (ULONG_PTR)entries;
    older->frame.level = 1;
    older->frame.ebp[0] = (DWORD)&place;
    if (_setjmp3(&jump, 0) == 0) {
        seh_link(&older->frame.link, _except_handler2);
        raise();
    }
    ok(strcmp(notes, "e1fX") == 0, "_except_handler2: ebp and pointers are in the frame");

    older->frame.level = 1;
    _JUMP_BUFFER buffer = {.Ebp = (DWORD)&place, .Registration = &older->frame.link, .TryLevel = 0};
    _seh_longjmp_unwind(&buffer);
    ok(strcmp(notes, "e1fXf") == 0 && older->frame.level == 0, "so is the ebp for longjmp");
}

/* Both cookies lie above the frame, where a function would have its arguments. */
static void check_both_cookies(void)
{
    static const struct {
        LONG gs_cookie, gs_cookie_xor, eh_cookie, eh_cookie_xor;
        struct scope_entry entries[1];
    } table = {4, 12, 8, 0, {{OUTSIDE4, NULL, finally_a}}};
    static const char *const damages[] = {"no cookie", "the stack's own cookie",
                                          "the frame's cookie"};
    struct {
        struct made made;
        ULONG_PTR cookies[2];
    } function = {.cookies = {0}};
    CONTEXT context = {0};
    for (unsigned damaged = 0; damaged < 3; damaged++) {
        for (DWORD flags = 0; flags <= EXCEPTION_UNWINDING; flags += EXCEPTION_UNWINDING) {
            EXCEPTION_RECORD record = {.ExceptionCode = 0xE0000001, .ExceptionFlags = flags};
            EXCEPTION_REGISTRATION_RECORD *named = NULL;
            ULONG_PTR ebp = (ULONG_PTR)function.made.frame.ebp;
            make(&function.made, NULL, 0);
            function.made.frame.scope_table = (ULONG_PTR)&table ^ cookie;
            function.cookies[0] = cookie ^ (ebp + 12);
            function.cookies[1] = cookie ^ ebp;
            if (damaged)
                function.cookies[damaged - 1] ^= 0x100;
            cookie_wrong = false;
            int answer = _except_handler4_common(&cookie, check_value, &record,
                                                 &function.made.frame.link, &context, &named);
            is_dec((uint32_t)answer, ExceptionContinueSearch, "%s is damaged, flags %X: passes on",
                   damages[damaged], (unsigned)flags);
            is_dec(cookie_wrong, damaged != 0, "and the check finds it");
            ok(strcmp(notes, damaged ? flags ? "!A" : "!"
                             : flags ? "A"
                                     : "") == 0,
               "before any block runs: %s", notes);
        }
    }
}

int main(void)
{
    check_stops();
    check_longjmp_unwind();
    check_made_frames();
    check_pointers_after_nesting();
    check_older_frame();
    check_both_cookies();
    return tap_done();
}
