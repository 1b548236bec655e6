/* Objects, waits and ends of threads that lose the CPU in front of any instruction of theirs.
 *
 * run: name=plain
 * run: name=ring3 args="once ring3" compilers=gcc
 * run: name=checked checked=1 args=once compilers=gcc
 * run: name=2 smp=2 compilers=gcc
 * run: name=long args=each compilers=gcc
 * run: name=long-ring3 args="each ring3" compilers=gcc
 * run: name=bochs args=once emulator=bochs compilers=gcc
 */
#include "tests/threads/thread_services.h"
#include "tests/threads/thread_stepped.h"

static HANDLE object, other;
static volatile unsigned results[THREADS];

static bool waits_for(HANDLE handle)
{
    return WaitForSingleObject(handle, LONGEST_MS) == WAIT_OBJECT_0;
}

static bool is_set(HANDLE handle) { return WaitForSingleObject(handle, 0) == WAIT_OBJECT_0; }

static bool close_both(void)
{
    bool closed = CloseHandle(object) && (!other || CloseHandle(other));
    object = other = NULL;
    return closed;
}

/* ---------------------------------------------------------------- events */

static void make_token(void) { object = CreateEventA(NULL, FALSE, TRUE, NULL); }

static void pass_token(unsigned me, unsigned turn)
{
    must(waits_for(object));
    critical();
    must(SetEvent(object));
}

static bool end_token(void)
{
    bool once = is_set(object) && !is_set(object);
    return close_both() && once;
}

/* A thread that resets a gate opens it again, so that in the end all have passed. */
static void make_gate(void) { object = CreateEventA(NULL, TRUE, TRUE, NULL); }

static void pass_gate(unsigned me, unsigned turn)
{
    must(ResetEvent(object));
    must(SetEvent(object));
    must(waits_for(object));
    add_to(&count, 1);
}

static bool end_gate(void)
{
    bool open = is_set(object) && is_set(object);
    return close_both() && open;
}

/* ---------------------------------------------------------------- mutex, semaphore */

static void make_mutex(void) { object = CreateMutexA(NULL, FALSE, NULL); }

static void own_deeply(unsigned me, unsigned turn)
{
    must(waits_for(object) && waits_for(object));
    critical();
    must(ReleaseMutex(object) && ReleaseMutex(object));
}

static bool end_mutex(void)
{
    bool freed = !ReleaseMutex(object) && GetLastError() == ERROR_NOT_OWNER && is_set(object) &&
                 ReleaseMutex(object);
    return close_both() && freed;
}

static void make_semaphore(void) { object = CreateSemaphoreA(NULL, 1, 1, NULL); }

static void take_and_give(unsigned me, unsigned turn)
{
    LONG before = 9;
    must(waits_for(object));
    critical();
    must(ReleaseSemaphore(object, 1, &before) && before == 0);
}

static bool end_semaphore(void)
{
    bool full = !ReleaseSemaphore(object, 1, NULL) && GetLastError() == ERROR_TOO_MANY_POSTS;
    return close_both() && full;
}

/* ---------------------------------------------------------------- several at once */

static void make_both(void)
{
    object = CreateMutexA(NULL, FALSE, NULL);
    other = CreateEventA(NULL, FALSE, TRUE, NULL);
}

/* The order of the handles differs, and no thread has one of them without the other. */
static void take_both(unsigned me, unsigned turn)
{
    const HANDLE both[2] = {me % 2 ? other : object, me % 2 ? object : other};
    must(WaitForMultipleObjects(2, both, TRUE, LONGEST_MS) == WAIT_OBJECT_0);
    critical();
    must(SetEvent(other) && ReleaseMutex(object));
}

static bool end_both(void)
{
    bool whole = is_set(other) && is_set(object) && ReleaseMutex(object);
    return close_both() && whole;
}

/* A token is in one of two events. */
static void make_either(void)
{
    object = CreateEventA(NULL, FALSE, FALSE, NULL);
    other = CreateEventA(NULL, FALSE, TRUE, NULL);
}

static void take_either(unsigned me, unsigned turn)
{
    const HANDLE both[2] = {object, other};
    must(WaitForMultipleObjects(2, both, FALSE, LONGEST_MS) <= WAIT_OBJECT_0 + 1);
    critical();
    must(SetEvent(both[(me + turn) % 2]));
}

static bool end_either(void)
{
    bool one = is_set(object) + is_set(other) == 1;
    return close_both() && one;
}

/* Each thread has an event. The token goes round. */
static HANDLE own[THREADS];

static void make_round(void)
{
    for (unsigned i = 0; i < THREADS; i++)
        own[i] = CreateEventA(NULL, FALSE, i == 0, NULL);
}

static void signal_and_wait(unsigned me, unsigned turn)
{
    HANDLE next = own[(me + 1) % THREADS];
    must(waits_for(own[me]));
    for (unsigned i = 1; i < turns; i++) {
        critical();
        must(SignalObjectAndWait(next, own[me], LONGEST_MS, FALSE) == WAIT_OBJECT_0);
    }
    critical();
    must(SetEvent(next));
}

static bool end_round(void)
{
    bool back = is_set(own[0]) && !is_set(own[1]) && !is_set(own[2]);
    for (unsigned i = 0; i < THREADS; i++)
        back &= CloseHandle(own[i]) != 0;
    return back;
}

/* ---------------------------------------------------------------- time, turns, calls */

static void sleep_and_yield(unsigned me, unsigned turn)
{
    DWORD before = GetTickCount();
    Sleep(turn % 2);
    must(GetTickCount() - before >= turn % 2);
    SwitchToThread();
    must(WaitForSingleObject(members[me], 0) == WAIT_TIMEOUT);
    add_to(&count, 1);
}

static VOID NTAPI note_call(ULONG_PTR number) { results[number]++; }
static void make_calls(void) { memset((void *)results, 0, sizeof results); }

/* Each queues calls to the next thread, and makes its own. */
static void call_each_other(unsigned me, unsigned turn)
{
    unsigned next = (me + 1) % THREADS;
    must(QueueUserAPC(note_call, members[next], next));
    SleepEx(0, TRUE);
    while (turn == turns - 1 && results[me] < turns)
        must(SleepEx(LONGEST_MS, TRUE) == WAIT_IO_COMPLETION);
}

static bool end_calls(void)
{
    unsigned made = 0;
    for (unsigned i = 0; i < THREADS; i++)
        made += results[i] == turns;
    return made == THREADS;
}

/* ---------------------------------------------------------------- lives */

static DWORD CALLBACK live_shortly(PVOID number)
{
    set_stepping(true);
    critical();
    if ((DWORD)number % 2)
        ExitThread((DWORD)number);
    return (DWORD)number;
}

static void make_children(unsigned me, unsigned turn)
{
    DWORD code = 0, id = 0;
    must(waits_for(object)); /* one child at a time, because they count */
    HANDLE child = CreateThread(NULL, 0, live_shortly, (PVOID)(me * turns + turn), 0, &id);
    must(child && GetThreadId(child) == id);
    must(waits_for(child));
    must(GetExitCodeThread(child, &code) && code == me * turns + turn);
    must(CloseHandle(child));
    must(ReleaseMutex(object));
}

/* Handles and names: each thread makes, finds, copies and closes them. */
static void name_and_close(unsigned me, unsigned turn)
{
    char name[] = "stepped 0";
    HANDLE second = NULL;
    name[8] = (char)('0' + turn % 2);
    HANDLE first = CreateEventA(NULL, TRUE, FALSE, name);
    HANDLE found = OpenEventA(EVENT_ALL_ACCESS, FALSE, name);
    must(first && found);
    must(DuplicateHandle(GetCurrentProcess(), found, GetCurrentProcess(), &second, 0, FALSE,
                         DUPLICATE_SAME_ACCESS));
    must(SetEvent(first) && is_set(second));
    must(CloseHandle(found) && CloseHandle(first) && CloseHandle(second));
    add_to(&count, 1);
}

static bool end_names(void)
{
    return !OpenEventA(EVENT_ALL_ACCESS, FALSE, "stepped 0") &&
           GetLastError() == ERROR_FILE_NOT_FOUND;
}

/* ---------------------------------------------------------------- ended anywhere */

static unsigned stride, lives, abandoned;

static uint32_t use_objects(void *unused)
{
    set_stepping(true);
    must(waits_for(object) && waits_for(object) && waits_for(other));
    must(QueueUserAPC(note_call, GetCurrentThread(), 0) && SleepEx(0, TRUE) == WAIT_IO_COMPLETION);
    must(SignalObjectAndWait(own[0], own[0], LONGEST_MS, FALSE) == WAIT_OBJECT_0);
    must(WaitForMultipleObjects(THREADS, own, FALSE, 1) == WAIT_TIMEOUT);
    SwitchToThread();
    must(ReleaseSemaphore(other, 1, NULL) && ReleaseMutex(object));
    must(WaitForMultipleObjects(THREADS, own, TRUE, 0) == WAIT_TIMEOUT);
    must(ReleaseMutex(object));
    return 7;
}

/* Objects that a thread has left anywhere can be used, and are as they were at first then. */
static void restore(void)
{
    DWORD result = WaitForSingleObject(object, 0);
    must(result == WAIT_OBJECT_0 || result == WAIT_ABANDONED);
    abandoned += result == WAIT_ABANDONED;
    must(ReleaseMutex(object) && !ReleaseMutex(object));
    WaitForSingleObject(other, 0);
    must(ReleaseSemaphore(other, 1, NULL) && !ReleaseSemaphore(other, 1, NULL));
    ResetEvent(own[0]);
}

/* Ends a thread after so many instructions, unless it has ended before. Returns whether it has. */
static bool end_after(unsigned instructions)
{
    steps = 0;
    uint32_t thread = make_thread(use_objects, NULL, false);
    while (steps < instructions && WaitForSingleObject((HANDLE)thread, 0) == WAIT_TIMEOUT)
        SwitchToThread();
    bool itself = !TerminateThread((HANDLE)thread, 5);
    must(waits_for((HANDLE)thread));
    must(exit_code_of(thread) == (itself ? 7 : 5));
    must(CloseHandle((HANDLE)thread));
    restore();
    return itself;
}

static DWORD end_everywhere(void *unused)
{
    wrong = 0;
    make_mutex();
    other = CreateSemaphoreA(NULL, 1, 1, NULL);
    for (unsigned i = 0; i < THREADS; i++)
        own[i] = CreateEventA(NULL, FALSE, FALSE, NULL);
    end_after(UINT32_MAX);
    for (unsigned all = steps, at = 1; at <= all; at += stride, lives++)
        end_after(at);
    for (unsigned i = 0; i < THREADS; i++)
        must(CloseHandle(own[i]));
    must(close_both());
    return wrong;
}

/* Threads that have ended before make sure that what the kernel keeps for the next is there. */
static void check_ends(unsigned every, bool ring3)
{
    uint32_t frames = 0;
    DWORD failures = 0, more = 0;
    deliver = trap_on_exception(step);
    interval = 1;
    for (stride = 100; stride; stride = stride == every ? 0 : every) {
        frames = frame_usage().free + paging_table_frames();
        lives = abandoned = 0;
        if (ring3)
            ring3_call(end_everywhere, NULL, &more);
        else
            more = end_everywhere(NULL);
        failures += more;
    }
    trap_on_exception(deliver);
    ok(failures == 0 && abandoned > lives / 4,
       "ended in front of %u instructions, each in turn, a thread abandons its mutex: %u times",
       lives, abandoned);
    if (failures)
        tap_note("first in line %u", wrong_line);
    is_dec(frame_usage().free + paging_table_frames(), frames, "and leaves no memory behind");
}

/* ---------------------------------------------------------------- */

static const struct scene scenes[] = {
    {"an event is one thread's at a time", make_token, pass_token, end_token, THREADS, EACH},
    {"a gate is closed and opened", make_gate, pass_gate, end_gate, THREADS, EACH},
    {"a mutex is one thread's, as often as it was taken", make_mutex, own_deeply, end_mutex,
     THREADS, EACH},
    {"a semaphore lets one in", make_semaphore, take_and_give, end_semaphore, THREADS, EACH},
    {"two objects are taken at one instant", make_both, take_both, end_both, THREADS, EACH},
    {"one of two objects is taken", make_either, take_either, end_either, THREADS, EACH},
    {"one event is set and another one awaited", make_round, signal_and_wait, end_round, THREADS,
     WHOLE},
    {"threads sleep and yield", NULL, sleep_and_yield, NULL, THREADS, EACH},
    {"threads call each other", make_calls, call_each_other, end_calls, 0, EACH},
    {"threads are made, end, and are awaited", make_mutex, make_children, end_mutex, THREADS, EACH},
    {"objects get names, and are found by them", NULL, name_and_close, end_names, THREADS, EACH},
};

int main(int argc, char **argv)
{
    unsigned every = has_argument(argc, argv, "once")   ? 19
                     : has_argument(argc, argv, "each") ? 1
                                                        : 9;
    check_ends(every, has_argument(argc, argv, "ring3"));
    return PLAY(scenes, argc, argv);
}
