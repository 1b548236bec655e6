/* Exceptions in threads: each thread has its own chain and floating-point controls, and one that
 * nobody catches ends its thread alone.
 *
 * run: name=plain emulator=qemu,bochs
 * run: name=trace args=trapline:trace
 * run: name=checked checked=1
 * run: name=ring3 ring=3 compilers=gcc
 */
#include "kernel/tib.h"
#include "tests/uthread_scene.h"

#include <seh.h>

#define OWN_CODE 0xE0123456u

/* ---------------------------------------------------------------- ways to fault */

static void divide(void)
{
    volatile int five = 5, zero = 0;
    enter("%d", five / zero);
}

static void write_to_null(void)
{
    *(volatile int *)0 = 1;
}

static void read_kernel_gap(void)
{
    enter("%d", *(volatile int *)0xFFFFE000);
}

static void call_null(void)
{
    ((function volatile)0)();
}

static void breakpoint(void)
{
    __asm__ volatile("int3");
}

static void illegal(void)
{
    __asm__ volatile("ud2");
}

static void raise_own(void)
{
    RaiseException(OWN_CODE, 0, 0, NULL);
}

static void raise_status(void)
{
    RtlRaiseStatus((NTSTATUS)STATUS_NO_MEMORY);
}

static EXCEPTION_DISPOSITION bad_answer(EXCEPTION_RECORD *record,
                                        EXCEPTION_REGISTRATION_RECORD *frame, CONTEXT *context,
                                        EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    (void)record, (void)frame, (void)context, (void)dispatcher;
    return record->ExceptionCode == OWN_CODE ? (EXCEPTION_DISPOSITION)77 : ExceptionContinueSearch;
}

static EXCEPTION_DISPOSITION stubborn(EXCEPTION_RECORD *record,
                                      EXCEPTION_REGISTRATION_RECORD *frame, CONTEXT *context,
                                      EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    (void)record, (void)frame, (void)context, (void)dispatcher;
    return record->ExceptionCode == STATUS_NO_MEMORY ? ExceptionContinueExecution
                                                     : ExceptionContinueSearch;
}

static EXCEPTION_DISPOSITION faulty(EXCEPTION_RECORD *record, EXCEPTION_REGISTRATION_RECORD *frame,
                                    CONTEXT *context, EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    (void)frame, (void)context, (void)dispatcher;
    if (record->ExceptionCode == OWN_CODE)
        divide();
    return ExceptionContinueSearch;
}

static EXCEPTION_DISPOSITION faulty_in_unwind(EXCEPTION_RECORD *record,
                                              EXCEPTION_REGISTRATION_RECORD *frame,
                                              CONTEXT *context,
                                              EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    (void)frame, (void)context, (void)dispatcher;
    if (record->ExceptionFlags & EXCEPTION_UNWIND)
        divide();
    return ExceptionContinueSearch;
}

static void raise_under(PEXCEPTION_ROUTINE handler, function raise)
{
    EXCEPTION_REGISTRATION_RECORD frame;
    seh_link(&frame, handler);
    raise();
    seh_unlink(&frame);
}

static void bad_disposition(void)
{
    raise_under(bad_answer, raise_own);
}

static void continue_noncontinuable(void)
{
    raise_under(stubborn, raise_status);
}

static void fault_in_handler(void)
{
    raise_under(faulty, raise_own);
}

static void fault_in_unwind(void)
{
    raise_under(faulty_in_unwind, raise_own);
}

static void broken_head(void)
{
    __asm__ volatile("movl %0, %%fs:0" : : "r"(0x1234) : "memory");
    divide();
}

static void broken_link(void)
{
    EXCEPTION_REGISTRATION_RECORD frame;
    seh_link(&frame, faulty);
    frame.Next = (EXCEPTION_REGISTRATION_RECORD *)((char *)&frame + 2);
    write_to_null();
    seh_unlink(&frame);
}

static EXCEPTION_DISPOSITION unwinds_too_far(EXCEPTION_RECORD *record,
                                             EXCEPTION_REGISTRATION_RECORD *frame, CONTEXT *context,
                                             EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    (void)context, (void)dispatcher;
    if (record->ExceptionCode == OWN_CODE && !(record->ExceptionFlags & EXCEPTION_UNWIND)) {
        frame->Next = (EXCEPTION_REGISTRATION_RECORD *)0x1234;
        _global_unwind2((EXCEPTION_REGISTRATION_RECORD *)tib_current()->NtTib.StackBase - 1);
    }
    return ExceptionContinueSearch;
}

static void broken_unwind(void)
{
    raise_under(unwinds_too_far, raise_own);
}

static const struct kind {
    const char *what;
    function func;
    DWORD status;
} kinds[] = {
    {"a division by zero", divide, STATUS_INTEGER_DIVIDE_BY_ZERO},
    {"a write to address 0", write_to_null, STATUS_ACCESS_VIOLATION},
    {"a read of nothing", read_kernel_gap, STATUS_ACCESS_VIOLATION},
    {"a call of address 0", call_null, STATUS_ACCESS_VIOLATION},
    {"a breakpoint", breakpoint, STATUS_BREAKPOINT},
    {"an illegal instruction", illegal, STATUS_ILLEGAL_INSTRUCTION},
    {"an exception of one's own", raise_own, OWN_CODE},
    {"a noncontinuable status", raise_status, STATUS_NO_MEMORY},
    {"an invalid disposition", bad_disposition, STATUS_INVALID_DISPOSITION},
    {"continuing what cannot be continued", continue_noncontinuable,
     STATUS_NONCONTINUABLE_EXCEPTION},
    {"a fault in a handler", fault_in_handler, STATUS_INTEGER_DIVIDE_BY_ZERO},
    {"a fault under a broken chain", broken_head, STATUS_INTEGER_DIVIDE_BY_ZERO},
    {"a fault under a broken link", broken_link, STATUS_ACCESS_VIOLATION},
    {"an unwind of a broken chain", broken_unwind, STATUS_BAD_STACK},
    {"a fault in an unwind handler", fault_in_unwind, STATUS_INTEGER_DIVIDE_BY_ZERO},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* ---------------------------------------------------------------- every kind ends its thread */

static const struct kind *kind;

static void faults_second_turn(void)
{
    enter("%s ", my_name());
    utYield();
    kind->func();
    enter("never ");
}

static void three_turns(void)
{
    for (int i = 0; i < 3; i++) {
        enter("%s ", my_name());
        utYield();
    }
}

static void check_kinds(void)
{
    for (kind = kinds; kind < kinds + KINDS; kind++) {
        utSch sch = utSchedulerCreate();
        add(sch, "a", three_turns);
        uThd uthread = add(sch, "fault", faults_second_turn);
        uThd other = add(sch, "b", three_turns);
        utSchStart(sch);
        diary_is("b fault a b a b a ", "the other threads go on");
        is_hex(uThreadExitStatus(uthread), kind->status, "%s ends its thread", kind->what);
        is_dec((DWORD)uthread->status, UtStatusFinish, "which has finished");
        is_hex(uThreadExitStatus(other), 0, "one that returns has exit status 0");
        utSchedulerDestory(sch);

        uthread = named("fault", faults_second_turn);
        utResume(uthread);
        utResume(uthread);
        diary_is("fault ", "resumed by hand, it returns to whoever resumed it");
        is_hex(uThreadExitStatus(uthread), kind->status, "%s is its status", kind->what);
        uThreadDestory(uthread);
    }
}

/* All kinds together, many times: each thread's end unwinds only its own. */
static void faults_by_name(void)
{
    const struct kind *mine = &kinds[my_name()[0] - 'A'];
    utYield();
    mine->func();
}

static void check_side_by_side(void)
{
    utSch sch = utSchedulerCreate();
    uThd threads[KINDS];
    char names[KINDS][2];
    unsigned right = 0;
    for (unsigned i = 0; i < KINDS; i++) {
        names[i][0] = (char)('A' + i);
        names[i][1] = 0;
        threads[i] = add(sch, names[i], faults_by_name);
    }
    utSchStart(sch);
    for (unsigned i = 0; i < KINDS; i++)
        right += uThreadExitStatus(threads[i]) == kinds[i].status;
    is_dec(right, KINDS, "threads that fault in turns each end by their own exception");
    utSchedulerDestory(sch);
}

/* ---------------------------------------------------------------- handlers across switches */

/* Goes on behind ud2; the frame's owner is known by the name of the running thread. */
static EXCEPTION_DISPOSITION skips(EXCEPTION_RECORD *record, EXCEPTION_REGISTRATION_RECORD *frame,
                                   CONTEXT *context, EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    (void)dispatcher;
    NT_TIB *tib = &tib_current()->NtTib;
    bool own = (void *)frame >= tib->StackLimit && (void *)frame < tib->StackBase;
    if (record->ExceptionCode != STATUS_ILLEGAL_INSTRUCTION)
        return ExceptionContinueSearch;
    enter("%s%s ", my_name(), own ? "" : " not own");
    context->Eip += 2;
    return ExceptionContinueExecution;
}

static void tries(void)
{
    EXCEPTION_REGISTRATION_RECORD frame;
    seh_link(&frame, skips);
    for (int i = 0; i < 2; i++) {
        utYield();
        illegal();
    }
    utSleep(1);
    illegal();
    if (seh_head() != &frame)
        enter("lost ");
    seh_unlink(&frame);
}

static EXCEPTION_DISPOSITION waits(EXCEPTION_RECORD *record, EXCEPTION_REGISTRATION_RECORD *frame,
                                   CONTEXT *context, EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    enter("%s< ", my_name());
    utYield();
    utSleep(2);
    enter(">%s ", my_name());
    (void)frame, (void)dispatcher;
    if (record->ExceptionFlags & EXCEPTION_UNWIND)
        return ExceptionContinueSearch;
    context->Eip += 2;
    return ExceptionContinueExecution;
}

static void waits_in_handler(void)
{
    EXCEPTION_REGISTRATION_RECORD frame;
    seh_link(&frame, waits);
    illegal();
    seh_unlink(&frame);
    enter("%s! ", my_name());
}

static void check_tries(void)
{
    EXCEPTION_REGISTRATION_RECORD *head = seh_head();
    utSch sch = utSchedulerCreate();
    add(sch, "a", tries);
    add(sch, "b", tries);
    add(sch, "c", tries);
    utSchStart(sch);
    diary_is("c b a c b a c b a ", "a try that spans yields and sleeps catches in its own thread");

    add(sch, "a", waits_in_handler);
    add(sch, "b", waits_in_handler);
    uThd fault = add(sch, "fault", divide);
    utSchStart(sch);
    diary_is("b< a< >b b! >a a! ", "a handler may yield and sleep");
    is_hex(uThreadExitStatus(fault), STATUS_INTEGER_DIVIDE_BY_ZERO,
           "while another thread's fault is none of its business");
    ok(seh_head() == head, "who called the scheduler has its own chain back");
    utSchedulerDestory(sch);
}

/* ---------------------------------------------------------------- cleaning up */

struct level {
    EXCEPTION_REGISTRATION_RECORD link;
    int number;
};

static EXCEPTION_DISPOSITION cleans_up(EXCEPTION_RECORD *record,
                                       EXCEPTION_REGISTRATION_RECORD *frame, CONTEXT *context,
                                       EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    bool unwinding = record->ExceptionFlags & EXCEPTION_UNWIND;
    (void)context, (void)dispatcher;
    enter("%c%d ", unwinding ? 'u' : 's', ((struct level *)frame)->number);
    if (unwinding) {
        utYield();
        utSleep(1);
    }
    return ExceptionContinueSearch;
}

/* Called through a variable, or the compiler would conclude that there is no way back. */
static function volatile deepest = divide;

static void descends(int number)
{
    struct level level = {.number = number};
    seh_link(&level.link, cleans_up);
    if (number == 3)
        deepest();
    else
        descends(number + 1);
    seh_unlink(&level.link);
}

static void descends_from_1(void)
{
    descends(1);
}

static void check_cleaning_up(void)
{
    utSch sch = utSchedulerCreate();
    uThd uthread = add(sch, "finally", descends_from_1);
    utSchStart(sch);
    diary_is("s3 s2 s1 u3 u2 u1 ", "handlers are asked, then clean up, in a thread that is ended");
    is_hex(uThreadExitStatus(uthread), STATUS_INTEGER_DIVIDE_BY_ZERO,
           "its status is that of the exception");
    utSchedulerDestory(sch);
}

/* ---------------------------------------------------------------- stacks */

static char own_stack[2 * UT_STACK_LEAST];

static void tells_limits(void)
{
    for (int i = 0; i < 2; i++) {
        NT_TIB *tib = &tib_current()->NtTib;
        uThd uthread = utCurrent();
        char local;
        /* The library's stacks grow; the caller's are all there from the start. */
        bool lowest = uthread->range ? (char *)tib->StackLimit >= (char *)uthread->stack &&
                                           tib_current()->DeallocationStack == uthread->range
                                     : tib->StackLimit == uthread->stack;
        enter("%d%d%d ", lowest, tib->StackBase == (char *)uthread->stack + uthread->stackSize,
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
    utSchedulerDestory(sch);
    uThd uthread = uThreadCreated(own_stack, sizeof own_stack, tells_limits);
    utResume(uthread);
    diary_is("111 ", "also when it is resumed by hand");
    uThreadDestory(uthread);
    ok(memcmp(&before, &tib_current()->NtTib, sizeof before) == 0,
       "afterwards the whole block is as it was");
}

#define CANARY 0xA5

static void check_least_stack(void)
{
    for (kind = kinds; kind < kinds + KINDS; kind++) {
        unsigned char *lowest = (unsigned char *)own_stack + UT_STACK_LEAST;
        memset(own_stack, CANARY, sizeof own_stack);
        uThd uthread = uThreadCreated(lowest, UT_STACK_LEAST, kind->func);
        utResume(uthread);
        unsigned below = 0, untouched = 0;
        for (unsigned i = 0; i < UT_STACK_LEAST; i++)
            below += own_stack[i] != (char)CANARY;
        while (untouched < UT_STACK_LEAST && lowest[untouched] == CANARY)
            untouched++;
        is_dec(below, 0, "the least stack is enough for %s (%u bytes untouched)", kind->what,
               untouched);
        uThreadDestory(uthread);
    }
}

/* ---------------------------------------------------------------- floating point */

#define CW_DEFAULT 0x027F
#define CW_DOWN    0x067F
#define CW_UP      0x0A7F
#define CW_NO_ZE   0x027B /* a division by zero is not masked */
#define CW_NO_PE   0x025F /* an inexact result is not masked */

static void control_set(WORD value)
{
    __asm__ volatile("fldcw %0" : : "m"(value));
}

static WORD control(void)
{
    WORD value;
    __asm__ volatile("fnstcw %0" : "=m"(value));
    return value;
}

static int round_half(void)
{
    static const double half = 2.5;
    int result;
    __asm__ volatile("fldl %1; fistpl %0" : "=m"(result) : "m"(half));
    return result;
}

static void rounds_down(void)
{
    control_set(CW_DOWN);
    for (int i = 0; i < 3; i++, utYield())
        enter("%d ", round_half());
}

static void rounds_up(void)
{
    control_set(CW_UP);
    for (int i = 0; i < 3; i++, utYield())
        enter("%d ", round_half());
}

static void tells_control(void)
{
    enter("%X ", control());
}

static void check_rounding(void)
{
    utSch sch = utSchedulerCreate();
    control_set(CW_UP);
    add(sch, "up", rounds_up);
    add(sch, "down", rounds_down);
    add(sch, "plain", tells_control);
    utSchStart(sch);
    diary_is("27F 2 3 2 3 2 3 ", "threads that round differently run side by side, new ones as "
                                 "Windows begins them");
    is_hex(control(), CW_UP, "who called the scheduler has its own control word back");
    control_set(CW_DEFAULT);
    utSchedulerDestory(sch);
}

static DWORD mxcsr(void)
{
    DWORD value;
    __asm__ volatile("stmxcsr %0" : "=m"(value));
    return value;
}

static void mxcsr_set(DWORD value)
{
    __asm__ volatile("ldmxcsr %0" : : "m"(value));
}

static void sets_mxcsr(void)
{
    DWORD mine = MXCSR_AT_RESET | (DWORD)(my_name()[0] - '0') << 13;
    enter("%X ", mxcsr());
    mxcsr_set(mine);
    for (int i = 0; i < 2; i++) {
        utYield();
        enter("%X ", mxcsr());
    }
}

static void check_mxcsr(void)
{
    if (!cpu_features.sse) {
        tap_skip("this CPU has no SSE", "each thread has its own mxcsr");
        return;
    }
    utSch sch = utSchedulerCreate();
    mxcsr_set(0x9F80);
    add(sch, "1", sets_mxcsr);
    add(sch, "2", sets_mxcsr);
    utSchStart(sch);
    diary_is("1F80 1F80 5F80 3F80 5F80 3F80 ", "each thread has its own mxcsr");
    is_hex(mxcsr(), 0x9F80, "and who called the scheduler");
    mxcsr_set(MXCSR_AT_RESET);
    utSchedulerDestory(sch);
}

static void inexact_store(void)
{
    static const double third = 1.0 / 3;
    float result;
    __asm__ volatile("fldl %1; fstps %0" : "=m"(result) : "m"(third));
}

static void fpu_wait(void)
{
    __asm__ volatile("fwait");
}

/* A masked division by zero leaves its mark in the status word. */
static void divides_masked(void)
{
    for (int i = 0; i < 3; i++, utYield()) {
        __asm__ volatile("fldz; fld1; fdivp; fstp %%st(0)" : : : "memory");
        fpu_wait();
        enter("%s ", my_name());
    }
}

static void computes_unmasked(void)
{
    control_set(CW_NO_ZE);
    for (int i = 0; i < 3; i++, utYield()) {
        inexact_store();
        fpu_wait();
        enter("%s ", my_name());
    }
}

/* The store's exception waits for the next instruction of the FPU, wherever that is. */
static void leaves_pending(void)
{
    control_set(CW_NO_PE);
    inexact_store();
    utYield();
    enter("%s ", my_name());
    fpu_wait();
    enter("never ");
}

static void check_exceptions_of_fpu(void)
{
    utSch sch = utSchedulerCreate();
    uThd unmasked = add(sch, "u", computes_unmasked);
    add(sch, "m", divides_masked);
    utSchStart(sch);
    diary_is("m u m u m u ", "a masked division by zero does not raise in another thread");
    is_hex(uThreadExitStatus(unmasked), 0, "that one ends as usual");

    uThd second = add(sch, "p2", leaves_pending);
    add(sch, "u", computes_unmasked);
    add(sch, "m", divides_masked);
    uThd first = add(sch, "p1", leaves_pending);
    utSchStart(sch);
    diary_is("m u p1 m u p2 m u ", "an exception that is pending at a switch travels");
    is_hex(uThreadExitStatus(first), STATUS_FLOAT_INEXACT_RESULT, "and ends the thread it is of");
    is_hex(uThreadExitStatus(second), STATUS_FLOAT_INEXACT_RESULT, "and the other likewise");
    fpu_wait();
    utSchedulerDestory(sch);
}

int main(void)
{
    check_kinds();
    check_side_by_side();
    check_tries();
    check_cleaning_up();
    check_limits();
    check_least_stack();
    check_rounding();
    check_mxcsr();
    check_exceptions_of_fpu();
    return tap_done();
}
