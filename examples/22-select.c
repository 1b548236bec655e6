/* One wait for several channels: a waiter hears the guest and all cooks. */
#include <stdio.h>
#include <uthread.h>

UT_CHANNEL(dishes, const char *)
static utSch scheduler;
static dishes orders, meals;

static void *cooks(void *dish)
{
    dishesSend(meals, dish);
    return NULL;
}

static void dines(void)
{
    dishesSend(orders, "soup");
    dishesSend(orders, "fish");
    dishesClose(orders);
}

static void serves(void)
{
    const char *dish;
    utCase cases[] = {dishesToReceive(orders, &dish), dishesToReceive(meals, &dish)};
    for (int heard, cooking = 0; cases[0].channel || cooking;) {
        if (utSelect(cases, 2, &heard, UT_FOREVER) == UtErrorClosed) {
            printf("no more orders\n"); /* 3 */
            cases[0].channel = NULL;    /* NULL is never ready */
            continue;
        }
        printf("%s %s\n", heard ? "serves" : "notes down", dish);
        /* 1: notes down soup | 2: notes down fish | 4: serves fish | 5: serves soup */
        cooking += heard ? -1 : 1;
        if (heard == 0)
            utSchAddUthd(scheduler, uThreadCreateFor(cooks, (void *)dish, NULL));
    }
}

int main(void)
{
    orders = dishesCreate(0);
    meals = dishesCreate(0);
    scheduler = utSchedulerCreate();
    utSchAddUthd(scheduler, uThreadCreate(dines));
    utSchAddUthd(scheduler, uThreadCreate(serves));
    utSchStart(scheduler);
    utSchedulerDestroy(scheduler);
    return 0;
}
