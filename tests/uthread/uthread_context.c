/* A thread's registers, read and changed by others while it does not run. Handlers that it leaves
 * are in uthread_context_handlers.c.
 *
 * run: name=plain
 * run: name=486 cpu=486 compilers=gcc
 * run: name=ring3 ring=3
 * run: name=bochs emulator=bochs compilers=gcc
 * run: name=checked checked=1 compilers=gcc
 * run: name=trace args=trapline:trace compilers=gcc
 */
#include "tests/uthread/uthread_context.h"
#include "kernel/call/eflags.h"
#include "tests/harness/gaps.h"

#include <seh.h>

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

/* ---------------------------------------------------------------- in utYield */

static void check_yield(void)
{
    uThd uthread = started("t", context_yields);
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
        uThd uthread = started("t", context_yields);
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
        uThd uthread = started("t", context_yields);
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

static void WINAPI called(int first, int second)
{
    enter("called %d %d ", first, second);
    utYield();
    enter("returns ");
}

/* Makes room on the thread's stack, and then writes there the way back and arguments. */
static void check_call(void)
{
    uThd uthread = started("t", yields);
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
    finish(sch);
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

/* ---------------------------------------------------------------- the consequences */

static void check_faults(void)
{
    uThd uthread = started("t", yields);
    CONTEXT context = get(uthread);
    context.Eip = 0x1000;
    set(uthread, &context);
    utResume(uthread);
    is_hex(uThreadExitStatus(uthread), STATUS_ACCESS_VIOLATION, "sent to nowhere it ends");
    is_hex((DWORD)uThreadExceptionRecord(uthread)->ExceptionAddress, 0x1000, "there");
    uThreadDestroy(uthread);

    uthread = started("t", context_yields);
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

int main(void)
{
    uint32_t blocks = heap_usage().blocks;
    check_yield();
    check_members();
    check_groups();
    check_call();
    check_interrupted();
    check_beginnings();
    check_faults();
    is_dec(heap_usage().blocks, blocks, "nothing is left of it");
    return tap_done();
}
