/* The costs of a program for Windows: calls of exports, libraries, exceptions. Ring 3 cannot hold
 * interrupts back, so the least of some tries counts. */
#include "bench/bench.h"

#include <stdio.h>
#include <windows.h>

/* In exe_points.S. */
void divide_by_zero(void);
void raise_and_continue(void);

static HMODULE library;

static void load(void)
{
    STAMP(stamp_before);
    library = LoadLibraryA("exe_paths_dll.dll");
    STAMP(stamp_after);
    FreeLibrary(library);
}

static const char *name;

static void find(void)
{
    STAMP(stamp_before);
    GetProcAddress(library, name);
    STAMP(stamp_after);
}

/* The mean of all names of the library. */
static uint32_t find_all(void)
{
    enum { NAMES = 100 };
    uint32_t sum = 0;
    library = LoadLibraryA("exe_paths_dll.dll");
    for (int i = 0; i < NAMES; i++) {
        char text[16];
        sprintf(text, "call_%02d", i);
        name = text;
        sum += bench_least_of(find);
    }
    FreeLibrary(library);
    return sum / NAMES;
}

/* A call that does nothing but read a word of the TEB. */
static void call(void)
{
    STAMP(stamp_before);
    GetCurrentThreadId();
    STAMP(stamp_after);
}

int main(int argc, char **argv)
{
    bench_choose(argc, argv);
    bench_report_least("exe_call", call);
    bench_report_least("exe_load", load);
    bench_report_least("exe_trap_to_handler", divide_by_zero);
    bench_report_least("exe_raise_to_handler", raise_and_continue);
    if (bench_wants("exe_find"))
        bench_report("exe_find", find_all());
    return 0;
}
