/* Exceptions of threads that lose the CPU in front of any instruction, those of handlers and
 * filters included.
 *
 * run: name=qemu
 * run: name=486 cpu=486 args=once compilers=gcc
 * run: name=ring3 args="once ring3" compilers=gcc
 * run: name=bochs args=once emulator=bochs compilers=gcc
 */
#include "tests/uthread/uthread_preempted.h"

#include <seh.h>
#include <seh_try.h>

enum { UD2_SIZE = 2 };

/* ---------------------------------------------------------------- the program's own work */

/* A handler or filter runs without the trap flag of the interrupted code, so it sets the flag anew.
 * Takes longer and longer, so that the threads do not go in step. */
static LONG chooses(EXCEPTION_POINTERS *pointers, LONG answer)
{
    set_stepping(true);
    must(pointers->ExceptionRecord->ExceptionCode == STATUS_ILLEGAL_INSTRUCTION);
    for (unsigned i = 0; i <= count; i++)
        utYield();
    return answer;
}

static SEH_FUNCTION void catch_turn(unsigned me, unsigned turn)
{
    volatile unsigned finally = 0, except = 0;
    __try {
        __try {
            __asm__ volatile("ud2");
            must(false);
        } __finally {
            set_stepping(true);
            utYield();
            finally++;
        }
    } __except (chooses(GetExceptionInformation(), EXCEPTION_EXECUTE_HANDLER)) {
        set_stepping(true);
        except++;
    }
    must(finally == 1 && except == 1);
    add_to(&count, 1);
}

static LONG NTAPI goes_on(EXCEPTION_POINTERS *pointers)
{
    LONG answer = chooses(pointers, EXCEPTION_CONTINUE_EXECUTION);
    pointers->ContextRecord->Eip += UD2_SIZE;
    add_to(&left, 1);
    return answer;
}

/* Each member's handler comes and goes while others are asked; the first in the list answers. */
static void ask_all_turn(unsigned me, unsigned turn)
{
    void *handler = AddVectoredExceptionHandler(me & 1, goes_on);
    must(handler != NULL);
    add_to(&begun, 1);
    __asm__ volatile("ud2");
    must(RemoveVectoredExceptionHandler(handler) != 0);
    add_to(&count, 1);
}

/* ---------------------------------------------------------------- the runtime's work */

static uThd child_with(int policy, utExceptionHandler handler, utBody body, unsigned number)
{
    uThd child = uThreadCreateFor(body, (void *)number, pool);
    must(uThreadSetPolicy(child, policy, handler) == UtErrorNone);
    utSchAddUthd(scheduler, child);
    return child;
}

static LONG answers(EXCEPTION_POINTERS *pointers) { return goes_on(pointers); }

static void *faults(void *argument)
{
    add_to(&begun, 1);
    __asm__ volatile("ud2");
    return answer_of(argument);
}

static void ask_turn(unsigned me, unsigned turn)
{
    uThd child = child_with(UtPolicyCall, answers, faults, child_number(me, turn));
    join(child, child_number(me, turn));
    uThreadDestroy(child);
    add_to(&count, 1);
}

static void pass_ud2(uThd stopped)
{
    CONTEXT context = {.ContextFlags = CONTEXT_CONTROL};
    must(uThreadGetContext(stopped, &context) == UtErrorNone);
    context.Eip += UD2_SIZE;
    must(uThreadSetContext(stopped, &context) == UtErrorNone);
}

/* The last one is not continued, but destroyed where it stopped. */
static void stop_turn(unsigned me, unsigned turn)
{
    uThd child = child_with(UtPolicyStop, NULL, faults, child_number(me, turn));
    while (child->status != UtStatusStop)
        utYield();
    if (turn < TURNS - 1) {
        pass_ud2(child);
        must(uThreadContinue(child) == UtErrorNone);
        join(child, child_number(me, turn));
    }
    uThreadDestroy(child);
    add_to(&left, 1);
    add_to(&count, 1);
}

/* ---------------------------------------------------------------- scenes */

static bool end_handled(void) { return begun == count && left == count; }

static const struct scene scenes[] = {
    {"__try blocks", NULL, catch_turn, NULL, TURNS, ALL, STANDS},
    {"vectored handlers", NULL, ask_all_turn, end_handled, TURNS, ALL, STANDS},
    {"a thread's handler", NULL, ask_turn, end_handled, TURNS, ALL, STANDS},
    {"stopped threads", NULL, stop_turn, end_handled, TURNS, ALL, STANDS},
};

int main(int argc, char **argv) { return PLAY(scenes, argc, argv); }
