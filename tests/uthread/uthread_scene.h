/* Shared by the tests of user-level threads: a diary that threads write in, threads by the name,
 * and a clock that stands still until the test sets it.
 */
#ifndef TESTS_UTHREAD_SCENE_H
#define TESTS_UTHREAD_SCENE_H

#include "boot/ports.h"
#include "kernel/call/tib.h"
#include "kernel/memory/frames.h"
#include "kernel/memory/paging.h"
#include "kernel/shared/reserves.h"
#include "lib/heap.h"
#include "tests/harness/privileged.h"
#include "tests/harness/tap.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <uthread.h>

/* ---------------------------------------------------------------- the diary */

static char diary[8192];
static size_t diary_length;

/* Writes into the diary, worded like printf. */
__attribute__((format(printf, 1, 2))) static inline void enter(const char *text, ...)
{
    va_list args;
    va_start(args, text);
    int length = vsnprintf(diary + diary_length, sizeof diary - diary_length, text, args);
    va_end(args);
    if (length > 0 && diary_length + (size_t)length < sizeof diary)
        diary_length += (size_t)length;
}

/* Claims that this is all the diary says, and begins a new one. */
#define diary_is(expected, claim) diary_compare(expected, claim, __FILE__, __LINE__)
static inline void diary_compare(const char *expected, const char *claim, const char *file,
                                 int line)
{
    if (!tap_ok(strcmp(diary, expected) == 0, file, line, "%s", claim))
        tap_note("expected \"%s\", got \"%s\"", expected, diary);
    diary[diary_length = 0] = 0;
}

/* ---------------------------------------------------------------- threads */

/* A thread with a name, from which its function may learn what to do. */
static inline uThd named(const char *name, utFunction func)
{
    uThd uthread = uThreadCreate(func);
    if (uthread)
        uThreadSetName(uthread, name);
    return uthread;
}

static inline uThd add(utSch sch, const char *name, utFunction func)
{
    uThd uthread = named(name, func);
    if (uthread)
        utSchAddUthd(sch, uthread);
    return uthread;
}

/* A thread that has run until its first yield, or its end. */
static inline uThd started(const char *name, utFunction func)
{
    uThd uthread = named(name, func);
    utResume(uthread);
    return uthread;
}

/* Runs a scheduler until its threads have ended, and destroys it. */
static inline void finish(utSch sch)
{
    utSchStart(sch);
    utSchedulerDestroy(sch);
}

static inline const char *my_name(void) { return uThreadName(utCurrent()); }

/* The error that a call leaves; UtErrorStackSmall, left before, when it leaves none. */
#define error_of(call) (error_small(), (call), utLastError())

static inline void error_small(void) { uThreadCreated(diary, 0, error_small); }

/* ---------------------------------------------------------------- memory */

static inline void frames_count(void *count)
{
    struct frame_usage usage = frame_usage();
    *(uint32_t *)count = usage.total - usage.free - paging_table_frames();
}

/* Pages, without the tables of addresses used for the first time: those stay. */
static inline uint32_t frames_in_use_and_kept(void)
{
    uint32_t count;
    privileged(frames_count, &count);
    return count;
}

static inline uint32_t frames_in_use(void)
{
    reserves_give_back();
    return frames_in_use_and_kept();
}

/* ---------------------------------------------------------------- the clock */

static inline void clock_write(void *ms)
{
    enum { PIC_MASK = 0x21, TIMER_LINE = 0x01 };
    volatile KUSER_SHARED_DATA *page = direct(paging_look((const void *)SHARED_USER_DATA).physical);
    io_out8(PIC_MASK, io_in8(PIC_MASK) | TIMER_LINE);
    uint64_t count = *(const uint64_t *)ms;
    page->TickCountLowDeprecated = (DWORD)count;
    page->TickCount.High2Time = (DWORD)(count >> 32);
    page->TickCount.LowPart = (DWORD)count;
    page->TickCount.High1Time = (DWORD)(count >> 32);
}

/* From here on the test sets the tick count. Plain code must not wait for it then: the schedulers
 * of such a test run by clock_run. */
static inline void clock_set(uint64_t ms)
{
    privileged(clock_write, &ms);
    *tib_word(TIB_ATTENTION) = TIB_ATTEND; /* as a tick does */
}

/* The time in so many ticks, and a sleep until then: exact on a clock that the test sets. */
static inline utTime in_ticks(uint32_t ticks) { return GetTickCount64() + ticks; }
static inline void sleep_ticks(uint32_t ticks) { utSleepUntil(in_ticks(ticks)); }

static inline void clock_advance(uint64_t ms) { clock_set(GetTickCount64() + ms); }

static utSch clock_scheduler;

static inline void clock_host(void) { utSchStart(clock_scheduler); }

/* Runs a scheduler inside a thread of ours; when all of its threads sleep, that one does, and the
 * clock leaps to where it wakes. Returns how often it did. */
static inline unsigned clock_run(utSch sch)
{
    unsigned leaps = 0;
    uThd host = named("host", clock_host);
    clock_scheduler = sch;
    for (utResume(host); host->status == UtStatusSleep; utResume(host), leaps++)
        clock_advance(host->sleepDuri);
    uThreadDestroy(host);
    return leaps;
}

#endif
