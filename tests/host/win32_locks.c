/* Windows' locks under threads of the host, with Linux' futexes beneath. The very objects that go
 * into images run here (tests/windows/windows_locks_host.t links them).
 *
 * Takes seed=N, rounds=N and threads=N; prints TAP. The threads' calls follow from the seed, the
 * order in which the host runs them does not.
 */
#define _GNU_SOURCE
#include "tests/host/win32_locks.h"

#include <sys/mman.h>
#include <unistd.h>

#include "lib/host.h"
#include "tests/harness/arguments.h"
#include "win32/address_wait_calls.h"

/* ---------------------------------------------------------------- the machine's part */

struct cpu_features cpu_features = {.cx8 = true};

uint32_t address_wait(const volatile void *address, uint32_t expected, uint64_t deadline)
{
    struct timespec left = {0}, *until = NULL;
    if (deadline != WAIT_WITHOUT_END) {
        uint64_t now = GetTickCount64();
        if (deadline <= now)
            return STATUS_TIMEOUT;
        left.tv_sec = (time_t)((deadline - now) / 1000);
        left.tv_nsec = (long)((deadline - now) % 1000 * 1000000);
        until = &left;
    }
    /* Another thread comes between the lock's last look and the wait, now and then. */
    if (waits % 2)
        sched_yield();
    futex_wait(address, expected, until);
    return deadline <= GetTickCount64() ? STATUS_TIMEOUT : STATUS_SUCCESS;
}

uint64_t wait_deadline_after(DWORD ms) { return GetTickCount64() + ms + (ms != 0); }

uint32_t address_wake(const volatile void *address, uint32_t count)
{
    return futex_wake(address, count);
}

void NTAPI RtlRaiseStatus(NTSTATUS status) { program_panic("raised %08lX", status); }

static void library_waits(const uint32_t *address, uint32_t expected)
{
    address_wait(address, expected, WAIT_WITHOUT_END);
}

static void library_wakes(const uint32_t *address) { address_wake(address, 1); }

struct lib_host lib_host = {.wait = library_waits, .wake = library_wakes};

uint64_t fine_time(void) { return GetTickCount64() * 10000; }

/* By the host's clock, which the tests' timespec_get reads. */
uint64_t system_time_tick(uint64_t time)
{
    enum { SECOND = 10000000 };
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    uint64_t second = (uint64_t)now.tv_sec + 11644473600;
    int64_t left = (int64_t)(time - second * SECOND - (uint64_t)now.tv_nsec / 100);
    return left <= 0 ? 0 : GetTickCount64() + ((uint64_t)left + 9999) / 10000;
}

/* The shared page, and a thread that counts its milliseconds. */
static void *tick(void *nothing)
{
    volatile DWORD *ticks = (volatile DWORD *)(0x7FFE0000 + 0x320);
    struct timespec now;
    for (;;) {
        usleep(500);
        clock_gettime(CLOCK_MONOTONIC, &now);
        *ticks = (DWORD)(now.tv_sec * 1000 + now.tv_nsec / 1000000);
    }
    return nothing;
}

static void start_clock(void)
{
    pthread_t ticker;
    if (mmap((void *)0x7FFE0000, 4096, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED ||
        pthread_create(&ticker, NULL, tick, NULL))
        program_panic("no clock");
}

/* ---------------------------------------------------------------- threads */

/* Gives a worker's thread what Windows' calls look for. */
static void begins(struct worker *worker, struct lib_thread *words)
{
    static PEB peb = {.NumberOfProcessors = 2};
    TEB *teb = (TEB *)((char *)words - LIB_THREAD_OFFSET);
    teb->NtTib.Self = &teb->NtTib;
    teb->UniqueThread = 4 * (worker->number + 1);
    teb->ProcessEnvironmentBlock = &peb;
}

void in_threads(void (*work)(struct worker *worker))
{
    waits = wakes = 0;
    workers_run(work, threads);
}

void linger(struct worker *worker)
{
    if (chance(&worker->random, 16))
        sched_yield();
    else
        for (volatile unsigned i = random_below(&worker->random, 50); i; i--)
            ;
}

int main(int argc, char **argv)
{
    seed = (uint32_t)argument(argc, argv, "seed=", 1);
    rounds = argument(argc, argv, "rounds=", 0);
    threads = (unsigned)argument(argc, argv, "threads=", 0);
    if (threads < 2 || threads > MOST_THREADS || threads % 2 || rounds < 1000) {
        fprintf(stderr, "usage: win32_locks seed=N rounds=N threads=N (even)\n");
        return 2;
    }
    watch_begin();
    printf("# seed=%u rounds=%lu threads=%u\n", (unsigned)seed, rounds, threads);
    setvbuf(stdout, NULL, _IOLBF, 0);
    start_clock();
    worker_begins = begins;
    host_thread_begin(); /* main pushes and pops, too */
    check_sections(0);
    check_sections(50);
    check_slim();
    check_queue(true);
    check_queue(false);
    check_meeting();
    check_once();
    check_addresses();
    check_list(true);
    check_list(false);
    return tap_done();
}
