/* The parts of a path by POSIX' calls, off_t with stdio.h alone, and a program's own getopt.h.
 *
 * run: name=plain
 * run: name=ring3 ring=3
 */
#include <libgen.h>
#include <stdio.h>
typedef off_t stdio_offset;

#include <string.h>
#include <unistd.h>
#include <utime.h>

/* A program's own copy of GNU's header. */
#ifndef _GETOPT_H
#define no_argument 0
struct option {
    int other;
};
#endif

#include "tests/harness/tap.h"

static const struct {
    const char *path, *base, *dir;
} rows[] = {
    {"", ".", "."},
    {"file", "file", "."},
    {"folder/file", "file", "folder"},
    {"folder\\file//", "file", "folder"},
    {"a//b\\\\c", "c", "a//b"},
    {"/", "/", "/"},
    {"//", "/", "/"},
    {"/file", "file", "/"},
    {"C:\\", "\\", "C:\\"},
    {"C:\\folder\\file.txt", "file.txt", "C:\\folder"},
    {"C:\\file", "file", "C:\\"},
    {"C:file", "file", "C:"},
    {"C:", ".", "C:"},
};

int main(void)
{
    char path[40];
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        bool is_base = !strcmp(basename(strcpy(path, rows[i].path)), rows[i].base);
        ok(is_base && !strcmp(dirname(strcpy(path, rows[i].path)), rows[i].dir),
           "the parts of \"%s\"", rows[i].path);
    }
    ok(!strcmp(basename(NULL), ".") && !strcmp(dirname(NULL), "."), "and of none");
    ok(sizeof(stdio_offset) == 4 && sizeof(struct option) == 16, "off_t, and one struct option");
    return tap_done();
}
