#define _GNU_SOURCE
#include "tests/host/workers.h"

#include <linux/futex.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { STILL_SECONDS = 60 };

unsigned threads, waits, wakes;
unsigned long rounds;
uint32_t seed;
void (*worker_begins)(struct worker *worker, struct lib_thread *words);

void futex_wait(const volatile void *address, uint32_t expected, const struct timespec *limit)
{
    __atomic_add_fetch(&waits, 1, __ATOMIC_RELAXED);
    syscall(SYS_futex, address, FUTEX_WAIT_PRIVATE, expected, limit, NULL, 0);
}

uint32_t futex_wake(const volatile void *address, uint32_t count)
{
    __atomic_add_fetch(&wakes, 1, __ATOMIC_RELAXED);
    return (uint32_t)syscall(SYS_futex, address, FUTEX_WAKE_PRIVATE,
                             count > INT32_MAX ? INT32_MAX : count, NULL, NULL, 0);
}

_Noreturn void program_panic(const char *reason, ...)
{
    va_list args;
    va_start(args, reason);
    printf("Bail out! ");
    vprintf(reason, args);
    va_end(args);
    printf("\n");
    exit(1);
}

static void *begin(void *argument)
{
    struct worker *worker = argument;
    struct lib_thread *words = host_thread_begin();
    if (worker_begins)
        worker_begins(worker, words);
    worker->work(worker);
    host_thread_end(words);
    return NULL;
}

void workers_run(void (*work)(struct worker *worker), unsigned count)
{
    static struct worker workers[MOST_THREADS];
    for (unsigned i = 0; i < count; i++) {
        workers[i] = (struct worker){.number = i, .random = random_from(seed + i), .work = work};
        if (pthread_create(&workers[i].thread, NULL, begin, &workers[i]))
            program_panic("the host makes no thread");
    }
    for (unsigned i = 0; i < count; i++)
        pthread_join(workers[i].thread, NULL);
}

static volatile unsigned long moves;

bool goes_on(unsigned long round, unsigned long of)
{
    moves++;
    return round < of;
}

static void *watch(void *nothing)
{
    for (unsigned long seen; seen = moves, sleep(STILL_SECONDS) == 0;)
        if (moves == seen) {
            static const char still[] = "Bail out! all threads wait, and nobody wakes one\n";
            _exit(write(STDOUT_FILENO, still, sizeof still - 1) < 0 ? 2 : 1);
        }
    return nothing;
}

/* By a thread of its own: behind a signal's handler qemu-i386 loads FS anew, with another thread's
 * base. */
void watch_begin(void)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, watch, NULL))
        program_panic("no thread to watch");
}
