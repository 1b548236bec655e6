/* The random program that tests/uthread/uthread_objects_model.c runs, and how it is read. */
#ifndef TESTS_UTHREAD_OBJECTS_MODEL_H
#define TESTS_UTHREAD_OBJECTS_MODEL_H

#include "tests/model/image.h"

#include <uthread.h>

enum { THREADS = 12, GROUPS = 4, OBJECTS = 3, SELECTS = 2, CASES = 3, HOOKS = 2, MOST_CODE = 2048 };

/* In the order of tests/model/thread_programs.py, where their operands stand: how many these are,
 * and which of them is a thread, or none. */
/* clang-format off */
#define STEP_LIST(STEP) \
    STEP(TRY, 3, -1) STEP(YIELD, 0, -1) STEP(SLEEP, 1, -1) STEP(SLEEP_UNTIL, 1, -1) \
    STEP(WORK, 1, -1) STEP(LOCK, 2, -1) STEP(UNLOCK, 1, -1) STEP(OWNER, 1, -1) STEP(WAIT, 3, -1) \
    STEP(SIGNAL, 1, -1) STEP(BROADCAST, 1, -1) STEP(TAKE, 2, -1) STEP(GIVE, 1, -1) \
    STEP(COUNT, 1, -1) STEP(AWAIT, 2, -1) STEP(SET, 1, -1) STEP(RESET, 1, -1) STEP(START, 3, -1) \
    STEP(STOP, 1, -1) STEP(RING, 2, -1) STEP(SEND, 2, -1) STEP(RECEIVE, 2, -1) \
    STEP(CLOSE, 1, -1) STEP(INSIDE, 1, -1) STEP(SELECT, 2, -1) STEP(JOIN, 2, 0) \
    STEP(DETACH, 1, 0) STEP(CANCEL, 1, 0) STEP(SHIELD, 0, -1) STEP(UNSHIELD, 0, -1) \
    STEP(TEST, 0, -1) STEP(PRIORITY, 2, 0) STEP(EXIT, 0, -1) STEP(RAISE, 0, -1) \
    STEP(STATUS, 1, 0) STEP(STATISTICS, 1, -1) STEP(RESUME, 1, 0) STEP(ADD, 2, 1) \
    STEP(NEST, 1, -1) STEP(SPAWN, 2, 0) STEP(DESTROY, 1, 0) STEP(DESTROY_OBJECT, 2, -1) \
    STEP(SET_KEY, 2, -1) STEP(GET_KEY, 1, -1) STEP(POLICY, 2, 0) STEP(CONTINUE, 1, 0) \
    STEP(SPIN, 1, -1) STEP(SLICE, 2, -1) STEP(READ, 2, -1) STEP(WRITE, 2, -1) \
    STEP(UNREAD, 1, -1) STEP(UNWRITE, 1, -1) STEP(HOLDERS, 1, -1) STEP(ARRIVE, 2, -1) \
    STEP(MORE, 2, -1) STEP(ALL, 2, -1) STEP(ONCE_CALL, 2, -1) STEP(RETURNS, 1, -1)
/* clang-format on */

#define NAME(name, length, uthread) name,
enum what { STEP_LIST(NAME) STEPS };

#define SHAPE(name, length, uthread) {length, uthread},
static const struct {
    signed char length, uthread;
} shapes[] = {STEP_LIST(SHAPE)};

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
