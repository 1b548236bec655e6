/* The report of a deadlock: the waits, the holders, and the circles in which threads wait for each
 * other. */
#include "kernel/call/report.h"
#include "uthread/report/ut_report.h"

#include <stdio.h>
#include <string.h>

enum { MOST_NAMES = 12 }; /* printed of a circle */

/* Returns the thread that could end a thread's wait. NULL: there is none, or more than one. */
static uThd awaited(uThd uthread)
{
    if (uthread->status != UtStatusWait)
        return NULL;
    const struct utWait *wait = uthread->wait;
    if (!wait->kind->holder)
        return NULL;
    uThd holder = wait->kind->holder(ut_object_of(wait));
    return holder && ut_is_alive(holder) ? holder : NULL;
}

static void print_line(const char *label, const char *text)
{
    report_print("  %-16s  %s\n", label, text);
}

/* Prints a line for each thread that waits, also in schedulers inside. */
static void print_waits(utSch sch)
{
    char name[UT_NAME_SIZE], text[UT_WAIT_SIZE];
    for (UT_EACH_HELD(uthread, sch)) {
        if (!ut_is_stuck(uthread))
            continue;
        uthread->flags &= (BYTE)~UT_IN_CIRCLE;
        print_line(ut_name_of(uthread, name), ut_describe_wait(uthread, text));
        if (uthread->wait->kind == &ut_hosts)
            print_waits(uthread->wait->queue);
    }
}

static void print_circle(uThd first)
{
    char name[UT_NAME_SIZE], text[MOST_NAMES * (UT_NAME_SIZE + 4)];
    size_t length = 0;
    uThd uthread = first;
    unsigned names = 0;
    do {
        length += (size_t)snprintf(text + length, sizeof text - length, "%s -> ",
                                   ut_name_of(uthread, name));
        uthread = awaited(uthread);
    } while (uthread != first && ++names < MOST_NAMES - 2);
    snprintf(text + length, sizeof text - length, "%s",
             uthread == first ? ut_name_of(first, name) : "...");
    print_line("in a circle", text);
}

/* Whether a thread is in a circle: each thread in it waits, without a deadline, for the next one.
 * If so, marks all threads of the circle. The walk may enter another circle. It remembers its
 * thread after 1, 2, 4, 8, ... steps. In a circle it meets that thread again, and stops. */
static bool is_in_circle(uThd from)
{
    uThd uthread = from, met = NULL;
    for (unsigned step = 1; uthread && uthread != met; step++) {
        if ((step & (step - 1)) == 0)
            met = uthread;
        bool goes_on = uthread->status == UtStatusWait && !(uthread->wait->flags & UT_TIMED);
        uthread = goes_on ? awaited(uthread) : NULL;
        if (uthread == from)
            break;
    }
    if (uthread != from)
        return false;
    do {
        uthread->flags |= UT_IN_CIRCLE;
        uthread = awaited(uthread);
    } while (uthread != from);
    return true;
}

static void print_circles(utSch sch)
{
    for (UT_EACH_HELD(from, sch)) {
        if (from->status != UtStatusWait)
            continue;
        if (!(from->flags & UT_IN_CIRCLE) && is_in_circle(from))
            print_circle(from);
        if (from->wait->kind == &ut_hosts)
            print_circles(from->wait->queue);
    }
}

void ut_report_deadlock(utSch sch)
{
    bool begun = report_begin();
    report_line("deadlock: nobody can run");
    print_waits(sch);
    print_circles(sch);
    report_end(begun);
}
