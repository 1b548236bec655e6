/* A waiter waits for the objects of up to 63 watches, and for an event by which it is called to
 * look at its list again. A watch that ends is taken out by its waiter alone, because that may be
 * taking the object just then. */
#include "win32/pool/waiter.h"

#include "kernel/call/calls.h"
#include "kernel/call/service.h"
#include "win32/pool/helpers.h"
#include "win32/pool/pool.h"

#include <errhandlingapi.h>
#include <handleapi.h>
#include <stdlib.h>

enum { MOST = MAXIMUM_WAIT_OBJECTS - 1, RETRY_MS = 10 };

struct waiter {
    struct link all;
    struct link watches;
    uint32_t count;
    HANDLE call; /* an event */
};

static struct link all = {&all, &all};
static uint32_t waiters, records; /* there is room for each record's watch */

/* A waiter has looked at its list. All have this one, because a waiter may end, and its record go,
 * before a thread that was woken has left the wait. */
static CONDITION_VARIABLE looked;

static struct watch *watch_at(struct link *link)
{
    return list_record(struct watch, link, link);
}

static void take_out(struct watch *watch)
{
    list_remove(&watch->link);
    watch->waiter->count--;
    watch->waiter = NULL;
}

/* Whether it has watches, or the others have less room than the records may need. */
static bool is_needed(const struct waiter *waiter)
{
    return waiter->count || (!helpers_end && records > MOST * (waiters - 1));
}

/* Stores the objects, the event first. Returns the first deadline. */
static uint64_t gather(struct waiter *waiter, uint32_t objects[MAXIMUM_WAIT_OBJECTS])
{
    uint64_t until = WAIT_WITHOUT_END;
    unsigned i = 0;
    objects[i++] = (uint32_t)waiter->call;
    for (struct link *link = waiter->watches.next; link != &waiter->watches; link = link->next) {
        objects[i++] = (uint32_t)watch_at(link)->object;
        if (watch_at(link)->deadline < until)
            until = watch_at(link)->deadline;
    }
    return until;
}

static void end_watch(struct watch *watch, DWORD result)
{
    take_out(watch);
    watch->ended(watch, result);
}

/* Ends the watch with this index behind the event. */
static void end_nth(struct waiter *waiter, DWORD index, DWORD result)
{
    struct link *link = waiter->watches.next;
    while (--index)
        link = link->next;
    end_watch(watch_at(link), result);
}

static void end_late(struct waiter *waiter)
{
    uint64_t now = GetTickCount64();
    struct link *link = waiter->watches.next;
    while (link != &waiter->watches) {
        struct watch *watch = watch_at(link);
        link = link->next;
        if (watch->leaving)
            take_out(watch);
        else if (watch->deadline <= now)
            end_watch(watch, WAIT_TIMEOUT);
    }
    WakeAllConditionVariable(&looked);
}

static void waiter_look(struct waiter *waiter, uint32_t status)
{
    if ((int32_t)status < 0) {
        pool_leave();
        Sleep(RETRY_MS); /* memory is exhausted */
        pool_enter();
    } else if (status > WAIT_OBJECT_0 && status < WAIT_OBJECT_0 + MAXIMUM_WAIT_OBJECTS) {
        end_nth(waiter, status - WAIT_OBJECT_0, WAIT_OBJECT_0);
    } else if (status > WAIT_ABANDONED_0 && status < WAIT_ABANDONED_0 + MAXIMUM_WAIT_OBJECTS) {
        end_nth(waiter, status - WAIT_ABANDONED_0, WAIT_ABANDONED_0);
    }
    end_late(waiter);
}

static void waiter_serve(void *argument)
{
    struct waiter *waiter = argument;
    do {
        uint32_t objects[MAXIMUM_WAIT_OBJECTS], count = waiter->count + 1;
        uint64_t deadline = gather(waiter, objects);
        pool_leave();
        uint32_t status = sys_wait_for(objects, count, 0, deadline);
        pool_enter();
        waiter_look(waiter, status);
    } while (is_needed(waiter));
    list_remove(&waiter->all);
    waiters--;
    CloseHandle(waiter->call);
    free(waiter);
}

static bool waiter_make(void)
{
    struct waiter *waiter = calloc(1, sizeof *waiter);
    if (!waiter)
        return false;
    list_init(&waiter->watches);
    waiter->call = CreateEventA(NULL, FALSE, FALSE, NULL);
    if (waiter->call && helper_start(waiter_serve, waiter, 0)) {
        list_append(&all, &waiter->all);
        waiters++;
        return true;
    }
    if (waiter->call)
        CloseHandle(waiter->call);
    free(waiter);
    return false;
}

static bool waiter_claim(void)
{
    if (records == MOST * waiters && !waiter_make())
        return false;
    records++;
    return true;
}

static void waiter_give_back(void)
{
    if (--records % MOST == 0)
        waiters_wake(); /* one is not needed any more */
}

const struct claimed waiters_claimed = {waiter_claim, waiter_give_back};

static struct waiter *with_room(void)
{
    struct link *link = all.next;
    while (list_record(struct waiter, all, link)->count == MOST)
        link = link->next;
    return list_record(struct waiter, all, link);
}

void watch_begin(struct watch *watch)
{
    struct waiter *waiter = with_room();
    watch->waiter = waiter;
    watch->leaving = false;
    waiter->count++;
    list_append(&waiter->watches, &watch->link);
    SetEvent(waiter->call);
}

void watch_end(struct watch *watch)
{
    while (watch->waiter) {
        watch->leaving = true;
        SetEvent(watch->waiter->call);
        pool_wait(&looked, WAIT_WITHOUT_END);
    }
}

void waiters_wake(void)
{
    for (struct link *link = all.next; link != &all; link = link->next)
        SetEvent(list_record(struct waiter, all, link)->call);
}
