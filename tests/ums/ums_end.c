/* A worker ends the program: from then on it is alone with the scheduler that runs it.
 *
 * run: exit=7 expect="^the callback has slept$"
 * run: name=ring3 ring=3 exit=7 expect="^the callback has slept$"
 * run: name=checked checked=1 exit=7 compilers=gcc expect="^the callback has slept$"
 * run: name=cpus smp=2 exit=7 compilers=gcc expect="^the callback has slept$"
 * run: name=cpus-ring3 smp=2 ring=3 exit=7 compilers=gcc expect="^the callback has slept$"
 * run: name=cpus-checked smp=2 checked=1 exit=7 compilers=gcc expect="^the callback has slept$"
 * run: name=report args=report exit=0xE0000001 expect="^ +[0-9A-F]+ ends"
 * run: name=report-cpus args=report smp=2 ring=3 exit=0xE0000001 compilers=gcc
 * expect="^ +[0-9A-F]+ ends"
 */
#include <windows.h>

#include "tests/ums/workers.h"

#include <stdio.h>
#include <stdlib.h>

enum { SCHEDULERS = 2 };

static int reports;
static HANDLE main_thread;
static DWORD list_index; /* of each scheduler's list */
static volatile LONG started, in_last_act;

/* The scheduler is called meanwhile, and executes the worker again. */
static VOID WINAPI last_act(PVOID value)
{
    in_last_act = 1;
    Sleep(30);
    printf("the callback has slept\n");
}

static DWORD WINAPI ends(PVOID unused)
{
    while (started < SCHEDULERS)
        UmsThreadYield(NULL);
    FlsSetValue(FlsAlloc(last_act), (PVOID)1);
    if (reports)
        RaiseException(0xE0000001, 0, 0, NULL);
    exit(7);
}

/* Another scheduler's worker, which would stop the last act. */
static DWORD WINAPI stops(PVOID unused)
{
    while (!in_last_act)
        UmsThreadYield(NULL);
    SuspendThread(main_thread);
    return 5;
}

static VOID NTAPI schedule(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID unused)
{
    if (reason == UmsSchedulerStartup)
        InterlockedIncrement(&started);
    PUMS_CONTEXT worker = reason == UmsSchedulerThreadYield ? (PUMS_CONTEXT)payload : NULL;
    while (!worker)
        DequeueUmsCompletionListItems(TlsGetValue(list_index), INFINITE, &worker);
    ExecuteUmsThread(worker);
    Sleep(INFINITE); /* the worker has ended with the program, and so does this thread */
}

static DWORD WINAPI serve(PVOID function)
{
    PUMS_COMPLETION_LIST list;
    PUMS_CONTEXT context;
    CreateUmsCompletionList(&list);
    CreateUmsThreadContext(&context);
    TlsSetValue(list_index, list);
    make_thread_for(context, list, (LPTHREAD_START_ROUTINE)function, NULL, 0);
    UMS_SCHEDULER_STARTUP_INFO info = {UMS_VERSION, list, schedule, NULL};
    return EnterUmsSchedulingMode(&info);
}

int main(int argc, char **argv)
{
    reports = argc > 1;
    list_index = TlsAlloc();
    DuplicateHandle(GetCurrentProcess(), GetCurrentThread(), GetCurrentProcess(), &main_thread, 0,
                    FALSE, DUPLICATE_SAME_ACCESS);
    CreateThread(NULL, 0, serve, (PVOID)stops, 0, NULL);
    serve((PVOID)ends);
    return 98;
}
