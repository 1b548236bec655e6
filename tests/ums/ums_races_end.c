/* The end of a worker, by itself or by TerminateThread, against its run, its block and its yield.
 * Each is delivered once more, and its context can be deleted as soon as its end was seen.
 *
 * run: name=1 args="cpus=1 rounds=1000"
 * run: name=2 smp=2 args="cpus=2 rounds=2000"
 * run: name=4 smp=4 args="cpus=4 rounds=2000" compilers=gcc
 * run: name=2-ring3 smp=2 ring=3 args="cpus=2 rounds=1500" compilers=gcc
 * run: name=4-ring3 smp=4 ring=3 args="cpus=4 rounds=1500" compilers=gcc
 * run: name=4-checked smp=4 checked=1 args="cpus=4 rounds=1000" compilers=gcc
 * run: name=bochs smp=2 emulator=bochs args="cpus=2 rounds=60" compilers=gcc
 * run: name=long smp=4 args="cpus=4 rounds=60000" compilers=gcc
 */
#include "tests/ums/ums_races.h"

static DWORD CALLBACK lives(PVOID argument)
{
    struct job *job = argument;
    DWORD way = job->which;
    for (unsigned i = 0; i < 6 || way > 3; i++) {
        if (way % 2 && i % 2)
            WaitForSingleObject(job->objects[0], i % 3 == 0);
        else if (way % 4 != 2)
            UmsThreadYield(NULL);
        else if (i == 1000) /* without end it would keep its scheduler from the others */
            break;
    }
    return 9;
}

/* Lets the schedulers run: on one CPU for a tick, because their slice would last twenty. */
static void give_way(void)
{
    if (cpus == 1)
        Sleep(1);
    else
        SwitchToThread();
}

/* Workers end by themselves, or are terminated wherever they are. */
static void play_ends(void)
{
    DWORD random = seed, ended = 0, terminated = 0, from = GetTickCount();
    left = 0x40000000;
    doubled = strange = stuck = wrong = 0;
    for (unsigned i = 0; i < JOBS; i++) {
        jobs[i] = (struct job){.random = seed + i, .gone = 1};
        jobs[i].objects[0] = make_event();
    }
    begin_schedulers();
    if (cpus == 1) /* after a sleep this thread does not wait for the end of a scheduler's slice */
        SetThreadPriority(GetCurrentThread(), THREAD_PRIORITY_HIGHEST);
    for (unsigned n = 0, i = 0; n < rounds && !stuck && !wrong; i = (i + 1) % JOBS) {
        struct job *job = &jobs[i];
        if (job->worker.thread) {
            linger(&random);
            if (cpus == 1)
                Sleep(1);
            BOOL by_us = job->which > 3 || chance(&random, 2);
            if (by_us)
                TerminateThread(job->worker.thread, 5);
            SetEvent(job->objects[0]);
            must(WaitForSingleObject(job->worker.thread, LONGEST) == WAIT_OBJECT_0);
            DWORD code = exit_code(&job->worker), begun = GetTickCount();
            must(code == 9 || (by_us && code == 5));
            while (!job->gone && GetTickCount() - begun < LONGEST)
                give_way();
            must(job->gone);
            CloseHandle(job->worker.thread);
            ended += code == 9, terminated += code == 5, n++;
        }
        job->which = chance(&random, 8);
        make_job_thread(job, lives);
    }
    for (unsigned i = 0; i < JOBS; i++) {
        TerminateThread(jobs[i].worker.thread, 5);
        WaitForSingleObject(jobs[i].worker.thread, LONGEST);
        for (DWORD begun = GetTickCount(); !jobs[i].gone && GetTickCount() - begun < LONGEST;)
            give_way();
        CloseHandle(jobs[i].worker.thread);
        CloseHandle(jobs[i].objects[0]);
    }
    SetThreadPriority(GetCurrentThread(), THREAD_PRIORITY_NORMAL);
    left = 0;
    SetEvent(list_event);
    await_schedulers();
    tell_wrong();
    ok(!wrong && !doubled && !strange && !stuck,
       "terminated against run, block and yield; deleted against the end: %u rounds, %u ms "
       "(%d wrong, %d doubled, %d strange)",
       rounds, (unsigned)(GetTickCount() - from), (int)wrong, (int)doubled, (int)strange);
    tap_note("%u ended by themselves, %u were terminated", (unsigned)ended, (unsigned)terminated);
}

int main(int argc, char **argv)
{
    begin(argc, argv);
    play_ends();
    return end();
}
