/* Channels, and select of all kinds, between threads that lose the CPU in front of any instruction
 * of theirs.
 *
 * run: name=qemu
 * run: name=486 cpu=486 args=once compilers=gcc
 * run: name=ring3 args="once ring3" compilers=gcc
 * run: name=bochs args=once emulator=bochs compilers=gcc
 */
#include "tests/uthread/uthread_preempted_objects.h"

static void *other, *clock;

/* A value has its sender's number and a number of its own. Each value arrives once, and those of
 * one sender in order.
 */
static void check_value(unsigned value)
{
    unsigned from = value / DEEP, which = value % DEEP;
    must(from < THREADS && last[from % THREADS] == which);
    last[from % THREADS] = which + 1;
    received = received + 1;
}

static void send_or_receive(unsigned me, unsigned turn)
{
    unsigned value = me * DEEP + turn;
    if (me)
        must(utChannelSend(object, &value) == UtErrorNone);
    for (unsigned i = 0; !me && i < THREADS - 1; i++) {
        must(utChannelReceive(object, &value) == UtErrorNone);
        check_value(value);
    }
}

/* Two channels keep no order between each other. */
static void check_once(unsigned value)
{
    unsigned from = value / DEEP % THREADS, bit = 1u << value % DEEP;
    must(!(last[from] & bit));
    last[from] |= bit;
    received = received + 1;
}

/* One receives from both channels, the others send each to one or the other. patience: in ms, or
 * for ever. A thread that loses it tries again. */
static void select_patiently(unsigned me, unsigned turn, DWORD patience)
{
    unsigned values[2];
    int chosen;
    utCase cases[2] = {{.channel = object, .send = me != 0, .value = &values[0]},
                       {.channel = other, .send = me != 0, .value = &values[1]}};
    for (unsigned i = 0; i < (me ? 1 : THREADS - 1); i++) {
        values[0] = values[1] = me * DEEP + turn;
        int answer = UtErrorTimedOut;
        while (answer == UtErrorTimedOut)
            answer = utSelect(cases, 2, &chosen, patience ? utAfter(patience) : UT_FOREVER);
        must(answer == UtErrorNone);
        if (!me)
            check_once(values[chosen]);
    }
}

static void select_turn(unsigned me, unsigned turn) { select_patiently(me, turn, 0); }

/* Takes the semaphore, the event or a ring, or joins. One of them is always there, and the thread
 * that gets it gives the next one. Afterwards each waits for the end of the next one. */
static void select_mixed(unsigned me, unsigned turn)
{
    utCase cases[] = {utCaseOfSemaphore(object), utCaseOfEvent(other), utCaseOfTimer(clock)};
    void *result = NULL;
    int chosen;
    for (unsigned i = 0; i < TURNS; i++) {
        must(utSelect(cases, 3, &chosen, UT_FOREVER) == UtErrorNone);
        critical();
        unsigned next = (unsigned)chosen + 1 + i % 2;
        must((next % 3 == 0   ? utSemaphoreGive(object)
              : next % 3 == 1 ? utEventSet(other)
                              : utTimerStart(clock, UT_NOW, 0)) == UtErrorNone);
    }
    utCase ends[] = {utCaseToReceive(NULL, NULL),
                     utCaseOfThread(members[(me + 1) % THREADS], &result)};
    if (me + 1 < THREADS) {
        must(utSelect(ends, 2, &chosen, UT_FOREVER) == UtErrorNone && chosen == 1);
        must(result == (void *)(me + 1));
    }
}

/* The timer's rings and the semaphore come to all threads, which lose patience now and then. */
static void select_rings(unsigned me, unsigned turn)
{
    utCase cases[] = {utCaseOfTimer(object), utCaseOfSemaphore(other)};
    int chosen;
    int answer = UtErrorTimedOut;
    while (answer == UtErrorTimedOut) {
        DWORD begin = GetTickCount();
        answer = utSelect(cases, 2, &chosen, utAfter(2 + me));
        must(answer != UtErrorTimedOut || GetTickCount() - begin >= 2 + me);
    }
    must(answer == UtErrorNone);
    add_to(&sent, chosen == 0);
    add_to(&count, 1);
    if (chosen == 0 && turn == 0)
        must(utSemaphoreGive(other) == UtErrorNone);
}

static void select_in_time(unsigned me, unsigned turn) { select_patiently(me, turn, 2); }

static void make_channel(void) { object = utChannelCreate(sizeof(unsigned), 2); }
static void make_rendezvous(void) { object = utChannelCreate(sizeof(unsigned), 0); }

static void make_channels(void)
{
    make_rendezvous();
    other = utChannelCreate(sizeof(unsigned), 2);
}

static void make_mixed(void)
{
    make_semaphore();
    other = utEventCreate(FALSE, FALSE);
    clock = utTimerCreate();
}

static void make_rings(void)
{
    make_periodic();
    other = utSemaphoreCreate(0, THREADS);
}

/* One thing is left: the last one that was given. */
static bool end_mixed(void)
{
    unsigned remains = (unsigned)utSemaphoreCount(object);
    remains += utEventWait(other, UT_NOW) == UtErrorNone;
    remains += utTimerWait(clock, UT_NOW) == UtErrorNone;
    return remains == 1 && !utSemaphoreDestroy(object) && !utEventDestroy(other) &&
           !utTimerDestroy(clock);
}

/* Each ring, and each time the semaphore was given, has let one pass. */
static bool end_rings(void)
{
    return GetTickCount64() >= first_ring + PERIOD * (sent - 1) && !utSemaphoreDestroy(other) &&
           end_timer();
}

static bool end_channel(void)
{
    return received == TURNS * (THREADS - 1) && utChannelCount(object) == 0 &&
           !utChannelDestroy(object);
}

static bool end_channels(void)
{
    return utChannelCount(other) == 0 && !utChannelDestroy(other) && end_channel();
}

static const struct scene scenes[] = {
    {"a channel", make_channel, send_or_receive, end_channel, TURNS, 0, STANDS},
    {"a rendezvous", make_rendezvous, send_or_receive, end_channel, TURNS, 0, STANDS},
    {"select", make_channels, select_turn, end_channels, TURNS, 0, STANDS},
    {"select of all kinds", make_mixed, select_mixed, end_mixed, 1, ALL, STANDS},
    {"select in time", make_channels, select_in_time, end_channels, TURNS, 0, TICKS},
    {"select of a periodic timer", make_rings, select_rings, end_rings, TURNS, ALL, TICKS},
};

int main(int argc, char **argv) { return PLAY(scenes, argc, argv); }
