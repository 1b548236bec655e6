/* Schedulers: the ring of ready threads, who is next, and waiting when nobody is ready. */
#include "kernel/cpu.h"
#include "kernel/service.h"
#include "kernel/stacks.h"
#include "kernel/start.h"
#include "kernel/trace.h"
#include "uthread/uthread_impl.h"

#include <stdlib.h>

void ut_yield_slowly(void); /* called by switch.S */

/* Whether ut_switch has an mxcsr to keep. */
START_CONSTANT bool ut_has_sse;

static void start(void)
{
    ut_has_sse = cpu_features.sse;
    stack_set_switch((uint32_t)ut_limit_saved, (uint32_t)ut_limit_loaded);
}
ON_START(start);

static bool is_scheduler(utSch sch)
{
    if (sch && sch->magic == SCH_MAGIC)
        return true;
    ut_set_error(UtErrorInvalid);
    return false;
}

/* ---------------------------------------------------------------- the ring */

/* Puts a thread behind all others of the ring: in front of its head. */
static void ring_append(utSch sch, uThd uthread)
{
    if (!sch->head) {
        sch->head = uthread->next = uthread->previous = uthread;
        return;
    }
    uthread->next = sch->head;
    uthread->previous = sch->head->previous;
    uthread->previous->next = uthread;
    sch->head->previous = uthread;
}

static void ring_remove(utSch sch, uThd uthread)
{
    if (uthread->next == uthread) {
        sch->head = NULL;
    } else {
        uthread->previous->next = uthread->next;
        uthread->next->previous = uthread->previous;
        if (sch->head == uthread)
            sch->head = uthread->next;
    }
    uthread->next = uthread->previous = NULL;
}

/* ---------------------------------------------------------------- the clock */

/* Tells utYield when to look again. While events are recorded it looks every time, because every
 * switch is one. */
static void set_deadline(utSch sch)
{
    sch->deadline = trace_on ? 0 : sch->sleepers ? sch->sleepers->deadline : UINT64_MAX;
}

/* Appends every sleeper that is due to the ring, in the order of their deadlines. */
static void wake_sleepers(utSch sch)
{
    uint64_t now = GetTickCount64();
    while (sch->sleepers && sch->sleepers->deadline <= now) {
        uThd uthread = sch->sleepers;
        sch->sleepers = sleepers_remove_first(uthread);
        uthread->status = UtStatusNormal;
        ring_append(sch, uthread);
        trace(woken, (uint32_t)uthread);
    }
    set_deadline(sch);
}

/* Takes in a thread that sleeps until its deadline. */
static void add_sleeper(utSch sch, uThd uthread)
{
    uthread->order = sch->order++;
    sch->sleepers = sleepers_insert(sch->sleepers, uthread);
    set_deadline(sch);
}

/* ---------------------------------------------------------------- switching */

static void switch_to(uThd from, uThd to)
{
    trace(switched, (uint32_t)from, (uint32_t)to);
    ut_switch(from, to);
}

/* Leaves a thread that has left the ring, where candidate was behind it; it goes on there, or in
 * utSchStart when nobody is ready. */
static void leave(utSch sch, uThd uthread, uThd candidate)
{
    switch_to(uthread, sch->head ? candidate : &sch->root);
}

void ut_yield_slowly(void)
{
    uThd current = utCurrent();
    if (!current) {
        ut_set_error(UtErrorOutside);
        return;
    }
    utSch sch = current->scheduler;
    if (!sch) {
        switch_to(current, current->resumer);
        return;
    }
    wake_sleepers(sch);
    if (current->next != current)
        switch_to(current, current->next);
}

void utSleep(DWORD ms)
{
    uThd current = utCurrent();
    if (!current) {
        ut_set_error(UtErrorOutside);
        return;
    }
    uint64_t now = GetTickCount64();
    current->sleepTime = (DWORD)now;
    current->sleepDuri = ms;
    current->deadline = now + ms;
    current->status = UtStatusSleep;
    trace(slept, (uint32_t)current, ms);
    utSch sch = current->scheduler;
    if (!sch) {
        switch_to(current, current->resumer);
        return;
    }
    uThd candidate = current->next;
    ring_remove(sch, current);
    add_sleeper(sch, current);
    leave(sch, current, candidate);
}

void ut_finish(DWORD status)
{
    uThd current = utCurrent();
    current->exitStatus = status;
    current->status = UtStatusFinish;
    trace(finished, (uint32_t)current, status);
    utSch sch = current->scheduler;
    if (!sch) {
        switch_to(current, current->resumer);
    } else {
        uThd candidate = current->next;
        ring_remove(sch, current);
        current->next = sch->finished;
        if (sch->finished)
            sch->finished->previous = current;
        sch->finished = current;
        leave(sch, current, candidate);
    }
    __builtin_unreachable(); /* nobody switches to a finished thread */
}

void ut_forget_finished(uThd uthread)
{
    if (uthread->previous)
        uthread->previous->next = uthread->next;
    else
        uthread->scheduler->finished = uthread->next;
    if (uthread->next)
        uthread->next->previous = uthread->previous;
}

/* ---------------------------------------------------------------- the calls of uthread.h */

utSch utSchedulerCreate(void)
{
    utSch sch = calloc(1, sizeof *sch);
    if (!sch) {
        ut_set_error(UtErrorNoMemory);
        return NULL;
    }
    sch->magic = SCH_MAGIC;
    return sch;
}

void utSchedulerDestory(utSch sch)
{
    if (!is_scheduler(sch))
        return;
    if (sch->running) {
        ut_set_error(UtErrorBusy);
        return;
    }
    for (uThd uthread = sch->head; uthread; uthread = sch->head) {
        ring_remove(sch, uthread);
        ut_free(uthread);
    }
    for (uThd uthread = sch->sleepers; uthread; uthread = sch->sleepers) {
        sch->sleepers = sleepers_remove_first(uthread);
        ut_free(uthread);
    }
    for (uThd uthread = sch->finished; uthread; uthread = sch->finished) {
        sch->finished = uthread->next;
        ut_free(uthread);
    }
    sch->magic = 0;
    free(sch);
}

void utSchedulerDestroy(utSch sch) __attribute__((alias("utSchedulerDestory")));

void utSchAddUthd(utSch sch, uThd uthread)
{
    if (!is_scheduler(sch) || !ut_is_thread(uthread))
        return;
    if (uthread->scheduler) {
        ut_set_error(UtErrorHeld);
    } else if (uthread->resumer || uthread == utCurrent()) {
        ut_set_error(UtErrorRunning);
    } else if (uthread->status == UtStatusFinish) {
        ut_set_error(UtErrorFinished);
    } else {
        uthread->scheduler = sch;
        if (uthread->status == UtStatusSleep) {
            add_sleeper(sch, uthread);
        } else {
            ring_append(sch, uthread);
            sch->head = uthread;
        }
    }
}

/* Waits until the first sleeper is due: a thread sleeps, plain code halts the CPU. */
static void wait_for_sleepers(utSch sch, uThd caller)
{
    uint64_t now = GetTickCount64();
    if (sch->sleepers->deadline <= now)
        return;
    uint64_t ms = sch->sleepers->deadline - now;
    if (caller)
        utSleep(ms < UINT32_MAX ? (DWORD)ms : UINT32_MAX);
    else
        sys_clock_wait_until(sch->sleepers->deadline);
}

void utSchStart(utSch sch)
{
    if (!is_scheduler(sch))
        return;
    if (sch->running) {
        ut_set_error(UtErrorBusy);
        return;
    }
    NT_TIB *tib = &tib_current()->NtTib;
    uThd caller = tib->FiberData;
    sch->running = true;
    if (trace_on)
        sys_trace_thread_named(&sch->root, "scheduler");
    sch->root.stackBase = tib->StackBase;
    sch->root.range = tib_current()->DeallocationStack;
    while (sch->head || sch->sleepers) {
        wake_sleepers(sch);
        if (sch->head) {
            switch_to(&sch->root, sch->head);
            tib->FiberData = caller;
        } else {
            wait_for_sleepers(sch, caller);
        }
    }
    sch->running = false;
}
