/* Threads' stacks: each thread's block describes its own, and the least one is enough to end by any
 * exception.
 *
 * run: name=plain emulator=qemu,bochs
 * run: name=trace args=trapline:trace
 * run: name=checked checked=1
 * run: name=ring3 ring=3 compilers=gcc
 */
#include "tests/uthread/uthread_fault_kinds.h"

static char own_stack[2 * UT_STACK_LEAST];

static void tells_limits(void)
{
    for (int i = 0; i < 2; i++) {
        NT_TIB *tib = &tib_current()->NtTib;
        uThd uthread = utCurrent();
        char local;
        /* The library's stacks grow; the caller's are all there from the start. */
        bool lowest = uthread->owner ? (char *)tib->StackLimit >= (char *)uthread->stack
                                     : tib->StackLimit == uthread->stack;
        enter("%d%d%d ", lowest, tib->StackBase == uthread,
              &local >= (char *)tib->StackLimit && &local < (char *)tib->StackBase);
        utYield();
    }
}

static void check_limits(void)
{
    NT_TIB before = tib_current()->NtTib;
    utSch sch = utSchedulerCreate();
    utSchAddUthd(sch, uThreadCreated(own_stack, sizeof own_stack, tells_limits));
    add(sch, "default", tells_limits);
    utSchStart(sch);
    diary_is("111 111 111 111 ", "a thread's StackBase and StackLimit are its own");
    utSchedulerDestroy(sch);
    uThd uthread = uThreadCreated(own_stack, sizeof own_stack, tells_limits);
    utResume(uthread);
    diary_is("111 ", "also when it is resumed by hand");
    uThreadDestroy(uthread);
    ok(memcmp(&before, &tib_current()->NtTib, sizeof before) == 0,
       "afterwards the whole block is as it was");
}

#define CANARY 0xA5

static void check_least_stack(void)
{
    for (const struct kind *kind = kinds; kind < kinds + KINDS; kind++) {
        unsigned char *lowest = (unsigned char *)own_stack + UT_STACK_LEAST;
        memset(own_stack, CANARY, sizeof own_stack);
        uThd uthread = uThreadCreated(lowest, UT_STACK_LEAST, kind->func);
        utResume(uthread);
        unsigned below = 0, untouched = 0;
        for (unsigned i = 0; i < UT_STACK_LEAST; i++)
            below += own_stack[i] != (char)CANARY;
        while (untouched < UT_STACK_LEAST && lowest[untouched] == 0)
            untouched++;
        is_dec(below, 0, "the least stack is enough for %s (%u bytes untouched)", kind->what,
               untouched);
        uThreadDestroy(uthread);
    }
}

int main(void)
{
    check_limits();
    check_least_stack();
    return tap_done();
}
