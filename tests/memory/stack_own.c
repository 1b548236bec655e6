/* A stack of the program's own, in memory from VirtualAlloc: if the TEB describes it, it grows as
 * the kernel's stacks do, and has their end.
 *
 * run: name=ordinary
 * run: name=486 cpu=486 compilers=gcc
 * run: name=ring3 ring=3
 * run: name=checked checked=1 compilers=gcc
 * run: name=bochs compilers=gcc emulator=bochs
 */
#include "boot/layout.h"
#include "kernel/call/tib.h"
#include "tests/harness/tap.h"

#include <malloc.h>
#include <memoryapi.h>
#include <seh.h>
#include <string.h>

#define SIZE  0x40000u
#define GUARD (PAGE_READWRITE | PAGE_GUARD)

static char *memory; /* SIZE bytes, the stack is all of it */

static MEMORY_BASIC_INFORMATION look(const char *address)
{
    MEMORY_BASIC_INFORMATION information;
    VirtualQuery((PVOID)address, &information, sizeof information);
    return information;
}

static char *limit(void) { return tib_current()->NtTib.StackLimit; }

/* Calls f on the stack whose end is top. */
static void call_on(char *top, void (*f)(void))
{
    __asm__ volatile("movl %%esp, %%ebx\n\tmovl %0, %%esp\n\tcall *%1\n\tmovl %%ebx, %%esp"
                     :
                     : "S"(top), "D"(f)
                     : "eax", "ebx", "ecx", "edx", "memory", "cc");
}

/* Reserves a stack with one guard page at its top, and runs f on it. The TEB says that the stack
 * begins so many bytes above the memory's start. Returns the limit that f has left. */
static char *run(uint32_t above, void (*f)(void))
{
    TEB *teb = tib_current();
    memory = VirtualAlloc(NULL, SIZE, MEM_RESERVE, PAGE_READWRITE);
    char *top = memory + SIZE, *left;
    VirtualAlloc(top - PAGE_SIZE, PAGE_SIZE, MEM_COMMIT, GUARD);
    NT_TIB kept = teb->NtTib;
    PVOID start = teb->DeallocationStack;
    teb->NtTib.StackBase = teb->NtTib.StackLimit = top;
    teb->DeallocationStack = memory + above;
    call_on(top, f);
    left = teb->NtTib.StackLimit;
    teb->NtTib.StackBase = kept.StackBase;
    teb->NtTib.StackLimit = kept.StackLimit;
    teb->DeallocationStack = start;
    return left;
}

static void check_grown(const char *left, uint32_t least, const char *how)
{
    uint32_t used = (uint32_t)(memory + SIZE - left);
    ok(used >= least && used < least + 4 * PAGE_SIZE, "it grows %s: by %u bytes", how, used);
    ok(look(left).Protect == PAGE_READWRITE && look(left).RegionSize == used, "StackLimit follows");
    ok(look(left - PAGE_SIZE).Protect == GUARD && look(left - 2 * PAGE_SIZE).State == MEM_RESERVE,
       "the page below is the guard, and the rest is reserved");
    VirtualFree(memory, 0, MEM_RELEASE);
}

/* ---------------------------------------------------------------- ways to grow */

__attribute__((noinline)) static int down(int levels)
{
    char room[3000];
    int below = levels ? down(levels - 1) : 0;
    __asm__ volatile("" : : "r"(room) : "memory"); /* it may be used in any way */
    return below + 1;
}

static void calls_down(void) { down(19); }

__attribute__((noinline)) static void use(size_t size) { memset(alloca(size), 1, size); }

static void uses_alloca(void) { use(60000); }

static void large_frame(void)
{
    char room[60000];
    __asm__ volatile("" : : "r"(room) : "memory"); /* it may be used in any way */
}

/* ---------------------------------------------------------------- its end */

static DWORD code;
static char *limit_then;

static volatile int deepest = INT32_MAX;

__attribute__((noinline)) static int for_ever(int n)
{
    volatile int here = n;
    return n == deepest ? 0 : for_ever(n + 1) + here;
}

SEH_FUNCTION static void recurses(void)
{
    __try {
        for_ever(0);
    } __except (EXCEPTION_EXECUTE_HANDLER) {
        code = GetExceptionCode();
        limit_then = limit();
    }
}

int main(void)
{
    check_grown(run(0, calls_down), 56000, "by calls");
    check_grown(run(0, uses_alloca), 60000, "by alloca");
    check_grown(run(0, large_frame), 60000, "by a large frame");

    run(0, recurses);
    is_hex(code, STATUS_STACK_OVERFLOW, "its end is an overflow");
    is_hex((uint32_t)limit_then, (uint32_t)memory + PAGE_SIZE, "all of it is given then");
    is_hex(look(memory).State, MEM_RESERVE, "but its last page");
    VirtualFree(memory, 0, MEM_RELEASE);

    run(SIZE / 2, recurses);
    is_hex(code, STATUS_STACK_OVERFLOW, "it ends where the TEB says");
    is_hex((uint32_t)limit_then, (uint32_t)memory + SIZE / 2 + PAGE_SIZE, "and not below");
    VirtualFree(memory, 0, MEM_RELEASE);
    return tap_done();
}
