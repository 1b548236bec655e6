/* The command line: how it is cut into words, and the words that are the runtime's.
 *
 * run: name=table
 * run: name=real args="one 'two words' '' trapline:tick=5 '\"quoted\"' 'back\\slash' trapline"
 * run: name=real-bochs emulator=bochs compilers=gcc
 *   args="one 'two words' trapline:tick=5 '\"quoted\"' 'back\\slash' trapline"
 * run: name=unknown args="trapline:nonsense trapline:more one" compilers=gcc
 *   expect="^trapline: unknown option trapline:nonsense [(]there are trapline:" expect="^ok 1"
 *
 * Ring 0 only: the words are cut by the kernel, and each program in ring 3 gets its own in the
 * same way.
 */
#include "kernel/arguments.h"
#include "tests/harness/tap.h"

#include <stdio.h>
#include <string.h>

static const struct row {
    const char *line;
    int count;
    const char *words[6];
} rows[] = {
    {"", 0, {NULL}},
    {"   \t ", 0, {NULL}},
    {"x", 1, {"x"}},
    {"x a b", 3, {"x", "a", "b"}},
    {"  x \t a\t\tb  ", 3, {"x", "a", "b"}},

    /* quotes */
    {"x 'a b' c", 3, {"x", "a b", "c"}},
    {"x \"a b\" c", 3, {"x", "a b", "c"}},
    {"x a' 'b", 2, {"x", "a b"}},
    {"x 'a'\"b\"c", 2, {"x", "abc"}},
    {"x '' \"\" y", 4, {"x", "", "", "y"}},
    {"''", 1, {""}},
    {"x ''", 2, {"x", ""}},
    {"x ''''", 2, {"x", ""}},
    {"x 'say \"hi\"'", 2, {"x", "say \"hi\""}},
    {"x \"it's\"", 2, {"x", "it's"}},
    {"x '\ta '", 2, {"x", "\ta "}},

    /* quotes without an end reach to the end of the line */
    {"x 'a b", 2, {"x", "a b"}},
    {"x \"a b ", 2, {"x", "a b "}},
    {"x '", 2, {"x", ""}},
    {"x a\"", 2, {"x", "a"}},

    /* backslashes */
    {"x a\\ b", 2, {"x", "a b"}},
    {"x \\'a \\\"b", 3, {"x", "'a", "\"b"}},
    {"x \"a\\\"b\"", 2, {"x", "a\"b"}},
    {"x \"a\\\\\" b", 3, {"x", "a\\", "b"}},
    {"x 'a\\b'", 2, {"x", "a\\b"}},
    {"x 'a\\' b", 3, {"x", "a\\", "b"}},
    {"x a\\\\b", 2, {"x", "a\\b"}},
    {"x a\\", 2, {"x", "a\\"}},
    {"x \\", 2, {"x", "\\"}},
    {"x \\a", 2, {"x", "a"}},

    /* the runtime's own */
    {"x trapline:trace a", 2, {"x", "a"}},
    {"x a trapline:tick=7", 2, {"x", "a"}},
    {"x 'trapline:trace'", 1, {"x"}},
    {"x trapline:what a", 2, {"x", "a"}},
    {"x trapline trapline-x xtrapline:trace",
     4,
     {"x", "trapline", "trapline-x", "xtrapline:trace"}},
    {"trapline:trace a", 2, {"trapline:trace", "a"}}, /* the first word is the name */
};

static void check_row(const struct row *row)
{
    const struct arguments *arguments = arguments_parse(row->line);
    bool alike = arguments->count == row->count && !arguments->words[row->count];
    for (int i = 0; alike && i < row->count; i++)
        alike = strcmp(arguments->words[i], row->words[i]) == 0;
    ok(alike, "[%s] has %d words", row->line, row->count);
    for (int i = 0; !alike && i < arguments->count; i++)
        tap_note("[%s]", arguments->words[i]);
}

/* text NULL: no option is unknown. */
static void check_ring(const char *line, unsigned ring)
{
    is_dec(arguments_parse(line)->options.ring, ring, "[%s]: ring %u", line, ring);
}

static void check_options(const char *line, bool trace, uint32_t tick, const char *unknown)
{
    const struct arguments *arguments = arguments_parse(line);
    const char *got = arguments->unknown_option;
    ok(arguments->options.trace == trace && arguments->options.first_tick == tick &&
           (unknown ? got && strcmp(got, unknown) == 0 : !got),
       "[%s]: trace %d, tick %08X, unknown %s", line, trace, (unsigned)tick,
       unknown ? unknown : "none");
}

static void check_table(void)
{
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++)
        check_row(&rows[i]);
    check_options("x", false, 0, NULL);
    check_options("x trapline:trace", true, 0, NULL);
    check_options("trapline:trace", false, 0, NULL);
    check_options("x trapline:tick=123", false, 123, NULL);
    check_options("x trapline:tick=0xFFFFFFFF trapline:trace", true, 0xFFFFFFFF, NULL);
    check_options("x trapline:safeseh trapline:sehop", false, 0, NULL);
    ok(runtime_options()->safeseh && runtime_options()->sehop, "both checks of frames are on");
    check_options("x trapline:sehop", false, 0, NULL);
    ok(!runtime_options()->safeseh && runtime_options()->sehop, "one of them is");
    ok(!runtime_options()->input_is_pipe, "the input is a console");
    check_options("x trapline:input=pipe", false, 0, NULL);
    ok(runtime_options()->input_is_pipe, "or a pipe");
    ok(!runtime_options()->output_is_terminal, "the output is no terminal");
    check_options("x trapline:output=terminal", false, 0, NULL);
    ok(runtime_options()->output_is_terminal, "or one");
    ok(!runtime_options()->output_is_pipe, "nor a pipe");
    check_options("x trapline:output=pipe trapline:error=apart", false, 0, NULL);
    ok(runtime_options()->output_is_pipe, "or that");
    ok(!runtime_options()->error_is_pipe && runtime_options()->error_is_apart,
       "the error is apart, and a console");
    check_options("x trapline:error=pipe", false, 0, NULL);
    ok(runtime_options()->error_is_pipe && !runtime_options()->error_is_apart, "or a pipe");
    check_options("x trapline:input=file", false, 0, "trapline:input=file");
    check_options("x trapline:sehops", false, 0, "trapline:sehops");
    check_options("x trapline:tick=", false, 0, "trapline:tick=");
    check_options("x trapline:tick=12x", false, 0, "trapline:tick=12x");
    check_options("x trapline:tick=4294967296", false, 0, "trapline:tick=4294967296");
    check_options("x trapline:tick=-1", false, 0, "trapline:tick=-1");
    check_options("x trapline:traces", false, 0, "trapline:traces");
    check_options("x trapline:", false, 0, "trapline:");
    check_ring("x trapline:ring=3", 3);
    check_ring("x trapline:ring=0", 0);
    check_ring("x", 0);
    check_options("x trapline:ring=1", false, 0, "trapline:ring=1");
    check_options("x trapline:ring=33", false, 0, "trapline:ring=33");
    check_options("x trapline:a trapline:b trapline:trace", true, 0, "trapline:a");
}

int main(int argc, char **argv)
{
    /* GRUB, by which Bochs boots, drops empty words. */
    bool by_grub = argc > 3 && argv[3][0];
    static const char *const real[] = {"one",        "two words",   "",
                                       "\"quoted\"", "back\\slash", "trapline"};
    bool unknown = argc == 2;
    ok(argc >= 1 && strstr(argv[0], "kernel_arguments"), "the first word is the program's name: %s",
       argv[0]);
    ok(!argv[argc], "a null pointer ends the words");
    if (unknown) {
        ok(strcmp(argv[1], "one") == 0, "unknown options do not reach the program");
    } else if (argc == 1) {
        check_table();
    } else {
        is_dec((unsigned)argc, by_grub ? 6 : 7, "as many words arrive as were given");
        for (int i = 1, j = 0; i < argc && j < 6; i++, j++) {
            j += by_grub && j == 2;
            ok(strcmp(argv[i], real[j]) == 0, "word %d is [%s]", i, argv[i]);
        }
    }
    return tap_done();
}
