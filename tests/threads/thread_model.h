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

/* In the order of tests/model/object_programs.py, with the number of the operands that it names. */
/* clang-format off */
#define CALL_LIST(CALL) \
    CALL(EVENT, 4) CALL(SEMAPHORE, 4) CALL(MUTEX, 3) CALL(TIMER, 3) CALL(KEYED, 2) CALL(OPEN, 4) \
    CALL(CLOSE, 1) CALL(DUPLICATE, 3) CALL(WAIT, 7) CALL(SIGNAL_AND_WAIT, 4) CALL(CHANGE, 2) \
    CALL(RELEASE, 2) CALL(LEAVE, 1) CALL(START, 4) CALL(CANCEL, 1) CALL(QUEUE, 2) \
    CALL(SUSPEND, 1) CALL(RESUME, 1) CALL(TERMINATE, 2) CALL(PRIORITY, 2) CALL(QUERY, 1) \
    CALL(YIELD, 0) CALL(EXIT, 1) CALL(KEYED_WAIT, 4) CALL(KEYED_RELEASE, 4) CALL(AWAIT, 3) \
    CALL(PUT, 2) CALL(WAKE, 2) CALL(TAKE, 0)
/* clang-format on */

#define NAME(name, length)    name,
enum what { CALL_LIST(NAME) CALLS };

#define LENGTH(name, length) length,
static const uint8_t lengths[CALLS] = {CALL_LIST(LENGTH)};

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
