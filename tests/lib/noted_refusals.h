/* The handler of invalid parameters for tests of the functions that call it. */
#ifndef TESTS_LIB_NOTED_REFUSALS_H
#define TESTS_LIB_NOTED_REFUSALS_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static unsigned calls;

static inline void note(const wchar_t *expression, const wchar_t *function, const wchar_t *file,
                        unsigned line, uintptr_t reserved)
{
    calls += !expression && !function && !file && !line && !reserved;
}

/* Whether the handler was called since the last look. */
static inline bool was_called(void)
{
    unsigned now = calls;
    calls = 0;
    return now == 1;
}

/* Whether a call has failed so, with a call of the handler. */
static inline bool refuses(int result, int error)
{
    return result == error && errno == error && was_called();
}

#endif
