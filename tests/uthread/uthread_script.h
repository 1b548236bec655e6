/* Threads that follow scripts, for tests of the objects to wait on: a row has a line for each
 * thread, and what they write into the diary.
 *
 *     {"a timed wait", "take@5 | sleep3 give", "b:sleep3@3 b:give@3 a:take@3 "}
 *
 * A step is the name of an operation (script_perform), maybe with a number, and maybe with the
 * millisecond from the row's start until which it waits: @0 is UT_NOW, none is UT_FOREVER. When it
 * is done its thread, a, b ..., writes: itself, the step without the time, = and a value that was
 * received, ! and an error, @ and the milliseconds since the row's start, if any.
 *
 * Threads begin in their order. The clock leaps from one deadline to the next. A row is run a
 * second time with each thread in a scheduler of its own, inside a thread of the first one: nothing
 * may be different then, unless threads yield or have priorities, because both count only among the
 * threads of one scheduler.
 */
#ifndef TESTS_UTHREAD_SCRIPT_H
#define TESTS_UTHREAD_SCRIPT_H

#include "tests/uthread/uthread_scene.h"

#include <ctype.h>
#include <seh.h>
#include <stdlib.h>

enum { SCRIPT_THREADS = 6 };

struct script {
    const char *claim, *lines, *expected;
};

struct script_step {
    int number;   /* behind the name, or 1 */
    utTime until; /* by the tick count */
    int value;    /* received by the operation, or -1 */
};

/* uthread_script_objects.h: the operations, and the making and destroying of objects around each
 * row. */
static int script_perform(const char *name, struct script_step *step);
static void script_begin(void);
static void script_end(const char *claim);

static utTime script_start;
static const struct script *script_row;
static uThd script_threads[SCRIPT_THREADS];

static inline const char *script_error(int error)
{
    static const char *const words[] = {
        [UtErrorInvalid] = "invalid",   [UtErrorFinished] = "finished",
        [UtErrorBusy] = "busy",         [UtErrorOutside] = "outside",
        [UtErrorTimedOut] = "timed",    [UtErrorCancelled] = "cancelled",
        [UtErrorClosed] = "closed",     [UtErrorSelf] = "self",
        [UtErrorNotOwner] = "notowner", [UtErrorRange] = "range",
        [UtErrorDetached] = "detached", [UtErrorFaulted] = "faulted",
        [UtErrorDeadlock] = "deadlock",
    };
    bool known = error >= 0 && error < (int)(sizeof words / sizeof words[0]) && words[error];
    return known ? words[error] : "?";
}

/* ---------------------------------------------------------------- running */

/* Does the step at *line, which moves behind it. */
static inline void script_do(char who, const char **line)
{
    const char *name = *line, *end = name;
    while (isalpha(*end))
        end++;
    char operation[16] = {0};
    memcpy(operation, name, (size_t)(end - name));
    struct script_step step = {.number = 1, .until = UT_FOREVER, .value = -1};
    char *behind = (char *)end;
    if (isdigit(*behind))
        step.number = (int)strtol(behind, &behind, 10);
    int length = (int)(behind - name);
    if (*behind == '@') {
        long ms = strtol(behind + 1, &behind, 10);
        step.until = ms ? script_start + (utTime)ms : UT_NOW;
    }
    *line = behind;
    int error = script_perform(operation, &step);
    enter("%c:%.*s", who, length, name);
    if (step.value >= 0)
        enter("=%d", step.value);
    if (error)
        enter("!%s%s", script_error(error), error == utLastError() ? "" : "?");
    if (GetTickCount64() > script_start)
        enter("@%u", (unsigned)(GetTickCount64() - script_start));
    enter(" ");
}

/* The test's, called for a thread that ends before its line does. */
static void script_clean_up(void);

/* The line of thread number i of a row, or NULL. */
static inline const char *script_line(const struct script *row, int i)
{
    const char *line = row->lines;
    while (i-- > 0 && line)
        line = (line = strchr(line, '|')) ? line + 1 : NULL;
    return line;
}

SEH_FUNCTION static void script_follow(void)
{
    char who = my_name()[0];
    __try {
        for (const char *line = script_line(script_row, who - 'a'); *line && *line != '|';) {
            if (*line == ' ')
                line++;
            else
                script_do(who, &line);
        }
    } __finally {
        if (AbnormalTermination()) {
            enter("%c:ends", who);
            script_clean_up();
            enter(" ");
        }
    }
}

/* Makes thread number i of a row, for tests that run it themselves. */
static inline uThd script_thread(const struct script *row, int i)
{
    static const char *const names[SCRIPT_THREADS] = {"a", "b", "c", "d", "e", "f"};
    script_row = row;
    script_start = GetTickCount64();
    return script_threads[i] = named(names[i], script_follow);
}

static inline bool script_can_part(const struct script *row)
{
    return !strstr(row->lines, "yield") && !strstr(row->lines, "priority");
}

static inline void *script_host(void *inside)
{
    utSchStart(inside);
    return NULL;
}

/* Runs a row, its clock beginning at start; apart: each thread in a scheduler of its own. */
static inline void script_run(const struct script *row, utTime start, bool apart)
{
    clock_set(start);
    if (apart && !script_can_part(row))
        return;
    script_begin();
    utSch sch = utSchedulerCreate(), inside[SCRIPT_THREADS] = {0};
    for (int i = SCRIPT_THREADS; i--;) {
        if (!script_line(row, i))
            continue;
        inside[i] = apart ? utSchedulerCreate() : NULL;
        utSchAddUthd(apart ? inside[i] : sch, script_thread(row, i));
        if (apart)
            utSchAddUthd(sch, uThreadCreateFor(script_host, inside[i], NULL));
    }
    clock_run(sch);
    diary_is(row->expected, row->claim);
    utSchedulerDestroy(sch);
    for (int i = 0; i < SCRIPT_THREADS; i++)
        utSchedulerDestroy(inside[i]);
    script_end(row->claim);
}

/* For rows in which several threads are due at one time: their order is certain in one scheduler
 * only, so these rows are run once. */
#define SCRIPTS_RUN_TOGETHER(rows, start)                                                          \
    for (unsigned row_ = 0; row_ < sizeof(rows) / sizeof((rows)[0]); row_++)                       \
    script_run(&(rows)[row_], start, false)

#define SCRIPTS_RUN(rows, start)                                                                   \
    for (unsigned row_ = 0; row_ < 2 * (sizeof(rows) / sizeof((rows)[0])); row_++)                 \
    script_run(&(rows)[row_ / 2], start, row_ % 2)

#endif
