/* uThreadStackUse: of growing stacks by pages, of others by the lowest word that was written.
 *
 * run: name=plain
 * run: name=ring3 ring=3 compilers=gcc
 */
#include "boot/layout.h"
#include "tests/uthread/uthread_scene.h"

/* Writes a word so many bytes below the thread's block. */
static DWORD depth;

__attribute__((noinline)) static void write_at(volatile DWORD *place) { *place = 0x11111111; }

static void goes_deep(void)
{
    NT_TIB *tib = &tib_current()->NtTib;
    for (DWORD down = PAGE_SIZE; down < depth; down += PAGE_SIZE) /* guards are touched in turn */
        write_at((volatile DWORD *)((char *)tib->StackBase - down));
    write_at((volatile DWORD *)((char *)tib->StackBase - depth));
    utYield();
}

static void *deep_body(void *argument)
{
    goes_deep();
    return argument;
}

/* The use of a stack of the library is its pages down to the guard. Two pages are there from the
 * start. */
static const DWORD depths[] = {2000, 4000, 8000, 9000, 16000, 30000, 45000};

static void check_growing(void)
{
    for (unsigned i = 0; i < sizeof depths / sizeof depths[0]; i++) {
        reserves_give_back();
        uThd uthread = uThreadCreate(goes_deep);
        is_dec(uThreadStackUse(uthread), 2 * PAGE_SIZE - 128, "a new thread has two pages");
        depth = depths[i];
        utResume(uthread);
        DWORD lowest = ((DWORD)uthread - depth) & ~(PAGE_SIZE - 1u),
              pages = (DWORD)uthread - lowest;
        DWORD expected = pages > 2 * PAGE_SIZE - 128 ? pages : 2 * PAGE_SIZE - 128;
        is_dec(uThreadStackUse(uthread), expected, "one that went down %u bytes", (unsigned)depth);
        utResume(uthread);
        is_dec(uThreadStackUse(uthread), expected, "and ended");
        uThreadDestroy(uthread);
    }
}

static void overflows(void)
{
    volatile char room[1000];
    room[0] = 1;
    if (room[0])
        overflows();
    room[1] = 1;
}

static void check_used_up(void)
{
    uThd uthread = uThreadCreate(overflows);
    utResume(uthread);
    is_dec(uThreadStackUse(uthread), UT_STACK_DEFAULT - 128, "one that overflowed has used it all");
    uThreadDestroy(uthread);
}

/* The caller's own memory may be anything before. */
static void check_own(void)
{
    static char stack[2 * UT_STACK_LEAST] __attribute__((aligned(4)));
    static const DWORD own_depths[] = {1000, 1004, 4000, 10000,
                                       sizeof stack - sizeof(struct uThread)};
    for (unsigned i = 0; i < sizeof own_depths / sizeof own_depths[0]; i++) {
        memset(stack, 0xCC, sizeof stack);
        uThd uthread = uThreadCreated(stack, sizeof stack, goes_deep);
        ok(uThreadStackUse(uthread) < 64, "a new thread on the caller's stack has used %u bytes",
           (unsigned)uThreadStackUse(uthread));
        depth = own_depths[i];
        utResume(uthread);
        is_dec(uThreadStackUse(uthread), depth, "one that went down %u", (unsigned)depth);
        uThreadDestroy(uthread);
    }
}

/* The room of a pool's thread keeps the figure of the one before. */
static void check_packed(void)
{
    enum { SIZE = 4096 };
    utPool pool = utPoolCreate(SIZE, 2);
    static const DWORD packed_depths[] = {2000, 1600, 2004, 4000};
    DWORD most = 0;
    for (unsigned i = 0; i < sizeof packed_depths / sizeof packed_depths[0]; i++) {
        uThd uthread = uThreadCreateFor(deep_body, NULL, pool);
        depth = packed_depths[i];
        most = depth > most ? depth : most;
        utResume(uthread);
        is_dec(uThreadStackUse(uthread), most, "a packed thread that went down %u",
               (unsigned)depth);
        uThreadDestroy(uthread);
    }
    uThd uthread = uThreadCreateFor(deep_body, NULL, pool);
    *(volatile DWORD *)uthread->stack = 1;
    is_dec(uThreadStackUse(uthread), (DWORD)uthread->stackSize,
           "an overflowed one has used it all");
    uThreadDestroy(uthread);
    utPoolDestroy(pool);
}

static void check_running(void)
{
    DWORD use = uThreadStackUse(utCurrent());
    enter("%d", use >= 2 * PAGE_SIZE - 128 && use < UT_STACK_DEFAULT);
}

int main(void)
{
    check_growing();
    check_used_up();
    check_own();
    check_packed();
    uThd uthread = uThreadCreate(check_running);
    utResume(uthread);
    uThreadDestroy(uthread);
    diary_is("1", "the running thread can ask, too");
    is_dec((uint32_t)error_of(uThreadStackUse(NULL)), UtErrorInvalid, "NULL is no thread");
    is_dec(uThreadStackUse(uthread), 0, "one that is gone has no stack");
    return tap_done();
}
