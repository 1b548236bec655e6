/* Two threads and a belt with two places: semaphores count the free places and the things on it. */
#include <stdio.h>
#include <uthread.h>

enum { PLACES = 2, THINGS = 5 };

static int belt[PLACES];
static utSemaphore places, things; /* free places; things to take */

static void maker(void)
{
    for (int i = 1; i <= THINGS; i++) {
        utSemaphoreTake(places);
        belt[i % PLACES] = i;
        printf("made %d\n", i); /* 1: made 1 | 2: made 2 | 5: made 3 | 6: made 4 | 9: made 5 */
        utSemaphoreGive(things);
    }
    printf("the maker goes home\n"); /* 10 */
}

static void taker(void)
{
    for (int i = 1; i <= THINGS; i++) {
        utSemaphoreTake(things);
        printf("        took %d\n", belt[i % PLACES]);
        /* 3: took 1 | 4: took 2 | 7: took 3 | 8: took 4 | 11: took 5 */
        utSemaphoreGive(places);
    }
}

static void add(utSch scheduler, const char *name, utFunction func)
{
    uThd uthread = uThreadCreate(func);
    uThreadSetName(uthread, name);
    utSchAddUthd(scheduler, uthread);
}

int main(void)
{
    utSch scheduler = utSchedulerCreate();
    places = utSemaphoreCreate(PLACES, PLACES);
    things = utSemaphoreCreate(0, PLACES);
    add(scheduler, "taker", taker);
    add(scheduler, "maker", maker); /* the one added last runs first */
    utSchStart(scheduler);
    utSchedulerDestroy(scheduler);
    return 0;
}
