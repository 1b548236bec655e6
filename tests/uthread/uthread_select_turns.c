/* The turns of a select's cases: of k that the same arrivals can serve, each is chosen within k of
 * them, whether the select waits or not, and with any arrivals of other objects in between.
 *
 * run: name=plain
 * run: name=checked checked=1
 * run: name=ring3 ring=3 compilers=gcc
 */
#include "tests/uthread/uthread_scene.h"

enum { ROUNDS = 1000 };

static utChannel many[UT_CASES_MOST];
static int value;

/* ---------------------------------------------------------------- all are ready */

static void check_ready(void)
{
    static utCase mine[UT_CASES_MOST];
    static unsigned times[UT_CASES_MOST];
    int chosen;
    for (int i = 0; i < UT_CASES_MOST; i++) {
        many[i] = utChannelCreate(sizeof value, 4);
        mine[i] = utCaseToReceive(many[i], &value);
        for (int sent = 0; sent < 3; sent++)
            utChannelSendUntil(many[i], &value, UT_NOW);
    }
    for (int i = 0; i < 3 * UT_CASES_MOST; i++)
        if (utSelect(mine, UT_CASES_MOST, &chosen, UT_NOW) == UtErrorNone)
            times[chosen] += chosen == i % UT_CASES_MOST;
    unsigned fair = 0;
    for (int i = 0; i < UT_CASES_MOST; i++)
        fair += times[i] == 3;
    is_dec(fair, UT_CASES_MOST, "each of many ready cases has its turn, round by round");
    is_dec((DWORD)utSelect(mine, UT_CASES_MOST, &chosen, UT_NOW), UtErrorTimedOut, "until none is");
    for (int i = 0; i < UT_CASES_MOST; i++)
        utChannelDestroy(many[i]);
}

/* ---------------------------------------------------------------- two objects, and their cases */

/* A kind of case, and the call that serves the first waiter of its object. */
struct kind {
    const char *name;
    void *(*make)(void);
    utCase (*case_of)(void *object);
    void (*serve)(void *object);
    int (*destroy)(void *object);
};

static void *make_channel(void) { return utChannelCreate(sizeof value, 0); }
static utCase sends(void *object) { return utCaseToSend(object, &value); }

static void receive(void *object)
{
    int received;
    utChannelReceive(object, &received);
}

static utCase receives(void *object) { return utCaseToReceive(object, &value); }
static void send(void *object) { utChannelSend(object, &value); }
static int destroy_channel(void *object) { return utChannelDestroy(object); }
static void *make_semaphore(void) { return utSemaphoreCreate(0, ROUNDS); }
static utCase takes(void *object) { return utCaseOfSemaphore(object); }
static void give(void *object) { utSemaphoreGive(object); }
static int destroy_semaphore(void *object) { return utSemaphoreDestroy(object); }
static void *make_event(void) { return utEventCreate(FALSE, FALSE); }
static utCase passes(void *object) { return utCaseOfEvent(object); }
static void set(void *object) { utEventSet(object); }
static int destroy_event(void *object) { return utEventDestroy(object); }
static void *make_timer(void) { return utTimerCreate(); }
static utCase rings(void *object) { return utCaseOfTimer(object); }
static void ring(void *object) { utTimerStart(object, UT_NOW, 0); }
static int destroy_timer(void *object) { return utTimerDestroy(object); }

static const struct kind kinds[] = {
    {"sends", make_channel, sends, receive, destroy_channel},
    {"receives", make_channel, receives, send, destroy_channel},
    {"semaphores", make_semaphore, takes, give, destroy_semaphore},
    {"events", make_event, passes, set, destroy_event},
    {"timers", make_timer, rings, ring, destroy_timer},
};

/* The cases lie among each other: first, second, first, first, second. */
enum { CASES = 5, FIRST = 3, SECOND = 2 };
static const bool is_second[CASES] = {false, true, false, false, true};

static const struct kind *kind;
static void *objects[2];
static utCase cases[CASES];
static unsigned last_round[CASES]; /* the round of its object in which it was chosen last */
static unsigned rounds[2], failures;
static bool served_first; /* the objects are served before the select looks */

/* The select's turn comes before the next arrival, or behind it. */
static void selects(void)
{
    for (unsigned i = 0; i < ROUNDS; i++) {
        int chosen = -1;
        if (utSelect(cases, CASES, &chosen, UT_FOREVER) != UtErrorNone) {
            failures++;
            return;
        }
        bool second = is_second[chosen];
        unsigned most = second ? SECOND : FIRST;
        rounds[second]++;
        last_round[chosen] = rounds[second];
        for (int j = 0; j < CASES; j++)
            failures += is_second[j] == second && last_round[j] + most <= rounds[second];
        if (served_first)
            utYield();
    }
}

/* Serves now one and now the other of the objects, so that each choice is seen behind each other
 * choice. */
static void serves(void)
{
    unsigned random = 1;
    for (unsigned i = 0; i < ROUNDS; i++) {
        random = random * 1103515245 + 12345;
        kind->serve(objects[i < ROUNDS / 2 ? i % 2 : random >> 16 & 1]);
        utYield();
    }
}

static void check_kind(bool first, DWORD turn)
{
    utSch sch = utSchedulerCreate();
    served_first = first;
    failures = 0;
    memset(rounds, 0, sizeof rounds);
    memset(last_round, 0, sizeof last_round);
    for (int i = 0; i < 2; i++)
        objects[i] = kind->make();
    for (int i = 0; i < CASES; i++)
        cases[i] = kind->case_of(objects[is_second[i]]);
    cases[0].turn = turn;
    add(sch, first ? "selects" : "serves", first ? selects : serves);
    add(sch, first ? "serves" : "selects", first ? serves : selects);
    finish(sch);
    ok(failures == 0 && rounds[0] + rounds[1] == ROUNDS && rounds[0] > ROUNDS / 4 &&
           rounds[1] > ROUNDS / 4 && !kind->destroy(objects[0]) && !kind->destroy(objects[1]),
       "%s that %s take turns%s (%u times not)", kind->name, first ? "are ready" : "wait",
       turn ? ", also when these have been counted to the end" : "", failures);
}

/* ---------------------------------------------------------------- two clocks */

static utTimer clocks[2];
static char order[9];

/* Both timers ring at one tick, and the ring that is not taken is forgotten. */
static void selects_clocks(void)
{
    utCase both[] = {utCaseOfTimer(clocks[0]), utCaseOfTimer(clocks[1])};
    for (unsigned i = 0; i < sizeof order - 1; i++) {
        int chosen = 2;
        utTime ring = utAfter(5);
        for (unsigned j = 0; j < 2; j++)
            utTimerStart(clocks[j], ring, 0);
        utSelect(both, 2, &chosen, utAfter(9));
        order[i] = (char)('a' + chosen);
    }
}

static void check_clocks(void)
{
    utSch sch = utSchedulerCreate();
    clock_set(1000);
    for (unsigned i = 0; i < 2; i++)
        clocks[i] = utTimerCreate();
    add(sch, "selects", selects_clocks);
    clock_run(sch);
    utSchedulerDestroy(sch);
    ok(strcmp(order, "abababab") == 0, "timers that ring at one tick take turns (%s)", order);
    for (unsigned i = 0; i < 2; i++)
        utTimerDestroy(clocks[i]);
}

int main(void)
{
    check_ready();
    check_clocks();
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        kind = &kinds[i];
        check_kind(false, 0);
        check_kind(true, 0);
    }
    kind = &kinds[0];
    cases[0].turn = 0;
    check_kind(false, UINT32_MAX);
    return tap_done();
}
