/* Races between schedulers on several CPUs: for one worker, and against what others do to it.
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
 *
 * By hand, the first check alone: ./trapline run tests/ums_cpus_races --smp 2 2 1000000 0 --timeout
 * 100000
 */
#include "tests/ums/ums_shared_list.h"

/* ---------------------------------------------------------------- two that execute one */

static volatile PUMS_CONTEXT target;
static volatile LONG won;

static VOID NTAPI competes(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID parameter)
{
    if (reason == UmsSchedulerThreadYield && (PUMS_CONTEXT)payload != target)
        InterlockedIncrement(&strange);
    if (reason == UmsSchedulerThreadBlocked)
        return;
    for (DWORD begun = GetTickCount(); !is_terminated(target);) {
        ExecuteUmsThread(target);
        DWORD error = GetLastError();
        if (error != ERROR_INTERNAL_ERROR && error != ERROR_RETRY &&
            error != ERROR_INVALID_PARAMETER)
            InterlockedIncrement(&strange);
        if (GetTickCount() - begun > LONGEST) {
            stuck = 1;
            return;
        }
        if (cpus == 1)
            SwitchToThread();
    }
}

static DWORD CALLBACK schedules_one(PVOID unused) { return (DWORD)enter(competes, NULL); }

static DWORD CALLBACK is_fought_for(PVOID argument)
{
    struct job *job = argument;
    for (unsigned i = 0; i < rounds; i++) {
        enter_job(job);
        won++;
        leave_job(job);
        UmsThreadYield(NULL);
    }
    return 0;
}

static void check_competition(void)
{
    PUMS_CONTEXT context;
    HANDLE threads[2];
    won = strange = twice_inside = stuck = 0;
    struct worker worker = make_worker(is_fought_for, &jobs[0]);
    DequeueUmsCompletionListItems(list, 0, &context);
    target = context;
    for (unsigned i = 0; i < 2; i++) {
        threads[i] = CreateThread(NULL, 0, schedules_one, NULL, CREATE_SUSPENDED, NULL);
        SetThreadAffinityMask(threads[i], 1u << i % cpus);
        ResumeThread(threads[i]);
    }
    WaitForMultipleObjects(2, threads, TRUE, INFINITE);
    ok((unsigned)won == rounds && !twice_inside && !strange && !stuck,
       "21: two schedulers execute one worker: exactly one wins (%d, %d, %d)", (int)won,
       (int)twice_inside, (int)strange);
    CloseHandle(threads[0]);
    CloseHandle(threads[1]);
    DequeueUmsCompletionListItems(list, 0, &context);
    forget(&worker);
}

/* ---------------------------------------------------------------- what others do to them */

static DWORD CALLBACK yields_and_computes(PVOID argument)
{
    struct job *job = argument;
    for (unsigned i = 0; i < rounds; i++) {
        enter_job(job);
        for (volatile unsigned j = 0; j < 50; j++)
            ;
        leave_job(job);
        if (i % 3 == 0)
            WaitForSingleObject(job->objects[0], 0);
        if (i % 5 == 0)
            SwitchToThread();
        UmsThreadYield(NULL);
    }
    return 12;
}

static void check_storm(void)
{
    unsigned got = 0, suspended = 0, ended = 0;
    begin_jobs(3, yields_and_computes);
    for (DWORD begun = GetTickCount(), i = 0; left > 0 && GetTickCount() - begun < LONGEST; i++) {
        struct job *job = &jobs[i % 3];
        CONTEXT context;
        context.ContextFlags = CONTEXT_FULL;
        if (i % 4 == 0) {
            suspended += SuspendThread(job->worker.thread) == 0;
            got += GetThreadContext(job->worker.thread, &context) != 0;
            if (i % 8 == 0)
                Sleep(0);
            ResumeThread(job->worker.thread);
        } else {
            got += GetThreadContext(job->worker.thread, &context) != 0;
        }
    }
    for (unsigned i = 0; i < 3; i++)
        ended += exit_code(&jobs[i].worker) == 12;
    end_jobs(3);
    ok(ended == 3 && !doubled && !twice_inside && !strange && !stuck,
       "22: registers read, and suspended, meanwhile: all end, each once (%u, %d, %d, %d)", ended,
       (int)doubled, (int)twice_inside, (int)strange);
    tap_note("%u contexts read, %u times suspended", got, suspended);
}

static DWORD CALLBACK never_ends(PVOID argument)
{
    struct job *job = argument;
    for (;;) {
        enter_job(job);
        leave_job(job);
        if ((DWORD)job % 3)
            UmsThreadYield(NULL);
        else
            WaitForSingleObject(job->objects[0], 1);
    }
    return 0;
}

static void check_termination(void)
{
    unsigned ended = 0, many = rounds / 20 + 2;
    for (unsigned i = 0; i < many; i++) {
        begin_jobs(3, never_ends);
        if (i % 3)
            Sleep(i % 3);
        for (unsigned j = 0; j < 3; j++)
            TerminateThread(jobs[j].worker.thread, 5);
        for (unsigned j = 0; j < 3; j++)
            ended += WaitForSingleObject(jobs[j].worker.thread, 5000) == 0 &&
                     exit_code(&jobs[j].worker) == 5;
        left = 0; /* one in a scheduler's hands comes to no list */
        for (unsigned j = 0; j < cpus; j++)
            WaitForSingleObject(schedulers[j].thread, INFINITE);
        PUMS_CONTEXT context;
        DequeueUmsCompletionListItems(list, 0, &context);
        end_jobs(3);
    }
    ok(ended == 3 * many && !twice_inside, "workers are terminated wherever they are (%u of %u)",
       ended, 3 * many);
}

int main(int argc, char **argv)
{
    static void (*const checks[])(void) = {check_competition, check_storm, check_termination};
    return run_checks(checks, sizeof checks / sizeof checks[0], argc, argv);
}
