/* The random program that tests/threads/thread_model.c runs, and how it is read. */
#ifndef TESTS_THREAD_MODEL_H
#define TESTS_THREAD_MODEL_H

#include "tests/threads/thread_services.h"

#include <nt_objects.h>
#include <stdbool.h>

/* As in tests/model/object_programs.py. */
enum { THREADS = 4, ORDERER = THREADS, PLACES = 8, WORDS = 2, SAME_RIGHTS = 4 };
enum { THIS_THREAD = PLACES + THREADS, WRONG };
enum { MOST_ORDERS = 64, MOST_CODE = 2048 };

#define HANDLE_OF_THIS_THREAD 0xFFFFFFFEu

/* In the order of tests/model/object_programs.py, where their operands stand. */
enum what {
    EVENT,
    SEMAPHORE,
    MUTEX,
    TIMER,
    KEYED,
    OPEN,
    CLOSE,
    DUPLICATE,
    WAIT,
    SIGNAL_AND_WAIT,
    CHANGE,
    RELEASE,
    LEAVE,
    START,
    CANCEL,
    QUEUE,
    SUSPEND,
    RESUME,
    TERMINATE,
    PRIORITY,
    QUERY,
    YIELD,
    EXIT,
    KEYED_WAIT,
    KEYED_RELEASE,
    AWAIT,
    PUT,
    WAKE,
    TAKE,
    CALLS
};

static const uint8_t lengths[CALLS] = {
    [EVENT] = 4,      [SEMAPHORE] = 4,     [MUTEX] = 3,  [TIMER] = 3,     [KEYED] = 2,
    [OPEN] = 4,       [CLOSE] = 1,         [WAIT] = 7,   [DUPLICATE] = 3, [SIGNAL_AND_WAIT] = 4,
    [CHANGE] = 2,     [RELEASE] = 2,       [LEAVE] = 1,  [START] = 4,     [CANCEL] = 1,
    [QUEUE] = 2,      [SUSPEND] = 1,       [RESUME] = 1, [TERMINATE] = 2, [PRIORITY] = 2,
    [QUERY] = 1,      [EXIT] = 1,          [AWAIT] = 3,  [PUT] = 2,       [WAKE] = 2,
    [KEYED_WAIT] = 4, [KEYED_RELEASE] = 4,
};

/* Calls for one thread. */
struct order {
    unsigned who;          /* or ORDERER */
    unsigned units;        /* of time that pass first */
    unsigned count, place; /* of its calls, and how many were in the orders before */
    const uint8_t *code;
};

static struct {
    unsigned priorities[THREADS], order_count;
    struct order orders[MOST_ORDERS];
    uint8_t code[MOST_CODE];
} program;

/* Reads a line of tests/model/object_programs.py. Returns whether it is one. */
static bool read_program(const char *line)
{
    unsigned place = 0, used = 0;
    for (unsigned i = 0; i < THREADS; i++)
        program.priorities[i] = (uint8_t)*line++ - '#';
    program.order_count = (uint8_t)*line++ - '#';
    if (program.order_count > MOST_ORDERS)
        return false;
    for (unsigned i = 0; i < program.order_count; i++) {
        struct order *order = &program.orders[i];
        order->who = (uint8_t)*line++ - '#';
        order->units = (uint8_t)*line++ - '#';
        order->count = (uint8_t)*line++ - '#';
        order->place = place;
        order->code = &program.code[used];
        place += order->count;
        for (unsigned j = 0; j < order->count; j++) {
            unsigned what = (uint8_t)*line - '#';
            if (what >= CALLS || used + 1 + lengths[what] > MOST_CODE)
                return false;
            for (unsigned k = 0; k < 1u + lengths[what]; k++)
                program.code[used++] = (uint8_t)*line++ - '#';
        }
    }
    return *line == '\n' || *line == 0;
}

#endif
