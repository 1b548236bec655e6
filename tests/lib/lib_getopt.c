/* getopt and getopt_long: letters, arguments, words between options, mistakes.
 *
 * run: emulator=qemu
 *
 * run: name=ring3 ring=3
 */
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "tests/harness/tap.h"

static int raised;
static const struct option rows[] = {
    {"all", no_argument, NULL, 'a'},        {"also", no_argument, NULL, 'l'},
    {"file", required_argument, NULL, 'f'}, {"level", optional_argument, NULL, 'v'},
    {"raise", no_argument, &raised, 7},     {NULL, 0, NULL, 0},
};

/* Each option is its letter, with =argument; the words that are left stand behind a bar. */
static const struct {
    const char *letters;
    bool is_long;
    const char *words[8];
    const char *found;
} lines[] = {
    {"ab:c", false, {"-a", "-c", "x", "-a"}, "a c | x -a"},
    {"ab:c", false, {"-acb", "1", "x"}, "a c b=1 | x"},
    {"ab:c", false, {"-b1", "-ca", "--", "-a"}, "b=1 c a | -a"},
    {"ab::", false, {"-b", "1"}, "b | 1"},
    {"ab::", false, {"-b1", "-"}, "b=1 | -"},
    {"ab:", false, {"-x", "-ab"}, "?x a ?b |"},
    {":ab:", false, {"-x", "-b"}, "?x :b |"},
    {"a:", false, {"-:", "-a", "-a"}, "?: a=-a |"},
    {"ab:", true, {"x", "-a", "y", "-b", "1", "z"}, "a b=1 | x y z"},
    {"ab:", true, {"x", "-ab", "1", "--", "-a"}, "a b=1 | x -a"},
    {"+ab:", true, {"-a", "x", "-a"}, "a | x -a"},
    {"-ab:", true, {"x", "-a", "y"}, "word=x a word=y |"},
    {"af:", true, {"--all", "x", "--file", "1", "--file=2", "--fi=", "y"}, "a f=1 f=2 f= | x y"},
    {"af:", true, {"--level", "3", "--level=3"}, "v v=3 | 3"},
    {"af:", true, {"--raise", "--raise"}, "0 0 |"},
    {"af:", true, {"--al", "--alx", "--all=1", "--file"}, "? ? ?a ?f |"},
    {":af:", true, {"--file"}, ":f |"},
    {"a", true, {"x", "y"}, "| x y"},
    {"a", true, {"-a", "x", "--", "y", "-a"}, "a | x y -a"},
};

static void add(char *text, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void add(char *text, size_t size, const char *format, ...)
{
    size_t length = strlen(text);
    va_list args;
    va_start(args, format);
    vsnprintf(text + length, size - length, format, args);
    va_end(args);
}

static void check_line(unsigned number)
{
    char *argv[10] = {(char *)"program"}, found[200] = "";
    int argc = 1, is, row = -1;
    for (; lines[number].words[argc - 1]; argc++)
        argv[argc] = (char *)lines[number].words[argc - 1];
    optind = 0;
    while ((is = lines[number].is_long ? getopt_long(argc, argv, lines[number].letters, rows, &row)
                                       : getopt(argc, argv, lines[number].letters)) != -1) {
        if (is == 0)
            add(found, sizeof found, "0");
        else if (is == 1)
            add(found, sizeof found, "word");
        else
            add(found, sizeof found, "%c", is);
        if ((is == '?' || is == ':') && optopt)
            add(found, sizeof found, "%c", optopt);
        if (optarg)
            add(found, sizeof found, "=%s", optarg);
        add(found, sizeof found, " ");
    }
    add(found, sizeof found, "|");
    while (optind < argc)
        add(found, sizeof found, " %s", argv[optind++]);
    ok(strcmp(found, lines[number].found) == 0, "%s, line %u: %s (%s)",
       lines[number].is_long ? "getopt_long" : "getopt", number, lines[number].found, found);
}

int main(void)
{
    opterr = 0;
    for (unsigned i = 0; i < sizeof lines / sizeof lines[0]; i++)
        check_line(i);
    is_dec(raised, 7, "an option may set a variable");
    opterr = 1;
    ok(freopen("said", "w", stderr) != NULL, "stderr is a file");
    check_line(5);
    ok(freopen("said", "r", stderr) != NULL, "which is read again");
    char said[100];
    fgets(said, sizeof said, stderr);
    ok(strcmp(said, "program: unknown option -- x\n") == 0, "mistakes are told");
    return tap_done();
}
