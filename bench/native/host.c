/* What the thread library gets from Linux that it has from kernel/ and seh_emul/ otherwise: the
 * very objects that go into images run here. A timer's signal is the clock, on a stack of its own.
 */
#include "bench/native/host.h"

#include "bench/native/native.h"
#include "kernel/cpu.h"
#include "kernel/image.h"
#include "kernel/report.h"
#include "kernel/service.h"
#include "kernel/stacks.h"
#include "kernel/start.h"
#include "kernel/tib.h"
#include "kernel/trace.h"
#include "seh_emul/status.h"
#include "seh_emul/unhandled.h"

#include <cpuid.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

#define TICK_MICROSECONDS 1000
#define SHARED_PAGE       0x7FFE0000u

extern start_hook *const start_hooks[], *const start_hooks_end[]; /* hooks.ld */

static TEB *teb;

static void tick(int signal)
{
    (void)signal;
    KUSER_SHARED_DATA *shared = (KUSER_SHARED_DATA *)SHARED_PAGE;
    if (++shared->TickCount.LowPart == 0)
        shared->TickCount.High1Time = ++shared->TickCount.High2Time;
    *(DWORD *)((char *)teb + TIB_ATTENTION) = TIB_ATTEND;
}

void host_clock(bool on)
{
    struct itimerval often = {.it_interval.tv_usec = on ? TICK_MICROSECONDS : 0,
                              .it_value.tv_usec = on ? TICK_MICROSECONDS : 0};
    setitimer(ITIMER_REAL, &often, NULL);
}

bool host_open(void)
{
    static char signal_stack[64 << 10];
    void *page = mmap((void *)SHARED_PAGE, 4096, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    stack_t stack = {.ss_sp = signal_stack, .ss_size = sizeof signal_stack};
    struct sigaction action = {.sa_handler = tick, .sa_flags = SA_ONSTACK | SA_RESTART};
    if (page != (void *)SHARED_PAGE || sigaltstack(&stack, NULL) ||
        sigaction(SIGALRM, &action, NULL))
        return false;
    unsigned eax, ebx, ecx, edx = 0;
    __get_cpuid(1, &eax, &ebx, &ecx, &edx);
    cpu_features.sse = edx & bit_SSE;
    cpu_features.fxsr = edx & bit_FXSAVE;
    teb = tib_current();
    for (start_hook *const *hook = start_hooks; hook < start_hooks_end; hook++)
        (*hook)();
    return true;
}

/* ---------------------------------------------------------------- what the library calls */

struct cpu_features cpu_features;
bool trace_on;

void sys_clock_wait_until(uint64_t deadline)
{
    while (GetTickCount64() < deadline)
        pause();
}

void stack_set_switch(uint32_t first, uint32_t end)
{
    (void)first, (void)end; /* stacks do not grow here */
}

void seh_set_thread_ends(const struct thread_ends *ends)
{
    (void)ends; /* nothing faults */
}

/* Called for what does not happen in a measurement. */
static _Noreturn void never(const char *what)
{
    fprintf(stderr, "compare: %s was called\n", what);
    abort();
}

void image_patch(void *text, const void *bytes, size_t size)
{
    (void)text, (void)bytes, (void)size;
    never("image_patch: this CPU has no SSE, and");
}

EXCEPTION_DISPOSITION seh_final_handler(EXCEPTION_RECORD *record,
                                        EXCEPTION_REGISTRATION_RECORD *frame, CONTEXT *context,
                                        EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    (void)record, (void)frame, (void)context, (void)dispatcher;
    never("seh_final_handler");
}

bool sys_stack_alloc(size_t size, struct stack *stack)
{
    (void)size, (void)stack;
    never("sys_stack_alloc");
}

void sys_stack_free(void *base)
{
    (void)base;
    never("sys_stack_free");
}

void sys_trace_thread_named(const void *thread, const char *name)
{
    (void)thread, (void)name;
    never("sys_trace_thread_named");
}

void sys_trace_write(uint32_t event, const uint32_t arg[4], uint8_t length)
{
    (void)event, (void)arg, (void)length;
    never("sys_trace_write");
}

const char *report_address(uint32_t address)
{
    (void)address;
    never("report_address");
}

const char *status_name(DWORD status)
{
    (void)status;
    never("status_name");
}

const char *status_access_name(DWORD access)
{
    (void)access;
    never("status_access_name");
}
