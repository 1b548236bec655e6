/* The random program that tests/ums/ums_model.c runs, and how it is read. */
#ifndef TESTS_UMS_MODEL_H
#define TESTS_UMS_MODEL_H

#include <stdbool.h>
#include <stdint.h>
#include <windows.h>

/* As in tests/model/ums_programs.py. */
enum { WORKERS = 5, SCHEDULERS = 2, LISTS = 2, OBJECTS = 4, PAGES = 2 };
enum { ACTORS = WORKERS + SCHEDULERS, ORDERER = ACTORS };
enum { OF_LISTS = OBJECTS, OF_THREADS = OBJECTS + LISTS }; /* handles */
enum { THIS_THREAD = OF_THREADS + ACTORS, WRONG };
enum { OWN = WORKERS, OF_SCHEDULERS, NO_CONTEXT = OF_SCHEDULERS + SCHEDULERS }; /* contexts */
enum { MOST_ORDERS = 32, MOST_CODE = 4096, VERSION = 1, NO_LIST };

/* In the order of tests/model/ums_programs.py, with the number of the operands that it names. */
/* clang-format off */
#define CALL_LIST(CALL) \
    CALL(WAIT, 5) CALL(SLEEP, 2) CALL(SIGNAL_AND_WAIT, 4) CALL(CHANGE, 2) CALL(RELEASE, 2) \
    CALL(RELEASE_MUTEX, 1) CALL(SUSPEND, 1) CALL(RESUME, 1) CALL(TERMINATE, 2) \
    CALL(EXIT_CODE, 1) CALL(REGISTERS, 2) CALL(QUEUE, 2) CALL(SWITCH, 0) CALL(EXIT, 1) \
    CALL(LIST, 1) CALL(DELETE_LIST, 1) CALL(LIST_EVENT, 1) CALL(DEQUEUE, 2) CALL(NEXT, 1) \
    CALL(CONTEXT_, 1) CALL(DELETE_, 1) CALL(MAKE, 3) CALL(ENTER, 2) CALL(EXECUTE, 1) CALL(GO, 3) \
    CALL(YIELD, 1) CALL(QUERY, 3) CALL(SET, 4) CALL(KIND, 3) CALL(CURRENT, 0) CALL(GUARD, 0) \
    CALL(TOUCH, 1) CALL(LEAVE, 0)
/* clang-format on */

#define NAME(name, length) name,
enum what { CALL_LIST(NAME) CALLS };

#define LENGTH(name, length) length,
static const uint8_t lengths[CALLS] = {CALL_LIST(LENGTH)};

/* Calls one after the other. */
struct calls {
    unsigned count;
    const uint8_t *at[96]; /* what, and its operands */
};

static struct {
    struct {
        uint8_t kind, first, second;
    } objects[OBJECTS];
    uint8_t priorities[SCHEDULERS], units[MOST_ORDERS];
    unsigned order_count;
    struct calls calls[ACTORS + MOST_ORDERS]; /* the actors', then the orders' */
} program;

static uint8_t code[MOST_CODE]; /* the line, as numbers */

static const uint8_t *read_calls(const uint8_t *from, struct calls *calls)
{
    calls->count = *from++;
    for (unsigned i = 0; i < calls->count; i++) {
        if (i == sizeof calls->at / sizeof calls->at[0] || *from >= CALLS)
            return NULL;
        calls->at[i] = from;
        from += 1 + lengths[*from];
    }
    return from;
}

/* Reads a line of tests/model/ums_programs.py. Returns whether it is one. */
static bool read_program(const char *line)
{
    unsigned length = 0;
    for (; line[length] && line[length] != '\n'; length++)
        code[length] = (uint8_t)(line[length] - '#');
    const uint8_t *from = code;
    program.order_count = *from++;
    if (program.order_count > MOST_ORDERS)
        return false;
    for (unsigned i = 0; i < OBJECTS; i++) {
        program.objects[i].kind = *from++;
        program.objects[i].first = *from++;
        program.objects[i].second = *from++;
    }
    for (unsigned i = 0; i < SCHEDULERS; i++)
        program.priorities[i] = *from++;
    for (unsigned i = 0; i < ACTORS + program.order_count; i++)
        if (!(from = read_calls(from, &program.calls[i])))
            return false;
    for (unsigned i = 0; i < program.order_count; i++)
        program.units[i] = *from++;
    return from == code + length;
}

#endif
