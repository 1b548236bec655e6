/* Threads that are sent elsewhere, and the handlers that they leave: of frames, of a cancel, and of
 * an exception that has stopped them.
 *
 * run: name=plain
 * run: name=486 cpu=486 compilers=gcc
 * run: name=ring3 ring=3
 * run: name=bochs emulator=bochs compilers=gcc
 * run: name=checked checked=1 compilers=gcc
 * run: name=trace args=trapline:trace compilers=gcc
 */
#include "kernel/call/fpu.h"
#include "tests/harness/handler.h"
#include "tests/uthread/uthread_context.h"
#include "tests/uthread/uthread_fault_kinds.h"

#include <seh.h>
#include <seh_try.h>

static EXCEPTION_DISPOSITION HANDLER(notes)
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
    uThd uthread = started("t", outer);
    CONTEXT context = get(uthread);
    utResume(uthread);
    set(uthread, &context);
    utResume(uthread);
    diary_is("inner outer except ", "a frame that the stack pointer leaves below is not asked");
    is_dec((DWORD)uthread->status, UtStatusFinish, "the others are");
    uThreadDestroy(uthread);
}

/* ---------------------------------------------------------------- its end */

static void sent_there(void) { enter("second "); }

static void check_end(bool begun)
{
    uThd uthread = named("t", outer);
    if (begun) {
        utResume(uthread);
        utResume(uthread);
    }
    CONTEXT context = get(uthread);
    context.Eip = (DWORD)sent_there;
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

/* ---------------------------------------------------------------- stopped */

static WORD control_after;

static void stops(void)
{
    illegal();
    control_after = x87_control_read();
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

int main(void)
{
    uint32_t blocks = heap_usage().blocks;
    check_frames();
    check_end(true);
    check_end(false);
    check_stopped();
    is_dec(heap_usage().blocks, blocks, "nothing is left of it");
    return tap_done();
}
