/* Sleeping: a wait for nothing but its deadline. */
#include "lib/inlining.h"
#include "uthread/report/ut_report.h"
#include "uthread/schedule/scheduler.h"
#include "uthread/threads/ending.h"
#include "uthread/waits/block.h"

static const struct ut_wait_kind sleeps = {.text = "sleeps", .sleeps = true, .unlinked = true};

enum { A_PART = 1 }; /* of the present tick has passed, so it does not count */

static inline void note_sleep(uThd here, utTime now, DWORD duration)
{
    here->sleepTime = (DWORD)now;
    here->sleepDuri = duration;
}

void ut_note_sleep(uThd here, utTime now, utTime until)
{
    note_sleep(here, now, ut_span(now, until));
}

/* A sleep without time left lasts until the thread's next turn. ends: it has a deadline. */
static HOT int sleep(uThd here, utTime until, bool is_over, bool ends)
{
    struct utWait wait;
    wait.thread = here;
    wait.kind = &sleeps;
    wait.queue = NULL;
    wait.flags = UT_PLAIN;
    if (ends)
        ut_start_time(here, &wait, until);
    if (is_over)
        ut_set_attention(TIB_ATTEND); /* no tick comes for this deadline */
    ut_block(here, &wait, UtStatusSleep);
    return ut_cancel_pending(here) ? ut_wait_failed(UtErrorCancelled) : UtErrorNone;
}

void utSleep(DWORD ms)
{
    if (ms == 0) {
        utSleepUntil(GetTickCount64());
        return;
    }
    if (ut_may_wait_at_all())
        return;
    uThd here = ut_block_here();
    utTime now = GetTickCount64();
    note_sleep(here, now, ms);
    sleep(here, now + ms + A_PART, false, true);
}

int utSleepUntil(utTime until)
{
    int refusal = ut_may_wait_at_all();
    if (refusal)
        return refusal;
    uThd here = ut_block_here();
    utTime now = GetTickCount64();
    ut_note_sleep(here, now, until);
    return sleep(here, until, until <= now, until != UT_FOREVER);
}

utTime utAfter(DWORD ms)
{
    return GetTickCount64() + ms + (ms ? A_PART : 0);
}
