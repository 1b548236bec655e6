/* The rules that blocking, waking and switching rely on: a checking build panics with the rule that
 * is broken. Each run breaks one.
 *
 * run: name=blocks-another args=blocks-another checked=1 compilers=gcc exit=125 expect="broken
 *   rule: a thread that waits runs \(in "
 * run: name=blocks-twice args=blocks-twice checked=1 compilers=gcc exit=125 expect="broken
 *   rule: a thread that begins to wait is in no wait \(in "
 * run: name=blocks-outside args=blocks-outside checked=1 compilers=gcc exit=125 expect="broken
 *   rule: a thread that begins to wait is in its ring \(in "
 * run: name=wakes-running args=wakes-running checked=1 compilers=gcc exit=125 expect="broken
 *   rule: a thread that is woken waits \(in "
 * run: name=wakes-other args=wakes-other checked=1 compilers=gcc exit=125 expect="broken rule: a
 *   thread that is woken waits in this wait \(in "
 * run: name=leaves-another args=leaves-another checked=1 compilers=gcc exit=125 expect="broken
 *   rule: the thread that a switch leaves runs \(in "
 * run: name=to-ended args=to-ended checked=1 compilers=gcc exit=125 expect="broken rule: a thread
 *   that is switched to has not ended \(in "
 * run: name=to-waiting args=to-waiting checked=1 compilers=gcc exit=125 expect="broken rule: a
 *   thread that is switched to does not wait \(in "
 * run: name=to-nowhere args=to-nowhere checked=1 compilers=gcc exit=125 expect="broken rule: the
 *   stack pointer of a parked thread lies in its stack \(in "
 * run: name=object-elsewhere args=object-elsewhere checked=1 compilers=gcc exit=125 expect="broken
 *   rule: an object is used by the thread of the machine that made it \(in ut_object_is"
 * run: name=scheduler-elsewhere args=scheduler-elsewhere checked=1 compilers=gcc exit=125
 *   expect="broken rule: an object is used by the thread of the machine that made it \(in
 *   ut_is_scheduler"
 * run: name=wakes-elsewhere args=wakes-elsewhere checked=1 compilers=gcc exit=125 expect="broken
 *   rule: an object is used by the thread of the machine that made it \(in ut_make_ready"
 * run: name=nothing args=nothing checked=1 compilers=gcc exit=0
 * run: name=ring3 ring=3 args=wakes-running checked=1 compilers=gcc exit=125 expect="broken
 *   rule: a thread that is woken waits \(in "
 */
#include "tests/uthread/uthread_gate.h"

#include <stdio.h>
#include <string.h>

static utSch sch;
static uThd other;
static struct gate gate;
static const char *broken;

static void waits(void) { gate_pass(&gate); }

static void blocks(uThd uthread)
{
    struct utWait wait = {.thread = uthread, .kind = &gate_kind, .queue = &gate.waiters};
    queue_append(&gate.waiters, &wait);
    ut_block(uthread, &wait, UtStatusWait);
}

/* From now on the objects are another thread's of the machine, as far as the library can tell. */
static void move_elsewhere(void) { *tib_word(TIB_NUMBER) += 0x1000; }

/* other waits at the gate meanwhile. */
static void breaks(void)
{
    uThd here = utCurrent();
    struct utWait wait = {.thread = other};
    utYield();
    if (!strcmp(broken, "object-elsewhere")) {
        utSemaphore semaphore = utSemaphoreCreate(0, 1);
        move_elsewhere();
        utSemaphoreGive(semaphore);
    }
    if (!strcmp(broken, "scheduler-elsewhere")) {
        move_elsewhere();
        utSchAddUthd(sch, NULL);
    }
    if (!strcmp(broken, "wakes-elsewhere")) {
        move_elsewhere();
        gate_open(&gate);
    }
    if (!strcmp(broken, "blocks-another"))
        blocks(other);
    if (!strcmp(broken, "blocks-twice")) {
        here->status = UtStatusWait;
        blocks(here);
    }
    if (!strcmp(broken, "blocks-outside")) {
        here->next = NULL;
        blocks(here);
    }
    if (!strcmp(broken, "wakes-running")) {
        wait.thread = here;
        ut_wake(&wait, UtErrorNone);
    }
    if (!strcmp(broken, "wakes-other"))
        ut_wake(&wait, UtErrorNone);
    if (!strcmp(broken, "leaves-another"))
        ut_switch(other, here);
    if (!strcmp(broken, "to-waiting"))
        ut_switch(here, other);
    if (!strcmp(broken, "to-ended")) {
        other->status = UtStatusFinish;
        ut_switch(here, other);
    }
    if (!strcmp(broken, "to-nowhere")) {
        other->status = UtStatusNormal;
        other->regs[1] = (int)other;
        ut_switch(here, other);
    }
    gate_open(&gate);
}

int main(int argc, char **argv)
{
    broken = argc > 1 ? argv[1] : "nothing";
    sch = utSchedulerCreate();
    utSchAddUthd(sch, uThreadCreate(breaks));
    other = uThreadCreate(waits);
    utSchAddUthd(sch, other);
    utSchStart(sch);
    utSchedulerDestroy(sch);
    printf("1..1\nok 1 - nothing was broken\n");
    return 0;
}
