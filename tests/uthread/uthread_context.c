/* A thread's registers, read and changed by others while it does not run.
 *
 * run: name=plain
 * run: name=486 cpu=486 compilers=gcc
 * run: name=ring3 ring=3
 * run: name=bochs emulator=bochs compilers=gcc
 * run: name=checked checked=1 compilers=gcc
 * run: name=trace args=trapline:trace compilers=gcc
 */
#include "kernel/call/eflags.h"
#include "kernel/call/fpu.h"
#include "tests/harness/gaps.h"
#include "tests/uthread/uthread_fault_kinds.h"
#include "uthread/schedule/scheduler.h"

#include <ring3.h>
#include <seh.h>
#include <seh_try.h>
#include <stdlib.h>

/* uthread_context_code.S */
struct registers {
    DWORD edi, esi, ebx, edx, ecx, eax, ebp, esp, eflags;
};
extern struct registers context_filled, context_told;
extern float context_told_st0;
void context_yields(void);
void context_spins(void);
extern const char context_tells[], context_spinning[];

static const struct {
    const char *name;
    unsigned offset; /* in a CONTEXT */
    size_t place;    /* in struct registers */
    DWORD value;     /* to change it to */
    bool kept;       /* by a function */
} members[] = {
#define MEMBER(Member, place, value, kept)                                                         \
    {                                                                                              \
#Member, offsetof(CONTEXT, Member), offsetof(struct registers, place), value, kept         \
    }
    MEMBER(Edi, edi, 0x11111111, true),  MEMBER(Esi, esi, 0x22222222, true),
    MEMBER(Ebx, ebx, 0x33333333, true),  MEMBER(Edx, edx, 0x44444444, false),
    MEMBER(Ecx, ecx, 0x55555555, false), MEMBER(Eax, eax, 0x66666666, false),
    MEMBER(Ebp, ebp, 0x77777777, true),  MEMBER(EFlags, eflags, 0xED7, false),
};
enum { MEMBERS = sizeof members / sizeof members[0] };

static DWORD *member_of(CONTEXT *context, unsigned i)
{
    return (DWORD *)(void *)((char *)context + members[i].offset);
}

static DWORD told(unsigned i)
{
    return *(const DWORD *)(const void *)((const char *)&context_told + members[i].place);
}

static DWORD filled(unsigned i)
{
    return *(const DWORD *)(const void *)((const char *)&context_filled + members[i].place);
}

/* The value that a thread in utYield has in a member. */
static DWORD at_yield(unsigned i)
{
    return members[i].kept                                          ? filled(i)
           : members[i].place == offsetof(struct registers, eflags) ? 0x202
                                                                    : 0;
}

/* A thread's CPU registers. */
static CONTEXT get(uThd uthread)
{
    CONTEXT context = {.ContextFlags = CONTEXT_FULL};
    is_dec((DWORD)uThreadGetContext(uthread, &context), UtErrorNone, "registers are read");
    return context;
}

static void set(uThd uthread, const CONTEXT *context)
{
    is_dec((DWORD)uThreadSetContext(uthread, context), UtErrorNone, "and set");
}

/* ---------------------------------------------------------------- in utYield */

static void check_yield(void)
{
    uThd uthread = named("t", context_yields);
    utResume(uthread);
    CONTEXT context = get(uthread);
    for (unsigned i = 0; i < MEMBERS; i++)
        is_hex(*member_of(&context, i), at_yield(i), "%s of a thread in utYield", members[i].name);
    is_hex(context.Eip, (DWORD)context_tells, "it is about to return from there");
    utResume(uthread);
    is_hex(context_told.esp, context.Esp, "with that stack pointer");
    uThreadDestroy(uthread);
}

/* Each member by itself, then the groups by themselves. */
static void check_members(void)
{
    for (unsigned i = 0; i < MEMBERS; i++) {
        uThd uthread = named("t", context_yields);
        utResume(uthread);
        CONTEXT context = get(uthread);
        *member_of(&context, i) = members[i].value;
        set(uthread, &context);
        CONTEXT again = get(uthread);
        is_hex(*member_of(&again, i), members[i].value, "%s has the value that was set",
               members[i].name);
        utResume(uthread);
        unsigned wrong = 0;
        for (unsigned j = 0; j < MEMBERS; j++)
            wrong += told(j) != (i == j ? members[j].value : at_yield(j));
        is_dec(wrong, 0, "so it is when the thread goes on, and others are as before");
        is_hex(context_told.esp, context.Esp, "its stack pointer, too");
        is_dec((DWORD)uthread->status, UtStatusFinish, "it ends as ever");
        uThreadDestroy(uthread);
    }
}

static void check_groups(void)
{
    static const DWORD groups[] = {CONTEXT_CONTROL, CONTEXT_INTEGER, CONTEXT_SEGMENTS, CONTEXT_FULL,
                                   0};
    for (unsigned n = 0; n < sizeof groups / sizeof groups[0]; n++) {
        uThd uthread = named("t", context_yields);
        utResume(uthread);
        CONTEXT context = {.ContextFlags = groups[n]};
        uThreadGetContext(uthread, &context);
        bool control = groups[n] & 1, integer = groups[n] & 2, segments = groups[n] & 4;
        ok(control == (context.Eip != 0) && control == (context.SegCs != 0) &&
               control == (context.Ebp != 0) && integer == (context.Ebx != 0) &&
               segments == (context.SegDs != 0),
           "groups %X are read, and no other", (unsigned)groups[n]);
        CONTEXT all = get(uthread);
        all.Ebp = all.Ebx = 1;
        all.ContextFlags = groups[n];
        set(uthread, &all);
        utResume(uthread);
        is_hex(context_told.ebp, control ? 1 : context_filled.ebp, "set: control");
        is_hex(context_told.ebx, integer ? 1 : context_filled.ebx, "set: integer");
        uThreadDestroy(uthread);
    }
}

/* ---------------------------------------------------------------- another way */

static void yields(void)
{
    for (int i = 0; i < 3; i++, utYield())
        enter("%d ", i);
}

static void WINAPI called(int first, int second)
{
    enter("called %d %d ", first, second);
    utYield();
    enter("returns ");
}

/* Makes room on the thread's stack, and then writes there the way back and arguments. */
static void check_call(void)
{
    uThd uthread = named("t", yields);
    utResume(uthread);
    CONTEXT context = get(uthread);
    DWORD back = context.Eip, *arguments = (DWORD *)context.Esp - 3;
    context.Esp = (DWORD)arguments;
    context.Eip = (DWORD)called;
    set(uthread, &context);
    arguments[0] = back;
    arguments[1] = 11;
    arguments[2] = 12;
    context = get(uthread);
    is_hex(context.Esp, (DWORD)arguments, "the stack pointer has the value that was set");
    utResume(uthread);
    context = get(uthread);
    ok(context.Esp < (DWORD)arguments, "the thread has gone there, and yielded");
    utResume(uthread);
    utResume(uthread);
    diary_is("0 called 11 12 returns 1 2 ", "a function is called in a thread's name");
    uThreadDestroy(uthread);
}

/* ---------------------------------------------------------------- handlers */

static EXCEPTION_DISPOSITION notes(EXCEPTION_RECORD *record, EXCEPTION_REGISTRATION_RECORD *frame,
                                   CONTEXT *context, EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    enter(record->ExceptionFlags & EXCEPTION_UNWIND ? "unwound " : "asked ");
    return ExceptionContinueSearch;
}

static void __attribute__((noinline)) inner(void)
{
    EXCEPTION_REGISTRATION_RECORD frame;
    seh_link(&frame, notes);
    enter("inner ");
    utYield();
    seh_unlink(&frame);
    enter("left ");
}

static volatile int turn;

static SEH_FUNCTION void outer(void)
{
    __try {
        turn = 0;
        utYield();
        if (turn++ == 0)
            inner();
        enter("outer ");
        *(volatile int *)8 = 1;
    } __except (EXCEPTION_EXECUTE_HANDLER) {
        enter("except ");
    }
}

/* Back to an earlier place from outside. */
static void check_frames(void)
{
    uThd uthread = named("t", outer);
    utResume(uthread);
    CONTEXT context = get(uthread);
    utResume(uthread);
    set(uthread, &context);
    utResume(uthread);
    diary_is("inner outer except ", "a frame that the stack pointer leaves below is not asked");
    is_dec((DWORD)uthread->status, UtStatusFinish, "the others are");
    uThreadDestroy(uthread);
}

/* ---------------------------------------------------------------- interrupted */

static uThd spinner;

/* Lets others run until the thread has lost the CPU where it spins. */
static CONTEXT get_spinning(void)
{
    CONTEXT context = {.ContextFlags = CONTEXT_FULL};
    do {
        utYield();
        uThreadGetContext(spinner, &context);
    } while (context.Eip != (DWORD)context_spinning);
    return context;
}

/* It may lose the CPU on its way, too. */
static void wait_for_spinner(void)
{
    while (spinner->status != UtStatusFinish)
        utYield();
}

static void with_spinner(utFunction other)
{
    utSch sch = utSchedulerCreate();
    utSchSetSlice(sch, 1);
    utSchAddUthd(sch, uThreadCreate(other));
    spinner = add(sch, "spinner", context_spins);
    utSchStart(sch);
    utSchedulerDestroy(sch);
}

/* How far Esp is moved, with the members one after the other. */
static const int moves[MEMBERS] = {0, -4, -40, 12, -300, 4, -1000, 8};
static unsigned member;

static void changes(void)
{
    static const char claim[] = "RF of an interrupted thread is clear";
    CONTEXT context = get_spinning();
    unsigned wrong = 0;
    if (!(context.EFlags & EFLAGS_RF) || !gap_skips(GAP_INTERRUPT_RF, claim))
        is_hex(context.EFlags & EFLAGS_RF, 0, claim);
    context.EFlags &= ~EFLAGS_RF;
    for (unsigned i = 0; i < MEMBERS; i++)
        wrong += *member_of(&context, i) != filled(i);
    is_dec(wrong, 0, "all registers of an interrupted thread are read");
    *member_of(&context, member) = members[member].value;
    context.Esp += (DWORD)moves[member];
    context.Eip = (DWORD)context_tells;
    context_told_st0 = 0;
    set(spinner, &context);
    wait_for_spinner();
    wrong = 0;
    for (unsigned i = 0; i < MEMBERS; i++)
        wrong += told(i) != (i == member ? members[i].value : filled(i));
    is_dec(wrong, 0, "and it goes on with %s changed, elsewhere", members[member].name);
    is_hex(context_told.esp, context.Esp, "its stack pointer %d bytes away", moves[member]);
    ok(context_told_st0 > 3.1415f && context_told_st0 < 3.1416f, "its x87 as it was");
}

static void goes_on(void)
{
    enter("goes on ");
    utYield();
    enter("for ever ");
}

static void cancels(void)
{
    CONTEXT context = get_spinning();
    context.Eip = (DWORD)goes_on;
    set(spinner, &context);
    uThreadCancel(spinner);
    wait_for_spinner();
    is_hex(uThreadExitStatus(spinner), STATUS_CANCELLED,
           "a cancel ends it at its next call, not where it was interrupted");
    diary_is("goes on ", "which it came to");
}

static void check_interrupted(void)
{
    for (member = 0; member < MEMBERS; member++)
        with_spinner(changes);
    with_spinner(cancels);
}

/* ---------------------------------------------------------------- not begun */

static void first(void) { enter("first "); }
static void second(void) { enter("second "); }

static void *first_body(void *argument)
{
    enter("first ");
    return argument;
}

static void *second_body(void *argument)
{
    enter("second ");
    utYield();
    return (char *)argument + 1;
}

static const struct beginning {
    const char *what;
    bool body, packed, held;
} beginnings[] = {
    {"with a function", false, false, false},
    {"with a body", true, false, false},
    {"on a packed stack", true, true, false},
    {"with a function, held by a scheduler", false, false, true},
    {"on a packed stack, held by a scheduler", true, true, true},
};

/* Sent elsewhere with another argument, or not. */
static void check_beginning(const struct beginning *row, bool sent)
{
    utSch sch = utSchedulerCreate();
    utPool pool = utPoolCreate(1024, 1);
    uThd uthread = row->body ? uThreadCreateFor(first_body, (void *)10, row->packed ? pool : NULL)
                             : uThreadCreate(first);
    if (row->held)
        utSchAddUthd(sch, uthread);
    CONTEXT context = get(uthread);
    is_hex(context.Eip, row->body ? (DWORD)first_body : (DWORD)first,
           "a thread %s is about to begin", row->what);
    if (row->body) {
        set(uthread, &context);
        is_dec(((const DWORD *)context.Esp)[1], 10, "its argument lies at its stack pointer");
    }
    if (sent) {
        context.Eip = row->body ? (DWORD)second_body : (DWORD)second;
        set(uthread, &context);
        if (row->body)
            ((DWORD *)context.Esp)[1] = 20;
    }
    for (int i = 0; uthread->status != UtStatusFinish && i < 3; i++)
        row->held ? utSchStart(sch) : utResume(uthread);
    diary_is(sent ? "second " : "first ", "it begins there");
    is_dec((DWORD)uthread->result, !row->body ? 0 : sent ? 21 : 10, "and ends with its result");
    uThreadDestroy(uthread);
    utSchedulerDestroy(sch);
    is_dec((DWORD)utPoolDestroy(pool), UtErrorNone, "its stack is given back");
}

static void check_beginnings(void)
{
    for (unsigned i = 0; i < sizeof beginnings / sizeof beginnings[0]; i++) {
        check_beginning(&beginnings[i], false);
        check_beginning(&beginnings[i], true);
    }
}

/* ---------------------------------------------------------------- its end */

static void check_end(bool begun)
{
    uThd uthread = named("t", outer);
    if (begun) {
        utResume(uthread);
        utResume(uthread);
    }
    CONTEXT context = get(uthread);
    context.Eip = (DWORD)second;
    context.Esp -= 64;
    set(uthread, &context);
    uThreadCancel(uthread);
    is_dec((DWORD)error_of(uThreadGetContext(uthread, &context)), UtErrorWaiting,
           "no thread sends it elsewhere once it has been cancelled");
    utResume(uthread);
    is_hex(uThreadExitStatus(uthread), STATUS_CANCELLED, "a cancel ends it at once");
    diary_is(begun ? "inner unwound " : "", "its handlers clean up");
    uThreadDestroy(uthread);

    uthread = named("t", outer);
    if (begun)
        utResume(uthread);
    set(uthread, &context);
    is_dec((DWORD)error_of(uThreadDestroy(uthread)), UtErrorStackSmall, "one can be destroyed");
}

/* ---------------------------------------------------------------- the consequences */

static void check_faults(void)
{
    uThd uthread = named("t", yields);
    utResume(uthread);
    CONTEXT context = get(uthread);
    context.Eip = 0x1000;
    set(uthread, &context);
    utResume(uthread);
    is_hex(uThreadExitStatus(uthread), STATUS_ACCESS_VIOLATION, "sent to nowhere it ends");
    is_hex((DWORD)uThreadExceptionRecord(uthread)->ExceptionAddress, 0x1000, "there");
    uThreadDestroy(uthread);

    uthread = named("t", context_yields);
    utResume(uthread);
    context = get(uthread);
    context.EFlags |= EFLAGS_TF;
    set(uthread, &context);
    utResume(uthread);
    is_hex(uThreadExitStatus(uthread), STATUS_SINGLE_STEP, "with the trap flag it makes a step");
    is_hex((DWORD)uThreadExceptionRecord(uthread)->ExceptionAddress, (DWORD)context_tells + 6,
           "of one instruction");
    uThreadDestroy(uthread);
    diary_is("0 ", "and no more");
}

static WORD control_after;

static void stops(void)
{
    illegal();
    __asm__ volatile("fnstcw %0" : "=m"(control_after));
    enter("on ");
}

static void stops_inside(void)
{
    EXCEPTION_REGISTRATION_RECORD frame;
    seh_link(&frame, notes);
    stops();
    seh_unlink(&frame);
}

/* Takes the division; the illegal instruction stops the thread. */
static SEH_FUNCTION void outer_of_stopped(void)
{
    __try {
        turn = 0;
        utYield();
        if (turn++ == 0)
            stops_inside();
        divide();
    } __except (GetExceptionCode() == STATUS_INTEGER_DIVIDE_BY_ZERO) {
        enter("except ");
    }
}

/* All registers of a thread that an exception has stopped are known. */
static void check_stopped(void)
{
    static CONTEXT context;
    uThd uthread = named("t", stops);
    uThreadSetPolicy(uthread, UtPolicyStop, NULL);
    utResume(uthread);
    context.ContextFlags = CONTEXT_FULL | CONTEXT_FLOATING_POINT | CONTEXT_DEBUG_REGISTERS;
    is_dec((DWORD)uThreadGetContext(uthread, &context), UtErrorNone, "all groups can be read");
    is_hex(context.FloatSave.ControlWord & 0xFFFF, X87_CW_WINDOWS, "the x87's control word");
    context.ContextFlags = CONTEXT_CONTROL | CONTEXT_FLOATING_POINT;
    context.Eip += 2;
    context.FloatSave.ControlWord = 0x007F;
    set(uthread, &context);
    context.ContextFlags = CONTEXT_CONTROL | CONTEXT_FLOATING_POINT;
    context.Eip = context.FloatSave.ControlWord = 0;
    uThreadGetContext(uthread, &context);
    is_hex(context.FloatSave.ControlWord, 0x007F, "the values that were set can be read");
    uThreadContinue(uthread);
    utResume(uthread);
    is_hex(control_after, 0x007F, "and the thread goes on with it");
    diary_is("on ", "behind the instruction");
    uThreadDestroy(uthread);

    uthread = named("t", outer_of_stopped);
    uThreadSetPolicy(uthread, UtPolicyStop, NULL);
    utResume(uthread);
    CONTEXT start = get(uthread);
    utResume(uthread);
    set(uthread, &start);
    uThreadContinue(uthread);
    utResume(uthread);
    diary_is("asked except ",
             "one can be sent back, and a frame that it leaves is not asked again");
    uThreadDestroy(uthread);

    uthread = named("t", raise_own);
    uThreadSetPolicy(uthread, UtPolicyStop, NULL);
    utResume(uthread);
    context.ContextFlags = CONTEXT_FLOATING_POINT;
    is_dec((DWORD)uThreadGetContext(uthread, &context), 0,
           "an exception that was raised by a call knows the x87, too");
    is_hex(context.FloatSave.ControlWord & 0xFFFF, 0x27F, "as the thread has it");
    uThreadDestroy(uthread);
}

/* ---------------------------------------------------------------- stack pointers, selectors */

enum { PARKED = 44 }; /* bytes that are laid below Esp */

static void check_stack_pointers(void)
{
    uThd uthread = named("t", yields);
    utResume(uthread);
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
    uThd uthread = named("t", yields);
    utResume(uthread);
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
    check_yield();
    check_members();
    check_groups();
    check_call();
    check_frames();
    check_interrupted();
    check_beginnings();
    check_end(true);
    check_end(false);
    check_faults();
    check_stopped();
    check_stack_pointers();
    check_selectors();
    check_states();
    is_dec(heap_usage().blocks, blocks, "nothing is left of it");
    return tap_done();
}
