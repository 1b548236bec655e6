/* A mailbox between two CPUs: a wait for it stops a whole scheduler, so its threads ask instead.
 *
 *     ./trapline run between-cpus --smp 2
 */
#include <stdio.h>
#include <uthread.h>
#include <windows.h>

static SRWLOCK lock = SRWLOCK_INIT;
static CONDITION_VARIABLE filled = CONDITION_VARIABLE_INIT;
static int letter; /* 0 is none */

static DWORD WINAPI sends(void *argument)
{
    Sleep(30);
    AcquireSRWLockExclusive(&lock);
    letter = *(const int *)argument;
    ReleaseSRWLockExclusive(&lock);
    WakeConditionVariable(&filled);
    return 0;
}

/* Takes the letter, and waits for it at most so long. Returns 0 when there is none. */
static int take(DWORD ms)
{
    AcquireSRWLockExclusive(&lock);
    while (!letter && SleepConditionVariableSRW(&filled, &lock, ms, 0)) {
    }
    int taken = letter;
    letter = 0;
    ReleaseSRWLockExclusive(&lock);
    return taken;
}

static utSch scheduler;
static int turns, received;

static void *works(void *argument)
{
    while (!received) {
        turns++;
        utYield();
    }
    return argument;
}

static void *waits(void *argument)
{
    received = take(INFINITE);
    return argument;
}

static void *asks(void *argument)
{
    utStatistics now = {0};
    while (!(received = take(now.ready > 1 ? 0 : 5))) { /* a wait only when no other is ready */
        utYield();
        utSchStatistics(scheduler, &now);
    }
    return argument;
}

static void receive(utBody body, int number)
{
    SYSTEM_INFO system;
    GetSystemInfo(&system);
    HANDLE sender = CreateThread(NULL, 0, sends, &number, CREATE_SUSPENDED, NULL);
    SetThreadAffinityMask(sender, 1u << (system.dwNumberOfProcessors - 1));
    SetThreadAffinityMask(GetCurrentThread(), 1);
    turns = received = 0;
    scheduler = utSchedulerCreate();
    utSchAddUthd(scheduler, uThreadCreateFor(works, NULL, NULL));
    utSchAddUthd(scheduler, uThreadCreateFor(body, NULL, NULL));
    ResumeThread(sender);
    utSchStart(scheduler);
    utSchedulerDestroy(scheduler);
    WaitForSingleObject(sender, INFINITE);
    CloseHandle(sender);
    printf("letter %d; the other thread had %s\n", received, turns ? "its turns" : "no turn");
}

int main(void)
{
    receive(waits, 1); /* 1: letter 1; the other thread had no turn */
    receive(asks, 2);  /* 2: letter 2; the other thread had its turns */
    return 0;
}
