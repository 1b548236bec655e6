/* Channels: each value that is sent is received once, and in order; closing; memory that is not
 * there.
 *
 * run: name=plain
 * run: name=checked checked=1
 * run: name=ring3 ring=3 compilers=gcc
 */
#include "tests/uthread/uthread_script_objects.h"

#include <memoryapi.h>

static const struct script channels[] = {
    {"a sender waits for a receiver", "send5 | recv", "b:recv=5 a:send5 "},
    {"a receiver for a sender", "recv | send5", "b:send5 a:recv=5 "},
    {"values are received in the order in which they were sent",
     "send1 | send2 | send3 | recv recv recv",
     "d:recv=1 d:recv=2 d:recv=3 a:send1 b:send2 c:send3 "},
    {"receivers are served in the order in which they came",
     "recv | recv | recv | send1 send2 send3",
     "d:send1 d:send2 d:send3 a:recv=1 b:recv=2 c:recv=3 "},
    {"nobody there: nothing is sent or received", "send1@0 recv@0", "a:send1!timed a:recv!timed "},
    {"a buffer takes as many values as it has room for",
     "bsend1 bsend2 inside bsend3@0 brecv brecv brecv@0",
     "a:bsend1 a:bsend2 a:inside=2 a:bsend3!timed a:brecv=1 a:brecv=2 a:brecv!timed "},
    {"a sender of more waits for room, and the order is kept",
     "bsend1 bsend2 bsend3 bsend4 | bsend5 | inside brecv brecv brecv inside brecv brecv brecv@0",
     "a:bsend1 a:bsend2 c:inside=2 c:brecv=1 c:brecv=2 c:brecv=3 c:inside=1 c:brecv=5 a:bsend3 "
     "a:bsend4 b:bsend5 c:brecv=4 c:brecv!timed "},
    {"a buffer goes round", "bsend1 brecv bsend2 bsend3 brecv bsend4 brecv brecv inside",
     "a:bsend1 a:brecv=1 a:bsend2 a:bsend3 a:brecv=2 a:bsend4 a:brecv=3 a:brecv=4 a:inside=0 "},
    {"a sender that gives up has sent nothing",
     "bsend1 bsend2 bsend3@5 | bsend4 | sleep6 brecv brecv brecv brecv@0",
     "a:bsend1 a:bsend2 a:bsend3!timed@5 c:sleep6@6 c:brecv=1@6 c:brecv=2@6 c:brecv=4@6 "
     "c:brecv!timed@6 b:bsend4@6 "},
    {"nor has one that gives up a meeting", "send1@3 | send2 | sleep4 recv recv@0",
     "a:send1!timed@3 c:sleep4@4 c:recv=2@4 c:recv!timed@4 b:send2@4 "},
    {"a receiver that gives up leaves the value to the next",
     "recv@3 | recv | sleep4 send7 send8@0",
     "a:recv!timed@3 c:sleep4@4 c:send7@4 c:send8!timed@4 b:recv=7@4 "},
    {"closing ends every wait", "recv | recv@9 | close", "c:close a:recv!closed b:recv!closed "},
    {"of senders, too", "send1 | send2@9 | close", "c:close a:send1!closed b:send2!closed "},
    {"closed, nothing can be sent, and it cannot be closed again",
     "close send1 send1@0 recv recv@0 close",
     "a:close a:send1!closed a:send1!closed a:recv!closed a:recv!closed a:close!closed "},
    {"values inside can still be received", "bsend1 bsend2 bclose bsend3 brecv inside brecv brecv",
     "a:bsend1 a:bsend2 a:bclose a:bsend3!closed a:brecv=1 a:inside=1 a:brecv=2 a:brecv!closed "},
    {"values of waiting senders are not sent", "bsend1 bsend2 bsend3 | bclose brecv brecv brecv",
     "a:bsend1 a:bsend2 b:bclose b:brecv=1 b:brecv=2 b:brecv!closed a:bsend3!closed "},
};

/* ---------------------------------------------------------------- values of all sizes */

static utChannel of_size;
static size_t size;
static unsigned wrong;

enum { MOST = 65535, ROUNDS = 7 };
static unsigned char sent[MOST + 1], received[MOST + 1];

static void sends(void)
{
    for (unsigned round = 0; round < ROUNDS; round++) {
        memset(sent, (int)(0x11 * (round + 1)), sizeof sent);
        sent[size - 1] ^= 0xFF;
        utChannelSend(of_size, sent);
    }
    utChannelClose(of_size);
}

static void receives(void)
{
    for (unsigned round = 0;; round++) {
        memset(received, 0, sizeof received);
        if (utChannelReceive(of_size, received) == UtErrorClosed)
            break;
        for (size_t i = 0; i < size - 1; i++)
            wrong += received[i] != 0x11 * (round + 1);
        wrong += received[size - 1] != ((0x11 * (round + 1)) ^ 0xFF) || received[size] != 0;
        wrong += round >= ROUNDS;
    }
    enter("%u ", (unsigned)size);
}

static void check_sizes(void)
{
    static const size_t sizes[] = {1, 2, 3, 4, 5, 8, 100, 4096, MOST};
    for (unsigned capacity = 0; capacity < 4; capacity++) {
        wrong = 0;
        for (unsigned i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            size = sizes[i];
            of_size = utChannelCreate(size, capacity);
            utSch sch = utSchedulerCreate();
            add(sch, "sends", sends);
            add(sch, "receives", receives);
            finish(sch);
            utChannelDestroy(of_size);
        }
        diary_is("1 2 3 4 5 8 100 4096 65535 ", "values of every size arrive");
        is_dec(wrong, 0, "as they were, with a capacity of %u", capacity);
    }
}

/* ---------------------------------------------------------------- values inside */

static utChannel watched;

static void sends_three(void)
{
    for (int value = 1; value <= 3; value++)
        utChannelSend(watched, &value);
}

static void waits_to_receive(void)
{
    int value;
    utChannelReceive(watched, &value);
}

/* The value of a sender that waits is not inside, nor is there one while a receiver waits. */
static void check_inside(void)
{
    static const int capacities[] = {0, 1, 2, 5};
    for (unsigned i = 0; i < sizeof capacities / sizeof capacities[0]; i++) {
        int capacity = capacities[i], inside = capacity < 3 ? capacity : 3, value;
        watched = utChannelCreate(sizeof value, (size_t)capacity);
        uThd receiver = started("receives", waits_to_receive), sender = named("sends", sends_three);
        ok(utChannelCapacity(watched) == capacity && utChannelCount(watched) == 0,
           "%d values fit inside, and none is while a receiver waits", capacity);
        uThreadCancel(receiver);
        utResume(receiver);
        utResume(sender);
        is_dec((DWORD)utChannelCount(watched), (DWORD)inside, "%d are when three were sent",
               inside);
        while (utChannelReceiveUntil(watched, &value, UT_NOW) == UtErrorNone) {
            utResume(sender);
            inside = capacity < 3 - value ? capacity : 3 - value;
            is_dec((DWORD)utChannelCount(watched), (DWORD)inside, "then %d", inside);
        }
        is_dec((DWORD)value, 3, "all are received");
        utChannelClose(watched);
        ok(utChannelCapacity(watched) == capacity && utChannelCount(watched) == 0,
           "a closed channel has its capacity, too");
        uThreadDestroy(receiver);
        uThreadDestroy(sender);
        utChannelDestroy(watched);
    }
}

/* ---------------------------------------------------------------- memory that is not there */

enum { PAGES = 20, PAGE = 4096 };
static char *room;
static unsigned missing; /* the page */

/* Each of them gives the value that begins at an odd address of the first page. */
static void sends_it(char *value) { utChannelSend(of_size, value); }
static void sends_it_soon(char *value) { utChannelSendUntil(of_size, value, GetTickCount64() + 5); }
static void receives_it(char *value) { utChannelReceive(of_size, value); }
static void receives_it_soon(char *value)
{
    utChannelReceiveUntil(of_size, value, GetTickCount64() + 5);
}
static void selects_to_send(char *value)
{
    int chosen;
    utCase it = utCaseToSend(of_size, value);
    utSelect(&it, 1, &chosen, UT_FOREVER);
}
static void selects_to_receive(char *value)
{
    int chosen;
    utCase it = utCaseToReceive(of_size, value);
    utSelect(&it, 1, &chosen, UT_FOREVER);
}

static const struct {
    const char *name;
    void (*call)(char *value);
    bool writes;
} givers[] = {{"a send", sends_it, false},
              {"a send until a tick", sends_it_soon, false},
              {"a select to send", selects_to_send, false},
              {"a receive", receives_it, true},
              {"a receive until a tick", receives_it_soon, true},
              {"a select to receive", selects_to_receive, true}};

static unsigned giver;

SEH_FUNCTION static void gives_bad_memory(void)
{
    DWORD before;
    char *page = room + missing * PAGE;
    VirtualProtect(page, PAGE, givers[giver].writes ? PAGE_READONLY : PAGE_NOACCESS, &before);
    __try {
        givers[giver].call(room + 13);
        enter("done ");
    } __except (GetExceptionCode() == STATUS_ACCESS_VIOLATION &&
                GetExceptionInformation()->ExceptionRecord->ExceptionInformation[0] ==
                    givers[giver].writes &&
                GetExceptionInformation()->ExceptionRecord->ExceptionInformation[1] -
                        (ULONG_PTR)page <
                    PAGE) {
        enter("fault ");
    }
    VirtualProtect(page, PAGE, PAGE_READWRITE, &before);
}

/* The other side finds nobody. */
static void looks_for_it(void)
{
    if (givers[giver].writes ? utChannelSendUntil(of_size, sent, UT_NOW)
                             : utChannelReceiveUntil(of_size, received, UT_NOW))
        enter("nobody ");
}

static void check_memory(void)
{
    static const size_t sizes[] = {1, 4, 64, PAGE, PAGE + 1, 2 * PAGE + 1, 10 * PAGE, MOST};
    room = VirtualAlloc(NULL, PAGES * PAGE, MEM_COMMIT | MEM_RESERVE, PAGE_READWRITE);
    memset(room, 0x5A, PAGES * PAGE);
    for (giver = 0; giver < sizeof givers / sizeof givers[0]; giver++)
        for (unsigned i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            unsigned last = (13 + sizes[i] - 1) / PAGE, wanted = last + 1, found = 0;
            of_size = utChannelCreate(sizes[i], 0);
            for (missing = 0; missing <= last; missing++) {
                utSch sch = utSchedulerCreate();
                add(sch, "looks", looks_for_it);
                add(sch, "gives", gives_bad_memory); /* runs first */
                finish(sch);
                found += strcmp(diary, "fault nobody ") == 0;
                diary[diary_length = 0] = 0;
            }
            is_dec(found, wanted, "%s of %u bytes faults in its caller for each page",
                   givers[giver].name, (unsigned)sizes[i]);
            utChannelDestroy(of_size);
        }
    bool whole = true;
    for (unsigned i = 0; i < PAGES * PAGE; i++)
        whole &= room[i] == 0x5A;
    ok(whole, "and leaves the memory as it was");
}

int main(void)
{
    SCRIPTS_RUN(channels, 1000);
    check_sizes();
    check_inside();
    check_memory();
    return tap_done();
}
