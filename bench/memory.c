/* The costs of committed memory: each figure is a page's share of 64 MB, the table's and the
 * call's included. */
#include "bench/bench.h"

#include <windows.h>

enum { SIZE = 64 << 20, PAGES = SIZE / 4096, TRIES = 3 };

static uint32_t a_page(void)
{
    return (path_length() + PAGES - 1) / PAGES;
}

int main(int argc, char **argv)
{
    uint32_t commit = UINT32_MAX, release = UINT32_MAX;
    bench_choose(argc, argv);
    for (int i = 0; i < TRIES; i++) {
        STAMP(stamp_before);
        void *memory = VirtualAlloc(NULL, SIZE, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
        STAMP(stamp_after);
        if (!memory)
            return 1;
        commit = a_page() < commit ? a_page() : commit;
        STAMP(stamp_before);
        VirtualFree(memory, 0, MEM_RELEASE);
        STAMP(stamp_after);
        release = a_page() < release ? a_page() : release;
    }
    if (bench_wants("commit_page"))
        bench_report("commit_page", commit);
    if (bench_wants("release_page"))
        bench_report("release_page", release);
    return 0;
}
