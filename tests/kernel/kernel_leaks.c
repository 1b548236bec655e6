/* Memory that a program keeps to its end is reported in the checking build, and only there.
 *
 * run: name=none checked=1 args=none transcript=kernel_leaks_none.expected
 * run: name=freed checked=1 args=freed transcript=kernel_leaks_none.expected
 * run: name=process-heap checked=1 args=process-heap transcript=kernel_leaks_none.expected
 * run: name=process-heap-ring3 checked=1 ring=3 args=process-heap transcript=kernel_leaks_none.expected compilers=gcc
 * run: name=threads checked=1 args=threads transcript=kernel_leaks_none.expected
 * run: name=ums checked=1 args=ums transcript=kernel_leaks_none.expected
 * run: name=ums-kept checked=1 ring=3 args=ums-kept transcript=kernel_leaks_none.expected compilers=gcc
 * run: name=plain args=heap transcript=kernel_leaks_none.expected compilers=gcc
 * run: name=heap checked=1 args=heap exit=0
 *   expect="^trapline: leak: [0-9]+ bytes in 2 blocks of the heap were never freed$"
 * run: name=heap-ring3 checked=1 ring=3 args=heap exit=0 compilers=gcc
 *   expect="^trapline: leak: [0-9]+ bytes in 2 blocks of the heap were never freed$"
 * run: name=heap-msvcrt checked=1 args="msvcrt heap" exit=0 compilers=gcc
 *   expect="^trapline: leak: [0-9]+ bytes in 2 blocks of the heap were never freed$"
 * run: name=pages checked=1 args=pages
 *   expect="^trapline: leak: 3 pages of memory were never given back$"
 * run: name=pages-after-heap checked=1 args="freed pages"
 *   expect="^trapline: leak: 3 pages of memory were never given back$"
 * run: name=frame checked=1 args=frame compilers=gcc
 *   expect="^trapline: leak: 1 pages? of memory w.* never given back$"
 * run: name=thread checked=1 args=thread compilers=gcc
 *   expect="^trapline: leak: 3 pages of memory were never given back$"
 */
#include "kernel/memory/frames.h"
#include "kernel/memory/space.h"
#include "lib/format_rules.h"
#include "tests/harness/locked.h"

#include <heapapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ums.h>
#include <uthread.h>

static void nothing(void) { utYield(); }

static void free_all(void)
{
    void *blocks[100];
    for (unsigned i = 0; i < 100; i++)
        blocks[i] = malloc(i * 100);
    for (unsigned i = 0; i < 100; i++)
        free(blocks[i]);
    void *range = space_alloc(100000);
    space_release(range);
}

static void end_threads(void)
{
    utSch scheduler = utSchedulerCreate();
    for (unsigned i = 0; i < 10; i++)
        utSchAddUthd(scheduler, uThreadCreate(nothing));
    utSchStart(scheduler);
    utSchedulerDestroy(scheduler);
}

/* The handles that a program keeps are closed for it. */
static void make_lists(bool keep)
{
    for (unsigned i = 0; i < 3; i++) {
        PUMS_COMPLETION_LIST list;
        PUMS_CONTEXT context;
        CreateUmsCompletionList(&list);
        CreateUmsThreadContext(&context);
        if (!keep) {
            DeleteUmsThreadContext(context);
            DeleteUmsCompletionList(list);
        }
    }
}

static void do_one(const char *what)
{
    if (strncmp(what, "ums", 3) == 0)
        make_lists(what[3]);
    if (strcmp(what, "freed") == 0)
        free_all();
    else if (strcmp(what, "process-heap") == 0)
        HeapFree(GetProcessHeap(), 0, HeapAlloc(GetProcessHeap(), 0, 100));
    else if (strcmp(what, "threads") == 0)
        end_threads();
    else if (strcmp(what, "msvcrt") == 0)
        format_rules.library = FORMAT_MSVCRT; /* as a program for Windows has it */
    else if (strcmp(what, "heap") == 0)
        *(volatile char *)malloc(100) = *(volatile char *)malloc(10);
    else if (strcmp(what, "pages") == 0)
        space_alloc(3 * PAGE_SIZE);
    else if (strcmp(what, "frame") == 0)
        frame_alloc();
    else if (strcmp(what, "thread") == 0)
        uThreadCreate(nothing);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        do_one(argv[i]);
    printf("the last line of main\n");
    return 0;
}
