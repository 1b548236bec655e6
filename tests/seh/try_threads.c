/* Threads that are in the middle of __try statements do not disturb each other: each switches in
 * the block, the filter, the __finally block and the __except block, and finds its own values
 * there.
 *
 * run: emulator=qemu
 *
 * run: name=ring3 ring=3 compilers=gcc
 */
#include "tests/harness/tap.h"

#include <seh.h>
#include <uthread.h>

enum { THREADS = 5, ROUNDS = 40 };

static int started, zero;
static int filters[THREADS], finals[THREADS], blocks[THREADS], wrong[THREADS];

/* Another thread's turn; its value is passed through. */
static int others_first(int value)
{
    utYield();
    return value;
}

SEH_FUNCTION static void one_round(int own, int round)
{
    const DWORD code = 0xE0000000u + (DWORD)(own * 256 + round);
    int value = 0;
    __try {
        __try {
            value = others_first(own);
            if (round % 2)
                RaiseException(code, 0, 0, NULL);
            value = round / zero;
        } __finally {
            finals[own]++;
            wrong[own] += others_first(AbnormalTermination()) != 1 || value != own;
            value = own + 100;
        }
    } __except (
        filters[own] += others_first(1), value += 0,
        others_first(GetExceptionCode() == (round % 2 ? code : STATUS_INTEGER_DIVIDE_BY_ZERO))) {
        blocks[own]++;
        utYield();
        wrong[own] += value != own + 100;
        wrong[own] += GetExceptionCode() != (round % 2 ? code : STATUS_INTEGER_DIVIDE_BY_ZERO);
    }
}

static void thread(void)
{
    const int own = started++;
    for (int round = 0; round < ROUNDS; round++)
        one_round(own, round);
}

int main(void)
{
    utSch scheduler = utSchedulerCreate();
    for (int i = 0; i < THREADS; i++)
        utSchAddUthd(scheduler, uThreadCreate(thread));
    utSchStart(scheduler);
    utSchedulerDestroy(scheduler);
    is_dec((uint32_t)started, THREADS, "all threads ran");
    for (int i = 0; i < THREADS; i++) {
        is_dec((uint32_t)filters[i], ROUNDS, "thread %d: each exception asked one filter", i);
        is_dec((uint32_t)finals[i], ROUNDS, "thread %d: and ran one __finally block", i);
        is_dec((uint32_t)blocks[i], ROUNDS, "thread %d: and one __except block", i);
        is_dec((uint32_t)wrong[i], 0, "thread %d: all values were its own", i);
    }
    return tap_done();
}
