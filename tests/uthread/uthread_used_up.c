/* A stack that is used up in the middle of a wait: the thread has its exception, and the object
 * does not know of it. At every distance from the stack's end, in every short way to wait.
 *
 * run: name=plain
 * run: name=checked checked=1 compilers=gcc
 * run: name=ring3 ring=3 compilers=gcc
 */
#include "boot/layout.h"
#include "kernel/memory/stacks.h"
#include "tests/uthread/uthread_scene.h"

#include <memoryapi.h>
#include <seh.h>

enum { DISTANCES = 100 };

static utSemaphore semaphore;
static utChannel channel;
static DWORD value, got;
static int result;
static unsigned distance;

static int take(void) { return utSemaphoreTake(semaphore); }
static int send(void) { return utChannelSend(channel, &value); }
static int receive(void) { return utChannelReceive(channel, &got); }

static int give(void)
{
    utSemaphoreGive(semaphore);
    return utSemaphoreTakeUntil(semaphore, UT_NOW);
}

static int send_now(void) { return utChannelSendUntil(channel, &value, UT_NOW); }
static int receive_now(void) { return utChannelReceiveUntil(channel, &got, UT_NOW); }

/* A wait, and the call that another thread makes then: done if a thread waited, else as given. */
static const struct way {
    int (*waits)(void), (*serves)(void);
    int served, alone;
    const char *what;
} ways[] = {
    {take, give, UtErrorTimedOut, UtErrorNone, "utSemaphoreTake"},
    {send, receive_now, UtErrorNone, UtErrorTimedOut, "utChannelSend"},
    {receive, send_now, UtErrorNone, UtErrorTimedOut, "utChannelReceive"},
};
static const struct way *way;

/* The lowest address that the running thread's stack can have without an exception; memory is there
 * when it returns. */
static uint32_t stack_end(void)
{
    MEMORY_BASIC_INFORMATION found;
    uint32_t page = (uint32_t)&found & ~(PAGE_SIZE - 1);
    VirtualQuery(utCurrent()->stack, &found, sizeof found);
    uint32_t end = (uint32_t)found.AllocationBase + PAGE_SIZE + STACK_RESERVE + PAGE_SIZE;
    for (; page >= end; page -= PAGE_SIZE)
        *(volatile char *)page;
    return end;
}

static int call_at(uint32_t esp, int (*call)(void))
{
    int answer;
    __asm__ volatile("movl %%esp, %%ebx; movl %1, %%esp; call *%2; movl %%ebx, %%esp"
                     : "=a"(answer)
                     : "S"(esp), "D"(call)
                     : "ebx", "ecx", "edx", "memory", "cc");
    return answer;
}

SEH_FUNCTION static void waits_at_the_end(void)
{
    __try {
        result = call_at(stack_end() + distance, way->waits);
    } __except (GetExceptionCode() == STATUS_STACK_OVERFLOW) {
        result = UtErrorNoMemory;
    }
}

static int answer;

static void serves(void) { answer = way->serves(); }

int main(void)
{
    clock_set(0); /* a tick's frame would use the stack up first */
    for (way = ways; way < ways + sizeof ways / sizeof ways[0]; way++) {
        unsigned overflowed = 0, waited = 0, wrong = 0;
        for (unsigned i = 0; i < DISTANCES; i++) {
            distance = i * sizeof(DWORD);
            result = answer = UtErrorDeadlock;
            semaphore = utSemaphoreCreate(0, 1);
            channel = utChannelCreate(sizeof value, 0);
            utSch sch = utSchedulerCreate();
            utSchAddUthd(sch, uThreadCreate(serves));
            utSchAddUthd(sch, uThreadCreate(waits_at_the_end));
            utSchStart(sch);
            bool over = result == UtErrorNoMemory;
            overflowed += over;
            waited += result == UtErrorNone;
            wrong +=
                (!over && result != UtErrorNone) || answer != (over ? way->alone : way->served);
            wrong += utSemaphoreCount(semaphore) != 0;
            utSchedulerDestroy(sch);
            wrong += utSemaphoreDestroy(semaphore) != UtErrorNone;
            wrong += utChannelDestroy(channel) != UtErrorNone;
        }
        is_dec(wrong, 0, "%s: it waits, or it overflows and nothing has happened", way->what);
        ok(overflowed >= 8 && waited >= 8, "%u overflows, %u waits", overflowed, waited);
    }
    return tap_done();
}
