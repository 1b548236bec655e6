/* Waiting for several channels at once. */
#include "uthread/channel_impl.h"

struct select_wait {
    struct utWait wait;
    utCase *cases;
    int count;
};

_Static_assert(sizeof(((utCase *)0)->wait) == CASE_WAIT_BYTES, "utCase.wait");

static struct utWait *place_of(utCase *it)
{
    return (struct utWait *)(void *)it->wait;
}

static void forget(struct utWait *wait)
{
    const struct select_wait *it = (struct select_wait *)wait;
    for (int i = 0; i < it->count; i++)
        if (it->cases[i].channel)
            queue_remove(place_of(&it->cases[i]));
}

static const struct ut_wait_kind selects = {.text = "waits for one of several channels",
                                            .forget = forget};

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
        if (!channel_is(cases[i].channel))
            return UtErrorInvalid;
        if (!cases[i].value)
            return ut_set_error(UtErrorInvalid);
    }
    return UtErrorNone;
}

static int try(const utCase *it)
{
    if (!it->channel)
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

/* Takes a place among the waiters of every channel. Returns the wait's result, and the index of the
 * case that ended it, unless time or a cancel did. */
static int wait_for_all(utCase *cases, int count, int *index, utTime until)
{
    struct select_wait it;
    it.cases = cases;
    it.count = count;
    it.wait.thread = ut_block_here();
    it.wait.kind = &selects;
    it.wait.object = cases;
    it.wait.value = NULL;
    for (int i = 0; i < count; i++) {
        struct utWait *place = place_of(&cases[i]);
        place->thread = it.wait.thread;
        place->kind = &ut_is_case;
        place->object = &it.wait;
        place->brief = NULL;
        place->value = cases[i].value;
        if (cases[i].channel)
            queue_append(channel_queue(cases[i].channel, cases[i].send), place);
    }
    int result = ut_block(&it.wait, until);
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
    error = ut_refuse_wait(until);
    if (error)
        return error;
    int result = wait_for_all(cases, count, &index, until);
    if (result == UtErrorNone || result == UtErrorClosed)
        return done(cases, count, chosen, index, result);
    return ut_result(result);
}
