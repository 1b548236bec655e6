/* Waiting for several channels: exactly one case is done, each in its turn, and no trace is left of
 * the others.
 *
 * run: name=plain
 * run: name=checked checked=1
 * run: name=ring3 ring=3 compilers=gcc
 */
#include "tests/uthread/uthread_script_objects.h"

/* pick receives from the meeting (0) or the buffer (1); offer sends to either; meet sends to (0) or
 * receives from (2) the meeting, or receives from the buffer. */
static const struct script selects[] = {
    {"what can be done is done at once", {"bsend5 pick"}, "a:bsend5 a:pick=105 "},
    {"a sender that waits is received from", {"send5", "pick"}, "b:pick=5 a:send5 "},
    {"a receiver that waits is sent to", {"recv", "offer5"}, "b:offer5=0 a:recv=5 "},
    {"a select that waits is sent to", {"pick", "send5"}, "b:send5 a:pick=5 "},
    {"or received from",
     {"bsend1 bsend2 offer7", "recv"},
     "a:bsend1 a:bsend2 b:recv=7 a:offer7=0 "},
    {"by whichever channel comes first",
     {"pick pick", "bsend5 yield send6"},
     "b:bsend5 a:pick=105 b:yield b:send6 a:pick=6 "},
    {"both sides may select", {"pick", "offer5"}, "b:offer5=0 a:pick=5 "},
    {"and those that do either meet each other, not themselves",
     {"meet5", "meet6"},
     "b:meet6=0 a:meet5=206 "},
    {"three of them leave one",
     {"meet5", "meet6", "meet7@3"},
     "b:meet6=0 a:meet5=206 c:meet7!timed@3 "},
    {"nothing can be done now",
     {"pick@0 bsend1 bsend2 offer3@0"},
     "a:pick!timed a:bsend1 a:bsend2 a:offer3!timed "},
    {"a select that gave up leaves no trace",
     {"pick@3", "sleep4 send1@0 bsend1 inside"},
     "a:pick!timed@3 b:sleep4@4 b:send1!timed@4 b:bsend1@4 b:inside=1@4 "},
    {"a select that was served leaves no trace either",
     {"pick", "bsend1 send1@0"},
     "b:bsend1 b:send1!timed a:pick=101 "},
    {"a select waits in its place",
     {"recv", "pick", "recv", "send1 send2 send3"},
     "d:send1 d:send2 d:send3 a:recv=1 b:pick=2 c:recv=3 "},
    {"several that can be done take turns",
     {"bsend1 bsend2 yield pick pick pick", "send3"},
     "a:bsend1 a:bsend2 a:yield a:pick=3 a:pick=101 a:pick=102 b:send3 "},
    {"closing ends it, and says where", {"pick", "bclose"}, "b:bclose a:pick=100!closed "},
    {"closed channels are always ready",
     {"close pick pick"},
     "a:close a:pick=0!closed a:pick=0!closed "},
    {"a channel to send to, too",
     {"bsend1 bsend2 offer3", "close"},
     "a:bsend1 a:bsend2 b:close a:offer3=0!closed "},
};

/* ---------------------------------------------------------------- turns, and many cases */

static utChannel many[UT_CASES_MOST];

static void check_turns(void)
{
    static utCase mine[UT_CASES_MOST];
    static unsigned times[UT_CASES_MOST];
    int value = 1, chosen;
    for (int i = 0; i < UT_CASES_MOST; i++) {
        many[i] = utChannelCreate(sizeof value, 4);
        mine[i] = (utCase){.channel = many[i], .value = &value};
        for (int sent = 0; sent < 3; sent++)
            utChannelSendUntil(many[i], &value, UT_NOW);
    }
    for (int i = 0; i < 3 * UT_CASES_MOST; i++)
        if (utSelect(mine, UT_CASES_MOST, &chosen, UT_NOW) == UtErrorNone)
            times[chosen] += chosen == i % UT_CASES_MOST;
    unsigned fair = 0;
    for (int i = 0; i < UT_CASES_MOST; i++)
        fair += times[i] == 3;
    is_dec(fair, UT_CASES_MOST, "of many that are ready each has its turn, round by round");
    is_dec((DWORD)utSelect(mine, UT_CASES_MOST, &chosen, UT_NOW), UtErrorTimedOut, "until none is");
    for (int i = 0; i < UT_CASES_MOST; i++)
        utChannelDestroy(many[i]);
}

int main(void)
{
    SCRIPTS_RUN(selects, 1000);
    check_turns();
    return tap_done();
}
