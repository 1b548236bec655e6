/* The stack pointers, selectors and threads whose registers cannot be read or set.
 *
 * run: name=plain
 * run: name=486 cpu=486 compilers=gcc
 * run: name=ring3 ring=3
 * run: name=bochs emulator=bochs compilers=gcc
 * run: name=checked checked=1 compilers=gcc
 * run: name=trace args=trapline:trace compilers=gcc
 */
#include "tests/uthread/uthread_context.h"
#include "uthread/schedule/scheduler.h"

/* ---------------------------------------------------------------- stack pointers, selectors */

enum { PARKED = 44 }; /* bytes that are laid below Esp */

static void check_stack_pointers(void)
{
    uThd uthread = started("t", yields);
    DWORD limit = *(const DWORD *)uthread->regs[1], top = (DWORD)uthread - 16;
    const struct {
        const char *what;
        DWORD esp;
        int error;
    } rows[] = {
        {"misaligned by 1", top - 99, UtErrorRange},
        {"misaligned by 2", top - 98, UtErrorRange},
        {"0", 0, UtErrorRange},
        {"inside the outermost frame", top + 4, UtErrorRange},
        {"in another stack", (DWORD)&uthread & ~3u, UtErrorRange},
        {"at the stack's limit", limit, UtErrorRange},
        {"too little above it", limit + PARKED - 4, UtErrorRange},
        {"below it", limit - 4096, UtErrorRange},
        {"high", top, UtErrorNone},
        {"low", limit + PARKED, UtErrorNone},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        CONTEXT before = get(uthread), context = before;
        context.Esp = rows[i].esp;
        context.Eip = (DWORD)goes_on;
        is_dec((DWORD)error_of(uThreadSetContext(uthread, &context)),
               (DWORD)(rows[i].error ? rows[i].error : UtErrorStackSmall), "a stack pointer %s",
               rows[i].what);
        CONTEXT after = get(uthread);
        is_hex(after.Esp, rows[i].error ? before.Esp : rows[i].esp, "which changes %s",
               rows[i].error ? "nothing" : "it");
    }
    utResume(uthread);
    diary_is("0 goes on ", "the thread runs there, and its stack grows");
    uThreadDestroy(uthread);
}

static void check_selectors(void)
{
    static const unsigned selectors[] = {offsetof(CONTEXT, SegGs), offsetof(CONTEXT, SegFs),
                                         offsetof(CONTEXT, SegEs), offsetof(CONTEXT, SegDs),
                                         offsetof(CONTEXT, SegCs), offsetof(CONTEXT, SegSs)};
    uThd uthread = started("t", yields);
    for (unsigned i = 0; i < sizeof selectors / sizeof selectors[0]; i++) {
        CONTEXT context = get(uthread);
        DWORD *selector = (DWORD *)(void *)((char *)&context + selectors[i]);
        *selector ^= 0x40;
        is_dec((DWORD)error_of(uThreadSetContext(uthread, &context)), UtErrorRange,
               "a selector (%u) that differs from that of all threads is refused", i);
        *selector ^= 0x40;
        *selector |= 0xABCD0000;
        is_dec((DWORD)error_of(uThreadSetContext(uthread, &context)), UtErrorStackSmall,
               "the upper half of its word does not matter");
    }
    uThreadDestroy(uthread);
    diary_is("0 ", "nothing has run");
}

/* ---------------------------------------------------------------- misuse */

static utSemaphore semaphore;
static uThd resumer, resumed;

static int refused(uThd uthread, CONTEXT *context)
{
    int got = error_of(uThreadGetContext(uthread, context));
    int put = error_of(uThreadSetContext(uthread, context));
    return got == put ? got : 1000 + 100 * got + put;
}

static int refused_full(uThd uthread)
{
    CONTEXT context = {.ContextFlags = CONTEXT_FULL};
    return refused(uthread, &context);
}

static void takes(void) { utSemaphoreTake(semaphore); }
static void sleeps(void) { utSleep(1000); }

static void looks(void)
{
    is_dec((DWORD)refused_full(utCurrent()), UtErrorRunning, "the running thread");
    is_dec((DWORD)refused_full(resumer), UtErrorRunning, "the one that has resumed it");
    utYield();
}

static void resumes(void) { utResume(resumed); }

static void check_states(void)
{
    static CONTEXT constant_like, context = {.ContextFlags = CONTEXT_FULL};
    static const CONTEXT constant = {.ContextFlags = CONTEXT_FULL};
    uThd uthread = named("t", takes), sleeper = named("s", sleeps);
    semaphore = utSemaphoreCreate(0, 1);
    is_dec((DWORD)refused_full(NULL), UtErrorInvalid, "no thread");
    is_dec((DWORD)refused_full((uThd)(void *)semaphore), UtErrorInvalid, "a semaphore");
    is_dec((DWORD)refused(uthread, NULL), UtErrorInvalid, "no context");
    is_dec((DWORD)refused(uthread, (CONTEXT *)0x1000), UtErrorInvalid, "none that can be read");
    is_dec((DWORD)refused(uthread, (CONTEXT *)(void *)((char *)&context + 2)), UtErrorInvalid,
           "one that is misaligned");
    is_dec((DWORD)error_of(uThreadGetContext(uthread, (CONTEXT *)&constant)), UtErrorInvalid,
           "reading into a constant");
    constant_like.ContextFlags = CONTEXT_FULL | CONTEXT_FLOATING_POINT;
    is_dec((DWORD)refused(uthread, &constant_like), UtErrorRange,
           "the x87 of a thread without an exception");
    utResume(uthread);
    is_dec((DWORD)refused_full(uthread), UtErrorWaiting, "a thread that waits");
    utSemaphoreGive(semaphore);
    is_dec((DWORD)refused_full(uthread), UtErrorWaiting, "one that is still inside the call");
    utResume(uthread);
    is_dec((DWORD)refused_full(uthread), UtErrorFinished, "one that has ended");
    uThreadDestroy(uthread);
    utResume(sleeper);
    is_dec((DWORD)refused_full(sleeper), UtErrorSleeping, "one that sleeps");
    utResume(sleeper);
    uThreadDestroy(sleeper);
    resumer = named("r", resumes);
    resumed = named("l", looks);
    utResume(resumer);
    utResume(resumed);
    uThreadDestroy(resumer);
    uThreadDestroy(resumed);
    utSemaphoreDestroy(semaphore);
}

int main(void)
{
    uint32_t blocks = heap_usage().blocks;
    check_stack_pointers();
    check_selectors();
    check_states();
    is_dec(heap_usage().blocks, blocks, "nothing is left of it");
    return tap_done();
}
