/* Schedulers on several CPUs over one list: wakes and time-outs that race the workers' blocks, and
 * a worker that computes.
 *
 * run: name=1 args="1 300"
 * run: name=2 smp=2 args="2 1000"
 * run: name=4 smp=4 args="4 1000"
 * run: name=8 smp=8 args="8 300" compilers=gcc
 * run: name=2-ring3 smp=2 ring=3 args="2 1000"
 * run: name=4-ring3 smp=4 ring=3 args="4 1000" compilers=gcc
 * run: name=4-checked smp=4 checked=1 args="4 300" compilers=gcc
 * run: name=long smp=4 args="4 3000" compilers=gcc
 * run: name=2-counted smp=2 virtual-time=1 args="2 8" compilers=gcc
 * run: name=4-counted smp=4 virtual-time=1 args="4 8" compilers=gcc
 * run: name=bochs smp=2 emulator=bochs args="2 30" compilers=gcc
 */
#include "tests/ums/ums_shared_list.h"

/* ---------------------------------------------------------------- wakes */

static DWORD CALLBACK waits_and_counts(PVOID argument)
{
    struct job *job = argument;
    enter_job(job);
    while (job->waits < rounds) {
        leave_job(job);
        DWORD result = WaitForSingleObject(job->objects[0], INFINITE);
        enter_job(job);
        if (result == WAIT_OBJECT_0)
            job->waits++;
        if (job->waits % 7 == 0) {
            leave_job(job);
            UmsThreadYield(NULL);
            enter_job(job);
        }
    }
    leave_job(job);
    return 0;
}

/* Sets each job's event again as soon as it has taken it, in the middle of its next block. */
static void wake_all(unsigned count)
{
    DWORD sent[JOBS] = {0};
    for (DWORD begun = GetTickCount(); left > 0 && GetTickCount() - begun < LONGEST;) {
        for (unsigned i = 0; i < count; i++)
            if (sent[i] < rounds && jobs[i].waits == sent[i]) {
                sent[i]++;
                SetEvent(jobs[i].objects[0]);
            }
        SwitchToThread();
    }
}

static void check_wakes(void)
{
    unsigned all = 0;
    begin_jobs(JOBS, waits_and_counts);
    wake_all(JOBS);
    for (unsigned i = 0; i < JOBS; i++)
        all += jobs[i].waits == rounds;
    end_jobs(JOBS);
    ok(all == JOBS && !stuck,
       "13: a wake that races the block: none is lost (%u of %u workers, %u wakes)", all, JOBS,
       rounds * JOBS);
    ok(!doubled && !twice_inside && !strange,
       "28: each worker is delivered exactly once for each wake (%d, %d, %d)", (int)doubled,
       (int)twice_inside, (int)strange);
}

static DWORD CALLBACK times_out(PVOID argument)
{
    struct job *job = argument;
    for (unsigned i = 0; i < rounds; i++) {
        DWORD result = WaitForSingleObject(job->objects[0], i % 2);
        enter_job(job);
        if (result == WAIT_OBJECT_0)
            job->waits++;
        else if (result == WAIT_TIMEOUT)
            job->timeouts++;
        leave_job(job);
    }
    return 0;
}

static void check_timeouts(void)
{
    unsigned all = 0, set = 0;
    begin_jobs(4, times_out);
    for (DWORD begun = GetTickCount(); left > 0 && GetTickCount() - begun < LONGEST; set++) {
        SetEvent(jobs[set % 4].objects[0]);
        if (set % 16 == 0)
            Sleep(1);
    }
    for (unsigned i = 0; i < 4; i++)
        all += jobs[i].waits + jobs[i].timeouts;
    end_jobs(4);
    ok(all == 4 * rounds && !doubled && !twice_inside && !strange && !stuck,
       "12: set against time-out: never twice in a list, each wait has one end (%u, %d, %d)", all,
       (int)doubled, (int)stuck);
}

/* ---------------------------------------------------------------- one that computes */

static volatile LONG computing;

static DWORD CALLBACK computes(PVOID argument)
{
    while (computing)
        ;
    return 0;
}

static VOID NTAPI runs_one(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID parameter)
{
    PUMS_CONTEXT context;
    if (reason != UmsSchedulerStartup)
        return;
    DequeueUmsCompletionListItems(parameter, INFINITE, &context);
    ExecuteUmsThread(context);
}

static DWORD CALLBACK schedules_the_computing(PVOID own_list)
{
    UMS_SCHEDULER_STARTUP_INFO info = {UMS_VERSION, own_list, runs_one, own_list};
    return (DWORD)EnterUmsSchedulingMode(&info);
}

static void check_computing(void)
{
    unsigned all = 0;
    PUMS_CONTEXT context;
    if (cpus < 2) {
        tap_skip("it needs a second CPU", "38: a worker that computes delays only its own CPU");
        return;
    }
    PUMS_COMPLETION_LIST own_list = make_list();
    computing = 1;
    struct worker worker = make_worker_in(own_list, computes, NULL, 0);
    HANDLE thread =
        CreateThread(NULL, 0, schedules_the_computing, own_list, CREATE_SUSPENDED, NULL);
    SetThreadAffinityMask(thread, 1);
    ResumeThread(thread);
    first_cpu = 1;
    begin_jobs(JOBS, waits_and_counts);
    wake_all(JOBS);
    for (unsigned i = 0; i < JOBS; i++)
        all += jobs[i].waits == rounds;
    computing = 0;
    end_jobs(JOBS);
    first_cpu = 0;
    ok(all == JOBS,
       "38: a worker that computes without end on CPU 0 delays no scheduler elsewhere (%u)", all);
    WaitForSingleObject(thread, INFINITE);
    CloseHandle(thread);
    DequeueUmsCompletionListItems(own_list, 0, &context);
    forget(&worker);
    ok(DeleteUmsCompletionList(own_list), "and its list can be deleted");
}

int main(int argc, char **argv)
{
    static void (*const checks[])(void) = {check_wakes, check_timeouts, check_computing};
    return run_checks(checks, sizeof checks / sizeof checks[0], argc, argv);
}
