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
#define CODE      0xE0000000u

static char story[256];

static void tell(char function, char part, char about, DWORD flags)
{
    size_t length = strlen(story);
    snprintf(story + length, sizeof story - length, "%s%c%c%c%X", length ? " " : "", function, part,
             about, (unsigned)flags);
}

/* The steps of a row are words of four letters, too: the function; the part, or b for c's body; the
 * exception, * for any, but once; the action of the part. It raises another exception, by a call (a
 * capital) or as an invalid instruction (!); or answers, + to execute, - to continue; or does
 * nothing (.). Parts that are not listed search, or do nothing. */
static const struct row {
    const char *what, *steps, *story;
} rows[] = {
    {"an exception is executed two functions out", "afX+", "cfX0 bfX0 afX0 cn-2 bn-2 an-2 aeX0"},

    /* in filters */
    {"one in a filter, executed further out", "cfXY bfY+", "cfX0 cfY10 bfY0 cn-2 bn-2 beY0 ad-0"},
    {"one in a filter, executed by the very same frame", "cfXY cfY+",
     "cfX0 cfY10 cn-2 ceY10 bd-0 ad-0"},
    {"one in an outer filter, executed by an inner one", "bfXY cfY+",
     "cfX0 bfX0 cfY10 cn-2 ceY10 bd-0 ad-0"},
    {"one in an outer filter, executed further out", "bfXY afY+",
     "cfX0 bfX0 cfY10 bfY10 afY0 cn-2 bn-2 an-2 aeY0"},
    {"one in a filter, continued", "cfXY bfY- bfX+", "cfX0 cfY10 bfY0 bfX0 cn-2 bn-2 beX0 ad-0"},
    {"a fault in a filter", "cfX! af!+", "cfX0 cf!10 bf!0 af!0 cn-2 bn-2 an-2 ae!0"},
    {"one in the filter of one in a filter", "cfXY bfYZ afZ+",
     "cfX0 cfY10 bfY0 cfZ10 bfZ10 afZ0 cn-2 bn-2 an-2 aeZ0"},

    /* in __finally blocks */
    {"one in a __finally block of an unwind, executed where the first one was", "afX+ cn*Y afY+",
     "cfX0 bfX0 afX0 cn-2 cfY0 bfY0 afY0 bn-2 an-2 aeY0"},
    {"one in a __finally block of an unwind, executed further in", "afX+ cn*Y bfY+",
     "cfX0 bfX0 afX0 cn-2 cfY0 bfY0 bn-2 beY0 ad-0"},
    {"one in a __finally block, executed further out than the first one", "bfX+ cn*Y afY+",
     "cfX0 bfX0 cn-2 cfY0 bfY0 afY0 bn-2 an-2 aeY0"},
    /* As on Windows: the second unwind goes on behind the frame that the first one had reached, and
     * so misses its target. */
    {"one in a __finally block, executed by its own frame", "afX+ bn*Y bfY+ af9+",
     "cfX0 bfX0 afX0 cn-2 bn-2 bfY0 af91 an-2 ae91"},
    {"one in a __finally block, continued", "afX+ bn*Y afY-",
     "cfX0 bfX0 afX0 cn-2 bn-2 bfY0 afY0 an-2 aeX0"},
    {"a fault in a __finally block", "afX+ bn*! af!+",
     "cfX0 bfX0 afX0 cn-2 bn-2 bf!0 af!0 an-2 ae!0"},
    {"one in each of two __finally blocks", "afX+ cn*Y afY+ bn*Z afZ+",
     "cfX0 bfX0 afX0 cn-2 cfY0 bfY0 afY0 bn-2 bfZ0 afZ0 an-2 aeZ0"},
    {"one in a __finally block after a normal end", "cb*. cd*Y bfY+",
     "cd-0 cfY0 bfY0 bn-2 beY0 ad-0"},

    /* in __except blocks */
    {"one in an __except block, executed further out", "cfX+ ceXY bfY+",
     "cfX0 cn-2 ceX0 bfY0 bn-2 beY0 ad-0"},

    /* in vectored handlers */
    {"one in a vectored handler, executed by a frame", "vfXY bfY+",
     "vfX0 vfY0 cfY0 bfY0 cn-2 bn-2 beY0 ad-0"},
    {"one in a vectored handler, continued by a frame", "vfXY bfY- cfX+",
     "vfX0 vfY0 cfY0 bfY0 cfX0 cn-2 ceX0 bd-0 ad-0"},
    {"one in a vectored handler, continued by it", "vfXY vfY- cfX+",
     "vfX0 vfY0 cfX0 cn-2 ceX0 bd-0 ad-0"},
    {"a vectored handler is asked about one in a filter", "vfX. cfXY bfY+",
     "vfX0 cfX0 vfY0 cfY10 bfY0 cn-2 bn-2 beY0 ad-0"},

    /* that cannot be continued */
    {"a filter continues a noncontinuable exception", "cb*N bfN- af5+",
     "cfN1 bfN1 cf51 bf51 af51 cn-2 bn-2 an-2 ae51"},
};

static const struct row *row;
static unsigned used; /* the steps that count once, by bits */
static _JUMP_BUFFER buffers[FUNCTIONS];
static char caught_about;
static DWORD caught_flags;

/* The action of this part, and 0 when it has none. */
static char action_of(char function, char part, char about)
{
    const char *step = row->steps;
    for (unsigned bit = 1; *step; bit <<= 1, step += step[4] ? 5 : 4) {
        if (step[0] != function || step[1] != part)
            continue;
        if (step[2] == '*' ? !(used & bit) : step[2] == about) {
            used |= bit;
            return step[3];
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
    used = 0;
    story[0] = 0;
    PVOID handle = strchr(row->steps, 'v') ? AddVectoredExceptionHandler(1, vectored) : NULL;
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
