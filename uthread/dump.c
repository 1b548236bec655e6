/* The table of a scheduler's threads, for a person. */
#include "kernel/report.h"
#include "kernel/service.h"
#include "uthread/uthread_impl.h"

#include <stdio.h>
#include <string.h>

bool ut_is_alive(uThd uthread)
{
    return sys_paging_readable(uthread, sizeof *uthread) &&
           (uthread->magic == UT_MAGIC || uthread->magic == UT_MAGIC_YIELDED);
}

const char *ut_name_of(uThd uthread, char name[UT_NAME_SIZE])
{
    if (uthread->extra && uthread->extra->name)
        snprintf(name, UT_NAME_SIZE, "%s", uthread->extra->name);
    else
        snprintf(name, UT_NAME_SIZE, "thread %08X", (unsigned)uthread);
    return name;
}

/* Whoever holds what a thread waits for: also one that will never give it back. */
static const char *holder_of(const struct utWait *wait, char text[UT_NAME_SIZE + 32])
{
    uThd holder = wait->kind->holder ? wait->kind->holder(wait->object) : NULL;
    char name[UT_NAME_SIZE];
    uThd root = tib_fiber() ? tib_fiber() : ut_block_here();
    if (!holder || wait->kind == &ut_hosts)
        return "";
    if (holder == wait->object)
        snprintf(text, UT_NAME_SIZE + 32, " (%s)", ut_name_of(holder, name));
    else if (holder == root)
        return ", held by code outside of threads";
    else if (!ut_is_alive(holder))
        return ", held by a thread that is gone";
    else
        snprintf(text, UT_NAME_SIZE + 32, ", held by %s%s", ut_name_of(holder, name),
                 holder->status == UtStatusFinish ? ", which has ended" : "");
    return text;
}

const char *ut_describe_wait(uThd uthread, char text[UT_WAIT_SIZE])
{
    const struct utWait *wait = uthread->wait;
    char object[12] = "", held[UT_NAME_SIZE + 32], left[40] = "";
    if (wait->object)
        snprintf(object, sizeof object, " %08X", (unsigned)wait->object);
    if (wait->deadline != UT_FOREVER) {
        utTime now = GetTickCount64();
        snprintf(left, sizeof left, ", %llu ms left",
                 wait->deadline > now ? wait->deadline - now : 0);
    }
    snprintf(text, UT_WAIT_SIZE, "%s%s%s%s", wait->kind->text, object, holder_of(wait, held), left);
    return text;
}

int utSchStatistics(utSch sch, utStatistics *statistics)
{
    if (!ut_is_scheduler(sch) || !statistics)
        return ut_set_error(UtErrorInvalid);
    *statistics = (utStatistics){.woken = sch->woken, .ended = sch->ended};
    for (uThd uthread = sch->all; uthread; uthread = uthread->allNext) {
        bool parked = uthread->status == UtStatusSleep || uthread->status == UtStatusWait;
        statistics->threads++;
        statistics->ready += uthread->next != NULL;
        statistics->sleeping += parked && uthread->wait->timed;
        statistics->waiting += uthread->status == UtStatusWait;
        statistics->finished += uthread->status == UtStatusFinish;
    }
    return UtErrorNone;
}
