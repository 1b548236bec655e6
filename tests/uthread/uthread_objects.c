/* Semaphores, mutexes, conditions and events: which thread gets one, in which order, and when.
 *
 * run: name=plain
 * run: name=checked checked=1
 * run: name=ring3 ring=3 compilers=gcc
 * run: name=486 cpu=486 compilers=gcc
 */
#include "tests/uthread/uthread_script_objects.h"

static const struct script semaphores[] = {
    {"a count above 0 is taken without waiting", "give2 take take count take@0",
     "a:give2 a:take a:take a:count=0 a:take!timed "},
    {"giving above the most is refused", "give3 give count", "a:give3 a:give!range a:count=3 "},
    {"waiters are served in the order in which they came", "take | take | take | give2 yield give",
     "d:give2 a:take b:take d:yield d:give c:take "},
    {"a gift to a waiter is no other thread's", "take | give take@0 give count",
     "b:give b:take!timed b:give b:count=1 a:take "},
    {"priorities do not change the order", "take | priority5 take | give2",
     "b:priority5 c:give2 b:take a:take "},
    {"a timed wait ends at its time", "take@5", "a:take!timed@5 "},
    {"or when the waiter is served", "take@5 | sleep3 give", "b:sleep3@3 b:give@3 a:take@3 "},
    {"a gift is in time as long as no thread has noticed that it is late", "take@2 | busy3 give",
     "b:busy3@3 b:give@3 a:take@3 "},
    {"a wait that begins as the clock ticks ends like any other", "take@0 busy3 take | give",
     "a:take!timed a:busy3@3 b:give@3 a:take@3 "},
    {"a waiter that gives up loses its own place only",
     "take | take@2 | take | sleep3 give count give",
     "b:take!timed@2 d:sleep3@3 d:give@3 d:count=0@3 d:give@3 a:take@3 c:take@3 "},
    {"all that give up leave the count as it was",
     "take@1 | take@1 | take@2 | sleep5 count give count",
     "a:take!timed@1 b:take!timed@1 c:take!timed@2 d:sleep5@5 d:count=0@5 d:give@5 d:count=1@5 "},
    {"the first of several gives up, the next one is first", "take@1 | take | sleep2 give",
     "a:take!timed@1 c:sleep2@2 c:give@2 b:take@2 "},
    {"a time that has passed is now", "sleep3 take@2 give take@2",
     "a:sleep3@3 a:take!timed@3 a:give@3 a:take@3 "},
};

static const struct script ties[] = {
    {"a gift at the very time is in time if it comes first", "sleep5 give | take@5",
     "a:sleep5@5 a:give@5 b:take!timed@5 "},
};

static const struct script mutexes[] = {
    {"one thread holds it at a time", "lock yield unlock | lock unlock | lock unlock",
     "a:lock a:yield a:unlock b:lock b:unlock c:lock c:unlock "},
    {"it goes to the first waiter: the unlocking thread cannot take it back",
     "lock yield unlock lock unlock | lock yield unlock",
     "a:lock a:yield a:unlock b:lock b:yield b:unlock a:lock a:unlock "},
    {"it has an owner", "owner lock owner yield unlock owner | lock owner unlock owner",
     "a:owner=9 a:lock a:owner=0 a:yield a:unlock a:owner=1 b:lock b:owner=1 b:unlock b:owner=9 "},
    {"neither another thread's mutex nor a free one can be unlocked",
     "lock yield unlock unlock | unlock",
     "a:lock b:unlock!notowner a:yield a:unlock a:unlock!notowner "},
    {"locking twice is refused", "lock lock unlock unlock",
     "a:lock a:lock!self a:unlock a:unlock!notowner "},
    {"a recursive one is given back as often as it was taken",
     "rlock rlock rlock@0 runlock runlock yield runlock runlock | rlock runlock",
     "a:rlock a:rlock a:rlock a:runlock a:runlock a:yield a:runlock a:runlock!notowner b:rlock "
     "b:runlock "},
    {"also when a thread waits meanwhile",
     "rlock yield rlock yield runlock yield runlock | rlock rlock runlock runlock",
     "a:rlock a:yield a:rlock a:yield a:runlock a:yield a:runlock b:rlock b:rlock b:runlock "
     "b:runlock "},
    {"a timed wait ends at its time", "lock sleep9 unlock lock unlock | lock@5 lock@0 lock unlock",
     "a:lock b:lock!timed@5 b:lock!timed@5 a:sleep9@9 a:unlock@9 b:lock@9 b:unlock@9 a:lock@9 "
     "a:unlock@9 "},
    {"a waiter that gives up loses its own place only",
     "lock sleep9 unlock | lock@5 | lock unlock | lock@6 | lock unlock",
     "a:lock b:lock!timed@5 d:lock!timed@6 a:sleep9@9 a:unlock@9 c:lock@9 c:unlock@9 e:lock@9 "
     "e:unlock@9 "},
    {"given up by all, it is free again", "lock sleep9 unlock lock unlock owner | lock@5",
     "a:lock b:lock!timed@5 a:sleep9@9 a:unlock@9 a:lock@9 a:unlock@9 a:owner=9@9 "},
};

static const struct script conditions[] = {
    {"a wait gives the mutex back and has it again",
     "lock wait owner unlock | lock signal owner unlock",
     "a:lock b:lock b:signal b:owner=1 b:unlock a:wait a:owner=0 a:unlock "},
    {"a signal wakes the first, a broadcast all, in their order",
     "lock wait unlock | lock wait unlock | lock wait unlock | lock signal unlock yield broadcast",
     "a:lock b:lock c:lock d:lock d:signal d:unlock a:wait a:unlock d:yield d:broadcast b:wait "
     "b:unlock c:wait c:unlock "},
    {"a signal that no thread waits for is lost", "signal lock wait@3 unlock",
     "a:signal a:lock a:wait!timed@3 a:unlock@3 "},
    {"signalled without the mutex, too, and it is free: the waiter has it at once",
     "lock wait unlock | signal owner", "a:lock b:signal b:owner=0 a:wait a:unlock "},
    {"woken waiters are behind those that wait for the mutex",
     "lock wait unlock | lock yield signal unlock | lock unlock",
     "a:lock b:lock b:yield b:signal b:unlock c:lock c:unlock a:wait a:unlock "},
    {"a timed wait has the mutex when its time is over, even if that comes later",
     "lock wait@2 unlock | lock sleep5 unlock",
     "a:lock b:lock b:sleep5@5 b:unlock@5 a:wait!timed@5 a:unlock@5 "},
    {"a wait that ended with its time is not signalled any more",
     "lock wait@2 unlock | lock wait unlock | sleep3 signal",
     "a:lock b:lock a:wait!timed@2 a:unlock@2 c:sleep3@3 c:signal@3 b:wait@3 b:unlock@3 "},
    {"one that was signalled in time is not late, however long the mutex is not free",
     "lock wait@5 unlock | lock signal sleep9 unlock",
     "a:lock b:lock b:signal b:sleep9@9 b:unlock@9 a:wait@9 a:unlock@9 "},
    {"a recursive mutex is given back wholly, and had again as often",
     "rlock rlock rlock rwait runlock runlock runlock runlock | rlock signal rlock runlock runlock",
     "a:rlock a:rlock a:rlock b:rlock b:signal b:rlock b:runlock b:runlock a:rwait a:runlock "
     "a:runlock a:runlock a:runlock!notowner "},
    {"and after its time, too", "rlock rlock rwait@2 runlock runlock runlock | rlock runlock",
     "a:rlock a:rlock b:rlock b:runlock a:rwait!timed@2 a:runlock@2 a:runlock@2 "
     "a:runlock!notowner@2 "},
    {"a wait needs the mutex", "wait rlock wait runlock lock wait@0 unlock",
     "a:wait!notowner a:rlock a:wait!notowner a:runlock a:lock a:wait!timed a:unlock "},
};

static const struct script events[] = {
    {"an automatic event lets one pass", "set set pass pass@0", "a:set a:set a:pass a:pass!timed "},
    {"the first that waits", "pass | pass | set yield pass@0 set",
     "c:set a:pass c:yield c:pass!timed c:set b:pass "},
    {"reset, it lets none pass", "set reset pass@2", "a:set a:reset a:pass!timed@2 "},
    {"a manual one lets everybody pass", "gpass | gpass | gset gpass gpass greset gpass@4",
     "c:gset c:gpass c:gpass c:greset a:gpass b:gpass c:gpass!timed@4 "},
    {"a waiter that was let pass passes, reset or not", "gpass | gpass | gset greset",
     "c:gset c:greset a:gpass b:gpass "},
    {"a timed wait ends at its time", "pass@2 | pass | gpass@1 | sleep3 set",
     "c:gpass!timed@1 a:pass!timed@2 d:sleep3@3 d:set@3 b:pass@3 "},
};

/* ---------------------------------------------------------------- outside, by hand, nested */

static void takes_two(void)
{
    enter("%d ", utSemaphoreTakeUntil(semaphore, in_ticks(10)));
    enter("%d ", utSemaphoreTake(semaphore));
}

static void check_by_hand(void)
{
    script_begin();
    clock_set(100);
    uThd uthread = started("by hand", takes_two);
    is_dec((DWORD)uthread->status, UtStatusWait, "resumed by hand, a thread waits");
    is_dec((DWORD)error_of(utResume(uthread)), UtErrorWaiting, "and is not resumed meanwhile");
    is_dec((DWORD)error_of(uThreadDestroy(uthread)), UtErrorWaiting, "nor destroyed");
    clock_advance(10);
    utResume(uthread);
    enter("then ");
    is_dec((DWORD)error_of(utResume(uthread)), UtErrorWaiting,
           "it waits again, without a deadline");
    utSemaphoreGive(semaphore);
    is_dec((DWORD)uthread->status, UtStatusNormal, "once it is served, it waits no longer");
    utResume(uthread);
    char expected[32];
    snprintf(expected, sizeof expected, "%d then %d ", UtErrorTimedOut, UtErrorNone);
    diary_is(expected, "by hand, a wait ends with its time when it is resumed after that");
    uThreadDestroy(uthread);

    uthread = started("by hand", takes_two);
    utSch sch = utSchedulerCreate();
    utSchAddUthd(sch, uthread);
    add(sch, "other", takes_two);
    clock_advance(3);
    utSemaphoreGive(semaphore);
    enter("given ");
    utSemaphoreGive(semaphore);
    utSemaphoreGive(semaphore);
    utSemaphoreGive(semaphore);
    clock_run(sch);
    diary_is("given 0 0 0 0 ", "one that waits may be added to a scheduler");
    script_end("by hand, then added");
    utSchedulerDestroy(sch);
}

static void locks_and_signals(void)
{
    utMutexLock(mutex);
    utConditionSignal(condition);
    utYield();
    utMutexUnlock(mutex);
}

static void waits_for_condition(void)
{
    utMutexLock(mutex);
    enter("%d ", utConditionWait(condition, mutex, in_ticks(5)));
    utMutexUnlock(mutex);
}

/* A thread that has been signalled waits for the mutex, and no time ends that: not when it is
 * resumed, nor in a scheduler. */
static void check_late_mutex(bool is_added)
{
    script_begin();
    clock_set(100);
    uThd waiter = named("waiter", waits_for_condition), owner = named("owner", locks_and_signals);
    utSch sch = utSchedulerCreate();
    utResume(waiter);
    utResume(owner);
    clock_advance(10);
    is_dec((DWORD)error_of(utResume(waiter)), UtErrorWaiting, "the mutex is waited for");
    if (is_added)
        utSchAddUthd(sch, waiter);
    clock_advance(10);
    utResume(owner);
    if (is_added)
        utSchStart(sch);
    else
        utResume(waiter);
    diary_is("0 ", "one that was signalled by hand is not late");
    uThreadDestroy(owner);
    uThreadDestroy(waiter);
    utSchedulerDestroy(sch);
    script_end("by hand");
}

/* Calls that need not wait may be made outside of threads. */
static void check_outside(void)
{
    script_begin();
    is_dec((DWORD)utSemaphoreGive(semaphore), UtErrorNone, "outside, a semaphore is given");
    is_dec((DWORD)utSemaphoreTake(semaphore), UtErrorNone, "and taken");
    is_dec((DWORD)utSemaphoreTakeUntil(semaphore, UT_NOW), UtErrorTimedOut, "or it is not there");
    is_dec((DWORD)utSemaphoreTake(semaphore), UtErrorOutside, "but not waited for");
    is_dec((DWORD)utMutexLock(mutex), UtErrorNone, "a mutex is locked");
    is_dec((DWORD)utMutexLock(mutex), UtErrorSelf, "once");
    ok(utMutexOwner(mutex) == NULL, "no thread is its owner");
    utSch sch = utSchedulerCreate();
    static const struct script locker = {NULL, "lock@5 owner", NULL};
    utSchAddUthd(sch, script_thread(&locker, 0));
    clock_run(sch);
    diary_is("a:lock!timed@5 a:owner=9@5 ", "threads wait for it");
    is_dec((DWORD)utMutexUnlock(mutex), UtErrorNone, "and given back");
    utSchedulerDestroy(sch);
    script_end("outside");
}

/* Events may begin set. */
static void check_set(void)
{
    for (int manual = 0; manual < 2; manual++) {
        utEvent begun = utEventCreate(manual, true);
        is_dec((DWORD)utEventWait(begun, UT_NOW), UtErrorNone,
               "an event that begins set is passed");
        is_dec((DWORD)utEventWait(begun, UT_NOW), manual ? UtErrorNone : UtErrorTimedOut,
               "and again if it is manual");
        utEventDestroy(begun);
    }
}

/* A scheduler destroyed with threads that wait takes them out. */
static void check_destroyed(void)
{
    script_begin();
    static const struct script waiters = {NULL, "lock take | take | lock | lock", NULL};
    utSch sch = utSchedulerCreate();
    for (int i = 4; i--;)
        utSchAddUthd(sch, script_thread(&waiters, i));
    is_dec((DWORD)utSemaphoreDestroy(semaphore), UtErrorNone, "no thread waits yet");
    semaphore = utSemaphoreCreate(0, 3);
    utSchStart(sch);
    is_dec((DWORD)utSemaphoreDestroy(semaphore), UtErrorBusy, "one that is waited for stays");
    is_dec((DWORD)utMutexDestroy(mutex), UtErrorBusy, "one that is held, too");
    is_dec((DWORD)utMutexLock(mutex), UtErrorOutside, "nor does anyone wait for it outside");
    utSchedulerDestroy(sch);
    is_dec((DWORD)utSemaphoreCount(semaphore), 0, "waiters that are destroyed take nothing along");
    is_dec((DWORD)utSemaphoreDestroy(semaphore), UtErrorNone, "and are waiters no more");
    is_dec((DWORD)utMutexDestroy(mutex), UtErrorBusy, "the locks that they held are lost");
    diary_is("a:lock ", "they have not come further");
}

int main(void)
{
    SCRIPTS_RUN(semaphores, 1000);
    SCRIPTS_RUN_TOGETHER(ties, 1000);
    SCRIPTS_RUN(mutexes, 1000);
    SCRIPTS_RUN(conditions, 1000);
    SCRIPTS_RUN(events, 1000);
    check_set();
    check_by_hand();
    check_late_mutex(false);
    check_late_mutex(true);
    check_outside();
    check_destroyed();
    return tap_done();
}
