/* Several CPUs forget translations when they must: a page gets another frame, fewer rights, or
 * loses its memory while the others use it, or idle.
 *
 * run: name=1 args="cpus=1"
 * run: name=2 smp=2 args="cpus=2"
 * run: name=4 smp=4 args="cpus=4 rounds=200"
 * run: name=8 smp=8 args="cpus=8 rounds=100"
 * run: name=4-small smp=4 memory=8M args="cpus=4 rounds=100"
 * run: name=4-counted smp=4 virtual-time=1 args="cpus=4 rounds=300"
 * run: name=8-counted smp=8 virtual-time=1 args="cpus=8 rounds=100"
 * run: name=486 cpu=486 args="cpus=1"
 * run: name=pentium smp=2 cpu=pentium args="cpus=2"
 * run: name=long smp=4 args="cpus=4 rounds=1000" compilers=gcc
 * run: name=bochs2 smp=2 emulator=bochs compilers=gcc args="cpus=2"
 * run: name=bochs4 smp=4 emulator=bochs compilers=gcc args="cpus=4"
 *
 * Ring 0 only: CPUs are the kernel's.
 */
#include "kernel/cpus/cpus.h"
#include "kernel/memory/frames.h"
#include "kernel/memory/paging.h"
#include "kernel/memory/space.h"
#include "tests/harness/arguments.h"
#include "tests/harness/locked.h"
#include "tests/harness/tap.h"
#include "tests/kernel/kernel_cpus.h"

#include <memoryapi.h>
#include <seh.h>

static unsigned rounds;

/* ---------------------------------------------------------------- translations */

struct reader {
    const volatile uint32_t *page;
    volatile uint32_t reads, seen, stop;
};

static uint32_t read_on(void *argument)
{
    struct reader *reader = argument;
    while (!reader->stop) {
        reader->seen = *reader->page;
        reader->reads++;
        cpu_relax(); /* under instruction counting the CPUs take turns */
    }
    return 0;
}

/* The page changes its frame while the other CPUs read it. After cpus_invalidate each sees the new
 * one. */
static void check_invalidate(void)
{
    static struct reader readers[CPUS_MOST];
    uint32_t threads[CPUS_MOST];
    char *page = space_alloc(PAGE_SIZE);
    uint32_t own = page ? paging_look(page).physical : 0, frames[2] = {own, frame_alloc()};
    unsigned stale = 0, silent = 0;
    for (unsigned i = 0; i < 2; i++)
        *(uint32_t *)direct(frames[i]) = i;
    for (uint32_t i = 1; i < cpus_running; i++) {
        readers[i] = (struct reader){.page = (uint32_t *)page};
        threads[i] = start_on(i, read_on, &readers[i]);
        silent += !await_change(&readers[i].reads, 0);
    }
    for (unsigned round = 1; round <= rounds / 10 && !silent && !stale; round++) {
        paging_map(page, frames[round % 2], PAGING_WRITE | PAGING_USER);
        cpus_invalidate(page, PAGE_SIZE);
        for (uint32_t i = 1; i < cpus_running; i++) {
            /* The read under way may have been of the old frame; the next one is not. */
            for (unsigned twice = 0; twice < 2; twice++)
                silent += !await_change(&readers[i].reads, readers[i].reads);
            stale += readers[i].seen != round % 2;
        }
    }
    for (uint32_t i = 1; i < cpus_running; i++) {
        readers[i].stop = true;
        silent += !await_end(threads[i]);
    }
    is_dec(silent, 0, "the other CPUs read a page all the time");
    is_dec(stale, 0, "%u times the page gets another frame, and each of them sees it", rounds / 10);
    paging_map(page, own, PAGING_WRITE | PAGING_USER);
    cpus_invalidate(page, PAGE_SIZE);
    frame_free(frames[1]);
    space_release(page);
}

enum { LARGE = 0x200000, MORE_THAN_THERE_IS = 0x40000000 };
static char *large;

static bool lower_rights(void)
{
    DWORD old;
    return VirtualProtect(large, LARGE, PAGE_READONLY, &old);
}

static bool decommit(void) { return VirtualFree(large + PAGE_SIZE, LARGE / 2, MEM_DECOMMIT); }
static bool release(void) { return VirtualFree(large, 0, MEM_RELEASE); }

static bool ask_for_too_much(void)
{
    return !VirtualAlloc(NULL, MORE_THAN_THERE_IS, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}

/* One question has all of the others forget a range, whatever its size. */
static void check_questions(void)
{
    static volatile bool stop;
    static const struct {
        const char *claim;
        bool (*call)(void);
        uint32_t questions;
    } rows[] = {
        {"each of the others is asked once to forget the rights of a large range", lower_rights, 1},
        {"once when a large part of it is decommitted", decommit, 1},
        {"once when it is released", release, 1},
        {"and not at all when there is no memory for a range", ask_for_too_much, 0},
    };
    uint32_t threads[CPUS_MOST] = {0};
    for (uint32_t i = 1; i < cpus_running; i++) {
        threads[i] = start_on(i, compute, (void *)&stop);
        await_change(&cpus[i].ticks, cpus[i].ticks);
    }
    large = VirtualAlloc(NULL, LARGE, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    for (unsigned row = 0; row < sizeof rows / sizeof rows[0]; row++) {
        uint32_t before[CPUS_MOST] = {0}, wrong = 0;
        for (uint32_t i = 1; i < cpus_running; i++)
            before[i] = cpus[i].answers;
        bool done = rows[row].call();
        for (uint32_t i = 1; i < cpus_running; i++)
            wrong += cpus[i].answers - before[i] != rows[row].questions;
        ok(done && !wrong, "%s", rows[row].claim);
    }
    stop = true;
    for (uint32_t i = 1; i < cpus_running; i++)
        await_end(threads[i]);
}

static uint32_t read_once(void *argument)
{
    struct reader *reader = argument;
    reader->seen = *reader->page;
    return 0;
}

/* A CPU that idles is not asked, and has forgotten the translation when it reads again. */
static void check_idle(void)
{
    char *page = space_alloc(PAGE_SIZE);
    uint32_t own = page ? paging_look(page).physical : 0, other = frame_alloc();
    unsigned stale = 0;
    *(uint32_t *)direct(own) = 1;
    *(uint32_t *)direct(other) = 2;
    for (uint32_t i = 1; i < cpus_running; i++) {
        struct reader reader = {.page = (uint32_t *)page};
        stale += !run_on(i, read_once, &reader) || reader.seen != 1;
        paging_map(page, other, PAGING_WRITE | PAGING_USER);
        cpus_invalidate(page, PAGE_SIZE);
        stale += !run_on(i, read_once, &reader) || reader.seen != 2;
        paging_map(page, own, PAGING_WRITE | PAGING_USER);
        cpus_invalidate(page, PAGE_SIZE);
    }
    is_dec(stale, 0, "a page that changes while a CPU idles is another one to it afterwards");
    frame_free(other);
    space_release(page);
}

static uint32_t invalidate_often(void *argument)
{
    for (unsigned i = 0; i < rounds / 10; i++)
        cpus_invalidate(argument, i % 2 ? PAGE_SIZE : 64 * PAGE_SIZE);
    return 0;
}

static void check_invalidate_at_once(void)
{
    uint32_t threads[CPUS_MOST];
    unsigned unfinished = 0;
    for (uint32_t i = 1; i < cpus_running; i++)
        threads[i] = start_on(i, invalidate_often, &rounds);
    invalidate_often(&rounds);
    for (uint32_t i = 1; i < cpus_running; i++)
        unfinished += !await_end(threads[i]);
    is_dec(unfinished, 0, "all CPUs ask all others at the same time, and get their answers");
}

/* ---------------------------------------------------------------- pages that are taken away */

struct writer {
    volatile uint32_t *page;
    volatile uint32_t writes;
    volatile DWORD status, address; /* of the exception that has ended the loop */
};

static int note(struct writer *writer, const EXCEPTION_RECORD *record)
{
    writer->status = record->ExceptionCode;
    writer->address = record->ExceptionInformation[1];
    return EXCEPTION_EXECUTE_HANDLER;
}

SEH_FUNCTION static uint32_t write_until_fault(void *argument)
{
    struct writer *writer = argument;
    __try {
        for (;; cpu_relax())
            *writer->page = ++writer->writes;
    } __except (note(writer, GetExceptionInformation()->ExceptionRecord)) {
        ;
    }
    return 0;
}

/* Tells whether every other CPU that writes to the page faults as soon as the page is taken away.
 */
static void check_taken(const char *claim, bool (*take)(void *page))
{
    static struct writer writers[CPUS_MOST];
    uint32_t threads[CPUS_MOST];
    unsigned wrong = 0;
    for (unsigned round = 0; round <= rounds / 100 && !wrong; round++) {
        char *page = VirtualAlloc(NULL, PAGE_SIZE, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
        for (uint32_t i = 1; i < cpus_running; i++) {
            writers[i] = (struct writer){.page = (uint32_t *)page + i};
            threads[i] = start_on(i, write_until_fault, &writers[i]);
            wrong += !await_change(&writers[i].writes, 0);
        }
        wrong += !page || !take(page);
        for (uint32_t i = 1; i < cpus_running && !wrong; i++)
            wrong += !await_end(threads[i]) || writers[i].status != STATUS_ACCESS_VIOLATION ||
                     writers[i].address != (uint32_t)writers[i].page;
        VirtualFree(page, 0, MEM_RELEASE);
    }
    is_dec(wrong, 0, "%s", claim);
}

static bool protect(void *page)
{
    DWORD old;
    return VirtualProtect(page, PAGE_SIZE, PAGE_READONLY, &old);
}

static bool take_memory(void *page) { return VirtualFree(page, PAGE_SIZE, MEM_DECOMMIT); }

int main(int argc, char **argv)
{
    unsigned expected = argument(argc, argv, "cpus=", 1);
    rounds = argument(argc, argv, "rounds=", 3000);
    sys_thread_set_affinity(THIS_THREAD, 1, NULL);
    is_dec(cpus_running, expected, "%u CPUs run", expected);
    if (cpus_running > 1) {
        check_invalidate();
        check_questions();
        check_idle();
        check_invalidate_at_once();
        check_taken("a page that becomes read-only faults on each CPU that writes to it", protect);
        check_taken("so does one that loses its memory", take_memory);
    } else {
        cpus_invalidate(&rounds, sizeof rounds);
        ok(true, "one CPU alone waits for no answers");
    }
    return tap_done();
}
