/* Priorities: which thread runs next, scene by scene, and values that cannot be set.
 *
 * run: name=plain
 * run: name=ring3 ring=3 compilers=gcc
 */
#include "tests/uthread/uthread_scene.h"

/* A thread writes its name whenever it goes on, and plays its script:
 *
 *   .     yields                     zN   sleeps N milliseconds
 *   =P    its own priority           @xP  thread x's
 *   +x    adds thread x              >N   lets N milliseconds pass
 *   h     runs a scheduler with the threads that are for it
 *
 * N is a digit, P one or a letter from A, which is 10. A script that begins with L is for a thread
 * that another adds, one with I for h's scheduler; all others are there from the start. */
struct role {
    const char *name;
    int priority;
    const char *script;
};

#define CAST(...) .cast = {__VA_ARGS__}

static const struct scene {
    const char *claim, *expected;
    struct role cast[5];
} scenes[] = {
    {"equals take turns", "abcabcabc", CAST({"a", 0, ".."}, {"b", 0, ".."}, {"c", 0, ".."})},
    {"equals take turns at the highest priority, too", "bcbcaa",
     CAST({"a", 30, "."}, {"b", 31, "."}, {"c", 31, "."})},
    {"a higher one runs until it ends", "bbbaaa", CAST({"a", 0, ".."}, {"b", 1, ".."})},
    {"three levels, one after another", "ccbbaa",
     CAST({"a", 0, "."}, {"b", 16, "."}, {"c", 31, "."})},

    {"a thread that raises itself goes on", "aaabb", CAST({"a", 0, "=1.."}, {"b", 0, "."})},
    {"a thread that lowers itself below others ends its turn at its next yield", "abbcaca",
     CAST({"a", 2, "=0.."}, {"b", 1, "."}, {"c", 0, "."})},
    {"a thread that lowers itself to others' level goes behind them", "abcabca",
     CAST({"a", 1, "=0.."}, {"b", 0, "."}, {"c", 0, "."})},
    {"a thread that lowers itself and stays the highest goes on", "aaab",
     CAST({"a", 5, "=1.."}, {"b", 0, ""})},
    {"a thread that raises itself twice in a turn has the last priority", "abbaa",
     CAST({"a", 1, "=3=0.."}, {"b", 1, "."})},

    {"a ready one that is raised runs at the next yield, and the round goes on", "abbcaca",
     CAST({"a", 0, "@b1.."}, {"b", 0, "."}, {"c", 0, "."})},
    {"a ready one that is lowered waits, behind those there", "aaacbcb",
     CAST({"a", 1, "@b0.."}, {"b", 1, "."}, {"c", 0, "."})},
    {"the first of a round that is lowered leaves its place to the next", "abcbca",
     CAST({"a", 1, "."}, {"b", 1, "@a0."}, {"c", 1, "."})},
    {"the only other one that is lowered leaves its level empty", "aaabb",
     CAST({"a", 1, "@b0.."}, {"b", 1, "."})},
    {"an equal priority again sends a ready one behind the others", "acbacb",
     CAST({"a", 0, "@b0."}, {"b", 0, "."}, {"c", 0, "."})},

    {"a sleeper that is raised asleep wakes as a higher one", "abaabb",
     CAST({"a", 0, "z5."}, {"b", 0, "@a1>5.."})},
    {"a higher sleeper runs at the first yield after it is due", "abaabb",
     CAST({"a", 1, "z5."}, {"b", 0, ">5.."})},
    {"a lower sleeper that is due waits", "baaab", CAST({"b", 0, "z5"}, {"a", 0, "=2>5.."})},
    {"a higher one that comes between does not shorten anybody's round", "dabddcabca",
     CAST({"d", 1, "z5."}, {"a", 0, ".."}, {"b", 0, ">5."}, {"c", 0, "."})},
    {"nor when the running one goes to sleep at that moment", "dabddcacaab",
     CAST({"d", 1, "z5."}, {"a", 0, "..."}, {"b", 0, ">5z9"}, {"c", 0, "."})},
    {"nor when it ends", "dabddcaca",
     CAST({"d", 1, "z5."}, {"a", 0, ".."}, {"b", 0, ">5"}, {"c", 0, "."})},
    {"those that sleep and wake do not pass those that yield", "abxyabxyabxyabxy",
     CAST({"a", 0, "..."}, {"b", 0, "..."}, {"x", 0, "z0z0z0"}, {"y", 0, "z0z0z0"})},

    {"one that is added is next after a yield if it is the highest", "abbaa",
     CAST({"a", 0, "+b.."}, {"b", 1, "L."})},
    {"one that is added below waits", "aaabb", CAST({"a", 1, "+b.."}, {"b", 0, "L."})},
    {"the highest that is alone yields to itself alone", "aaaab",
     CAST({"a", 31, "..."}, {"b", 30, ""})},

    {"inside a scheduler in a thread its own priorities count", "hyyxxhbb",
     CAST({"h", 0, "h"}, {"b", 0, "."}, {"x", 0, "I."}, {"y", 9, "I."})},
    {"outside, those of the thread that runs it", "hxbbxh",
     CAST({"h", 1, "h"}, {"b", 2, "L."}, {"x", 0, "I+bz1"})},
};

static const struct scene *scene;
static uThd players[5];
static utSch stage;

static int number_of(char letter) { return letter <= '9' ? letter - '0' : letter - 'A' + 10; }

static int index_of(char name)
{
    int index = 0;
    while (scene->cast[index].name[0] != name)
        index++;
    return index;
}

static void host_inside(void)
{
    utSch sch = utSchedulerCreate();
    for (int i = 4; i >= 0; i--)
        if (scene->cast[i].name && scene->cast[i].script[0] == 'I')
            utSchAddUthd(sch, players[i]);
    finish(sch);
}

static void plays(void)
{
    const char *name = my_name();
    enter("%s", name);
    for (const char *at = scene->cast[index_of(*name)].script; *at; at++) {
        bool stays = false;
        switch (*at) {
        case 'L':
        case 'I': stays = true; break;
        case '.': utYield(); break;
        case 'z': sleep_ticks((DWORD)number_of(*++at)); break;
        case 'h': host_inside(); break;
        case '>':
            clock_advance((uint64_t)number_of(*++at));
            stays = true;
            break;
        case '=':
            uThreadSetPriority(utCurrent(), number_of(*++at));
            stays = true;
            break;
        case '@':
            uThreadSetPriority(players[index_of(at[1])], number_of(at[2]));
            at += 2;
            stays = true;
            break;
        case '+':
            utSchAddUthd(stage, players[index_of(*++at)]);
            stays = true;
            break;
        }
        if (!stays)
            enter("%s", name);
    }
}

static void check_scenes(void)
{
    for (scene = scenes; scene < scenes + sizeof scenes / sizeof scenes[0]; scene++) {
        stage = utSchedulerCreate();
        for (int i = 4; i >= 0; i--) { /* the one added last runs first */
            const struct role *role = &scene->cast[i];
            if (!role->name)
                continue;
            players[i] = named(role->name, plays);
            uThreadSetPriority(players[i], role->priority);
            if (role->script[0] != 'L' && role->script[0] != 'I')
                utSchAddUthd(stage, players[i]);
        }
        clock_run(stage);
        diary_is(scene->expected, scene->claim);
        utSchedulerDestroy(stage);
    }
}

/* ---------------------------------------------------------------- refused */

static void nothing(void) {}

static void check_errors(void)
{
    uThd uthread = uThreadCreate(nothing);
    is_dec((DWORD)uThreadSetPriority(uthread, UT_PRIORITY_MOST + 1), UtErrorRange,
           "32 is no priority");
    is_dec((DWORD)uThreadSetPriority(uthread, -1), UtErrorRange, "nor is -1");
    is_dec((DWORD)uThreadSetPriority(NULL, 0), UtErrorInvalid, "NULL has no priority");
    is_dec(uthread->priority, 0, "a refused one changes nothing");
    is_dec((DWORD)uThreadSetPriority(uthread, 7), UtErrorNone,
           "one without scheduler can have any");
    utResume(uthread);
    is_dec((DWORD)uThreadSetPriority(uthread, 8), UtErrorNone, "also when it has ended");
    uThreadDestroy(uthread);
}

int main(void)
{
    clock_set(1000);
    check_scenes();
    check_errors();
    return tap_done();
}
