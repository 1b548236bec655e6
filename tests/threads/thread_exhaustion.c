/* Memory fails at every place where threads and objects of Windows ask for it, one after the other:
 * the call says so and leaves nothing behind, and things made before go on.
 *
 * run: name=once args=once
 * run: name=for-good args=for-good
 * run: name=once-checked checked=1 compilers=gcc args=once
 * run: name=once-ring3 ring=3 compilers=gcc args=once
 * run: name=for-good-ring3 ring=3 compilers=gcc args=for-good
 */
#include "tests/harness/arguments.h"
#include "tests/harness/failing_memory.h"
#include "tests/harness/frames_in_use.h"
#include "tests/harness/tap.h"

#include <pager.h>
#include <string.h>
#include <windows.h>
#include <winternl.h>

enum { DUPLICATES = 600 /* more than a page of handles holds */, WORDS = TLS_MINIMUM_AVAILABLE };
enum { MANY = 5 /* objects, more than a wait of no memory has */, VALUE = 7, SUBMITTED = 3 };
enum { LONG_MS = 10000 };

/* All of it is NULL when it has not been made. */
static struct scene {
    HANDLE thread, other_thread, event, named_event, mutex, semaphore, timer, opened, keyed;
    HANDLE duplicates[DUPLICATES];
    unsigned duplicate_count;
    void *self, *fiber;
    DWORD fls, tls[WORDS + 1];
    unsigned tls_count;
    int *supplied, *zeroed;
    void *memory;
    PTP_POOL pool, quiet_pool;
    PTP_WORK work;
    PTP_TIMER pool_timer;
    PTP_WAIT pool_wait;
    PTP_CLEANUP_GROUP group;
    TP_CALLBACK_ENVIRON environment;
    volatile LONG ran, called, switched, worked, submitted, rung, waited;
} scene;

static DWORD WINAPI runs(void *value)
{
    InterlockedIncrement(&scene.ran);
    return (DWORD)value;
}

static void CALLBACK apc(ULONG_PTR value) { InterlockedExchangeAdd(&scene.called, (LONG)value); }

static void CALLBACK switches(void *unused)
{
    for (;;) {
        scene.switched++;
        SwitchToFiber(scene.self);
    }
}

static void CALLBACK works_once(PTP_CALLBACK_INSTANCE instance, void *context, PTP_WORK work)
{
    InterlockedIncrement(&scene.worked);
}

static void CALLBACK is_submitted(PTP_CALLBACK_INSTANCE instance, void *context)
{
    InterlockedIncrement(&scene.submitted);
}

static void CALLBACK rings(PTP_CALLBACK_INSTANCE instance, void *context, PTP_TIMER timer)
{
    InterlockedIncrement(&scene.rung);
}

static void CALLBACK has_waited(PTP_CALLBACK_INSTANCE instance, void *context, PTP_WAIT wait,
                                TP_WAIT_RESULT result)
{
    if (result == WAIT_OBJECT_0)
        InterlockedIncrement(&scene.waited);
}

static NTSTATUS supplies(void *argument, void *page, void *bytes)
{
    *(int *)bytes = VALUE;
    return STATUS_SUCCESS;
}

/* ---------------------------------------------------------------- calls that need memory */

/* Each makes one thing. Returns whether it was made. */
#define MAKE(name, call)                                                                           \
    static bool make_##name(void) { return (scene.name = (call)) != NULL; }
MAKE(thread, CreateThread(NULL, 0, runs, (void *)VALUE, CREATE_SUSPENDED, NULL))
MAKE(other_thread, CreateThread(NULL, 1 << 20, runs, (void *)VALUE, CREATE_SUSPENDED, NULL))
MAKE(event, CreateEventA(NULL, TRUE, FALSE, NULL))
MAKE(named_event, CreateEventA(NULL, TRUE, FALSE, "event of exhaustion"))
MAKE(mutex, CreateMutexA(NULL, FALSE, "mutex of exhaustion"))
MAKE(semaphore, CreateSemaphoreA(NULL, 1, 1, "semaphore of exhaustion"))
MAKE(timer, CreateWaitableTimerA(NULL, TRUE, "timer of exhaustion"))
MAKE(opened, OpenEventA(EVENT_ALL_ACCESS, FALSE, "event of exhaustion"))
MAKE(self, ConvertThreadToFiber(NULL))
MAKE(fiber, CreateFiberEx(0, 1 << 16, 0, switches, NULL))
MAKE(memory, VirtualAlloc(NULL, 1 << 16, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE))
MAKE(pool, CreateThreadpool(NULL))
MAKE(pool_timer, CreateThreadpoolTimer(rings, NULL, &scene.environment))
MAKE(quiet_pool, CreateThreadpool(NULL))
MAKE(pool_wait, CreateThreadpoolWait(has_waited, NULL, &scene.environment))
MAKE(group, CreateThreadpoolCleanupGroup())

/* The only callback of its pool, whose thread has had nothing to do. */
static bool make_work(void)
{
    TP_CALLBACK_ENVIRON environment;
    InitializeThreadpoolEnvironment(&environment);
    SetThreadpoolCallbackPool(&environment, scene.quiet_pool);
    return (scene.work = CreateThreadpoolWork(works_once, NULL, &environment)) != NULL;
}

static bool make_keyed(void)
{
    NTSTATUS status = NtCreateKeyedEvent(&scene.keyed, 0, NULL, 0);
    if (status == STATUS_SUCCESS)
        return true;
    SetLastError(RtlNtStatusToDosError(status));
    return false;
}

static bool make_duplicates(void)
{
    for (; scene.duplicate_count < DUPLICATES; scene.duplicate_count++)
        if (!DuplicateHandle(GetCurrentProcess(), scene.event, GetCurrentProcess(),
                             &scene.duplicates[scene.duplicate_count], 0, FALSE,
                             DUPLICATE_SAME_ACCESS))
            return false;
    return true;
}

static bool wait_for_many(void)
{
    return WaitForMultipleObjects(MANY, scene.duplicates, FALSE, 1) == WAIT_TIMEOUT;
}

static bool queue_apc(void) { return QueueUserAPC(apc, scene.thread, VALUE) != 0; }

static bool set_fls(void)
{
    if (!scene.fls)
        scene.fls = FlsAlloc(NULL);
    return FlsSetValue(scene.fls, &scene);
}

/* The last word is not in the TEB. */
static bool set_tls(void)
{
    while (scene.tls_count <= WORDS)
        scene.tls[scene.tls_count++] = TlsAlloc();
    return TlsSetValue(scene.tls[WORDS], &scene);
}

/* The pager's header knows no error but NULL. */
static bool has_range(const void *range)
{
    if (!range)
        SetLastError(ERROR_NOT_ENOUGH_MEMORY);
    return range;
}

static bool make_supplied(void)
{
    return has_range(scene.supplied = pager_reserve(1, PAGE_READWRITE, supplies, NULL));
}

static bool make_zeroed(void)
{
    return has_range(scene.zeroed = pager_reserve(1, PAGE_READWRITE, NULL, NULL));
}

static bool submit(void)
{
    InitializeThreadpoolEnvironment(&scene.environment);
    SetThreadpoolCallbackPool(&scene.environment, scene.pool);
    return TrySubmitThreadpoolCallback(is_submitted, NULL, &scene.environment);
}

static bool have_threads(void) { return SetThreadpoolThreadMinimum(scene.pool, 2); }

static bool (*const things[])(void) = {
    make_thread,    make_other_thread, make_event,      make_named_event, make_mutex,
    make_semaphore, make_timer,        make_opened,     make_duplicates,  wait_for_many,
    make_keyed,     queue_apc,         make_self,       make_fiber,       set_fls,
    set_tls,        make_memory,       make_supplied,   make_zeroed,      make_pool,
    submit,         have_threads,      make_quiet_pool, make_work,        make_pool_timer,
    make_pool_wait, make_group,
};
enum { THINGS = sizeof things / sizeof things[0] };

/* ---------------------------------------------------------------- their use and their end */

/* Whether no object that could not be made has left its name. */
static bool names_are_free(void)
{
    return (scene.named_event || !OpenEventA(SYNCHRONIZE, FALSE, "event of exhaustion")) &&
           (scene.mutex || !OpenMutexA(SYNCHRONIZE, FALSE, "mutex of exhaustion")) &&
           (scene.semaphore || !OpenSemaphoreA(SYNCHRONIZE, FALSE, "semaphore of exhaustion")) &&
           (scene.timer || !OpenWaitableTimerA(SYNCHRONIZE, FALSE, "timer of exhaustion"));
}

static bool comes(HANDLE object) { return WaitForSingleObject(object, LONG_MS) == WAIT_OBJECT_0; }

static bool threads_end(void)
{
    DWORD first = 0, second = 0;
    ResumeThread(scene.thread);
    ResumeThread(scene.other_thread);
    return comes(scene.thread) && comes(scene.other_thread) &&
           GetExitCodeThread(scene.thread, &first) && first == VALUE &&
           GetExitCodeThread(scene.other_thread, &second) && second == VALUE && scene.ran == 2 &&
           scene.called == VALUE;
}

static bool objects_work(void)
{
    LARGE_INTEGER soon = {.QuadPart = -1};
    LARGE_INTEGER none = {.QuadPart = 0};
    return SetEvent(scene.opened) && comes(scene.named_event) && SetEvent(scene.event) &&
           comes(scene.duplicates[DUPLICATES - 1]) &&
           WaitForMultipleObjects(MANY, scene.duplicates, FALSE, LONG_MS) == WAIT_OBJECT_0 &&
           comes(scene.mutex) && ReleaseMutex(scene.mutex) && comes(scene.semaphore) &&
           ReleaseSemaphore(scene.semaphore, 1, NULL) &&
           SetWaitableTimer(scene.timer, &soon, 0, NULL, NULL, FALSE) && comes(scene.timer) &&
           NtWaitForKeyedEvent(scene.keyed, NULL, FALSE, &none) == STATUS_TIMEOUT;
}

/* Objects that exist already need no memory to be used, because these calls cannot report a lack of
 * it. */
static void use_pool(void)
{
    FILETIME at_once = {0, 0};
    bool was = for_good;
    unsigned before = asked;
    for_good = true;
    begin_failing(1);
    for (unsigned i = 0; i < SUBMITTED; i++)
        SubmitThreadpoolWork(scene.work);
    SetThreadpoolTimer(scene.pool_timer, &at_once, 0, 0);
    SetThreadpoolWait(scene.pool_wait, scene.named_event, NULL);
    end_failing();
    for_good = was;
    asked = before;
}

static bool pool_works(void)
{
    use_pool();
    WaitForThreadpoolWorkCallbacks(scene.work, FALSE);
    for (unsigned i = 0; (!scene.submitted || !scene.rung || !scene.waited) && i < LONG_MS; i++)
        Sleep(1);
    return scene.worked == SUBMITTED && scene.submitted == 1 && scene.rung == 1 &&
           scene.waited == 1;
}

/* All that was made does its work. */
static bool works(void)
{
    SwitchToFiber(scene.fiber);
    return threads_end() && objects_work() && pool_works() && scene.switched == 1 &&
           FlsGetValue(scene.fls) == &scene && TlsGetValue(scene.tls[WORDS]) == &scene &&
           *(int *)scene.memory == 0 && *scene.supplied == VALUE && *scene.zeroed == 0;
}

static void destroy_all(void)
{
    HANDLE handles[] = {scene.thread,      scene.other_thread, scene.event,
                        scene.named_event, scene.mutex,        scene.semaphore,
                        scene.timer,       scene.opened,       scene.keyed};
    CloseThreadpoolCleanupGroup(scene.group);
    CloseThreadpoolWait(scene.pool_wait);
    CloseThreadpoolTimer(scene.pool_timer);
    CloseThreadpoolWork(scene.work);
    CloseThreadpool(scene.pool);
    CloseThreadpool(scene.quiet_pool);
    pager_release(scene.supplied);
    pager_release(scene.zeroed);
    VirtualFree(scene.memory, 0, MEM_RELEASE);
    while (scene.tls_count)
        TlsFree(scene.tls[--scene.tls_count]);
    FlsFree(scene.fls);
    DeleteFiber(scene.fiber);
    ConvertFiberToThread();
    while (scene.duplicate_count)
        CloseHandle(scene.duplicates[--scene.duplicate_count]);
    for (unsigned i = 0; i < sizeof handles / sizeof handles[0]; i++)
        CloseHandle(handles[i]);
    scene = (struct scene){.thread = NULL};
}

/* ---------------------------------------------------------------- every place */

static unsigned wrong_errors, leaks, failures, broken, names_left;

/* No stack grows while memory fails. */
static void grow_stack(void)
{
    volatile char room[32768];
    for (unsigned at = sizeof room; at >= PAGER_PAGE; at -= PAGER_PAGE)
        room[at - 1] = 0;
}

/* Memory of the program's own has a second word for it, unless it is addresses that lack. */
static bool is_right(DWORD error, bool (*thing)(void))
{
    bool commits = thing == make_memory || thing == make_fiber;
    return error == ERROR_NOT_ENOUGH_MEMORY || (error == ERROR_COMMITMENT_LIMIT && commits);
}

/* Everything, with the request of this number failing. */
static DWORD WINAPI make_all(void *number)
{
    DWORD error = 0;
    unsigned made = 0;
    bool failed = false;
    grow_stack();
    begin_failing((unsigned)number);
    while (made < THINGS && !failed) {
        SetLastError(0);
        failed = !things[made]();
        error = GetLastError();
        made += !failed;
    }
    end_failing();
    if (failed && !is_right(error, things[made])) {
        wrong_errors++;
        tap_note("request %u, thing %u: error %u", (unsigned)number, made, (unsigned)error);
    }
    failures += failed;
    names_left += !names_are_free();
    for (; made < THINGS; made++) /* the thing that failed can be made now, and so can the rest */
        broken += !things[made]();
    broken += !works();
    destroy_all();
    return 0;
}

/* Returns false when there were fewer requests. The pool's and the pager's threads end by
 * themselves, soon. */
static bool try_number(unsigned number)
{
    uint32_t frames = frames_in_use();
    size_t blocks = heap_usage().blocks;
    HANDLE thread = CreateThread(NULL, 0, make_all, (void *)number, 0, NULL);
    if (!thread || !comes(thread))
        broken++;
    CloseHandle(thread);
    leaks += !all_comes_back(number, frames, blocks);
    return asked >= number;
}

int main(int argc, char **argv)
{
    for_good = has_argument(argc, argv, "for-good");
    failing_open();
    unsigned number = 1;
    try_number(UINT32_MAX); /* makes what stays: tables */
    wrong_errors = leaks = failures = broken = names_left = 0;
    while (try_number(number))
        number++;
    ok(number > 40 && failures >= (for_good ? number - 1 : THINGS),
       "memory failed at each of %u requests, and a call %u times", number - 1, failures);
    is_dec(wrong_errors, 0, "each of these said so");
    is_dec(names_left, 0, "no object that was not made left its name");
    is_dec(leaks, 0, "nothing was left behind");
    is_dec(broken, 0, "and everything worked afterwards");
    return tap_done();
}
