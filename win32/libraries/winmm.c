/* winmm.dll: the clock. There is no sound. */
#include "win32/libraries/library.h"

#include <nt.h>
#include <stdbool.h>
#include <stdint.h>
#include <synchapi.h>
#include <threadpoollegacyapiset.h>
#include <windef.h>

typedef UINT MMRESULT;
enum { TIMERR_NOERROR = 0, TIMERR_NOCANDO = 97, TIMERR_STRUCT = 129 };
enum { LEAST_PERIOD = 1, MOST_PERIOD = 1000000 };

/* A time, of which only the first kind is known. */
struct mmtime {
    UINT type;
    DWORD value, more;
};

static DWORD WINAPI timeGetTime(void)
{
    return GetTickCount();
}

/* The clock is as fine as it can be at all times. */
static MMRESULT WINAPI timeBeginPeriod(UINT period)
{
    return period >= LEAST_PERIOD && period <= MOST_PERIOD ? TIMERR_NOERROR : TIMERR_NOCANDO;
}

static MMRESULT WINAPI timeGetDevCaps(UINT periods[2], UINT size)
{
    if (!periods || size < 2 * sizeof *periods)
        return TIMERR_STRUCT;
    periods[0] = LEAST_PERIOD;
    periods[1] = MOST_PERIOD;
    return TIMERR_NOERROR;
}

/* ---------------------------------------------------------------- timers */

enum { TIMERS = 16, PERIODIC = 1, SETS_EVENT = 0x10, PULSES_EVENT = 0x20 };

typedef void(CALLBACK *time_callback)(UINT id, UINT message, DWORD_PTR user, DWORD_PTR, DWORD_PTR);

/* A timer by its number. The lock guards all. */
struct timer {
    HANDLE timer;   /* of the timer queue, once it is known */
    UINT id, flags; /* 0: the place is free */
    void *called;   /* a time_callback or an event */
    DWORD_PTR user;
};

static struct timer timers[TIMERS];
static UINT latest;
static SRWLOCK timers_lock;

/* Ends a timer of the queue. */
static void end_timer(HANDLE timer)
{
    DeleteTimerQueueTimer(NULL, timer, NULL);
}

/* The place of a timer that calls once is free when it calls. */
static void CALLBACK timer_is_due(void *place, BOOLEAN by_time)
{
    struct timer *shared = place;
    (void)by_time;
    AcquireSRWLockExclusive(&timers_lock);
    const struct timer timer = *shared;
    bool ends = timer.id && !(timer.flags & PERIODIC);
    if (ends)
        *shared = (struct timer){.id = 0};
    ReleaseSRWLockExclusive(&timers_lock);
    if (timer.id && timer.flags & SETS_EVENT)
        SetEvent(timer.called);
    else if (timer.id && timer.flags & PULSES_EVENT)
        PulseEvent(timer.called);
    else if (timer.id)
        ((time_callback)timer.called)(timer.id, 0, timer.user, 0, 0);
    if (ends && timer.timer)
        end_timer(timer.timer);
}

static struct timer *free_place(void)
{
    for (struct timer *timer = timers; timer < timers + TIMERS; timer++)
        if (!timer->id)
            return timer;
    return NULL;
}

/* Returns the number of a timer that calls once or again and again; 0: there is none. */
static MMRESULT WINAPI timeSetEvent(UINT delay, UINT resolution, void *called, DWORD_PTR user,
                                    UINT flags)
{
    (void)resolution;
    if (delay < LEAST_PERIOD || delay > MOST_PERIOD || !called)
        return 0;
    AcquireSRWLockExclusive(&timers_lock);
    struct timer *timer = free_place();
    UINT id = timer ? ++latest * TIMERS + (UINT)(timer - timers) : 0;
    if (timer)
        *timer = (struct timer){NULL, id, flags, called, user};
    ReleaseSRWLockExclusive(&timers_lock);
    if (!timer)
        return 0;
    HANDLE made;
    ULONG how =
        flags & PERIODIC ? WT_EXECUTEINTIMERTHREAD : WT_EXECUTEINTIMERTHREAD | WT_EXECUTEONLYONCE;
    bool done = CreateTimerQueueTimer(&made, NULL, timer_is_due, timer, delay,
                                      flags & PERIODIC ? delay : 0, how);
    AcquireSRWLockExclusive(&timers_lock);
    bool is_killed = timer->id != id;
    if (!is_killed && done)
        timer->timer = made;
    else if (!is_killed)
        timer->id = 0;
    ReleaseSRWLockExclusive(&timers_lock);
    if (done && is_killed)
        end_timer(made);
    return done ? id : 0;
}

static MMRESULT WINAPI timeKillEvent(UINT id)
{
    enum { NO_SUCH = 11 }; /* MMSYSERR_INVALPARAM */
    struct timer *timer = &timers[id % TIMERS];
    AcquireSRWLockExclusive(&timers_lock);
    bool is_there = id && timer->id == id;
    HANDLE ends = is_there ? timer->timer : NULL;
    if (is_there)
        *timer = (struct timer){.id = 0};
    ReleaseSRWLockExclusive(&timers_lock);
    if (ends)
        end_timer(ends);
    return is_there ? TIMERR_NOERROR : NO_SUCH;
}

static MMRESULT WINAPI timeGetSystemTime(struct mmtime *time, UINT size)
{
    enum { MILLISECONDS = 1 };
    if (!time || size < sizeof *time)
        return TIMERR_STRUCT;
    time->type = MILLISECONDS;
    time->value = GetTickCount();
    return TIMERR_NOERROR;
}

/* ---------------------------------------------------------------- sound */

static BOOL WINAPI PlaySoundA(const void *name, void *module, DWORD flags)
{
    (void)name, (void)module, (void)flags;
    return FALSE;
}

static UINT WINAPI waveOutGetNumDevs(void)
{
    return 0;
}

static const struct runtime_export rows[] = {
    EXPORT(PlaySoundA),      EXPORT_AS(PlaySoundW, PlaySoundA),
    EXPORT(timeBeginPeriod), EXPORT_AS(timeEndPeriod, timeBeginPeriod),
    EXPORT(timeGetDevCaps),  EXPORT(timeGetSystemTime),
    EXPORT(timeGetTime),     EXPORT(timeKillEvent),
    EXPORT(timeSetEvent),    EXPORT(waveOutGetNumDevs),
};

LIBRARY(winmm_module, "WINMM", rows);
