/* Figures' lines. */
#include "bench/bench.h"

#include <stdio.h>
#include <string.h>

uint32_t stamp_before, stamp_after;

static int words;
static char **wanted;

void bench_choose(int argc, char **argv)
{
    words = argc - 1;
    wanted = argv + 1;
}

bool bench_wants(const char *name)
{
    bool found = words <= 0;
    for (int i = 0; i < words; i++)
        found = found || !strcmp(wanted[i], name);
    return found;
}

void bench_report(const char *name, uint32_t value)
{
    printf("bench %s %u\n", name, (unsigned)value);
}

uint32_t bench_least_of(void (*path)(void))
{
    enum { TRIES = 16 };
    uint32_t least = UINT32_MAX;
    for (int i = 0; i < TRIES; i++) {
        path();
        least = path_length() < least ? path_length() : least;
    }
    return least;
}

void bench_report_least(const char *name, void (*path)(void))
{
    if (bench_wants(name))
        bench_report(name, bench_least_of(path));
}

void bench_begin(void)
{
    __asm__ volatile("");
}

void bench_path(const char *name, uint32_t value, uint32_t beside)
{
    (void)beside; /* for the debugger that stops here */
    printf("bench %s %u traced\n", name, (unsigned)value);
}
