/* Semaphores and mutexes: who gets what, in which order, and when.
 *
 * run: name=plain
 * run: name=checked checked=1
 */
#include "tests/uthread_script.h"

static utSemaphore semaphore;
static utMutex mutex, again;

static int take(struct script_step *step)
{
    return step->until == UT_FOREVER ? utSemaphoreTake(semaphore)
                                     : utSemaphoreTakeUntil(semaphore, step->until);
}

static int give(struct script_step *step)
{
    int error = UtErrorNone;
    while (!error && step->number--)
        error = utSemaphoreGive(semaphore);
    return error;
}

static int count(struct script_step *step)
{
    step->value = utSemaphoreCount(semaphore);
    return UtErrorNone;
}

static int lock(struct script_step *step)
{
    return step->until == UT_FOREVER ? utMutexLock(mutex) : utMutexLockUntil(mutex, step->until);
}

static int unlock(struct script_step *step)
{
    (void)step;
    return utMutexUnlock(mutex);
}

static int lock_again(struct script_step *step)
{
    return step->until == UT_FOREVER ? utMutexLock(again) : utMutexLockUntil(again, step->until);
}

static int unlock_again(struct script_step *step)
{
    (void)step;
    return utMutexUnlock(again);
}

/* The number of the thread that holds the first mutex; none is 9. */
static int owner(struct script_step *step)
{
    uThd holder = utMutexOwner(mutex);
    for (step->value = 0; step->value < SCRIPT_THREADS; step->value++)
        if (holder && script_threads[step->value] == holder)
            return UtErrorNone;
    step->value = 9;
    return UtErrorNone;
}

static const struct script_operation script_operations[] = {
    SCRIPT_COMMON,         {"take", take},
    {"give", give},        {"count", count},
    {"lock", lock},        {"unlock", unlock},
    {"rlock", lock_again}, {"runlock", unlock_again},
    {"owner", owner},      {0},
};

static void script_begin(void)
{
    semaphore = utSemaphoreCreate(0, 3);
    mutex = utMutexCreate(false);
    again = utMutexCreate(true);
}

static void script_end(const char *claim)
{
    ok(utSemaphoreDestroy(semaphore) == UtErrorNone && utMutexDestroy(mutex) == UtErrorNone &&
           utMutexDestroy(again) == UtErrorNone,
       "%s: nobody waits any more", claim);
}

static const struct script semaphores[] = {
    {"what is there is taken without waiting",
     {"give2 take take count take@0"},
     "a:give2 a:take a:take a:count=0 a:take!timed "},
    {"giving above the most is refused", {"give3 give count"}, "a:give3 a:give!range a:count=3 "},
    {"waiters are served in the order in which they came",
     {"take", "take", "take", "give2 yield give"},
     "d:give2 a:take b:take d:yield d:give c:take "},
    {"what is given to a waiter is nobody else's",
     {"take", "give take@0 give count"},
     "b:give b:take!timed b:give b:count=1 a:take "},
    {"priorities do not change the order",
     {"take", "priority5 take", "give2"},
     "b:priority5 c:give2 b:take a:take "},
    {"a timed wait ends at its time", {"take@5"}, "a:take!timed@5 "},
    {"or when it gets what it waits for",
     {"take@5", "sleep3 give"},
     "b:sleep3@3 b:give@3 a:take@3 "},
    {"a gift at the very time is in time if it comes first",
     {"sleep5 give", "take@5"},
     "a:sleep5@5 a:give@5 b:take!timed@5 "},
    {"who gives up loses its place and nobody else's",
     {"take", "take@2", "take", "sleep3 give count give"},
     "b:take!timed@2 d:sleep3@3 d:give@3 d:count=0@3 d:give@3 a:take@3 c:take@3 "},
    {"all that give up leave the count as it was",
     {"take@1", "take@1", "take@2", "sleep5 count give count"},
     "a:take!timed@1 b:take!timed@1 c:take!timed@2 d:sleep5@5 d:count=0@5 d:give@5 d:count=1@5 "},
    {"the first of several gives up, the next one is first",
     {"take@1", "take", "sleep2 give"},
     "a:take!timed@1 c:sleep2@2 c:give@2 b:take@2 "},
    {"a time that has passed is now",
     {"sleep3 take@2 give take@2"},
     "a:sleep3@3 a:take!timed@3 a:give@3 a:take@3 "},
};

static const struct script mutexes[] = {
    {"one thread holds it at a time",
     {"lock yield unlock", "lock unlock", "lock unlock"},
     "a:lock a:yield a:unlock b:lock b:unlock c:lock c:unlock "},
    {"it goes to the first waiter: who unlocks it cannot take it back",
     {"lock yield unlock lock unlock", "lock yield unlock"},
     "a:lock a:yield a:unlock b:lock b:yield b:unlock a:lock a:unlock "},
    {"it has an owner",
     {"owner lock owner yield unlock owner", "lock owner unlock owner"},
     "a:owner=9 a:lock a:owner=0 a:yield a:unlock a:owner=1 b:lock b:owner=1 b:unlock b:owner=9 "},
    {"what another holds cannot be unlocked, what nobody holds neither",
     {"lock yield unlock unlock", "unlock"},
     "a:lock b:unlock!notowner a:yield a:unlock a:unlock!notowner "},
    {"locking twice is refused",
     {"lock lock unlock unlock"},
     "a:lock a:lock!self a:unlock a:unlock!notowner "},
    {"a recursive one is given back as often as it was taken",
     {"rlock rlock rlock@0 runlock runlock yield runlock runlock", "rlock runlock"},
     "a:rlock a:rlock a:rlock a:runlock a:runlock a:yield a:runlock a:runlock!notowner b:rlock "
     "b:runlock "},
    {"also when somebody waits meanwhile",
     {"rlock yield rlock yield runlock yield runlock", "rlock rlock runlock runlock"},
     "a:rlock a:yield a:rlock a:yield a:runlock a:yield a:runlock b:rlock b:rlock b:runlock "
     "b:runlock "},
    {"a timed wait ends at its time",
     {"lock sleep9 unlock lock unlock", "lock@5 lock@0 lock unlock"},
     "a:lock b:lock!timed@5 b:lock!timed@5 a:sleep9@9 a:unlock@9 b:lock@9 b:unlock@9 a:lock@9 "
     "a:unlock@9 "},
    {"who gives up loses its place and nobody else's",
     {"lock sleep9 unlock", "lock@5", "lock unlock", "lock@6", "lock unlock"},
     "a:lock b:lock!timed@5 d:lock!timed@6 a:sleep9@9 a:unlock@9 c:lock@9 c:unlock@9 e:lock@9 "
     "e:unlock@9 "},
    {"given up by all, it is free again",
     {"lock sleep9 unlock lock unlock owner", "lock@5"},
     "a:lock b:lock!timed@5 a:sleep9@9 a:unlock@9 a:lock@9 a:unlock@9 a:owner=9@9 "},
};

/* ---------------------------------------------------------------- outside, by hand, nested */

static void takes_two(void)
{
    enter("%d ", utSemaphoreTakeUntil(semaphore, utAfter(10)));
    enter("%d ", utSemaphoreTake(semaphore));
}

static void check_by_hand(void)
{
    script_begin();
    clock_set(100);
    uThd uthread = named("by hand", takes_two);
    utResume(uthread);
    is_dec((DWORD)uthread->status, UtStatusWait, "resumed by hand, a thread waits");
    is_dec((DWORD)error_of(utResume(uthread)), UtErrorWaiting, "and is not resumed meanwhile");
    is_dec((DWORD)error_of(uThreadDestory(uthread)), UtErrorWaiting, "nor destroyed");
    clock_advance(10);
    utResume(uthread);
    enter("then ");
    is_dec((DWORD)error_of(utResume(uthread)), UtErrorWaiting,
           "it waits again, without a deadline");
    utSemaphoreGive(semaphore);
    is_dec((DWORD)uthread->status, UtStatusNormal, "given what it waits for, it waits no longer");
    utResume(uthread);
    char expected[32];
    snprintf(expected, sizeof expected, "%d then %d ", UtErrorTimedOut, UtErrorNone);
    diary_is(expected, "by hand, a wait ends with its time when it is resumed after that");
    uThreadDestory(uthread);

    uthread = named("by hand", takes_two);
    utResume(uthread);
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
    utSchedulerDestory(sch);
}

/* What need not wait may be done outside of threads. */
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
    static const struct script locker = {NULL, {"lock@5 owner"}, NULL};
    script_row = &locker;
    script_start = GetTickCount64();
    script_threads[0] = add(sch, "a", script_follow);
    clock_run(sch);
    diary_is("a:lock!timed@5 a:owner=9@5 ", "threads wait for it");
    is_dec((DWORD)utMutexUnlock(mutex), UtErrorNone, "and given back");
    utSchedulerDestory(sch);
    script_end("outside");
}

/* A scheduler destroyed with threads that wait takes them out. */
static void check_destroyed(void)
{
    script_begin();
    static const struct script waiters = {NULL, {"lock take", "take", "lock", "lock"}, NULL};
    script_row = &waiters;
    script_start = GetTickCount64();
    utSch sch = utSchedulerCreate();
    add(sch, "d", script_follow);
    add(sch, "c", script_follow);
    add(sch, "b", script_follow);
    add(sch, "a", script_follow);
    is_dec((DWORD)utSemaphoreDestroy(semaphore), UtErrorNone, "nobody waits yet");
    semaphore = utSemaphoreCreate(0, 3);
    utSchStart(sch);
    is_dec((DWORD)utSemaphoreDestroy(semaphore), UtErrorBusy, "one that is waited for stays");
    is_dec((DWORD)utMutexDestroy(mutex), UtErrorBusy, "one that is held, too");
    utSchedulerDestory(sch);
    is_dec((DWORD)utSemaphoreCount(semaphore), 0, "waiters that are destroyed take nothing along");
    is_dec((DWORD)utSemaphoreDestroy(semaphore), UtErrorNone, "and are waiters no more");
    is_dec((DWORD)utMutexDestroy(mutex), UtErrorBusy, "what they held is lost");
    diary_is("a:lock ", "they have not come further");
}

int main(void)
{
    SCRIPTS_RUN(semaphores, 1000);
    SCRIPTS_RUN(mutexes, 1000);
    check_by_hand();
    check_outside();
    check_destroyed();
    return tap_done();
}
