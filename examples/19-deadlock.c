/* A deadlock and its report: two threads lock the same two mutexes in different orders. */
#include <stdio.h>
#include <uthread.h>

static utMutex fork, knife;

static void *eats(void *with_the_fork)
{
    const char *name = uThreadName(utCurrent());
    utMutex first = with_the_fork ? fork : knife, second = with_the_fork ? knife : fork;
    utMutexLock(first);
    printf("%s has the %s\n", name, with_the_fork ? "fork" : "knife");
    /* 1: ann has the fork | 2: bob has the knife | 8: ann has the fork | 10: bob has the fork */
    utYield();
    utMutexLock(second);
    printf("%s eats\n", name); /* 9: ann eats | 11: bob eats */
    utMutexUnlock(second);
    utMutexUnlock(first);
    return NULL;
}

static void dine(void *ann_begins, void *bob_begins)
{
    utSch scheduler = utSchedulerCreate();
    uThd bob = uThreadCreateFor(eats, bob_begins, NULL);
    uThd ann = uThreadCreateFor(eats, ann_begins, NULL);
    uThreadSetName(ann, "ann");
    uThreadSetName(bob, "bob");
    utSchAddUthd(scheduler, bob);
    utSchAddUthd(scheduler, ann);
    fork = utMutexCreate(FALSE);
    knife = utMutexCreate(FALSE);
    utSchStart(scheduler);
    /* 3: trapline: deadlock: nobody can run | 4: ann waits for a mutex {{\w+}}, held by bob
     * | 5: bob waits for a mutex {{\w+}}, held by ann | 6: in a circle ann -> bob -> ann */
    utSchedulerDestroy(scheduler);
}

int main(void)
{
    dine("with the fork", NULL);
    printf("%s; once more:\n", utErrorText(utLastError()));
    /* 7: no thread can ever run again; once more: */
    dine("with the fork", "with the fork");
    return 0;
}
