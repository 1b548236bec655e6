/* Exceptions inside filters, __finally blocks, __except blocks and vectored handlers: which
 * handlers are asked about them, with which flags, and that each __finally block runs once.
 *
 * run: emulator=qemu
 * run: name=checked-chains args="trapline:safeseh trapline:sehop" compilers=gcc
 * run: name=ring3 ring=3 compilers=gcc
 * run: name=ring3-checked-chains ring=3 args="trapline:safeseh trapline:sehop" compilers=gcc
 * run: emulator=bochs compilers=gcc
 */
#include "tests/harness/tap.h"

#include <seh.h>
#include <seh_frames.h>
#include <stdio.h>
#include <string.h>

/* Three functions, each
 *
 *	__try {
 *		__try { the next function, in c the body } __finally { n }
 *	} __except (f) { e }
 *
 * The events are told in words of four letters: the function a, b or c (v: the vectored handler);
 * f, n or e, or d for a __finally block after a normal end; the exception; its flags.
 */
#define FUNCTIONS 3
#define STEPS     5
#define CODE      0xE0000000u

static char story[256];

static void tell(char function, char part, char about, DWORD flags)
{
    size_t length = strlen(story);
    snprintf(story + length, sizeof story - length, "%s%c%c%c%X", length ? " " : "", function, part,
             about, (unsigned)flags);
}

/* The action of a part when it runs about an exception (0: about any, but once). It raises another
 * one, by a call (a capital) or as an invalid instruction (!); or answers, + to execute, - to
 * continue. Parts that are not listed search, or do nothing. */
struct step {
    char function, part, about, action;
};

static const struct row {
    const char *what;
    struct step steps[STEPS];
    const char *story;
} rows[] = {
    {"an exception is executed two functions out",
     {{'a', 'f', 'X', '+'}},
     "cfX0 bfX0 afX0 cn-2 bn-2 an-2 aeX0"},

    /* in filters */
    {"one in a filter, executed further out",
     {{'c', 'f', 'X', 'Y'}, {'b', 'f', 'Y', '+'}},
     "cfX0 cfY10 bfY0 cn-2 bn-2 beY0 ad-0"},
    {"one in a filter, executed by the very same frame",
     {{'c', 'f', 'X', 'Y'}, {'c', 'f', 'Y', '+'}},
     "cfX0 cfY10 cn-2 ceY10 bd-0 ad-0"},
    {"one in an outer filter, executed by an inner one",
     {{'b', 'f', 'X', 'Y'}, {'c', 'f', 'Y', '+'}},
     "cfX0 bfX0 cfY10 cn-2 ceY10 bd-0 ad-0"},
    {"one in an outer filter, executed further out",
     {{'b', 'f', 'X', 'Y'}, {'a', 'f', 'Y', '+'}},
     "cfX0 bfX0 cfY10 bfY10 afY0 cn-2 bn-2 an-2 aeY0"},
    {"one in a filter, continued",
     {{'c', 'f', 'X', 'Y'}, {'b', 'f', 'Y', '-'}, {'b', 'f', 'X', '+'}},
     "cfX0 cfY10 bfY0 bfX0 cn-2 bn-2 beX0 ad-0"},
    {"a fault in a filter",
     {{'c', 'f', 'X', '!'}, {'a', 'f', '!', '+'}},
     "cfX0 cf!10 bf!0 af!0 cn-2 bn-2 an-2 ae!0"},
    {"one in the filter of one in a filter",
     {{'c', 'f', 'X', 'Y'}, {'b', 'f', 'Y', 'Z'}, {'a', 'f', 'Z', '+'}},
     "cfX0 cfY10 bfY0 cfZ10 bfZ10 afZ0 cn-2 bn-2 an-2 aeZ0"},

    /* in __finally blocks */
    {"one in a __finally block of an unwind, executed where the first one was",
     {{'a', 'f', 'X', '+'}, {'c', 'n', 0, 'Y'}, {'a', 'f', 'Y', '+'}},
     "cfX0 bfX0 afX0 cn-2 cfY0 bfY0 afY0 bn-2 an-2 aeY0"},
    {"one in a __finally block of an unwind, executed further in",
     {{'a', 'f', 'X', '+'}, {'c', 'n', 0, 'Y'}, {'b', 'f', 'Y', '+'}},
     "cfX0 bfX0 afX0 cn-2 cfY0 bfY0 bn-2 beY0 ad-0"},
    {"one in a __finally block, executed further out than the first one",
     {{'b', 'f', 'X', '+'}, {'c', 'n', 0, 'Y'}, {'a', 'f', 'Y', '+'}},
     "cfX0 bfX0 cn-2 cfY0 bfY0 afY0 bn-2 an-2 aeY0"},
    /* As on Windows: the second unwind goes on behind the frame that the first one had reached, and
     * so misses its target. */
    {"one in a __finally block, executed by its own frame",
     {{'a', 'f', 'X', '+'}, {'b', 'n', 0, 'Y'}, {'b', 'f', 'Y', '+'}, {'a', 'f', '9', '+'}},
     "cfX0 bfX0 afX0 cn-2 bn-2 bfY0 af91 an-2 ae91"},
    {"one in a __finally block, continued",
     {{'a', 'f', 'X', '+'}, {'b', 'n', 0, 'Y'}, {'a', 'f', 'Y', '-'}},
     "cfX0 bfX0 afX0 cn-2 bn-2 bfY0 afY0 an-2 aeX0"},
    {"a fault in a __finally block",
     {{'a', 'f', 'X', '+'}, {'b', 'n', 0, '!'}, {'a', 'f', '!', '+'}},
     "cfX0 bfX0 afX0 cn-2 bn-2 bf!0 af!0 an-2 ae!0"},
    {"one in each of two __finally blocks",
     {{'a', 'f', 'X', '+'},
      {'c', 'n', 0, 'Y'},
      {'a', 'f', 'Y', '+'},
      {'b', 'n', 0, 'Z'},
      {'a', 'f', 'Z', '+'}},
     "cfX0 bfX0 afX0 cn-2 cfY0 bfY0 afY0 bn-2 bfZ0 afZ0 an-2 aeZ0"},
    {"one in a __finally block after a normal end",
     {{'c', 'b', 0, '.'}, {'c', 'd', 0, 'Y'}, {'b', 'f', 'Y', '+'}},
     "cd-0 cfY0 bfY0 bn-2 beY0 ad-0"},

    /* in __except blocks */
    {"one in an __except block, executed further out",
     {{'c', 'f', 'X', '+'}, {'c', 'e', 'X', 'Y'}, {'b', 'f', 'Y', '+'}},
     "cfX0 cn-2 ceX0 bfY0 bn-2 beY0 ad-0"},

    /* in vectored handlers */
    {"one in a vectored handler, executed by a frame",
     {{'v', 'f', 'X', 'Y'}, {'b', 'f', 'Y', '+'}},
     "vfX0 vfY0 cfY0 bfY0 cn-2 bn-2 beY0 ad-0"},
    {"one in a vectored handler, continued by a frame",
     {{'v', 'f', 'X', 'Y'}, {'b', 'f', 'Y', '-'}, {'c', 'f', 'X', '+'}},
     "vfX0 vfY0 cfY0 bfY0 cfX0 cn-2 ceX0 bd-0 ad-0"},
    {"one in a vectored handler, continued by it",
     {{'v', 'f', 'X', 'Y'}, {'v', 'f', 'Y', '-'}, {'c', 'f', 'X', '+'}},
     "vfX0 vfY0 cfX0 cn-2 ceX0 bd-0 ad-0"},
    {"a vectored handler is asked about one in a filter",
     {{'v', 'f', 'X', 0}, {'c', 'f', 'X', 'Y'}, {'b', 'f', 'Y', '+'}},
     "vfX0 cfX0 vfY0 cfY10 bfY0 cn-2 bn-2 beY0 ad-0"},

    /* that cannot be continued */
    {"a filter continues a noncontinuable exception",
     {{'c', 'b', 0, 'N'}, {'b', 'f', 'N', '-'}, {'a', 'f', '5', '+'}},
     "cfN1 bfN1 cf51 bf51 af51 cn-2 bn-2 an-2 ae51"},
};

static const struct row *row;
static bool used[STEPS]; /* the steps that count once */
static _JUMP_BUFFER buffers[FUNCTIONS];
static char caught_about;
static DWORD caught_flags;

/* The action of this part, and 0 when it has none. */
static char action_of(char function, char part, char about)
{
    for (unsigned i = 0; i < STEPS; i++) {
        const struct step *step = &row->steps[i];
        if (step->function != function || step->part != part)
            continue;
        if (step->about ? step->about == about : !used[i]) {
            used[i] = true;
            return step->action;
        }
    }
    return 0;
}

static void raise_named(char name)
{
    if (name == '!')
        __asm__ volatile("ud2");
    else if (name >= 'A')
        RaiseException(CODE | (DWORD)name, name == 'N', 0, NULL);
}

static char name_of(const EXCEPTION_RECORD *record)
{
    DWORD code = record->ExceptionCode;
    return code == STATUS_ILLEGAL_INSTRUCTION        ? '!'
           : code == STATUS_NONCONTINUABLE_EXCEPTION ? '5'
           : code == STATUS_INVALID_UNWIND_TARGET    ? '9'
                                                     : (char)code;
}

static int filter(char function, const EXCEPTION_POINTERS *pointers)
{
    char about = name_of(pointers->ExceptionRecord);
    DWORD flags = pointers->ExceptionRecord->ExceptionFlags;
    tell(function, 'f', about, flags);
    char action = action_of(function, 'f', about);
    raise_named(action);
    if (action == '+') {
        caught_about = about;
        caught_flags = flags;
    }
    return action == '+'   ? EXCEPTION_EXECUTE_HANDLER
           : action == '-' ? EXCEPTION_CONTINUE_EXECUTION
                           : 0;
}

static void finally(char function)
{
    tell(function, 'n', '-', EXCEPTION_UNWINDING);
    raise_named(action_of(function, 'n', 0));
}

static void except(char function)
{
    tell(function, 'e', caught_about, caught_flags);
    raise_named(action_of(function, 'e', caught_about));
    longjmp(&buffers[function - 'a'], 1);
}

/* The frame without its function, laid out so that filters find the pointers where they look. */
struct made {
    void *esp;
    EXCEPTION_POINTERS *pointers;
    struct scope_frame frame;
};
static struct made *made[FUNCTIONS];

#define FUNCTION(letter)                                                                           \
    static int filter_##letter(void)                                                               \
    {                                                                                              \
        return filter(#letter[0], made[#letter[0] - 'a']->pointers);                               \
    }                                                                                              \
    static void finally_##letter(void) { finally(#letter[0]); }                                    \
    static void except_##letter(void) { except(#letter[0]); }

FUNCTION(a)
FUNCTION(b)
FUNCTION(c)

static const struct scope_entry tables[FUNCTIONS][2] = {
    {{OUTSIDE3, filter_a, except_a}, {0, NULL, finally_a}},
    {{OUTSIDE3, filter_b, except_b}, {0, NULL, finally_b}},
    {{OUTSIDE3, filter_c, except_c}, {0, NULL, finally_c}},
};

static void function(unsigned number) __attribute__((noinline));

static void function(unsigned number)
{
    char name = (char)('a' + number);
    struct made own = {.frame = {.scope_table = (ULONG_PTR)tables[number], .level = 1}};
    made[number] = &own;
    if (_setjmp3(&buffers[number], 0))
        return;
    seh_link(&own.frame.link, _except_handler3);
    if (number + 1 < FUNCTIONS) {
        function(number + 1);
    } else {
        char action = action_of(name, 'b', 0);
        raise_named(action ? action : 'X');
    }
    own.frame.level = 0;
    tell(name, 'd', '-', 0);
    raise_named(action_of(name, 'd', 0));
    own.frame.level = OUTSIDE3;
    seh_unlink(&own.frame.link);
}

static LONG NTAPI vectored(EXCEPTION_POINTERS *pointers) { return filter('v', pointers); }

static void check(void)
{
    EXCEPTION_REGISTRATION_RECORD *head = seh_head();
    memset(used, 0, sizeof used);
    story[0] = 0;
    PVOID handle = NULL;
    for (unsigned i = 0; i < STEPS && !handle; i++)
        if (row->steps[i].function == 'v')
            handle = AddVectoredExceptionHandler(1, vectored);
    function(0);
    if (handle)
        RemoveVectoredExceptionHandler(handle);
    if (!ok(strcmp(story, row->story) == 0, "%s: \"%s\"", row->what, row->story))
        tap_note("it was \"%s\"", story);
    ok(seh_head() == head, "%s: the chain is as before", row->what);
}

int main(void)
{
    for (row = rows; row < rows + sizeof rows / sizeof rows[0]; row++)
        check();
    return tap_done();
}
