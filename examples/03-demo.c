/* The demonstration: six threads run, two of them fault and are ended, and the others go on. The
 * threads are user-level threads; structured exception handling catches the faults.
 *
 * The thread added last runs first. So divide, write and sleeper run first. Then rounds of
 * recursion, normal2 and normal1 follow until these are done. Then sleeper's five seconds have
 * passed.
 */
#include <stdio.h>
#include <uthread.h>

#define CYCLES 100
#define DEPTH  50

static void normal1(void)
{
    for (int i = 1; i <= CYCLES; i++) {
        printf("normal1: cycle %d\n", i);
        utYield();
    }
}

static void normal2(void)
{
    double a = 1.8, b = 3.6;
    for (int i = 1; i <= CYCLES; i++) {
        printf("normal2: cycle %d, 1.8 * 3.6 = %f\n", i, a * b);
        utYield();
    }
}

static void descend(int depth)
{
    printf("recursion: down to %d\n", depth);
    utYield();
    if (depth == DEPTH)
        return;
    descend(depth + 1);
    utYield();
    printf("recursion: back up at %d\n", depth);
}

static void recursion(void)
{
    descend(1);
}

static void sleeper(void)
{
    printf("sleeper: %u ms on the tick count, sleeping for 5000\n", (unsigned)GetTickCount());
    utSleep(5000);
    printf("sleeper: %u ms on the tick count, awake\n", (unsigned)GetTickCount());
}

static void write(void)
{
    printf("write: about to store to address 0\n");
    *(int *)0 = 1;
    printf("write: never printed\n");
}

static void divide(void)
{
    int five = 5, zero = 0;
    printf("divide: about to divide by zero\n");
    printf("divide: never printed, %d\n", five / zero);
}

int main(void)
{
    static const struct {
        utFunction func;
        const char *name;
    } cast[] = {
        {normal1, "normal1"}, {normal2, "normal2"}, {recursion, "recursion"},
        {sleeper, "sleeper"}, {write, "write"},     {divide, "divide"},
    };
    enum { COUNT = sizeof cast / sizeof cast[0] };
    uThd threads[COUNT];
    utSch scheduler = utSchedulerCreate();
    if (!scheduler) {
        printf("main: no scheduler: %s\n", utErrorText(utLastError()));
        return 1;
    }
    for (int i = 0; i < COUNT; i++) {
        threads[i] = uThreadCreate(cast[i].func);
        if (!threads[i]) {
            printf("main: no thread %s: %s\n", cast[i].name, utErrorText(utLastError()));
            return 1;
        }
        uThreadSetName(threads[i], cast[i].name);
        utSchAddUthd(scheduler, threads[i]);
    }
    utSchStart(scheduler);
    int failed = 0;
    for (int i = 0; i < COUNT; i++)
        failed += uThreadExitStatus(threads[i]) != 0;
    printf("main: %d threads finished, %d failed\n", COUNT - failed, failed);
    utSchedulerDestroy(scheduler);
    return 0;
}
