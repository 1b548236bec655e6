/* Timers of winmm: once, again and again, events, and those that are killed. flags: -lwinmm */

#include <stdio.h>
#include <windows.h>

#include <mmsystem.h>

static HANDLE done;
static volatile LONG calls;

static void CALLBACK count(UINT id, UINT message, DWORD_PTR user, DWORD_PTR a, DWORD_PTR b)
{
    (void)id, (void)message, (void)a, (void)b;
    if (InterlockedIncrement(&calls) == (LONG)user)
        SetEvent(done);
}

int main(void)
{
    TIMECAPS caps = {0, 0};
    MMTIME time = {.wType = TIME_MS};
    done = CreateEventA(NULL, FALSE, FALSE, NULL);
    printf("caps: %u", timeGetDevCaps(&caps, sizeof caps));
    printf(" %u\n", caps.wPeriodMin);
    printf("period: %u %u %u\n", timeBeginPeriod(1), timeEndPeriod(1), timeBeginPeriod(0));
    DWORD before = timeGetTime();
    UINT once = timeSetEvent(20, 1, count, 1, TIME_ONESHOT);
    printf("once: %d", once != 0);
    printf(" %lu", WaitForSingleObject(done, 5000));
    printf(" %d\n", timeGetTime() - before >= 15);
    Sleep(60);
    printf("calls: %ld, killed late: %d\n", calls, timeKillEvent(once) != 0);
    calls = 0;
    UINT often = timeSetEvent(5, 1, count, 4, TIME_PERIODIC);
    printf("often: %lu", WaitForSingleObject(done, 5000));
    printf(", killed %u\n", timeKillEvent(often));
    UINT event =
        timeSetEvent(10, 1, (LPTIMECALLBACK)done, 0, TIME_ONESHOT | TIME_CALLBACK_EVENT_SET);
    printf("event: %d", event != 0);
    printf(" %lu\n", WaitForSingleObject(done, 5000));
    UINT never = timeSetEvent(100, 1, (LPTIMECALLBACK)done, 0, TIME_CALLBACK_EVENT_SET);
    printf("killed: %u", timeKillEvent(never));
    printf(", never: %lu\n", WaitForSingleObject(done, 200));
    printf("none: %u %u\n", timeSetEvent(0, 1, count, 0, 0), timeSetEvent(2000000, 1, count, 0, 0));
    printf("system time: %u %d\n", timeGetSystemTime(&time, sizeof time),
           timeGetTime() - time.u.ms < 1000);
    return 0;
}
