/* Semaphores: a count, and a queue of takers while it is 0. */
#include "uthread/objects/select.h"

struct utSemaphoreObject {
    struct ut_object object;
    int count; /* 0 while a thread waits */
    int most;
};

static const struct ut_wait_kind takes = {.text = "waits for a semaphore"};

utSemaphore utSemaphoreCreate(int count, int most)
{
    if (most < 1 || count < 0 || count > most) {
        ut_set_error(UtErrorRange);
        return NULL;
    }
    utSemaphore semaphore = ut_object_create(sizeof *semaphore, SEMAPHORE_MAGIC);
    if (semaphore) {
        semaphore->count = count;
        semaphore->most = most;
    }
    return semaphore;
}

int utSemaphoreDestroy(utSemaphore semaphore)
{
    return ut_object_destroy(semaphore, SEMAPHORE_MAGIC);
}

/* Takes the semaphore if its count allows. Returns whether it did. */
static inline bool semaphore_take(utSemaphore semaphore)
{
    int left = semaphore->count - 1;
    if (left < 0)
        return false;
    semaphore->count = left;
    return true;
}

int UT_FAST utSemaphoreTake(utSemaphore semaphore)
{
    if (!ut_object_is(semaphore, SEMAPHORE_MAGIC))
        return ut_set_error(UtErrorInvalid);
    if (semaphore_take(semaphore))
        return UtErrorNone;
    return ut_wait_forever(&semaphore->object.waiters, &takes);
}

int utSemaphoreTakeUntil(utSemaphore semaphore, utTime until)
{
    if (!ut_object_is(semaphore, SEMAPHORE_MAGIC))
        return ut_set_error(UtErrorInvalid);
    if (semaphore_take(semaphore))
        return UtErrorNone;
    return ut_wait_until(&semaphore->object.waiters, &takes, until);
}

int UT_FAST utSemaphoreGive(utSemaphore semaphore)
{
    if (!ut_object_is(semaphore, SEMAPHORE_MAGIC))
        return ut_set_error(UtErrorInvalid);
    if (!queue_is_empty(&semaphore->object.waiters))
        return ut_serve_first(&semaphore->object.waiters);
    if (semaphore->count == semaphore->most)
        return ut_set_error(UtErrorRange);
    __asm__("" : "+m"(semaphore->count)); /* counts up in memory: an instruction less */
    semaphore->count++;
    return UtErrorNone;
}

int utSemaphoreCount(utSemaphore semaphore)
{
    return ut_valid(ut_object_is(semaphore, SEMAPHORE_MAGIC)) ? semaphore->count : -1;
}

/* ---------------------------------------------------------------- as a case */

static int UT_FAST semaphore_case_ready(const utCase *it)
{
    if (!ut_object_is(it->semaphore, SEMAPHORE_MAGIC))
        return UtErrorInvalid;
    return it->semaphore->count ? UtErrorNone : WOULD_WAIT;
}

static int UT_FAST semaphore_case_take(const utCase *it)
{
    it->semaphore->count--;
    return UtErrorNone;
}

const struct ut_case_kind ut_semaphore_case = {.ready = semaphore_case_ready,
                                               .take = semaphore_case_take};
