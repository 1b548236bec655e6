/* A scheduler of user-level threads on each CPU.
 *
 *     ./trapline run cpus --smp 4
 */
#include <stdio.h>
#include <uthread.h>
#include <windows.h>

enum { PARTS = 4, PART = 5000, IN_TURNS = 3 };

struct part {
    unsigned next, end, primes; /* one scheduler's threads share them without a lock */
    DWORD cpu;
};
static volatile LONG total; /* all threads of the machine share this */

static void *looks_for_primes(void *argument)
{
    struct part *part = argument;
    while (part->next < part->end) {
        unsigned number = part->next++, divisor = 2;
        while (divisor * divisor <= number && number % divisor)
            divisor++;
        part->primes += number > 1 && divisor * divisor > number;
        utYield();
    }
    return NULL;
}

static DWORD WINAPI schedules(void *argument)
{
    struct part *part = argument;
    utSch scheduler = utSchedulerCreate();
    part->cpu = GetCurrentProcessorNumber();
    for (int i = 0; i < IN_TURNS; i++)
        utSchAddUthd(scheduler, uThreadCreateFor(looks_for_primes, part, NULL));
    utSchStart(scheduler);
    utSchedulerDestroy(scheduler);
    InterlockedExchangeAdd(&total, (LONG)part->primes);
    return 0;
}

int main(void)
{
    struct part parts[PARTS];
    HANDLE threads[PARTS];
    SYSTEM_INFO system;
    GetSystemInfo(&system);
    for (unsigned i = 0; i < PARTS; i++) {
        parts[i] = (struct part){.next = i * PART, .end = (i + 1) * PART};
        threads[i] = CreateThread(NULL, 0, schedules, &parts[i], CREATE_SUSPENDED, NULL);
        SetThreadAffinityMask(threads[i], 1u << i % system.dwNumberOfProcessors);
        ResumeThread(threads[i]);
    }
    WaitForMultipleObjects(PARTS, threads, TRUE, INFINITE);
    for (unsigned i = 0; i < PARTS; i++)
        printf("CPU %u: %u primes\n", (unsigned)parts[i].cpu, parts[i].primes);
    /* 1: CPU 0: 669 primes | 2: CPU 1: 560 primes | 3: CPU 2: 525 primes | 4: CPU 3: 508 primes */
    printf("all: %ld\n", total); /* 5: all: 2262 */
    return 0;
}
