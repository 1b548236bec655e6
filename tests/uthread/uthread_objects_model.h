/* The random program that tests/uthread/uthread_objects_model.c runs, and how it is read. */
#ifndef TESTS_UTHREAD_OBJECTS_MODEL_H
#define TESTS_UTHREAD_OBJECTS_MODEL_H

#include "tests/model/image.h"

#include <uthread.h>

enum { THREADS = 12, GROUPS = 4, OBJECTS = 3, SELECTS = 2, CASES = 3, HOOKS = 2, MOST_CODE = 2048 };

/* In the order of tests/model/thread_programs.py, where their operands stand. */
enum what {
    TRY,
    YIELD,
    SLEEP,
    SLEEP_UNTIL,
    WORK,
    LOCK,
    UNLOCK,
    OWNER,
    WAIT,
    SIGNAL,
    BROADCAST,
    TAKE,
    GIVE,
    COUNT,
    AWAIT,
    SET,
    RESET,
    START,
    STOP,
    RING,
    SEND,
    RECEIVE,
    CLOSE,
    INSIDE,
    SELECT,
    JOIN,
    DETACH,
    CANCEL,
    SHIELD,
    UNSHIELD,
    TEST,
    PRIORITY,
    EXIT,
    RAISE,
    STATUS,
    STATISTICS,
    RESUME,
    ADD,
    NEST,
    SPAWN,
    DESTROY,
    DESTROY_OBJECT,
    SET_KEY,
    GET_KEY,
    POLICY,
    CONTINUE,
    SPIN,
    SLICE,
    READ,
    WRITE,
    UNREAD,
    UNWRITE,
    HOLDERS,
    ARRIVE,
    MORE,
    ALL,
    ONCE_CALL,
    RETURNS,
};

enum object {
    MUTEX,
    CONDITION,
    SEMAPHORE,
    EVENT,
    TIMER,
    CHANNEL,
    KEY,
    RW_LOCK,
    BARRIER,
    WAIT_GROUP,
    ONCE,
    OBJECT_KINDS
};

static struct {
    uint64_t begin;
    struct {
        unsigned count, parameters[OBJECTS][2];
    } objects[OBJECT_KINDS];
    unsigned thread_count;
    struct {
        unsigned stack, priority, place, end, select_count;
        struct {
            unsigned count;
            struct {
                unsigned number, what; /* the object's number and 1, or 0 */
            } cases[CASES];
        } selects[SELECTS];
    } threads[THREADS];
    unsigned group_count;
    struct {
        unsigned slice, count, members[THREADS];
    } groups[GROUPS];
    unsigned by_hand; /* the first ones */
    unsigned packed;  /* threads that the pool has room for */
    unsigned hook_count, destructor_count, handler_count, once_count;
    struct steps {
        unsigned place, end;
    } hooks[HOOKS], destructors[OBJECTS], handler[1], onces[OBJECTS];
    unsigned code_length;
    uint16_t code[MOST_CODE];
} program;

static const char *at; /* in the line */

/* Below limit, else the line is no program. */
static unsigned number_below(unsigned limit)
{
    unsigned value = read_number(&at);
    if (value < limit)
        return value;
    at = "?";
    return 0;
}

static unsigned read_steps(struct steps *into, unsigned most)
{
    unsigned count = number_below(most + 1);
    for (unsigned i = 0; i < count; i++) {
        into[i].place = number_below(MOST_CODE);
        into[i].end = number_below(MOST_CODE);
    }
    return count;
}

/* Reads a line of tests/model/thread_programs.py. Returns whether it is one. */
static bool read_program(const char *line)
{
    static const uint64_t begins[] = {0, 1000, 0xFFFFFFF8, 0x7FFFFFF0, 0x4FFFFFFFC};
    static const unsigned parameters[OBJECT_KINDS] = {1, 0, 2, 2, 0, 1, 1, 0, 1, 1, 0};
    enum { SMALL = 256, WIDE = 8100 };
    at = line;
    program.begin = begins[number_below(sizeof begins / sizeof begins[0])];
    for (unsigned kind = 0; kind < OBJECT_KINDS; kind++) {
        program.objects[kind].count = number_below(OBJECTS + 1);
        for (unsigned i = 0; i < program.objects[kind].count; i++)
            for (unsigned j = 0; j < parameters[kind]; j++)
                program.objects[kind].parameters[i][j] = number_below(SMALL);
    }
    program.thread_count = number_below(THREADS + 1);
    for (unsigned i = 0; i < program.thread_count; i++) {
        program.threads[i].stack = number_below(SMALL);
        program.threads[i].priority = number_below(SMALL);
        program.threads[i].place = number_below(MOST_CODE);
        program.threads[i].end = number_below(MOST_CODE);
        program.threads[i].select_count = number_below(SELECTS + 1);
        for (unsigned j = 0; j < program.threads[i].select_count; j++) {
            program.threads[i].selects[j].count = number_below(CASES + 1);
            for (unsigned k = 0; k < program.threads[i].selects[j].count; k++) {
                program.threads[i].selects[j].cases[k].number = number_below(SMALL);
                program.threads[i].selects[j].cases[k].what = number_below(UtCaseJoin + 1);
            }
        }
    }
    program.group_count = number_below(GROUPS + 1);
    for (unsigned i = 0; i < program.group_count; i++) {
        program.groups[i].slice = number_below(SMALL);
        program.groups[i].count = number_below(THREADS + 1);
        for (unsigned j = 0; j < program.groups[i].count; j++)
            program.groups[i].members[j] = number_below(THREADS);
    }
    program.by_hand = number_below(THREADS);
    program.packed = number_below(THREADS + 1);
    program.hook_count = read_steps(program.hooks, HOOKS);
    program.destructor_count = read_steps(program.destructors, OBJECTS);
    program.handler_count = read_steps(program.handler, 1);
    program.once_count = read_steps(program.onces, OBJECTS);
    program.code_length = number_below(MOST_CODE);
    for (unsigned i = 0; i < program.code_length; i++)
        program.code[i] = (uint16_t)number_below(WIDE);
    return *at == '\n' || *at == 0;
}

#endif
