/* Several threads report at once; thread_reports.t looks at what comes out. Each waits for the
 * others before it begins.
 *
 * run: name=own expect="^nothing is asked for$"
 * run: name=ring3 ring=3 expect="^nothing is asked for$" compilers=gcc
 */
#include <windows.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uthread.h>

enum { MOST = 8 };

static volatile LONG arrived;
static volatile LONG threads;
static unsigned times;

static void meet(void)
{
    InterlockedIncrement(&arrived);
    while (arrived < threads)
        SwitchToThread();
}

static void never_runs(void) {}

/* Prints a table of one thread, which is named by its number. */
static DWORD CALLBACK dumps(PVOID name)
{
    utSch sch = utSchedulerCreate();
    for (unsigned i = 0; i < 3; i++) {
        uThd uthread = uThreadCreate(never_runs);
        uThreadSetName(uthread, name);
        utSchAddUthd(sch, uthread);
    }
    meet();
    for (unsigned i = 0; i < times; i++) {
        utDump(sch);
        printf("between %s\n", (const char *)name);
    }
    utSchedulerDestroy(sch);
    return 0;
}

static volatile int zero;

static DWORD CALLBACK divides(PVOID unused)
{
    meet();
    zero = 100 / zero;
    return 0;
}

/* Writes lines in the middle of the others' report. */
static DWORD CALLBACK writes(PVOID unused)
{
    meet();
    while (threads)
        printf("a line of the program\n");
    return 0;
}

/* thread_reports WAY THREADS TIMES */
int main(int argc, char **argv)
{
    static char names[MOST][8];
    HANDLE handles[MOST];
    if (argc < 4) {
        printf("nothing is asked for\n");
        return 0;
    }
    BOOL faults = !strcmp(argv[1], "faults");
    threads = atoi(argv[2]);
    times = (unsigned)atoi(argv[3]);
    for (LONG i = 0; i < threads; i++) {
        snprintf(names[i], sizeof names[i], "name%ld", i);
        handles[i] = CreateThread(NULL, 0,
                                  !faults  ? dumps
                                  : i == 0 ? writes
                                           : divides,
                                  names[i], CREATE_SUSPENDED, NULL);
        SetThreadAffinityMask(
            handles[i],
            1u << i % (LONG)NtCurrentTeb()->ProcessEnvironmentBlock->NumberOfProcessors);
    }
    for (LONG i = 0; i < threads; i++)
        ResumeThread(handles[i]);
    WaitForMultipleObjects((DWORD)threads, handles, TRUE, INFINITE);
    return 0;
}
