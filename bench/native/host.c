/* The surroundings of the thread library on Linux, in place of kernel/ and seh_emul/. The library's
 * objects are the very ones that go into images. A timer's signal is the clock, on a stack of its
 * own.
 */
#include "bench/native/host.h"

#include "bench/native/native.h"
#include "boot/layout.h"
#include "kernel/call/fpu.h"
#include "kernel/call/service.h"
#include "kernel/call/stack.h"
#include "kernel/call/start.h"
#include "kernel/call/tib.h"
#include "kernel/call/trace.h"
#include "seh_emul/dispatch/unhandled.h"

#include <cpuid.h>
#include <memoryapi.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

#define TICK_MICROSECONDS 1000
#define X87_CW_LINUX      0x037F /* more precision than Windows' */

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

static void set_x87(WORD control)
{
    __asm__ volatile("fldcw %0" : : "m"(control));
}

void host_enter(void)
{
    tib_set_running(NULL);
    set_x87(X87_CW_WINDOWS);
}

void host_leave(void)
{
    set_x87(X87_CW_LINUX);
}

/* ---------------------------------------------------------------- the library's calls */

struct cpu_features cpu_features;
bool trace_on;

void sys_clock_wait_until(uint64_t deadline)
{
    while (GetTickCount64() < deadline)
        pause();
}

void seh_set_thread_ends(const struct thread_ends *ends)
{
    (void)ends; /* nothing faults */
}

/* All of it can be touched at once. The limit is the one that a stack of the kernel's begins with,
 * and never changes. */
uint32_t sys_stack_alloc(size_t size, struct stack *stack)
{
    if (size > GUARDED_SIZE)
        return STATUS_COMMITMENT_LIMIT;
    stack->top = guarded_stack();
    if (!stack->top)
        return STATUS_COMMITMENT_LIMIT;
    stack->limit = stack->top + BLOCK_SIZE - STACK_FIRST_PAGES(size / PAGE_SIZE) * PAGE_SIZE;
    stack->base = stack->top + BLOCK_SIZE - GUARDED_SIZE;
    memset(stack->top, 0, BLOCK_SIZE);
    return STATUS_SUCCESS;
}

void sys_stack_free(void *base)
{
    guarded_stack_free((char *)base + GUARDED_SIZE - BLOCK_SIZE);
}

/* The library asks only for the page below a stack's limit: its guard. */
uint32_t sys_region_query(uint32_t address, MEMORY_BASIC_INFORMATION *information)
{
    (void)address;
    information->Protect = PAGE_READWRITE | PAGE_GUARD;
    return STATUS_SUCCESS;
}

/* Reserving maps, in large pages; Linux gives memory when it is touched. */
uint32_t sys_region_allocate(uint32_t *base, uint32_t *size, uint32_t type, uint32_t protect)
{
    (void)protect;
    if (type == MEM_COMMIT)
        return STATUS_SUCCESS;
    void *region = slots_map(*size);
    *base = (uint32_t)region;
    return region ? STATUS_SUCCESS : STATUS_NO_MEMORY;
}

uint32_t sys_region_free(uint32_t *base, uint32_t *size, uint32_t type)
{
    (void)size, (void)type;
    slots_unmap((void *)*base);
    return STATUS_SUCCESS;
}
