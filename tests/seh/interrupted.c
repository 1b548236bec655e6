/* Exceptions, unwinding and switches between threads and fibers while every instruction is
 * interrupted: by a debug trap behind each, and by the timer in front of each. The interruption
 * does all that it may: it overwrites the stack below the interrupted code and uses the FPU.
 *
 * run: name=steps args=steps
 * run: name=ticks args=ticks virtual-time=1
 * run: name=steps-bochs args=steps emulator=bochs compilers=gcc
 *
 * Ring 0 only: an interrupt overwrites nothing of a stack in ring 3. uthread_preempted_faults.c
 * has exceptions there whose every instruction loses the CPU.
 */
#include "kernel/call/features.h"
#include "kernel/call/fpu.h"
#include "kernel/cpu/interrupts.h"
#include "kernel/devices/irq.h"
#include "kernel/threads/debug_registers.h"
#include "kernel/threads/thread.h"
#include "kernel/trap/trap.h"
#include "tests/harness/arguments.h"
#include "tests/harness/handler.h"
#include "tests/harness/tap.h"
#include "tests/harness/timer_once.h"

#include <fibersapi.h>
#include <seh.h>
#include <string.h>
#include <uthread.h>

/* interrupted_round.S */
void interrupted_steps(void (*work)(void));
int interrupted_blocks(void);
void interrupted_note(int letter);

/* ---------------------------------------------------------------- the work */

static char notes[128];
static unsigned noted;

void interrupted_note(int letter)
{
    if (noted < sizeof notes - 1)
        notes[noted++] = (char)letter;
}
#define note interrupted_note

static EXCEPTION_DISPOSITION HANDLER(skip)
{
    if (record->ExceptionCode != STATUS_ILLEGAL_INSTRUCTION)
        return ExceptionContinueSearch;
    note('h');
    if (utCurrent())
        utYield();
    context->Eip += 2;
    context->Eax += 1;
    return ExceptionContinueExecution;
}

/* Every register and the x87 go through an exception. */
static void fault(void)
{
    EXCEPTION_REGISTRATION_RECORD frame;
    uint32_t a = 1, b = 2, c = 3, d = 4;
    double kept = 0;
    seh_link(&frame, skip);
    __asm__ volatile("fldpi; ud2; fstpl %4" : "+a"(a), "+b"(b), "+c"(c), "+d"(d), "=m"(kept));
    seh_unlink(&frame);
    note(a == 2 && b == 2 && c == 3 && d == 4 && kept > 3.14159 && kept < 3.1416 ? '+' : '!');
}

SEH_FUNCTION static void raise_and_unwind(void)
{
    volatile int local = 7;
    __try {
        __try {
            RaiseException(0xE0000001, 0, 0, NULL);
            note('!');
        } __finally {
            note(AbnormalTermination() ? 'u' : '!');
        }
    } __except (note('?'), GetExceptionCode() == 0xE0000001) {
        note(local == 7 ? 'x' : '!');
    }
    EXCEPTION_RECORD record = {.ExceptionCode = 0xE0000002};
    __try {
        RtlRaiseException(&record);
        note('!');
    } __except (GetExceptionCode() == 0xE0000002) {
        note(record.ExceptionAddress && local == 7 ? 'r' : '!');
    }
}

/* The control words of x87 and SSE. */
static uint32_t control_words(void)
{
    return (cpu_features.sse ? mxcsr_read() << 16 : 0) | x87_control_read();
}

static void thread(void)
{
    uint32_t words = control_words();
    note('t');
    utYield();
    fault();
    utYield();
    note(control_words() == words ? 'e' : '!');
}

static uint8_t stacks[2][UT_STACK_LEAST * 2] __attribute__((aligned(4096)));

static void switches(void)
{
    uThd threads[2];
    utSch sch = utSchedulerCreate();
    for (unsigned i = 0; i < 2; i++) {
        threads[i] = uThreadCreated(stacks[i], sizeof stacks[i], thread);
        utSchAddUthd(sch, threads[i]);
    }
    utSchStart(sch);
    utSchedulerDestroy(sch);
    for (unsigned i = 0; i < 2; i++)
        uThreadDestroy(threads[i]);
}

static VOID WINAPI fiber(LPVOID caller)
{
    for (;;) {
        note('i');
        fault();
        SwitchToFiber(caller);
    }
}

/* One of the two has its FPU on its own. Both last for all runs. */
static void fibers(void)
{
    static PVOID other;
    uint32_t words = control_words();
    if (!other)
        other = CreateFiberEx(0, 0, FIBER_FLAG_FLOAT_SWITCH, fiber, ConvertThreadToFiber(NULL));
    SwitchToFiber(other);
    note('k');
    SwitchToFiber(other);
    note(control_words() == words ? 'e' : '!');
}

static void work(void)
{
    fault();
    raise_and_unwind();
    interrupted_blocks();
    switches();
    fibers();
}

static const char expected[] = "h+?uxrFfEtthh++eeih+kih+e";
static unsigned wrong;

/* One run of the work by way of run, its outcome compared. */
static void check_outcome(const EXCEPTION_REGISTRATION_RECORD *head)
{
    bool right = strcmp(notes, expected) == 0 && seh_head() == head;
    if (!right && wrong++ == 0)
        tap_note("got \"%s\", expected \"%s\"", notes, expected);
    memset(notes, 0, noted);
    noted = 0;
}

/* ---------------------------------------------------------------- the work of interruptions */

enum { FX_SIZE = 512, SCRIBBLE = 0xA5, SCRIBBLED = 1024 };

/* Everything below the trap's frame that is free, and the FPU, which it restores. */
static void spoil(struct trap_frame *frame)
{
    uint8_t below[512];
    static uint8_t area[FX_SIZE] __attribute__((aligned(16)));
    memset((char *)frame - SCRIBBLED, SCRIBBLE, SCRIBBLED);
    memset(below, SCRIBBLE, sizeof below);
    __asm__ volatile("" : : "r"(below) : "memory");
    if (cpu_features.fxsr)
        fx_save(area);
    else
        x87_save(area);
    __asm__ volatile("fninit; fldz; fldz; fldz");
    if (cpu_features.sse)
        __asm__ volatile("xorps %xmm0, %xmm0; xorps %xmm7, %xmm7");
    if (cpu_features.fxsr)
        fx_load(area);
    else
        x87_load(area);
}

/* ---------------------------------------------------------------- a trap behind every instruction
 */

static trap_exception_function *deliver;
static unsigned steps;
static volatile bool stepping;

/* How many different places it stopped at, of code that is worth asking for. */
static const struct place {
    const char *name;
    const void *from;
    unsigned size, least;
} places[] = {
    {"utYield and ut_switch", (void *)utYield, 0x80, 20},
    {"SwitchToFiber", (void *)SwitchToFiber, 0x100, 30},
    {"RaiseException", (void *)RaiseException, 0x60, 10},
    {"RtlRaiseException", (void *)RtlRaiseException, 0x60, 10},
    {"RtlDispatchException", (void *)RtlDispatchException, 0x100, 20},
    {"RtlUnwind", (void *)RtlUnwind, 0x100, 20},
    {"NtContinue", (void *)NtContinue, 0x30, 10},
};
enum { PLACES = sizeof places / sizeof places[0], MOST_BYTES = 0x100 };
static bool stopped[PLACES][MOST_BYTES];

static IN_REGISTERS struct trap_frame *step(struct trap_frame *frame,
                                            const struct page_fault *fault)
{
    if (frame->vector == VECTOR_DB) {
        steps++;
        debug_registers_forget_status();
        spoil(frame);
        for (unsigned i = 0; i < PLACES; i++)
            if (frame->eip - (uint32_t)places[i].from < places[i].size)
                stopped[i][frame->eip - (uint32_t)places[i].from] = true;
    } else {
        frame = deliver(frame, fault);
    }
    if (stepping)
        frame->eflags |= EFLAGS_TF;
    return frame;
}

static void stepped_work(void)
{
    work();
    stepping = false;
}

static void check_steps(void)
{
    enum { ROUNDS = 3, LEAST = 5000 };
    EXCEPTION_REGISTRATION_RECORD *head = seh_head();
    deliver = trap_on_exception(step);
    for (unsigned i = 0; i < ROUNDS; i++) {
        steps = 0;
        stepping = true;
        interrupted_steps(stepped_work);
        check_outcome(head);
    }
    trap_on_exception(deliver);
    is_dec(wrong, 0, "with a trap behind every instruction all goes as ever");
    ok(steps >= LEAST, "there were many (%u)", steps);
    for (unsigned i = 0; i < PLACES; i++) {
        unsigned count = 0;
        for (unsigned j = 0; j < MOST_BYTES; j++)
            count += stopped[i][j];
        ok(count >= places[i].least, "%u of them at different instructions of %s", count,
           places[i].name);
    }
}

/* ---------------------------------------------------------------- the timer at every instruction
 */

enum { MOST_OFFSETS = 65536 };

static struct {
    volatile unsigned count;
    volatile uint32_t offset; /* instructions from the time's reading to the interrupt */
} tick;

static bool on_tick(void)
{
    tick.offset = (uint32_t)tsc_read() - timer_once_start;
    tick.count++;
    spoil(this_thread()->frame);
    return false;
}

static uint32_t work_ended;
static unsigned lost;

/* Longer than the way from the interrupt to its offset's reading, so that all of the work lies
 * behind that. */
enum { LATENCY = 200 };

static void timed_work(void)
{
    for (volatile unsigned i = 0; i < LATENCY; i++)
        ;
    work();
    work_ended = (uint32_t)tsc_read() - timer_once_start;
}

/* One run of the work with the interrupt after count periods and padding instructions less. */
static void round_of(uint32_t count, uint32_t padding, const EXCEPTION_REGISTRATION_RECORD *head)
{
    unsigned before = tick.count;
    timer_once(count, padding, timed_work);
    interrupts_off();
    while (tick.count == before) {
        cpu_wait();
        interrupts_off();
    }
    interrupts_on();
    if (tick.count != before + 1)
        lost++;
    check_outcome(head);
}

/* Slides the interrupt over the work, an instruction a round. Every offset is hit but for those in
 * stretches with interrupts off: there the interrupt comes at the stretch's end. Such a stretch
 * goes from each of the six faults' traps to its dispatcher. Another goes from the place where a
 * context is moved to its iret: for five contexts that a handler continues, and for those of
 * three unwinds. */
static void check_ticks(void)
{
    static bool hit[MOST_OFFSETS];
    enum { PERIOD = TIMER_ONCE_PERIOD, QUIET_STRETCHES = 6 + 5 + 3 };
    EXCEPTION_REGISTRATION_RECORD *head = seh_head();
    irq_set_function(0, on_tick);
    round_of(75, 0, head);
    uint32_t length = work_ended;
    ok(length > 4 * PERIOD && tick.offset > length, "the work has %u instructions", length);
    for (uint32_t count = 1; (count - 1) * PERIOD < length + PERIOD; count++) {
        for (uint32_t padding = 0; padding < PERIOD + 20; padding++) {
            round_of(count, padding, head);
            if (tick.offset < MOST_OFFSETS)
                hit[tick.offset] = true;
        }
    }
    unsigned missed = 0, stretches = 0;
    for (uint32_t i = LATENCY; i < length; i++) {
        missed += !hit[i];
        stretches += !hit[i] && hit[i - 1];
    }
    is_dec(wrong, 0, "with an interrupt in front of any instruction all goes as ever");
    is_dec(lost, 0, "each of %u rounds had one interrupt", tick.count);
    is_dec(stretches, QUIET_STRETCHES,
           "all offsets were hit but for stretches with interrupts off");
    ok(missed < length / 2, "which are %u instructions of %u", missed, length - LATENCY);
}

int main(int argc, char **argv)
{
    work(); /* once as ever: memory that is taken only once */
    check_outcome(seh_head());
    is_dec(wrong, 0, "undisturbed");
    if (has_argument(argc, argv, "ticks"))
        check_ticks();
    else
        check_steps();
    return tap_done();
}
