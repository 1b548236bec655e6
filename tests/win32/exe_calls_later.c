/* Functions that Windows calls later: of a thread that waits for them, and of timers. */

#include <stdio.h>
#include <windows.h>

static LONG ticks;
static HANDLE enough;

static void CALLBACK queued(ULONG_PTR parameter) { printf("called with %lu\n", parameter); }

static void CALLBACK of_timer(void *parameter, DWORD low, DWORD high)
{
    printf("timer, %s\n", (const char *)parameter);
}

static void CALLBACK tick(void *parameter, BOOLEAN is_timer)
{
    if (is_timer && InterlockedIncrement(&ticks) == 3)
        SetEvent(enough);
}

static void CALLBACK waited(void *parameter, BOOLEAN is_timeout)
{
    ticks = is_timeout ? 100 : 200;
    SetEvent(enough);
}

static DWORD WINAPI waits(void *parameter)
{
    puts("a thread begins");
    SetEvent(enough);
    return SleepEx(INFINITE, TRUE);
}

int main(void)
{
    DWORD status;
    setvbuf(stdout, NULL, _IONBF, 0);
    enough = CreateEventA(NULL, FALSE, FALSE, NULL);
    for (int i = 1; i <= 2; i++)
        QueueUserAPC(queued, GetCurrentThread(), i);
    printf("not while it sleeps: %lu\n", SleepEx(1, FALSE));
    printf("but now: %lu\n", SleepEx(1000, TRUE));
    printf("and no more: %lu\n", SleepEx(0, TRUE));
    HANDLE thread = CreateThread(NULL, 0, waits, NULL, CREATE_SUSPENDED, NULL);
    QueueUserAPC(queued, thread, 3);
    ResumeThread(thread);
    WaitForSingleObject(enough, INFINITE);
    QueueUserAPC(queued, thread, 4);
    WaitForSingleObject(thread, INFINITE);
    GetExitCodeThread(thread, &status);
    printf("it waited until %lX\n", status);

    LARGE_INTEGER due = {.QuadPart = -50000};
    HANDLE timer = CreateWaitableTimerA(NULL, TRUE, NULL);
    printf("set %d", SetWaitableTimer(timer, &due, 0, of_timer, "with text", FALSE));
    printf(" waits %lu\n", WaitForSingleObject(timer, 10000));
    printf("alertable: %lX\n", SleepEx(1000, TRUE));

    HANDLE periodic = NULL, registered = NULL;
    printf("queue: %d", CreateTimerQueueTimer(&periodic, NULL, tick, NULL, 1, 2, 0));
    printf(" %lu", WaitForSingleObject(enough, 10000));
    printf(" %d\n", DeleteTimerQueueTimer(NULL, periodic, INVALID_HANDLE_VALUE));
    HANDLE event = CreateEventA(NULL, FALSE, FALSE, NULL);
    RegisterWaitForSingleObject(&registered, event, waited, NULL, INFINITE, WT_EXECUTEONLYONCE);
    SetEvent(event);
    printf("registered: %lu", WaitForSingleObject(enough, 10000));
    printf(" %ld %d\n", ticks, UnregisterWaitEx(registered, INVALID_HANDLE_VALUE));
    return 0;
}
