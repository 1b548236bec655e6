/* Threads, their statuses, and events that order them. */

#include <process.h>
#include <stdio.h>
#include <windows.h>

static HANDLE go, done;
static DWORD other_id;

static DWORD WINAPI worker(void *parameter)
{
    other_id = GetCurrentThreadId();
    printf("worker: last error %lu\n", GetLastError());
    SetLastError(77);
    SetEvent(done);
    WaitForSingleObject(go, INFINITE);
    printf("worker goes on with %d\n", (int)parameter);
    return 21;
}

static unsigned __stdcall begun(void *parameter)
{
    *(int *)parameter += 1;
    _endthreadex(22);
    return 0;
}

static DWORD WINAPI sleeper(void *parameter)
{
    Sleep(INFINITE);
    return 0;
}

int main(void)
{
    DWORD id, status;
    int value = 41;
    setvbuf(stdout, NULL, _IONBF, 0);
    go = CreateEventA(NULL, FALSE, FALSE, NULL);
    done = CreateEventA(NULL, TRUE, FALSE, NULL);
    SetLastError(5);
    HANDLE thread = CreateThread(NULL, 0, worker, (void *)6, 0, &id);
    WaitForSingleObject(done, INFINITE);
    printf("my last error: %lu\n", GetLastError());
    printf("ids agree: %d, mine is another: %d\n", id == other_id, id != GetCurrentThreadId());
    printf("it runs: %lu", WaitForSingleObject(thread, 10));
    GetExitCodeThread(thread, &status);
    printf(" %lu\n", status);
    SetEvent(go);
    printf("it ends: %lu", WaitForSingleObject(thread, INFINITE));
    GetExitCodeThread(thread, &status);
    printf(" %lu\n", status);
    printf("go is not set any more: %lu, done is: %lu\n", WaitForSingleObject(go, 0),
           WaitForSingleObject(done, 0));

    HANDLE both[2] = {(HANDLE)_beginthreadex(NULL, 0, begun, &value, CREATE_SUSPENDED, NULL),
                      CreateThread(NULL, 0, sleeper, NULL, 0, NULL)};
    printf("suspended: %lu, value %d\n", WaitForMultipleObjects(2, both, FALSE, 20), value);
    printf("resumed: %lu\n", ResumeThread(both[0]));
    printf("first to end: %lu, ", WaitForMultipleObjects(2, both, FALSE, INFINITE));
    printf("value %d\n", value);
    GetExitCodeThread(both[0], &status);
    printf("status %lu, ", status);
    printf("terminated: %d", TerminateThread(both[1], 23));
    printf(" %lu", WaitForMultipleObjects(2, both, TRUE, INFINITE));
    GetExitCodeThread(both[1], &status);
    printf(" %lu\n", status);
    return 0;
}
