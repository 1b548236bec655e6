/* The thread pool: work, timers, waits, and the older call. */

#include <stdio.h>
#include <windows.h>

static LONG done;
static HANDLE event, signalled;

static void CALLBACK work(TP_CALLBACK_INSTANCE *instance, void *context, TP_WORK *self)
{
    InterlockedExchangeAdd(&done, (LONG)context);
}

static void CALLBACK tick(TP_CALLBACK_INSTANCE *instance, void *context, TP_TIMER *self)
{
    if (InterlockedIncrement(&done) == 3)
        SetEventWhenCallbackReturns(instance, event);
}

static void CALLBACK waited(TP_CALLBACK_INSTANCE *instance, void *context, TP_WAIT *self,
                            TP_WAIT_RESULT result)
{
    done = result == WAIT_OBJECT_0 ? 7 : 8;
}

static DWORD WINAPI older(void *context)
{
    done = GetCurrentThreadId() != (DWORD)context;
    SetEvent(event);
    return 0;
}

int main(void)
{
    event = CreateEventA(NULL, FALSE, FALSE, NULL);
    signalled = CreateEventA(NULL, FALSE, FALSE, NULL);
    TP_WORK *job = CreateThreadpoolWork(work, (void *)5, NULL);
    for (int i = 0; i < 20; i++)
        SubmitThreadpoolWork(job);
    WaitForThreadpoolWorkCallbacks(job, FALSE);
    CloseThreadpoolWork(job);
    printf("work: %ld\n", done);

    done = 0;
    LARGE_INTEGER due = {.QuadPart = -10000};
    FILETIME when = {due.LowPart, due.HighPart};
    TP_TIMER *timer = CreateThreadpoolTimer(tick, NULL, NULL);
    SetThreadpoolTimer(timer, &when, 5, 0);
    printf("timer: %lu", WaitForSingleObject(event, 10000));
    SetThreadpoolTimer(timer, NULL, 0, 0);
    WaitForThreadpoolTimerCallbacks(timer, TRUE);
    CloseThreadpoolTimer(timer);
    printf(" %d\n", done >= 3);

    done = 0;
    TP_WAIT *wait = CreateThreadpoolWait(waited, NULL, NULL);
    SetThreadpoolWait(wait, signalled, NULL);
    Sleep(20);
    printf("wait: %ld", done);
    SetEvent(signalled);
    while (done == 0)
        Sleep(1);
    WaitForThreadpoolWaitCallbacks(wait, FALSE);
    CloseThreadpoolWait(wait);
    printf(" %ld\n", done);

    done = 0;
    printf("queued: %d", QueueUserWorkItem(older, (void *)GetCurrentThreadId(), 0));
    printf(" %lu", WaitForSingleObject(event, 10000));
    printf(" %ld\n", done);
    return 0;
}
