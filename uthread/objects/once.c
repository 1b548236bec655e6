/* Calls that are made once: the first caller runs the function, and the others wait. */
#include "uthread/waits/block.h"

#include <seh.h>

/* utOnce.state */
enum {
    NOT_RUN, /* the next caller runs the function */
    RUNS,    /* the runner runs the function, and others wait */
    DONE     /* the function has returned */
};

static uThd runner(const void *object)
{
    return ((const utOnce *)object)->runner;
}

static const struct ut_wait_kind waits = {.text = "waits for the call of once", .holder = runner};

/* Passes the call on after the function was unwound. The value of the first waiter's wait tells it
 * that it is the runner now. */
static void hand_over(utOnce *once)
{
    if (queue_is_empty(&once->waiters)) {
        once->state = NOT_RUN;
        once->runner = NULL;
        return;
    }
    struct utWait *next = once->waiters.next;
    once->runner = next->thread;
    next->value = once;
    ut_serve(next, UtErrorNone);
}

/* The handler's frame around the function. */
struct once_frame {
    EXCEPTION_REGISTRATION_RECORD record;
    utOnce *once;
};

static EXCEPTION_DISPOSITION leave(EXCEPTION_RECORD *record, EXCEPTION_REGISTRATION_RECORD *frame,
                                   CONTEXT *context, EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    (void)context, (void)dispatcher;
    if (record->ExceptionFlags & EXCEPTION_UNWIND)
        hand_over(((struct once_frame *)frame)->once);
    return ExceptionContinueSearch;
}
SEH_REGISTER_HANDLER(leave);

/* Runs the function and lets the waiters go on. The room on the stack is checked before the
 * function; it is the same behind it. */
static int run(utOnce *once, void (*function)(void *argument), void *argument)
{
    struct once_frame frame = {.once = once};
    seh_link(&frame.record, leave);
    function(argument);
    seh_unlink(&frame.record);
    once->state = DONE;
    once->runner = NULL;
    ut_serve_all(&once->waiters);
    return UtErrorNone;
}

/* Waits until the function has returned, or until the caller becomes the runner. */
static int wait_for_call(utOnce *once, utTime until, bool *is_runner)
{
    if (once->runner == ut_block_here())
        return ut_set_error(UtErrorSelf);
    int refusal = ut_may_wait(until);
    if (refusal)
        return refusal;
    struct utWait wait;
    wait.value = NULL;
    int result = ut_result(ut_block_in(&once->waiters, &wait, &waits, until));
    *is_runner = !result && wait.value;
    return result;
}

int utOnceCall(utOnce *once, void (*function)(void *argument), void *argument, utTime until)
{
    if (!once || once->magic != UT_ONCE_MAGIC || !function)
        return ut_set_error(UtErrorInvalid);
    if (once->state == DONE)
        return UtErrorNone;
    ut_need_stack();
    bool is_runner = once->state == NOT_RUN;
    if (is_runner) {
        queue_init(&once->waiters);
        once->state = RUNS;
        once->runner = ut_block_here();
    } else {
        int result = wait_for_call(once, until, &is_runner);
        if (!is_runner)
            return result;
    }
    return run(once, function, argument);
}
