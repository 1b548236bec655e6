/* Views: which sources they take, whose memory is whose, and copies on write that other CPUs see.
 *
 * run: name=2 smp=2
 * run: name=486 cpu=486 memory=16M
 * run: name=checked checked=1 smp=2 compilers=gcc
 * run: name=bochs2 smp=2 emulator=bochs compilers=gcc
 *
 * Ring 0 only: CPUs and frames are the kernel's.
 */
#include "kernel/call/calls.h"
#include "kernel/call/service.h"
#include "kernel/cpus/cpus.h"
#include "kernel/memory/frames.h"
#include "kernel/memory/paging.h"
#include "kernel/memory/regions.h"
#include "kernel/memory/space.h"
#include "kernel/memory/views.h"
#include "tests/harness/locked.h"
#include "tests/harness/tap.h"
#include "tests/kernel/kernel_cpus.h"

#include <memoryapi.h>
#include <seh.h>

enum { PAGES = 4, SIZE = PAGES * PAGE_SIZE };

static struct view_wanted wanted_of(const char *source, uint32_t size, uint32_t protect)
{
    return (struct view_wanted){.source = (uint32_t)source, .size = size, .protect = protect};
}

/* Returns the view's address, or NULL. */
static char *map(const char *source, uint32_t protect)
{
    struct view_wanted wanted = wanted_of(source, SIZE, protect);
    return sys_view_map(&wanted) == STATUS_SUCCESS ? (char *)wanted.base : NULL;
}

static uint32_t status_of(struct view_wanted wanted) { return sys_view_map(&wanted); }

/* ---------------------------------------------------------------- sources */

static void check_sources(void)
{
    char *source = sys_space_alloc(SIZE),
         *own = VirtualAlloc(NULL, SIZE, MEM_COMMIT, PAGE_READWRITE),
         *view = map(source, PAGE_READONLY);
    const struct {
        const char *claim;
        struct view_wanted wanted;
        uint32_t status;
    } rows[] = {
        {"no size", wanted_of(source, 0, PAGE_READONLY), STATUS_INVALID_PARAMETER},
        {"all addresses", wanted_of(source, UINT32_MAX, PAGE_READONLY), STATUS_INVALID_PARAMETER},
        {"more than the range", wanted_of(source, SIZE + 1, PAGE_READONLY),
         STATUS_INVALID_PARAMETER},
        {"no page's start", wanted_of(source + 1, 1, PAGE_READONLY), STATUS_INVALID_PARAMETER},
        {"the program's own range", wanted_of(own, SIZE, PAGE_READONLY), STATUS_INVALID_PARAMETER},
        {"another view", wanted_of(view, SIZE, PAGE_READONLY), STATUS_INVALID_PARAMETER},
        {"the image", wanted_of(direct(IMAGE_PHYSICAL), 1, PAGE_READONLY),
         STATUS_INVALID_PARAMETER},
        {"no range", wanted_of(NULL, 1, PAGE_READONLY), STATUS_INVALID_PARAMETER},
        {"no protection", wanted_of(source, 1, 0), STATUS_INVALID_PAGE_PROTECTION},
        {"two protections", wanted_of(source, 1, PAGE_READONLY | PAGE_READWRITE),
         STATUS_INVALID_PAGE_PROTECTION},
        {"a base in use",
         {.base = (uint32_t)own, .source = (uint32_t)source, .size = 1, .protect = PAGE_READONLY},
         STATUS_CONFLICTING_ADDRESSES},
        {"a base that is no slot's start",
         {.base = 0x1000, .source = (uint32_t)source, .size = 1, .protect = PAGE_READONLY},
         STATUS_CONFLICTING_ADDRESSES},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++)
        is_hex(status_of(rows[i].wanted), rows[i].status, "a view of %s is refused", rows[i].claim);
    sys_space_release(source);
    ok(paging_readable(source, SIZE) && !VirtualFree(source, SIZE, MEM_DECOMMIT) &&
           !VirtualFree(source, 0, MEM_RELEASE) && paging_readable(view, SIZE),
       "a source with a view keeps its memory");
    is_hex(sys_view_unmap((uint32_t)view + SIZE - 1), STATUS_SUCCESS, "its view ends");
    is_hex(sys_view_unmap((uint32_t)view), STATUS_NOT_MAPPED_VIEW, "once");
    sys_space_release(source);
    ok(!paging_readable(source, 1), "and then the source can be given back");
    VirtualFree(own, 0, MEM_RELEASE);
}

/* ---------------------------------------------------------------- memory */

static void check_frames(void)
{
    char *source = sys_space_alloc(SIZE);
    char *first = map(source, PAGE_READONLY); /* records of views have a frame from now on */
    uint32_t before = frame_usage().free;
    char *view = map(source, PAGE_WRITECOPY), *other = map(source, PAGE_READWRITE);
    is_dec(before - frame_usage().free, 0, "views take no memory");
    view[PAGE_SIZE] = 'v';
    is_dec(before - frame_usage().free, 1, "a copied page does");
    view[PAGE_SIZE + 1] = 'w';
    is_dec(before - frame_usage().free, 1, "once");
    other[PAGE_SIZE] = 'o';
    ok(source[PAGE_SIZE] == 'o' && view[PAGE_SIZE] == 'v', "and is the view's own");
    sys_view_unmap((uint32_t)view);
    is_dec(before - frame_usage().free, 0, "which gives it back");
    ok(source[PAGE_SIZE] == 'o' && other[PAGE_SIZE] == 'o' && paging_readable(source, SIZE),
       "the source's pages stay");
    sys_view_unmap((uint32_t)other);
    sys_view_unmap((uint32_t)first);
    sys_space_release(source);
}

/* The kernel commits pages itself where a stack grows: then the protection is a stack's. */
static void check_growth(void)
{
    char *source = sys_space_alloc(SIZE), *view = map(source, PAGE_WRITECOPY);
    struct view_wanted wanted = wanted_of(source, SIZE, PAGE_READONLY);
    wanted.of_file = true;
    sys_view_map(&wanted);
    ok(!region_commit(view, PAGE_SIZE, PAGE_READWRITE) &&
           !(paging_look(view).rights & PAGING_WRITE),
       "a stack that grows into a view gets no more than that allows");
    char *of_file = (char *)wanted.base;
    ok(of_file && region_commit(of_file, PAGE_SIZE, PAGE_READWRITE) &&
           !(paging_look(of_file).rights & PAGING_WRITE),
       "into a file's view it need not grow");
    sys_view_unmap((uint32_t)of_file);
    sys_view_unmap((uint32_t)view);
    sys_space_release(source);
}

static DWORD status, underlying;

static int note_failure(const EXCEPTION_RECORD *record)
{
    status = record->ExceptionCode;
    underlying = record->NumberParameters > 2 ? record->ExceptionInformation[2] : 0;
    return EXCEPTION_EXECUTE_HANDLER;
}

/* Nothing allocates between the two loops. */
SEH_FUNCTION static void check_exhaustion(void)
{
    char *source = sys_space_alloc(SIZE), *view = map(source, PAGE_WRITECOPY);
    uint32_t first = FRAME_NONE, frame;
    while ((frame = frame_alloc()) != FRAME_NONE) {
        *(uint32_t *)direct(frame) = first;
        first = frame;
    }
    __try {
        *(volatile char *)view = 'v';
    } __except (note_failure(GetExceptionInformation()->ExceptionRecord)) {
        ;
    }
    for (; first != FRAME_NONE; first = frame) {
        frame = *(uint32_t *)direct(first);
        frame_free(first);
    }
    is_hex(status, STATUS_IN_PAGE_ERROR, "without memory a page cannot be copied");
    is_hex(underlying, STATUS_NO_MEMORY, "which the exception says");
    *view = 'v';
    ok(*view == 'v' && !*source, "with memory it can, afterwards");
    sys_view_unmap((uint32_t)view);
    sys_space_release(source);
}

/* ---------------------------------------------------------------- other CPUs */

struct reader {
    const volatile char *page;
    volatile uint32_t reads, seen, stop;
};

static uint32_t read_on(void *argument)
{
    struct reader *reader = argument;
    while (!reader->stop) {
        reader->seen = (uint8_t)*reader->page;
        reader->reads++;
        cpu_relax();
    }
    return 0;
}

static void check_cpus(void)
{
    char *source = sys_space_alloc(SIZE);
    unsigned stale = 0, silent = 0;
    for (unsigned round = 0; round < 20 && !stale; round++) {
        char *view = map(source, PAGE_WRITECOPY);
        struct reader reader = {.page = view};
        uint32_t thread = start_on(1, read_on, &reader);
        silent += !await_change(&reader.reads, 0);
        *view = 'v';
        /* The read under way may have been of the source; the next one is not. */
        for (unsigned twice = 0; twice < 2; twice++)
            silent += !await_change(&reader.reads, reader.reads);
        stale += reader.seen != 'v';
        reader.stop = true;
        silent += !await_end(thread);
        sys_view_unmap((uint32_t)view);
    }
    is_dec(silent, 0, "another CPU reads a page that is to be copied");
    is_dec(stale, 0, "and sees the copy when it has been written to");
    sys_space_release(source);
}

int main(void)
{
    sys_thread_set_affinity(THIS_THREAD, 1, NULL);
    check_sources();
    check_frames();
    check_growth();
    check_exhaustion();
    if (cpus_running > 1)
        check_cpus();
    ok(!views_exist, "no view is left");
    return tap_done();
}
