/* utSelect: waiting for the first of several objects. A select that waits has a place, inside the
 * case, in the queue of each of its objects. The place served first takes the others away. */
#include "uthread/objects/select.h"

#include "lib/inlining.h"
#include "uthread/waits/block.h"

struct select_wait {
    struct utWait wait;  /* queue: the cases; value: the place served, or NULL */
    utCase *end;         /* behind the last case */
    const utTime *until; /* the caller's; wait.deadline is never behind a case's next ring */
};

_Static_assert(sizeof(((utCase *)0)->wait) == offsetof(struct utWait, thread), "utCase.wait");

static const struct ut_case_kind *const kinds[] = {
    [UtCaseReceive] = &ut_receive_case,     [UtCaseSend] = &ut_send_case,
    [UtCaseSemaphore] = &ut_semaphore_case, [UtCaseEvent] = &ut_event_case,
    [UtCaseTimer] = &ut_timer_case,         [UtCaseJoin] = &ut_join_case,
};

static inline struct utWait *place_of(utCase *it)
{
    return (struct utWait *)(void *)it->wait;
}

static inline utCase *case_of(struct utWait *place)
{
    return (utCase *)(void *)((char *)place - offsetof(utCase, wait));
}

#define EACH_CASE(it, select)                                                                      \
    utCase *it = (select)->wait.queue;                                                             \
    it != (select)->end;                                                                           \
    it++

/* ---------------------------------------------------------------- the end of a wait */

/* Takes all places of a select out of their queues, but for place, which has left already, or NULL.
 * The place of a case without an object is in a queue of its own. */
static inline void leave_queues(const struct select_wait *select, const struct utWait *place)
{
    for (EACH_CASE(it, select))
        if (place_of(it) != place)
            queue_remove(place_of(it));
}

static void select_forget(struct utWait *wait)
{
    leave_queues((struct select_wait *)wait, NULL);
}

struct utWait *UT_REGISTERS ut_chosen_case(struct utWait *place)
{
    struct utWait *wait = place->queue;
    leave_queues((struct select_wait *)wait, place);
    wait->value = place;
    return wait;
}

/* ---------------------------------------------------------------- clocks */

static utTime next_ring(const utCase *it)
{
    const struct ut_case_kind *kind = kinds[it->what];
    return it->handle && kind->next_ring ? kind->next_ring(it) : UT_FOREVER;
}

/* Returns the tick at which the select looks at its clocks at the latest. */
static utTime deadline_of(const struct select_wait *select)
{
    utTime deadline = *select->until;
    for (EACH_CASE(it, select))
        deadline = next_ring(it) < deadline ? next_ring(it) : deadline;
    return deadline;
}

void ut_change_ring(struct utWait *place)
{
    struct select_wait *select = place->queue;
    ut_set_deadline(&select->wait, deadline_of(select));
}

/* Returns the case to serve first among those whose clock has rung, or NULL. */
static const utCase *rung(const struct select_wait *select)
{
    utTime now = GetTickCount64();
    const utCase *first = NULL;
    for (EACH_CASE(it, select))
        if (next_ring(it) <= now && (!first || it->turn < first->turn))
            first = it;
    return first;
}

/* A ring may go to a thread that has waited for longer, and then the select waits on. */
static void select_end(struct utWait *wait, int result)
{
    struct select_wait *select = (struct select_wait *)wait;
    if (result == UtErrorTimedOut) {
        for (const utCase *it; (it = rung(select));) {
            kinds[it->what]->ring(it);
            if (!ut_is_waiting(wait->thread))
                return;
        }
        if (*select->until > GetTickCount64())
            return;
    }
    leave_queues(select, NULL);
    ut_wake(wait, result);
}

static const struct ut_wait_kind selects = {.text = "waits for the first of several cases",
                                            .unlinked = true,
                                            .end = select_end,
                                            .forget = select_forget};

/* ---------------------------------------------------------------- waiting */

/* Takes a place in the queue of the case's object. Among places of the same select there, it comes
 * behind those that were chosen longer ago. */
static inline void take_place(utCase *it, const struct ut_case_kind *kind, struct utWait *wait)
{
    struct utWait *place = place_of(it);
    struct utWait *queue = (void *)((char *)it->handle + kind->queue), *last = queue->previous;
    place->queue = wait;
    place->value = it->value;
    place->flags = UT_CASE;
    while (last != queue && last->queue == wait && case_of(last)->turn > it->turn)
        last = last->previous;
    queue_insert(last, place);
}

/* Takes a place for each case. Returns whether a case has a clock. */
static bool UT_REGISTERS take_places(struct select_wait *select)
{
    bool has_clock = false;
    for (EACH_CASE(it, select)) {
        if (!it->handle) {
            queue_init((struct ut_queue *)it->wait);
            continue;
        }
        const struct ut_case_kind *kind = kinds[it->what];
        take_place(it, kind, &select->wait);
        if (kind->next_ring)
            has_clock = true;
    }
    return has_clock;
}

/* Gives a select its deadline. */
static OWN_STACK void set_look(uThd here, struct select_wait *select)
{
    utTime deadline = deadline_of(select);
    if (deadline <= GetTickCount64())
        ut_set_attention(TIB_ATTEND); /* no tick comes for a ring that has passed */
    ut_set_time(here, &select->wait, deadline);
}

/* Completes the case of the place served. Returns the case. */
static inline utCase *receive_place(struct utWait *place, int outcome)
{
    utCase *it = case_of(place);
    const struct ut_case_kind *kind = kinds[it->what];
    if (kind->served)
        kind->served(it, place->value, outcome);
    return it;
}

/* ---------------------------------------------------------------- the call */

/* Looks at every case. Returns the reason why there can be no select of them, or UtErrorNone. Then
 * *ready is the case to do at once, or NULL, and *newest is the turn of the case chosen last. */
static inline int select_look(utCase *cases, utCase *end, utCase **ready, DWORD *newest)
{
    utCase *first = NULL;
    DWORD latest = 0;
    for (utCase *it = cases; it != end; it++) {
        if (it->turn > latest)
            latest = it->turn;
        if (!it->handle)
            continue;
        if ((DWORD)it->what >= sizeof kinds / sizeof kinds[0])
            return UtErrorRange;
        int answer = kinds[it->what]->ready(it);
        if (answer == WOULD_WAIT)
            continue;
        if (answer)
            return answer;
        if (!first || it->turn < first->turn)
            first = it;
    }
    *ready = first;
    *newest = latest;
    return UtErrorNone;
}

/* Begins the turns anew. */
static OWN_STACK void forget_turns(utCase *cases, const utCase *end)
{
    while (cases < end)
        cases++->turn = 0;
}

int utSelect(utCase *cases, int count, int *chosen, utTime until)
{
    utCase *it;
    DWORD newest;
    if (!cases)
        return ut_set_error(UtErrorInvalid);
    if (!chosen)
        return ut_set_error(UtErrorInvalid);
    if (count < 1 || count > UT_CASES_MOST)
        return ut_set_error(UtErrorRange);
    int result = select_look(cases, cases + count, &it, &newest);
    if (result)
        return ut_set_error(result);
    if (it) {
        ut_need_stack();
        result = kinds[it->what]->take(it);
    } else {
        result = ut_may_wait(until);
        if (result)
            return result;
        uThd here = ut_block_here();
        struct select_wait select;
        select.wait.queue = cases;
        select.wait.value = NULL;
        select.wait.thread = here;
        select.wait.kind = &selects;
        select.end = cases + count;
        select.until = &until;
        select.wait.flags = 0;
        if (take_places(&select) || until != UT_FOREVER)
            set_look(here, &select);
        result = ut_block(here, &select.wait, UtStatusWait);
        if (!select.wait.value)
            return ut_result(result);
        it = receive_place(select.wait.value, result);
    }
    if (newest == UINT32_MAX)
        forget_turns(cases, cases + count);
    it->turn = newest + 1 ? newest + 1 : 1;
    *chosen = it - cases;
    return ut_result(result);
}
