/* Waiting for the first of several objects: exactly one case is done, each in its turn, and no
 * trace is left of the others.
 *
 * run: name=plain
 * run: name=checked checked=1
 * run: name=ring3 ring=3 compilers=gcc
 */
#include "tests/uthread/uthread_script_objects.h"

/* pick receives from the meeting (0) or the buffer (1); offer sends to either; meet sends to (0) or
 * receives from (2) the meeting, or receives from the buffer. */
static const struct script selects[] = {
    {"a case that can be done is done at once", "bsend5 pick", "a:bsend5 a:pick=105 "},
    {"a sender that waits is received from", "send5 | pick", "b:pick=5 a:send5 "},
    {"a receiver that waits is sent to", "recv | offer5", "b:offer5=0 a:recv=5 "},
    {"a select that waits is sent to", "pick | send5", "b:send5 a:pick=5 "},
    {"or received from", "bsend1 bsend2 offer7 | recv", "a:bsend1 a:bsend2 b:recv=7 a:offer7=0 "},
    {"by the channel that comes first", "pick pick | bsend5 yield send6",
     "b:bsend5 a:pick=105 b:yield b:send6 a:pick=6 "},
    {"both sides may select", "pick | offer5", "b:offer5=0 a:pick=5 "},
    {"and those that do either meet each other, not themselves", "meet5 | meet6",
     "b:meet6=0 a:meet5=206 "},
    {"three of them leave one", "meet5 | meet6 | meet7@3",
     "b:meet6=0 a:meet5=206 c:meet7!timed@3 "},
    {"nothing can be done now", "pick@0 bsend1 bsend2 offer3@0",
     "a:pick!timed a:bsend1 a:bsend2 a:offer3!timed "},
    {"a select that gave up leaves no trace", "pick@3 | sleep4 send1@0 bsend1 inside",
     "a:pick!timed@3 b:sleep4@4 b:send1!timed@4 b:bsend1@4 b:inside=1@4 "},
    {"a select that was served leaves no trace either", "pick | bsend1 send1@0",
     "b:bsend1 b:send1!timed a:pick=101 "},
    {"a select waits in its place", "recv | pick | recv | send1 send2 send3",
     "d:send1 d:send2 d:send3 a:recv=1 b:pick=2 c:recv=3 "},
    {"several that can be done take turns", "bsend1 bsend2 yield pick pick pick | send3",
     "a:bsend1 a:bsend2 a:yield a:pick=3 a:pick=101 a:pick=102 b:send3 "},
    {"closing ends it, and says where", "pick | bclose", "b:bclose a:pick=100!closed "},
    {"closed channels are always ready", "close pick pick",
     "a:close a:pick=0!closed a:pick=0!closed "},
    {"a channel to send to, too", "bsend1 bsend2 offer3 | close",
     "a:bsend1 a:bsend2 b:close a:offer3=0!closed "},
};

/* mix: the semaphore (0), the event (1), the timer (2), the meeting (3). ends: a thread (0), the
 * gate (1), the semaphore (2, 3). */
static const struct script kinds[] = {
    {"a count is taken", "give2 mix mix count", "a:give2 a:mix=0 a:mix=0 a:count=0 "},
    {"a semaphore ends the wait", "mix | give count", "b:give b:count=0 a:mix=0 "},
    {"in its place among those that take", "take | mix | take | give3 count",
     "d:give3 d:count=0 a:take b:mix=0 c:take "},
    {"an event that was set is reset", "set mix mix@0", "a:set a:mix=100 a:mix!timed "},
    {"and one that ends the wait", "mix | set pass@0", "b:set b:pass!timed a:mix=100 "},
    {"a manual event lets all pass, and stays set", "ends3 | ends3 | gset gpass@0 | sleep1",
     "c:gset c:gpass a:ends3=100 b:ends3=100 d:sleep1@1 "},
    {"one that was set before, too", "gset ends1 ends1 gpass@0 | sleep1",
     "a:gset a:ends1=100 a:ends1=100 a:gpass b:sleep1@1 "},
    {"a timer's ring is taken", "start@0 mix mix@0", "a:start a:mix=200 a:mix!timed "},
    {"a timer ends the wait when it rings", "start@5 mix", "a:start a:mix=200@5 "},
    {"each time", "start3@2 mix mix mix", "a:start3 a:mix=200@2 a:mix=200@5 a:mix=200@8 "},
    {"one that is started meanwhile, too", "mix | sleep2 start@5",
     "b:sleep2@2 b:start@2 a:mix=200@5 "},
    {"or is put off", "start@5 mix | sleep2 start@9", "a:start b:sleep2@2 b:start@2 a:mix=200@9 "},
    {"or is brought forward", "start@9 mix | sleep2 start@4",
     "a:start b:sleep2@2 b:start@2 a:mix=200@4 "},
    {"or rings at once", "start@9 mix | sleep2 start@0",
     "a:start b:sleep2@2 b:start@2 a:mix=200@2 "},
    {"one that is stopped does not", "start@5 mix@7 | sleep2 stop",
     "a:start b:sleep2@2 b:stop@2 a:mix!timed@7 "},
    {"nor one that rings later", "start@9 mix@4 ring", "a:start a:mix!timed@4 a:ring@9 "},
    {"the ring goes to the first, and the select waits on", "start5@3 ring | mix",
     "a:start5 a:ring@3 b:mix=200@8 "},
    {"also when it is the select that wakes first", "sleep1 start4@3 | ring | mix@6",
     "a:sleep1@1 a:start4@1 b:ring@3 c:mix!timed@6 "},
    {"the first to wait may be the select", "start5@3 mix | ring",
     "a:start5 a:mix=200@3 b:ring@8 "},
    {"rings that have passed unseen go to all", "start2@2 mix | ring | busy5",
     "a:start2 c:busy5@5 a:mix=200@5 b:ring@5 "},
    {"a channel ends it as ever", "mix | send7", "b:send7 a:mix=307 "},
    {"a closed one, too", "mix | close", "b:close a:mix=300!closed "},
    {"the end of a thread ends it", "ends1 | sleep3", "b:sleep3@3 a:ends1=0@3 "},
    {"one that has ended already", "sleep3 ends1 | count", "b:count=0 a:sleep3@3 a:ends1=0@3 "},
    {"and says whether it has ended by itself", "ends1 ends1 | take | cancel1",
     "c:cancel1 b:ends a:ends1=0!faulted a:ends1=0!faulted "},
    {"no thread waits for its own end", "ends0 count", "a:ends0!self a:count=0 "},
    {"the first case that ends it takes it out of all other queues",
     "mix | give set pass@0 start@0 ring@0 send1@0",
     "b:give b:set b:pass b:start b:ring b:send1!timed a:mix=0 "},
    {"its time, too", "mix@3 | sleep4 give count set pass@0 start@0 ring@0 send1@0",
     "a:mix!timed@3 b:sleep4@4 b:give@4 b:count=1@4 b:set@4 b:pass@4 b:start@4 b:ring@4 "
     "b:send1!timed@4 "},
    {"and a cancel", "start@5 mix | cancel0 give count set pass@0 start@0 ring@0 send1@0",
     "a:start b:cancel0 b:give b:count=1 b:set b:pass b:start b:ring b:send1!timed a:ends "},
    {"one of an object's places is served",
     "ends1 ends1 ends1 | give count yield give count yield give count",
     "b:give b:count=0 a:ends1=200 b:yield b:give b:count=0 a:ends1=300 b:yield b:give b:count=0 "
     "a:ends1=200 "},
};

/* ---------------------------------------------------------------- results of threads */

static uThd worker;
static utSch workers;
static utCase join_cases[2];
static int chosen, answer;
static void *result;

static void *returns_seven(void *unused)
{
    utYield();
    return (void *)7;
}

static void joins(void)
{
    join_cases[0] = utCaseOfSemaphore(NULL);
    join_cases[1] = utCaseOfThread(worker, &result);
    chosen = -1;
    result = &result;
    answer = utSelect(join_cases, 2, &chosen, UT_FOREVER);
}

/* A thread that joins in a select, resumed by hand so that it waits. */
static uThd joiner_of(uThd uthread)
{
    uThd joiner = uThreadCreate(joins);
    worker = uthread;
    utResume(joiner);
    return joiner;
}

static void check_results(void)
{
    uThd joiner = joiner_of(uThreadCreateFor(returns_seven, NULL, NULL));
    is_dec((DWORD)error_of(uThreadDestroy(worker)), UtErrorBusy,
           "a thread cannot be destroyed while a select waits for its end");
    is_dec((DWORD)uThreadDetach(worker), UtErrorBusy, "nor detached");
    utResume(worker);
    is_dec((DWORD)joiner->status, UtStatusWait, "before its end the select waits");
    utResume(worker);
    uThreadDestroy(worker);
    utResume(joiner);
    ok(answer == UtErrorNone && chosen == 1 && result == (void *)7,
       "it has the result, though the thread is gone");
    uThreadDestroy(joiner);

    worker = uThreadCreateFor(returns_seven, NULL, NULL);
    utResume(worker);
    utResume(worker);
    joiner = joiner_of(worker);
    ok(answer == UtErrorNone && chosen == 1 && result == (void *)7,
       "that of a thread that has ended before, too");
    uThreadDestroy(joiner);
    uThreadDestroy(worker);

    workers = utSchedulerCreate();
    joiner = joiner_of(uThreadCreateFor(returns_seven, NULL, NULL));
    utSchAddUthd(workers, worker);
    utSchedulerDestroy(workers);
    utResume(joiner);
    ok(answer == UtErrorInvalid && chosen == 1 && result == &result,
       "of one that was destroyed it says so, with its index, and there is no result");
    uThreadDestroy(joiner);

    worker = uThreadCreateFor(returns_seven, NULL, NULL);
    uThreadDetach(worker);
    joiner = joiner_of(worker);
    ok(answer == UtErrorDetached && chosen == -1, "of a detached one there is no select");
    uThreadDestroy(joiner);
    uThreadDestroy(worker);
}

/* ---------------------------------------------------------------- rings of others */

static void rings(void)
{
    utTimerWait(timer, UT_FOREVER);
    enter("rings@%u ", (unsigned)GetTickCount());
}

static void picks_rings(void)
{
    utCase it[] = {utCaseOfTimer(timer), utCaseOfEvent(event)};
    answer = utSelect(it, 2, &chosen, in_ticks(20));
    enter("picks%d!%d@%u ", chosen, answer, (unsigned)GetTickCount());
}

/* No clock wakes a thread without a scheduler; a select that is due first looks at the timer. */
static void check_ring_of_another(void)
{
    script_begin();
    clock_set(1000);
    uThd first = uThreadCreate(rings);
    utResume(first);
    utSch sch = utSchedulerCreate();
    chosen = -1;
    add(sch, "picks", picks_rings);
    utTimerStart(timer, 1005, 6);
    clock_run(sch);
    utResume(first);
    diary_is("picks0!0@1011 rings@1011 ",
             "a ring that belongs to a thread without a scheduler leaves the select waiting");
    utSchedulerDestroy(sch);
    uThreadDestroy(first);
    script_end("rings of others");
}

int main(void)
{
    SCRIPTS_RUN(selects, 1000);
    SCRIPTS_RUN(kinds, 1000);
    check_results();
    check_ring_of_another();
    return tap_done();
}
