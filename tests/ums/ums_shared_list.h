/* Schedulers that share one list of workers, and what each counts. */
#ifndef TESTS_UMS_SHARED_LIST_H
#define TESTS_UMS_SHARED_LIST_H

#include "tests/ums/ums_jobs.h"

#include <stdlib.h>

enum { LONGEST = 20000 };

static volatile LONG twice_inside;

static void see_end(struct job *job, PUMS_CONTEXT context) { InterlockedDecrement(&left); }

static VOID NTAPI shares(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID parameter)
{
    struct scheduler *own = activated(reason, payload, parameter);
    for (DWORD begun = GetTickCount(); left > 0;) {
        take_list(own, is_idle(own) ? 2 : 0);
        if (!is_idle(own)) {
            execute_next(own);
        } else if (GetTickCount() - begun > LONGEST) {
            stuck = 1;
            return;
        }
    }
}

static void begin_jobs(unsigned count, LPTHREAD_START_ROUTINE function)
{
    left = (LONG)count;
    doubled = twice_inside = strange = stuck = 0;
    memset(jobs, 0, sizeof jobs);
    for (unsigned i = 0; i < count; i++) {
        jobs[i].objects[0] = CreateEvent(NULL, FALSE, FALSE, NULL);
        make_job_thread(&jobs[i], function);
    }
    begin_schedulers();
}

static void end_jobs(unsigned count)
{
    end_schedulers(INFINITE);
    for (unsigned i = 0; i < count; i++) {
        forget(&jobs[i].worker);
        CloseHandle(jobs[i].objects[0]);
    }
}

static void enter_job(struct job *job)
{
    if (InterlockedIncrement(&job->inside) != 1)
        InterlockedIncrement(&twice_inside);
}

static void leave_job(struct job *job) { InterlockedDecrement(&job->inside); }

/* Makes one check, or all. Returns the image's exit status. */
static inline int run_checks(void (*const checks[])(void), unsigned count, int argc, char **argv)
{
    cpus = argc > 1 ? (unsigned)atoi(argv[1]) : cpus;
    rounds = argc > 2 ? (unsigned)atoi(argv[2]) : 100;
    list = make_list();
    for (unsigned i = 0; i < count; i++)
        if (argc < 4 || (unsigned)atoi(argv[3]) == i)
            checks[i]();
    ok(DeleteUmsCompletionList(list), "at the end the list can be deleted");
    return tap_done();
}

#endif
