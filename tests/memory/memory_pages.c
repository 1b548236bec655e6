/* Pages that come and go under many threads at once: each touch finds the page's bytes, or an
 * access violation where the memory may be gone. The bytes come from a file; memory_pages.t brings
 * one as a module of the loader, otherwise the program writes it.
 *
 * run: args="rounds=10"
 * run: name=2 smp=2 args="rounds=10" compilers=gcc
 * run: name=4 smp=4 args="rounds=10" compilers=gcc
 * run: name=4-ring3 smp=4 ring=3 args="rounds=10" compilers=gcc
 * run: name=4-checked smp=4 checked=1 args="rounds=10" compilers=gcc
 * run: name=long smp=4 args="rounds=30" compilers=gcc
 */
#include "tests/harness/arguments.h"
#include "tests/harness/tap.h"

#include <pager.h>
#include <stdio.h>
#include <string.h>
#include <windows.h>

enum { PAGES = 24, WORDS = PAGER_PAGE / 4, TOUCHERS = 4, LONG_MS = 60000 };

static unsigned rounds = 30;
static FILE *file;
static uint32_t *base;
static volatile LONG calls[PAGES], wrong, violations, touches, stop;
static CRITICAL_SECTION reading;
static HANDLE asked, computed;

static uint32_t value_at(unsigned word) { return word * 2654435761u + 12345; }

static void write_file(void)
{
    FILE *made = fopen("pages", "wb");
    for (unsigned i = 0; made && i < PAGES * WORDS; i++) {
        uint32_t value = value_at(i);
        fwrite(&value, sizeof value, 1, made);
    }
    if (made)
        fclose(made);
}

/* The first page comes when another thread has computed for a while. */
static NTSTATUS from_file(void *waits, void *page, void *bytes)
{
    unsigned number = (unsigned)((uint32_t *)page - base) / WORDS;
    if (number >= PAGES)
        return STATUS_UNSUCCESSFUL; /* a page of the range before, which is gone */
    InterlockedIncrement(&calls[number]);
    if (waits && number == 0) {
        SetEvent(asked);
        if (WaitForSingleObject(computed, LONG_MS) != WAIT_OBJECT_0)
            return STATUS_TIMEOUT;
    }
    EnterCriticalSection(&reading);
    BOOL read = fseek(file, (long)(number * PAGER_PAGE), SEEK_SET) == 0 &&
                fread(bytes, PAGER_PAGE, 1, file) == 1;
    LeaveCriticalSection(&reading);
    return read ? STATUS_SUCCESS : STATUS_UNSUCCESSFUL;
}

/* ---------------------------------------------------------------- threads */

/* Reads a word; returns whether it is there. Counts other bytes than its own. */
SEH_FUNCTION static BOOL reads(unsigned word)
{
    __try {
        if (((volatile uint32_t *)base)[word] != value_at(word))
            InterlockedIncrement(&wrong);
    } __except (GetExceptionCode() == STATUS_ACCESS_VIOLATION ? EXCEPTION_EXECUTE_HANDLER
                                                              : EXCEPTION_CONTINUE_SEARCH) {
        InterlockedIncrement(&violations);
        return FALSE;
    }
    InterlockedIncrement(&touches);
    return TRUE;
}

static unsigned next_random(unsigned *state)
{
    *state = *state * 1664525 + 1013904223;
    return *state >> 8;
}

/* Reads words of all pages, beginning with another one than the others do. */
static DWORD WINAPI reads_all(LPVOID number)
{
    for (unsigned i = 0; i < PAGES; i++)
        reads((i + (unsigned)number) % PAGES * WORDS + (unsigned)number);
    return 0;
}

static DWORD WINAPI reads_until_stopped(LPVOID number)
{
    unsigned state = (unsigned)number;
    while (!stop)
        reads(next_random(&state) % (PAGES * WORDS));
    return 0;
}

static DWORD WINAPI reads_until_gone(LPVOID number)
{
    unsigned state = (unsigned)number;
    while (reads(next_random(&state) % (PAGES * WORDS)))
        ;
    return 0;
}

static HANDLE threads[TOUCHERS];

static void start(LPTHREAD_START_ROUTINE function)
{
    for (unsigned i = 0; i < TOUCHERS; i++)
        threads[i] = CreateThread(NULL, 0, function, (LPVOID)i, 0, NULL);
}

/* Returns whether all have ended in time. */
static BOOL await_all(void)
{
    BOOL ended = WaitForMultipleObjects(TOUCHERS, threads, TRUE, LONG_MS) == WAIT_OBJECT_0;
    for (unsigned i = 0; i < TOUCHERS; i++)
        CloseHandle(threads[i]);
    return ended;
}

static BOOL reserve(BOOL waits)
{
    memset((void *)calls, 0, sizeof calls);
    base = pager_reserve(PAGES * PAGER_PAGE, PAGE_READONLY, from_file, (void *)waits);
    return base != NULL;
}

/* ---------------------------------------------------------------- claims */

static void check_together(void)
{
    LONG many = 0;
    wrong = violations = touches = 0;
    ok(reserve(TRUE), "a range is backed by a file of %u pages", PAGES);
    start(reads_all);
    is_dec(WaitForSingleObject(asked, LONG_MS), WAIT_OBJECT_0, "threads touch it");
    volatile unsigned steps = 0;
    while (steps < 1000000)
        steps++;
    SetEvent(computed);
    ok(await_all(), "another thread computes before the first page comes, and then all go on");
    is_dec(touches, PAGES * TOUCHERS, "each touch has found something");
    is_dec(wrong, 0, "the file's bytes");
    for (unsigned i = 0; i < PAGES; i++)
        many += calls[i];
    is_dec(many, PAGES, "each page was brought once for all threads");
    pager_release(base);
}

static void check_decommit(void)
{
    unsigned state = 1;
    LONG many = 0;
    wrong = violations = touches = stop = 0;
    reserve(FALSE);
    start(reads_until_stopped);
    /* Its sleeps do not last as long as their slices. */
    SetThreadPriority(GetCurrentThread(), THREAD_PRIORITY_HIGHEST);
    for (unsigned i = 0; i < rounds * 10; i++) {
        unsigned first = next_random(&state) % PAGES;
        unsigned count = 1 + next_random(&state) % (PAGES - first);
        VirtualFree(base + first * WORDS, count * PAGER_PAGE, MEM_DECOMMIT);
        if (i % 4 == 0)
            Sleep(1);
    }
    SetThreadPriority(GetCurrentThread(), THREAD_PRIORITY_NORMAL);
    stop = TRUE;
    ok(await_all(), "pages are sent away while threads touch them");
    is_dec(wrong, 0, "%ld touches have found the file's bytes", touches);
    is_dec(violations, 0, "none was refused");
    for (unsigned i = 0; i < PAGES; i++)
        many += calls[i];
    ok(many > PAGES, "pages came again: %ld in all", many);
    pager_release(base);
}

/* The threads touch the range meanwhile, also on one CPU. */
static void linger(unsigned *state)
{
    for (volatile unsigned wait = next_random(state) % 100000; wait > 0; wait--)
        ;
    if (next_random(state) % 2)
        Sleep(next_random(state) % 3);
}

static void check_release(void)
{
    unsigned hung = 0, state = 2;
    wrong = violations = touches = 0;
    for (unsigned i = 0; i < rounds; i++) {
        reserve(FALSE);
        start(reads_until_gone);
        linger(&state);
        pager_release(base);
        hung += !await_all();
    }
    is_dec(hung, 0, "ranges are released while threads touch them");
    ok(touches > 0, "they have found something");
    is_dec(wrong, 0, "the file's bytes, %ld times", touches);
    is_dec(violations, (LONG)rounds * TOUCHERS, "and one of each thread an access violation");
}

/* Frees ordinary memory while threads touch it. */
static void check_free(void)
{
    unsigned hung = 0, state = 3;
    wrong = violations = touches = 0;
    for (unsigned i = 0; i < rounds; i++) {
        base = VirtualAlloc(NULL, PAGES * PAGER_PAGE, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
        for (unsigned word = 0; base && word < PAGES * WORDS; word++)
            base[word] = value_at(word);
        start(reads_until_gone);
        linger(&state);
        VirtualFree(base, i % 2 ? 0 : PAGES * PAGER_PAGE, i % 2 ? MEM_RELEASE : MEM_DECOMMIT);
        hung += !await_all();
        if (i % 2 == 0)
            VirtualFree(base, 0, MEM_RELEASE);
    }
    is_dec(hung, 0, "ordinary memory is freed while threads touch it");
    ok(touches > 0, "they have found something");
    is_dec(wrong, 0, "its bytes, %ld times", touches);
    is_dec(violations, (LONG)rounds * TOUCHERS, "and one of each thread an access violation");
}

int main(int argc, char **argv)
{
    rounds = argument(argc, argv, "rounds=", rounds);
    InitializeCriticalSection(&reading);
    asked = CreateEvent(NULL, FALSE, FALSE, NULL);
    computed = CreateEvent(NULL, FALSE, FALSE, NULL);
    file = fopen("pages", "rb");
    printf("# the file is %s\n", file ? "a module of the loader" : "written here");
    if (!file) {
        write_file();
        file = fopen("pages", "rb");
    }
    check_together();
    check_decommit();
    check_release();
    check_free();
    fclose(file);
    return tap_done();
}
