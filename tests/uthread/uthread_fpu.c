/* The FPU in threads: each has its own control words, and its own exceptions.
 *
 * run: name=plain emulator=qemu,bochs
 * run: name=trace args=trapline:trace
 * run: name=checked checked=1
 * run: name=ring3 ring=3 compilers=gcc
 * run: name=486 cpu=486 compilers=gcc
 */
#include "kernel/call/features.h"
#include "kernel/call/fpu.h"
#include "tests/uthread/uthread_scene.h"

#include <seh.h>

#define CW_DEFAULT 0x027F
#define CW_DOWN    0x067F
#define CW_UP      0x0A7F
#define CW_NO_ZE   0x027B /* a division by zero is not masked */
#define CW_NO_PE   0x025F /* an inexact result is not masked */

static int round_half(void)
{
    static const double half = 2.5;
    int result;
    __asm__ volatile("fldl %1; fistpl %0" : "=m"(result) : "m"(half));
    return result;
}

static void rounds_down(void)
{
    x87_control_write(CW_DOWN);
    for (int i = 0; i < 3; i++, utYield())
        enter("%d ", round_half());
}

static void rounds_up(void)
{
    x87_control_write(CW_UP);
    for (int i = 0; i < 3; i++, utYield())
        enter("%d ", round_half());
}

static void tells_control(void) { enter("%X ", x87_control_read()); }

static void check_rounding(void)
{
    utSch sch = utSchedulerCreate();
    x87_control_write(CW_UP);
    add(sch, "up", rounds_up);
    add(sch, "down", rounds_down);
    add(sch, "plain", tells_control);
    utSchStart(sch);
    diary_is("27F 2 3 2 3 2 3 ", "threads that round differently run side by side, new ones as "
                                 "Windows begins them");
    is_hex(x87_control_read(), CW_UP, "the scheduler's caller has its own control word back");
    x87_control_write(CW_DEFAULT);
    utSchedulerDestroy(sch);
}

static void sets_mxcsr(void)
{
    DWORD mine = MXCSR_AT_RESET | (DWORD)(my_name()[0] - '0') << 13;
    enter("%X ", (unsigned)mxcsr_read());
    mxcsr_write(mine);
    for (int i = 0; i < 2; i++) {
        utYield();
        enter("%X ", (unsigned)mxcsr_read());
    }
}

static void check_mxcsr(void)
{
    if (!cpu_features.sse) {
        tap_skip("this CPU has no SSE", "each thread has its own mxcsr");
        return;
    }
    utSch sch = utSchedulerCreate();
    mxcsr_write(0x9F80);
    add(sch, "1", sets_mxcsr);
    add(sch, "2", sets_mxcsr);
    utSchStart(sch);
    diary_is("1F80 1F80 5F80 3F80 5F80 3F80 ", "each thread has its own mxcsr");
    is_hex(mxcsr_read(), 0x9F80, "and so has the scheduler's caller");
    mxcsr_write(MXCSR_AT_RESET);
    utSchedulerDestroy(sch);
}

/* Stores a third, a double, as a float. Outside of C, because clang waits behind instructions of
 * the FPU when exceptions count. */
void inexact_store(void);
__asm__(".text\n"
        "inexact_store:\n"
        "   pushl $0x3FD55555; pushl $0x55555555\n"
        "   fldl (%esp); fstps (%esp)\n"
        "   addl $8, %esp; ret");

static void fpu_wait(void) { __asm__ volatile("fwait"); }

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
    x87_clear(); /* the masked ones have left their marks */
    x87_control_write(CW_NO_ZE);
    for (int i = 0; i < 3; i++, utYield()) {
        inexact_store();
        fpu_wait();
        enter("%s ", my_name());
    }
}

/* The store's exception waits for the next instruction of the FPU, wherever that is. */
static void leaves_pending(void)
{
    x87_clear();
    x87_control_write(CW_NO_PE);
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
    is_hex(uThreadExitStatus(first), STATUS_FLOAT_INEXACT_RESULT,
           "and ends the thread that it belongs to");
    is_hex(uThreadExitStatus(second), STATUS_FLOAT_INEXACT_RESULT, "and the other likewise");
    fpu_wait();
    utSchedulerDestroy(sch);
}

/* ---------------------------------------------------------------- all registers */

/* Two values on the x87's stack, and one in xmm5, across switches. */
static void keeps_registers(void)
{
    int mine = my_name()[0] - '0', low, high;
    DWORD xmm = 0;
    uThreadKeepFpu(utCurrent(), true);
    x87_control_write(mine % 2 ? CW_DOWN : CW_UP);
    __asm__ volatile("fildl %0; fildl %0; fld1; faddp" : : "m"(mine));
    if (cpu_features.sse)
        __asm__ volatile("movss %0, %%xmm5" : : "m"(mine));
    for (int i = 0; i < 3; i++)
        utYield();
    utSleep(1);
    if (cpu_features.sse)
        __asm__ volatile("movss %%xmm5, %0" : "=m"(xmm));
    __asm__ volatile("fistpl %0; fistpl %1" : "=m"(low), "=m"(high));
    enter("%d%d%d%d%d ", low, high, cpu_features.sse ? (int)xmm : mine, round_half(),
          (x87_status() >> 11) & 7);
}

/* Leaves values of its own in all registers that a function may change. */
static void spoils_registers(void)
{
    static const DWORD ones = 0xFFFFFFFF;
    for (int i = 0; i < 4; i++, utYield()) {
        enter("%d", (x87_status() >> 11) & 7);
        if (cpu_features.sse)
            __asm__ volatile("movss %0, %%xmm5" : : "m"(ones));
        __asm__ volatile("fldpi; fstp %st(0)");
    }
}

static void check_registers(void)
{
    utSch sch = utSchedulerCreate();
    add(sch, "1", keeps_registers);
    add(sch, "4", keeps_registers);
    add(sch, "spoiler", spoils_registers);
    add(sch, "2", keeps_registers);
    utSchStart(sch);
    diary_is("000032230 54430 21120 ",
             "threads that ask keep all registers, others begin with none");
    is_hex(x87_control_read(), CW_DEFAULT, "the code that runs them has its own control word");
    is_dec((x87_status() >> 11) & 7, 0, "and an empty stack");
    utSchedulerDestroy(sch);
    ok(*tib_word(TIB_FPU_THREADS) == 0, "yields are short again");

    uThd parked = uThreadCreate(utYield);
    utResume(parked);
    is_dec((DWORD)uThreadKeepFpu(parked, true), UtErrorNone, "one that is parked may be told to");
    is_dec((DWORD)uThreadKeepFpu(parked, true), UtErrorNone, "twice, too");
    is_dec(*tib_word(TIB_FPU_THREADS), 1, "it counts");
    is_dec((DWORD)uThreadKeepFpu(parked, false), UtErrorNone, "and not to");
    is_dec(*tib_word(TIB_FPU_THREADS), 0, "then it does not");
    is_dec((DWORD)uThreadKeepFpu(NULL, true), UtErrorInvalid, "NULL is no thread");
    uThreadDestroy(parked);
}

int main(void)
{
    check_rounding();
    check_mxcsr();
    check_exceptions_of_fpu();
    check_registers();
    return tap_done();
}
