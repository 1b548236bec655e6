/* Ways to end a run by an exception that no handler takes; the first word of the command line
 * chooses.
 */
#ifndef TESTS_UNHANDLED_WAYS_H
#define TESTS_UNHANDLED_WAYS_H

#include "tests/harness/handler.h"

#include <seh.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Work behind a call keeps it from becoming a jump, which leaves no trace on the stack. */
static volatile unsigned after;

static EXCEPTION_DISPOSITION HANDLER(searches)
{
    printf("asked about %08X, flags %X\n", (unsigned)record->ExceptionCode,
           (unsigned)record->ExceptionFlags);
    return ExceptionContinueSearch;
}

static EXCEPTION_DISPOSITION HANDLER(continues)
{
    searches(record, frame, context, dispatcher);
    return record->ExceptionCode == 0xE0000100 ? ExceptionContinueExecution
                                               : ExceptionContinueSearch;
}

struct way {
    const char *word;
    void (*run)(void);
    bool under_handler; /* one that tells what it was asked about, and searches */
};

/* The work and the result of main. It returns only when the way has not ended the run. Inlined, so
 * that backtraces show main alone. */
static inline __attribute__((always_inline)) int take_way(const struct way *ways, unsigned count,
                                                          int argc, char **argv)
{
    EXCEPTION_REGISTRATION_RECORD frame;
    for (unsigned i = 0; i < count; i++) {
        if (argc != 2 || strcmp(argv[1], ways[i].word))
            continue;
        if (ways[i].under_handler)
            seh_link(&frame, searches);
        ways[i].run();
    }
    printf("nothing ended the run\n");
    return 1;
}

#endif
