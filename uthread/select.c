/* Waiting for several channels at once. */
#include "uthread/block.h"
#include "uthread/channel.h"

struct select_wait {
    struct utWait wait;
    utCase *cases;
    int count;
};

_Static_assert(sizeof(((utCase *)0)->wait) == offsetof(struct utWait, result), "utCase.wait");

static struct utWait *place_of(utCase *it)
{
    return (struct utWait *)(void *)it->wait;
}

/* Takes all its places out of their queues, but for one that has left already, or NULL. */
static void leave_queues(const struct select_wait *it, const struct utWait *place)
{
    for (int i = 0; i < it->count; i++)
        if (it->cases[i].channel && place_of(&it->cases[i]) != place)
            queue_remove(place_of(&it->cases[i]));
}

static void forget(struct utWait *wait)
{
    leave_queues((struct select_wait *)wait, NULL);
}

static const struct ut_wait_kind selects = {
    .text = "waits for one of several channels", .unlinked = true, .forget = forget};

struct utWait *ut_chosen_case(struct utWait *place)
{
    struct utWait *wait = place->queue;
    leave_queues((struct select_wait *)wait, place);
    wait->value = place;
    return wait;
}

/* UtErrorNone if nothing is wrong with the arguments. */
static int check(const utCase *cases, int count, const int *chosen)
{
    if (!cases || !chosen)
        return ut_set_error(UtErrorInvalid);
    if (count < 1 || count > UT_CASES_MOST)
        return ut_set_error(UtErrorRange);
    for (int i = 0; i < count; i++) {
        if (!cases[i].channel)
            continue;
        if (!ut_object_is(cases[i].channel, CHANNEL_MAGIC))
            return ut_set_error(UtErrorInvalid);
        if (!cases[i].value)
            return ut_set_error(UtErrorInvalid);
    }
    return UtErrorNone;
}

/* What need not wait of a case; WOULD_WAIT when nothing was done. */
enum { WOULD_WAIT = -1 };
static int try(const utCase *it)
{
    if (!it->channel || channel_would_wait(it->channel, it->send))
        return WOULD_WAIT;
    return it->send ? channel_send(it->channel, it->value)
                    : channel_receive(it->channel, it->value);
}

/* Leaves which case was done. */
static int done(utCase *cases, int count, int *chosen, int index, int result)
{
    *chosen = index;
    cases[0].turn = (DWORD)(index + 1) % (DWORD)count;
    return ut_result(result);
}

/* Takes a place among the waiters of every channel, from the case on whose turn is next: two cases
 * may be in one queue. Returns the wait's result, and the index of the case that ended it, unless
 * time or a cancel did. */
static int wait_for_all(utCase *cases, int count, int *index, utTime until)
{
    struct select_wait it;
    it.cases = cases;
    it.count = count;
    uThd here = ut_block_here();
    it.wait.thread = here;
    it.wait.kind = &selects;
    it.wait.queue = cases;
    it.wait.value = NULL;
    for (int n = 0, i = *index; n < count; n++, i = i + 1 < count ? i + 1 : 0) {
        struct utWait *place = place_of(&cases[i]);
        place->thread = here;
        place->kind = &selects;
        place->flags = UT_CASE;
        place->value = cases[i].value;
        place->queue = &it.wait;
        if (cases[i].channel)
            queue_append(channel_queue(cases[i].channel, cases[i].send), place);
    }
    ut_set_time(here, &it.wait, until);
    int result = ut_block(here, &it.wait, UtStatusWait);
    for (int i = 0; i < count; i++)
        if (place_of(&cases[i]) == it.wait.value)
            *index = i;
    return result;
}

int utSelect(utCase *cases, int count, int *chosen, utTime until)
{
    ut_need_stack();
    int error = check(cases, count, chosen);
    if (error)
        return error;
    int index = (int)(cases[0].turn % (DWORD)count);
    for (int tried = 0; tried < count; tried++) {
        int result = try(&cases[index]);
        if (result != WOULD_WAIT)
            return done(cases, count, chosen, index, result);
        index = index + 1 < count ? index + 1 : 0;
    }
    error = ut_may_wait(until);
    if (error)
        return error;
    int result = wait_for_all(cases, count, &index, until);
    if (result == UtErrorNone || result == UtErrorClosed)
        return done(cases, count, chosen, index, result);
    return ut_result(result);
}
