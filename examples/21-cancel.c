/* A thread that is asked to end: it cleans up first. While it shields itself, the request waits. */
#include <seh.h>
#include <stdio.h>
#include <uthread.h>

SEH_FUNCTION static void *works(void *unused)
{
    (void)unused;
    __try {
        printf("worker: begins\n"); /* 1 */
        utShield();
        utSleep(20);                                      /* this must not be left half done */
        printf("worker: has done what cannot be left\n"); /* 4 */
        utUnshield();
        utSleep(1000000);
        printf("worker: never printed\n");
    } __finally {
        printf("worker: cleans up, abnormal %d\n", AbnormalTermination());
        /* 5: worker: cleans up, abnormal 1 */
        utSleep(20);                        /* an ending thread may wait */
        printf("worker: has cleaned up\n"); /* 6 */
    }
    return "done";
}

static void *asks(void *worker)
{
    void *result = "nothing";
    printf("asker: asks it to end\n"); /* 2 */
    uThreadCancel(worker);
    printf("asker: waits for its end\n"); /* 3 */
    int error = uThreadJoin(worker, &result, UT_FOREVER);
    printf("asker: %s, with %08X\n", utErrorText(error), (unsigned)uThreadExitStatus(worker));
    /* 7: asker: an exception or a cancel has ended the thread, with C0000120 */
    return NULL;
}

int main(void)
{
    utSch scheduler = utSchedulerCreate();
    uThd worker = uThreadCreateFor(works, NULL, NULL);
    uThreadSetName(worker, "worker");
    utSchAddUthd(scheduler, uThreadCreateFor(asks, worker, NULL));
    utSchAddUthd(scheduler, worker); /* the one added last runs first */
    utSchStart(scheduler);
    utSchedulerDestroy(scheduler);
    return 0;
}
