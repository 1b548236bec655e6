/* The calls of the random programs that tests/ums/ums_model.c runs. */
#ifndef TESTS_UMS_MODEL_CALLS_H
#define TESTS_UMS_MODEL_CALLS_H

#include "tests/model/event_words.h"
#include "tests/ums/ums_model.h"
#include "tests/ums/workers.h"

/* The first word of an event; the number of the actor is below it, a last error above. */
enum {
    RESULT = 0x100,
    ACTIVATION = 0x200,
    ITEM = 0x300,
    APC = 0x400,
    START = 0x500,
    CAUGHT = 0x600,
    END = 0x700,
    STATE = 0x800,
    CLEAN = 0x900
};

enum { LEFT_ALONE = 0x4711, UNTOUCHED = 0x7777, SKIPPED = 0xEEEE };
enum { NOTHING = 0xFF, A_SCHEDULERS = 0xE0, MOST_HANDS = 256, UNIT = 4 /* ms */ };

/* The knowledge that a thread of the program, or the first thread, has of itself. */
struct actor {
    unsigned place, turns; /* of the next call; of a `go` that is repeated */
    bool left;             /* its list of calls is left early */
    unsigned first, last;  /* in hands */
    uint8_t hands[MOST_HANDS];
    PUMS_CONTEXT own; /* a scheduler's */
    char *esp;        /* of its activations */
    DWORD chain;      /* the head of its handler chain when it entered */
};

static struct actor actors[ACTORS + 1];
static HANDLE objects[OBJECTS], list_events[LISTS], threads[ACTORS];
static DWORD ids[WORKERS];
static PUMS_COMPLETION_LIST lists[LISTS];
static PUMS_CONTEXT contexts[WORKERS];
static bool made[WORKERS]; /* whether the program has tried to make the context's thread */
static uint64_t now;       /* in ms: when the present unit began */

static DWORD CALLBACK lives(PVOID number);
static VOID NTAPI activated(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID parameter);

/* The effects of a call beside its result. */
struct outcome {
    uint32_t value;
    unsigned more;
};

/* ---------------------------------------------------------------- operands */

static HANDLE handle(unsigned operand)
{
    HANDLE found = operand < OF_LISTS       ? objects[operand]
                   : operand < OF_THREADS   ? list_events[operand - OF_LISTS]
                   : operand < THIS_THREAD  ? threads[operand - OF_THREADS]
                   : operand == THIS_THREAD ? GetCurrentThread()
                                            : NULL;
    return found ? found : (HANDLE)0x77770;
}

static PUMS_CONTEXT context(unsigned operand)
{
    if (operand < WORKERS)
        return contexts[operand];
    if (operand == OWN)
        return GetCurrentUmsThread();
    if (operand == NO_CONTEXT)
        return NULL;
    unsigned scheduler = operand - OF_SCHEDULERS + WORKERS;
    DWORD exit_code = 0;
    GetExitCodeThread(threads[scheduler], &exit_code);
    return exit_code == STILL_ACTIVE ? actors[scheduler].own : NULL;
}

static unsigned index_of(PUMS_CONTEXT which)
{
    for (unsigned i = 0; i < WORKERS; i++)
        if (which && contexts[i] == which)
            return i;
    return NOTHING;
}

static DWORD milliseconds(unsigned operand)
{
    return operand == 1 ? INFINITE
           : operand    ? (DWORD)(now + (operand - 1) * UNIT - GetTickCount64())
                        : 0;
}

static void CALLBACK call_apc(ULONG_PTR what) { add_event(APC + (what >> 8), what & 0xFF, 0); }

/* ---------------------------------------------------------------- waits and threads */

static uint32_t wait(const uint8_t *operand)
{
    HANDLE handles[] = {handle(operand[3]), handle(operand[4])};
    DWORD ms = milliseconds(operand[1]);
    bool all = operand[0] & 1, alertable = operand[0] & 2;
    return operand[2] == 1 && !all
               ? WaitForSingleObjectEx(handles[0], ms, alertable)
               : WaitForMultipleObjectsEx(operand[2], handles, all, ms, alertable);
}

/* Only a worker's sleep leaves its CPU at once. */
static uint32_t nap(unsigned me, const uint8_t *operand)
{
    DWORD ms = milliseconds(operand[1]);
    return SleepEx(ms, operand[0] & 2 || me >= WORKERS || ms == 0);
}

static uint32_t change(HANDLE which, unsigned how)
{
    return (uint32_t)(how == 0   ? SetEvent(which)
                      : how == 1 ? ResetEvent(which)
                                 : PulseEvent(which));
}

static uint32_t exit_code_of(HANDLE thread)
{
    DWORD now_code = 0;
    return GetExitCodeThread(thread, &now_code) ? now_code : 0;
}

static uint32_t registers(HANDLE thread, bool store)
{
    CONTEXT seen = {.ContextFlags = CONTEXT_FULL};
    if (!GetThreadContext(thread, &seen))
        return FALSE;
    if (!store || GetThreadId(thread) == GetCurrentThreadId())
        return TRUE;
    return (uint32_t)SetThreadContext(thread, &seen);
}

static unsigned number_of(unsigned me, unsigned operand)
{
    return operand == THIS_THREAD ? me : operand - OF_THREADS;
}

static uint32_t call_of_threads(unsigned me, const uint8_t *call, struct outcome *outcome)
{
    const uint8_t *operand = call + 1;
    HANDLE which = lengths[call[0]] ? handle(operand[0]) : NULL;
    LONG before = UNTOUCHED;
    switch ((enum what)call[0]) {
    case WAIT: return wait(operand);
    case SLEEP: return nap(me, operand);
    case SIGNAL_AND_WAIT:
        return SignalObjectAndWait(which, handle(operand[1]), milliseconds(operand[3]),
                                   operand[2] & 2);
    case CHANGE: return change(which, operand[1]);
    case RELEASE:
        if (!ReleaseSemaphore(which, operand[1], &before))
            return FALSE;
        outcome->more = (unsigned)before;
        return TRUE;
    case RELEASE_MUTEX: return (uint32_t)ReleaseMutex(which);
    case SUSPEND: return SuspendThread(which);
    case RESUME: return ResumeThread(which);
    case TERMINATE: return (uint32_t)TerminateThread(which, operand[1]);
    case EXIT_CODE: return exit_code_of(which);
    case REGISTERS: return registers(which, operand[1]);
    case QUEUE:
        return QueueUserAPC(call_apc, which, number_of(me, operand[0]) << 8 | operand[1]) != 0;
    case SWITCH: return (uint32_t)SwitchToThread();
    default: ExitThread(operand[0]);
    }
}

/* ---------------------------------------------------------------- lists and contexts */

static BOOL dequeue(unsigned me, unsigned which, unsigned time)
{
    struct actor *actor = &actors[me];
    PUMS_CONTEXT item, next;
    if (!DequeueUmsCompletionListItems(lists[which], milliseconds(time), &item))
        return FALSE;
    DWORD error = GetLastError();
    for (; item; item = next) {
        next = GetNextUmsListItem(item);
        unsigned index = index_of(item);
        add_event(ITEM + me, index, is_terminated(item) + 2u * is(item, UmsThreadIsSuspended));
        if (!is_terminated(item))
            actor->hands[actor->last++ % MOST_HANDS] = (uint8_t)index;
    }
    SetLastError(error);
    return TRUE;
}

static uint32_t delete_list(unsigned which)
{
    if (!DeleteUmsCompletionList(lists[which]))
        return FALSE;
    lists[which] = NULL;
    return TRUE;
}

static uint32_t delete_context(PUMS_CONTEXT which)
{
    if (!DeleteUmsThreadContext(which))
        return FALSE;
    contexts[index_of(which)] = NULL;
    return TRUE;
}

/* The worker may run, and others may, before its handle is known. */
static uint32_t make(const uint8_t *operand)
{
    unsigned number = operand[0];
    PUMS_CONTEXT with = contexts[number];
    if (with && made[number] && is_terminated(with))
        return SKIPPED;
    made[number] = with != NULL;
    HANDLE thread = make_thread_with_id(with, lists[operand[1]], lives, (PVOID)number,
                                        operand[2] ? CREATE_SUSPENDED : 0, &ids[number]);
    if (!thread)
        return FALSE;
    if (threads[number])
        CloseHandle(threads[number]);
    threads[number] = thread;
    return TRUE;
}

static uint32_t call_of_lists(unsigned me, const uint8_t *call)
{
    unsigned which = call[1];
    switch ((enum what)call[0]) {
    case LIST: return lists[which] ? SKIPPED : (uint32_t)CreateUmsCompletionList(&lists[which]);
    case DELETE_LIST: return delete_list(which);
    case LIST_EVENT:
        return list_events[which]
                   ? SKIPPED
                   : (uint32_t)GetUmsCompletionListEvent(lists[which], &list_events[which]);
    case DEQUEUE: return (uint32_t)dequeue(me, which, call[2]);
    case NEXT: return index_of(GetNextUmsListItem(context(which)));
    case CONTEXT_:
        if (contexts[which])
            return SKIPPED;
        made[which] = false;
        return (uint32_t)CreateUmsThreadContext(&contexts[which]);
    case DELETE_: return delete_context(context(which));
    default: return make(call + 1);
    }
}

/* ---------------------------------------------------------------- information */

/* Where a TEB lies is not told, nor the flags of schedulers, of which the rules say nothing. */
static uint32_t query(const uint8_t *operand, struct outcome *outcome)
{
    static const uint8_t sizes[] = {1, 2, 4, 8};
    union {
        DWORD word;
        BOOLEAN flag;
        char room[8];
    } value;
    ULONG needed = UNTOUCHED;
    UMS_THREAD_INFO_CLASS what = (UMS_THREAD_INFO_CLASS)operand[1];
    PUMS_CONTEXT of = context(operand[0]);
    BOOL known = QueryUmsThreadInformation(of, what, &value, sizes[operand[2]], &needed);
    outcome->more = needed;
    uint32_t told = what == UmsThreadUserContext                      ? value.word
                    : what == UmsThreadTeb || index_of(of) == NOTHING ? 0
                                                                      : value.flag;
    return known ? (uint32_t)known | told << 4 : FALSE;
}

static uint32_t set(const uint8_t *operand)
{
    static const uint8_t sizes[] = {1, 2, 4, 8};
    DWORD value[2] = {operand[3], 0};
    return (uint32_t)SetUmsThreadInformation(context(operand[0]), (UMS_THREAD_INFO_CLASS)operand[1],
                                             value, sizes[operand[2]]);
}

static uint32_t kind(const uint8_t *operand)
{
    UMS_SYSTEM_THREAD_INFORMATION information = {
        operand[2] ? UMS_VERSION + operand[2] : UMS_VERSION, {.ThreadUmsFlags = operand[1]}};
    BOOL told = GetUmsSystemThreadInformation(handle(operand[0]), &information);
    return (uint32_t)told | information.ThreadUmsFlags << 4;
}

static uint32_t current(unsigned me)
{
    PUMS_CONTEXT own = GetCurrentUmsThread();
    return own && own == actors[me].own ? A_SCHEDULERS : index_of(own);
}

/* ---------------------------------------------------------------- switches */

static DWORD __attribute__((noinline)) chain_head(void) { return __readfsdword(0); }

static uint32_t enter_mode(unsigned me, const uint8_t *operand)
{
    UMS_SCHEDULER_STARTUP_INFO info = {operand[1] == VERSION ? UMS_VERSION + 1 : UMS_VERSION,
                                       operand[1] == NO_LIST ? NULL : lists[operand[0]], activated,
                                       (PVOID)me};
    PUMS_CONTEXT own = actors[me].own;
    DWORD chain = actors[me].chain;
    actors[me].chain = chain_head();
    BOOL entered = EnterUmsSchedulingMode(&info);
    actors[me].chain = entered ? 0 : chain;
    actors[me].own = entered ? NULL : own;
    return (uint32_t)entered;
}

/* A scheduler's ordinary way: takes what the list has, and executes the first worker in its hands.
 */
static uint32_t go(unsigned me, const uint8_t *operand, struct outcome *outcome)
{
    struct actor *actor = &actors[me];
    actor->turns = (actor->turns ? actor->turns : operand[2]) - 1;
    if (actor->turns)
        actor->place--;
    if (!dequeue(me, operand[0], actor->first != actor->last ? 0 : operand[1]))
        return FALSE;
    if (actor->first == actor->last)
        return 2;
    unsigned index = actor->hands[actor->first++ % MOST_HANDS];
    BOOL executed = ExecuteUmsThread(contexts[index]);
    DWORD error = GetLastError();
    if (contexts[index] && !is_terminated(contexts[index]))
        actor->hands[actor->last++ % MOST_HANDS] = (uint8_t)index;
    SetLastError(error);
    outcome->more = index;
    return (uint32_t)executed;
}

static uint32_t make_call(unsigned me, const uint8_t *call, struct outcome *outcome)
{
    const uint8_t *operand = call + 1;
    switch ((enum what)call[0]) {
    case ENTER: return enter_mode(me, operand);
    case EXECUTE: return (uint32_t)ExecuteUmsThread(context(operand[0]));
    case GO: return go(me, operand, outcome);
    case YIELD: return (uint32_t)UmsThreadYield((PVOID)(DWORD_PTR)operand[0]);
    case QUERY: return query(operand, outcome);
    case SET: return set(operand);
    case KIND: return kind(operand);
    case CURRENT: return current(me);
    case TOUCH: return 0;
    case LEAVE: actors[me].left = true; return TRUE;
    default: return call[0] < LIST ? call_of_threads(me, call, outcome) : call_of_lists(me, call);
    }
}

#endif
