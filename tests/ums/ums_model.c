/* Runs random programs of User-Mode Scheduling, one a line of input; ums_model.t sends them and
 * compares what happened with a reference in tests/model. Prints a sum over each program's events,
 * or with the argument "show" the events themselves.
 *
 * The machine has one CPU, and a clock that counts instructions: a program's calls then take no
 * time that a deadline could notice.
 *
 * run: name=plain virtual-time=1 args=show input="$#$$#$$#$$#$$#$#$<)###%9##;#$%#'1#6$8$##*.#\n"
 *   expect="^= 47110107.7777.1 47110107.17777.1 47110107.27777.1 505.FF.0 205.0.5 305.1.0 501.1.0 "
 *   expect=" 205.20001.6 47110101.7777.1 205.10001.0 47110105.7777.1 47110107.37777.1 "
 * run: name=ring3 ring=3 virtual-time=1 args=show input="$#$$#$$#$$#$$#$#$<)###%9##;#$%#'1#6$8$##*.#\n"
 *   expect="^= 47110107.7777.1 47110107.17777.1 47110107.27777.1 505.FF.0 205.0.5 305.1.0 501.1.0 "
 *   expect=" 205.20001.6 47110101.7777.1 205.10001.0 47110105.7777.1 47110107.37777.1 "
 */
#include "tests/ums/ums_model_calls.h"

/* ---------------------------------------------------------------- a list of calls */

static void perform(unsigned me, unsigned place, const uint8_t *call)
{
    struct outcome outcome = {0, UNTOUCHED};
    SetLastError(LEFT_ALONE);
    outcome.value = make_call(me, call, &outcome);
    add_event(RESULT + me + (GetLastError() << 16), place << 16 | (outcome.more & 0xFFFF),
              outcome.value);
}

/* Makes the next call. A guarded one is a call of a try, in which an exception follows. */
static void one(unsigned me)
{
    const struct calls *calls = &program.calls[me];
    unsigned place = actors[me].place++;
    if (calls->at[place][0] != GUARD) {
        perform(me, place, calls->at[place]);
        return;
    }
    __try {
        if (actors[me].place < calls->count)
            one(me);
        RaiseException(0xE0001234, 0, 0, NULL);
    } __except (EXCEPTION_EXECUTE_HANDLER) {
        add_event(CAUGHT + me, place, 0);
    }
}

static void carry_on(unsigned me)
{
    actors[me].left = false;
    while (!actors[me].left && actors[me].place < program.calls[me].count)
        one(me);
    actors[me].left = false;
}

static DWORD CALLBACK lives(PVOID number)
{
    unsigned me = (unsigned)number;
    memset(&actors[me], 0, sizeof actors[me]);
    add_event(START + me, index_of(GetCurrentUmsThread()), 0);
    carry_on(me);
    return 0x20 + me;
}

/* Each activation begins at the same address, with the handler chain of the mode's beginning. */
static VOID NTAPI activated(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID parameter)
{
    DWORD chain = chain_head();
    PUMS_CONTEXT own = GetCurrentUmsThread();
    unsigned me = WORKERS;
    if (reason == UmsSchedulerStartup) {
        for (unsigned i = WORKERS; i < ACTORS; i++) /* one that has ended may have had the same */
            if (actors[i].own == own)
                actors[i].own = NULL;
        me = (unsigned)parameter;
        actors[me].own = own;
        actors[me].esp = (char *)&reason;
    }
    while (me < ORDERER && actors[me].own != own)
        me++;
    struct actor *actor = &actors[me];
    unsigned wrong = (chain != actor->chain) << 14 | ((char *)&reason != actor->esp) << 15;
    if (reason == UmsSchedulerThreadYield) {
        payload = index_of((PUMS_CONTEXT)payload);
        actor->hands[actor->last++ % MOST_HANDS] = (uint8_t)payload;
    }
    add_event(ACTIVATION + me, (unsigned)reason << 16 | payload | wrong, (uint32_t)parameter);
    carry_on(me);
}

/* ---------------------------------------------------------------- the whole */

static HANDLE make_object(unsigned number)
{
    unsigned first = program.objects[number].first, second = program.objects[number].second;
    switch (program.objects[number].kind) {
    case 0: return CreateEvent(NULL, (BOOL)first, (BOOL)second, NULL);
    case 1: return CreateSemaphore(NULL, (LONG)second, 2, NULL);
    default: return CreateMutex(NULL, FALSE, NULL);
    }
}

/* Waits until the middle of the present unit: events that are due at its beginning have happened
 * then. */
static void wait_for_unit(void)
{
    while (GetTickCount64() < now + UNIT / 2)
        SleepEx((DWORD)(now + UNIT / 2 - GetTickCount64()), TRUE);
}

static void begin(void)
{
    static const int8_t priorities[] = {0, 1, -1, 2, -2};
    event_count = 0;
    memset(actors, 0, sizeof actors);
    for (unsigned i = 0; i < OBJECTS; i++)
        objects[i] = make_object(i);
    for (unsigned i = WORKERS; i < ACTORS; i++) {
        threads[i] = CreateThread(NULL, 0, lives, (PVOID)i, CREATE_SUSPENDED, NULL);
        SetThreadPriority(threads[i], priorities[program.priorities[i - WORKERS]]);
    }
    now = GetTickCount64();
    wait_for_unit();
}

static void tell_states(void)
{
    for (unsigned i = 0; i < ACTORS; i++) {
        PUMS_CONTEXT of = i < WORKERS ? contexts[i] : NULL;
        unsigned flags = of ? is_terminated(of) + 2u * is(of, UmsThreadIsSuspended) : NOTHING;
        add_event(END + ORDERER, i << 16 | flags, threads[i] ? exit_code_of(threads[i]) : SKIPPED);
    }
    for (unsigned i = 0; i < LISTS; i++)
        if (lists[i])
            dequeue(ORDERER, i, 0);
    for (unsigned i = 0; i < 2 * OF_THREADS; i++)
        add_event(STATE + ORDERER, i, WaitForSingleObject(handle(i / 2), 0));
}

static void close_all(HANDLE *handles, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        if (handles[i])
            CloseHandle(handles[i]);
        handles[i] = NULL;
    }
}

/* A worker whose maker has ended too early has no handle. */
static void terminate_all(void)
{
    for (unsigned i = 0; i < ACTORS; i++) {
        if (!threads[i] && i < WORKERS && contexts[i] && !is_terminated(contexts[i]))
            threads[i] = OpenThread(THREAD_ALL_ACCESS, FALSE, ids[i]);
        if (threads[i])
            TerminateThread(threads[i], 0);
    }
}

/* Returns how many contexts and lists cannot be deleted. */
static unsigned delete_all(void)
{
    PUMS_CONTEXT item;
    unsigned left = 0;
    for (unsigned i = 0; i < WORKERS; i++) {
        left += contexts[i] && !DeleteUmsThreadContext(contexts[i]);
        contexts[i] = NULL;
    }
    for (unsigned i = 0; i < LISTS; i++) {
        if (lists[i])
            DequeueUmsCompletionListItems(lists[i], 0, &item);
        left += lists[i] && !DeleteUmsCompletionList(lists[i]);
        lists[i] = NULL;
    }
    return left;
}

/* A call that goes on because threads end is no event any more. */
static void end(void)
{
    unsigned count = event_count;
    for (unsigned i = WORKERS; i < ACTORS; i++)
        TerminateThread(threads[i], 0);
    terminate_all();
    unsigned left = delete_all();
    close_all(threads, ACTORS);
    close_all(list_events, LISTS);
    close_all(objects, OBJECTS);
    event_count = count;
    add_event(CLEAN + ORDERER, left, 0);
}

static void play(void)
{
    unsigned place = 0;
    begin();
    for (unsigned i = 0; i < program.order_count; i++) {
        const struct calls *calls = &program.calls[ACTORS + i];
        for (unsigned unit = 0; unit < program.units[i]; unit++) {
            now += UNIT;
            wait_for_unit();
        }
        for (unsigned j = 0; j < calls->count; j++)
            perform(ORDERER, place++, calls->at[j]);
    }
    tell_states();
    end();
}

int main(int argc, char **argv)
{
    SetThreadPriority(GetCurrentThread(), THREAD_PRIORITY_IDLE);
    return answer_lines(has_argument(argc, argv, "show"), read_program, play, answer_words);
}
