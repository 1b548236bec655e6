/* One thread sleeps and no other is ready or asleep. When its time has come, it goes on at once.
 * Nothing else is different then: other threads, its priority, a cancel, a slice and statistics are
 * as for threads that are woken in turns.
 *
 * run: name=plain virtual-time=1
 * run: name=trace virtual-time=1 args=trapline:trace compilers=gcc
 * run: name=checked virtual-time=1 checked=1
 * run: name=ring3 ring=3 compilers=gcc
 */
#include "tests/uthread/uthread_scene.h"

static utSemaphore semaphore;
static uThd sleeper;
static volatile bool has_run;

static void sleeps_and_gives(void)
{
    enter("a ");
    utSleep(3);
    enter(sleeper->status == UtStatusNormal ? "wakes " : "sleeps on ");
    utSemaphoreGive(semaphore);
    utYield();
    enter("a ");
}

static void takes(void)
{
    utSemaphoreTake(semaphore);
    enter("b ");
}

static void takes_and_cancels(void)
{
    takes();
    uThreadCancel(sleeper);
    utYield();
    enter("b ");
}

enum { SLICE = 20 };

/* Until the other one has run, which takes the end of a whole slice; not for ever. */
static void sleeps_and_spins(void)
{
    utSleep(SLICE - 5);
    utTime begin = GetTickCount64();
    utSemaphoreGive(semaphore);
    while (!has_run && GetTickCount64() - begin < 50 * SLICE)
        continue;
    enter("%s ", !has_run ? "never" : GetTickCount64() - begin < SLICE - 2 ? "soon" : "late");
}

static void takes_and_tells(void)
{
    utSemaphoreTake(semaphore);
    has_run = true;
}

/* Not in utSleep: its object must learn that it waits no longer. */
static void waits_for_a_while(void)
{
    enter("%d ", utSemaphoreTakeUntil(semaphore, utAfter(3)) == UtErrorTimedOut);
    utSleep(2);
    utSemaphoreGive(semaphore);
    enter("%d ", utSemaphoreTakeUntil(semaphore, utAfter(3)) == UtErrorNone);
}

static void sleeps_again(void)
{
    for (int i = 0; i < 3; i++)
        utSleep(2);
    enter("a ");
}

static const struct row {
    const char *claim;
    utFunction sleeps, other;
    int priority, others_priority;
    const char *diary;
    DWORD woken, status;
} rows[] = {
    {"those that it sets free run after it", sleeps_and_gives, takes, 0, 0, "a wakes b a ", 1, 0},
    {"or before it, and it goes on behind them", sleeps_and_gives, takes, 5, 7, "a wakes b a ", 1,
     0},
    {"or when it has ended", sleeps_and_gives, takes, 7, 5, "a wakes a b ", 1, 0},
    {"it can be cancelled", sleeps_and_gives, takes_and_cancels, 3, 3, "a wakes b b ", 1,
     STATUS_CANCELLED},
    {"its slice is a whole one, and ends", sleeps_and_spins, takes_and_tells, 0, 0, "late ", 1, 0},
    {"one that waited for something does so no longer", waits_for_a_while, NULL, 0, 0, "1 1 ", 2,
     0},
    {"it may sleep again and again", sleeps_again, NULL, 31, 0, "a ", 3, 0},
};

int main(void)
{
    for (const struct row *row = rows; row < rows + sizeof rows / sizeof rows[0]; row++) {
        utStatistics now;
        utSch sch = utSchedulerCreate();
        utSchSetSlice(sch, SLICE);
        semaphore = utSemaphoreCreate(0, 1);
        has_run = false;
        if (row->other)
            uThreadSetPriority(add(sch, "other", row->other), row->others_priority);
        sleeper = add(sch, "sleeper", row->sleeps);
        uThreadSetPriority(sleeper, row->priority);
        utSchStart(sch);
        diary_is(row->diary, row->claim);
        utSchStatistics(sch, &now);
        is_dec(now.woken, row->woken, "%s: woken", row->claim);
        is_dec(now.finished, row->other ? 2 : 1, "%s: all have ended", row->claim);
        is_hex(uThreadExitStatus(sleeper), row->status, "%s: the status", row->claim);
        utSchedulerDestroy(sch);
        is_dec((DWORD)utSemaphoreDestroy(semaphore), UtErrorNone, "%s: no thread waits any more",
               row->claim);
    }
    return tap_done();
}
