/* Waits with a time limit, sleep and timers, while time passes, of threads that lose the CPU in
 * front of any instruction of theirs.
 *
 * run: name=qemu
 * run: name=486 cpu=486 args=once compilers=gcc
 * run: name=ring3 args="once ring3" compilers=gcc
 * run: name=bochs args=once emulator=bochs compilers=gcc
 */
#include "tests/uthread/uthread_preempted_objects.h"

static void sleep_turn(unsigned me, unsigned turn)
{
    DWORD begin = GetTickCount(), ms = 2 * turn + me;
    utSleep(ms);
    must(GetTickCount() - begin >= ms);
    must(utSleepUntil(utAfter(ms)) == UtErrorNone);
    must(GetTickCount() - begin >= 2 * ms);
    add_to(&count, 1);
}

/* The owner sleeps with it, so that others lose patience, and try again. */
static void lock_in_time(unsigned me, unsigned turn)
{
    int answer = UtErrorTimedOut;
    while (answer == UtErrorTimedOut) {
        DWORD begin = GetTickCount();
        answer = utMutexLockUntil(object, utAfter(2));
        must(answer != UtErrorTimedOut || GetTickCount() - begin >= 2);
    }
    must(answer == UtErrorNone);
    critical();
    utSleep(1 + (me + turn) % 4);
    must(utMutexUnlock(object) == UtErrorNone);
}

/* A thread that loses patience tries again, and holds nothing meanwhile. So one of them always gets
 * it. */
static void take_in_time(int (*take)(utRwLock lock, utTime until))
{
    int answer = UtErrorTimedOut;
    while (answer == UtErrorTimedOut) {
        DWORD begin = GetTickCount();
        answer = take(object, utAfter(2));
        must(answer != UtErrorTimedOut || GetTickCount() - begin >= 2);
    }
    must(answer == UtErrorNone);
}

static void write_in_time(unsigned me, unsigned turn)
{
    take_in_time(utRwLockRead);
    must(utRwLockReadUnlock(object) == UtErrorNone);
    take_in_time(utRwLockWrite);
    critical();
    utSleep(1 + (me + turn) % 4);
    must(utRwLockWriteUnlock(object) == UtErrorNone);
}

static void wait_for_rings(unsigned me, unsigned turn)
{
    must(utTimerWait(object, UT_FOREVER) == UtErrorNone);
    add_to(&count, 1);
}

static bool end_periodic(void)
{
    return GetTickCount64() >= first_ring + PERIOD * (ALL - 1) && end_timer();
}

static const struct scene scenes[] = {
    {"sleep", NULL, sleep_turn, NULL, TURNS, ALL, TICKS},
    {"a mutex in time", make_mutex, lock_in_time, end_mutex, TURNS, ALL, TICKS},
    {"a read-write lock in time", make_rw_lock, write_in_time, end_rw_lock, TURNS, ALL, TICKS},
    {"a periodic timer", make_periodic, wait_for_rings, end_periodic, TURNS, ALL, TICKS},
};

int main(int argc, char **argv) { return PLAY(scenes, argc, argv); }
