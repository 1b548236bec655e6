/* Runs random programs of threads and all objects, one a line of input, on a clock that they
 * advance themselves; uthread_objects_model.t sends them and compares what happened with a
 * reference in tests/model. Prints a sum over each program's events, or with the argument "show"
 * the events themselves.
 *
 * run: args=show input="#######$###&#$$###&%&$\n" expect="^= 0.0.0 1.3.0 20000.3.0 20001.3.0 "
 */
#include "tests/uthread_objects_model.h"
#include "tests/uthread_scene.h"
#include "uthread/uthread_impl.h"

#include <seh.h>
#include <stdlib.h>

enum { CLOCK = THREADS, ROUNDS = 20, MOST_EVENTS = 4096, SKIPPED = 0xFF, UNKNOWN = 0xFE };
#define STATUS_RAISED 0xE0000001u

static uThd threads[THREADS + 1];
static bool skipped[THREADS + 1]; /* the handle may be another thread's by now */
static utSch groups[GROUPS];
static void *objects[OBJECT_KINDS][OBJECTS];
static void *abandoned[OBJECTS]; /* mutexes */
static utCase cases[THREADS][SELECTS][CASES];
static DWORD case_values[THREADS][SELECTS][CASES];
static unsigned deadlocks;
static char stacks[THREADS][UT_STACK_LEAST * 2] __attribute__((aligned(16)));

/* ---------------------------------------------------------------- events */

enum kind { BEFORE, AFTER, FINALLY, EXCEPT, DEADLOCK, WAITER, STATE, OBJECT, STARTED };
static unsigned event_count;
static DWORD events[MOST_EVENTS][3];

static void event(enum kind kind, unsigned actor, unsigned place, DWORD value)
{
    if (event_count == MOST_EVENTS)
        return;
    DWORD *words = events[event_count++];
    words[0] = kind | (actor & 0xFF) << 8 | place << 16;
    words[1] = (DWORD)(GetTickCount64() - program.begin);
    words[2] = value;
}

static unsigned index_of(uThd uthread)
{
    for (unsigned i = 0; i <= THREADS; i++)
        if (threads[i] == uthread)
            return i;
    return UNKNOWN;
}

/* ---------------------------------------------------------------- threads that are gone */

/* Nobody can ever get a mutex whose owner is gone: the program does without. */
static void abandon_mutexes(uThd uthread)
{
    for (unsigned i = 0; i < OBJECTS; i++)
        if (objects[MUTEX][i] && utMutexOwner(objects[MUTEX][i]) == uthread) {
            abandoned[i] = objects[MUTEX][i];
            objects[MUTEX][i] = NULL;
        }
}

static void gone(unsigned number)
{
    abandon_mutexes(threads[number]);
    threads[number] = NULL;
}

static void destroy_group(unsigned number)
{
    utSch sch = groups[number];
    for (unsigned i = 0; i <= THREADS; i++)
        if (threads[i] && threads[i]->scheduler == sch)
            gone(i);
    utSchedulerDestroy(sch);
    groups[number] = NULL;
}

/* ---------------------------------------------------------------- operands */

static utTime until_of(unsigned number)
{
    return number == 0 ? UT_NOW : number == 1 ? UT_FOREVER : utAfter(number - 2);
}

static DWORD ms_of(unsigned number)
{
    return number == 200 ? 0x80000005 : number == 201 ? 0xFFFFFFFF : number;
}

static uThd thread_of(unsigned number)
{
    return number < THREADS ? threads[number] : NULL;
}

static utSch group_of(unsigned number)
{
    return number < GROUPS ? groups[number] : NULL;
}

static void *object_of(enum object kind, unsigned number)
{
    return number < OBJECTS ? objects[kind][number] : NULL;
}

/* What a step sends: nothing else sends the same. */
static DWORD value_of(unsigned me, unsigned place, unsigned index)
{
    return me << 16 | place << 4 | index;
}

/* ---------------------------------------------------------------- steps */

static void run_function(void);
static void *run_body(void *argument);
static void run_clock(void);

static void make_uthread(unsigned number)
{
    static const int own = 2;
    void *argument = (void *)(number + 1);
    unsigned stack = program.threads[number].stack;
    if (stack == own)
        threads[number] = uThreadCreated(stacks[number], sizeof stacks[number], run_function);
    else if (stack == 1)
        threads[number] = uThreadCreate(run_function);
    else
        threads[number] = uThreadCreateFor(run_body, argument, NULL);
    uThreadSetPriority(threads[number], (int)program.threads[number].priority);
}

/* The error of a call that left UtErrorStackSmall alone is none. */
static DWORD last_error(void)
{
    return utLastError() == UtErrorStackSmall ? UtErrorNone : (DWORD)utLastError();
}

static DWORD add_to(utSch sch, uThd uthread)
{
    error_small();
    utSchAddUthd(sch, uthread);
    return last_error();
}

static void on_deadlock(utSch sch);

static void make_group(unsigned group)
{
    groups[group] = utSchedulerCreate();
    utSchOnDeadlock(groups[group], on_deadlock);
    for (unsigned i = 0; i < program.groups[group].count; i++) {
        unsigned number = program.groups[group].members[i];
        if (threads[number] || skipped[number])
            continue;
        make_uthread(number);
        utSchAddUthd(groups[group], threads[number]);
    }
}

SEH_FUNCTION static DWORD nest(unsigned group)
{
    DWORD error = UtErrorNone;
    if (groups[group])
        return UtErrorHeld;
    make_group(group);
    __try {
        error_small();
        utSchStart(groups[group]);
        error = last_error();
    } __finally {
        destroy_group(group);
    }
    return error;
}

static DWORD select(unsigned me, unsigned place, const uint16_t *operands)
{
    unsigned which = operands[0], count = program.threads[me].selects[which].count;
    utCase *list = cases[me][which];
    for (unsigned i = 0; i < count; i++) {
        unsigned channel = program.threads[me].selects[which].cases[i].channel;
        list[i].channel = channel ? object_of(CHANNEL, channel - 1) : NULL;
        list[i].send = (BOOL)program.threads[me].selects[which].cases[i].send;
        list[i].value = &case_values[me][which][i];
        case_values[me][which][i] = list[i].send ? value_of(me, place, i) : 0;
    }
    int chosen = (int)count;
    int error = utSelect(list, (int)count, &chosen, until_of(operands[1]));
    bool received = error == UtErrorNone && !list[chosen].send;
    return (DWORD)error | (DWORD)chosen << 5 | (received ? case_values[me][which][chosen] << 8 : 0);
}

static DWORD detach(unsigned number)
{
    uThd uthread = thread_of(number);
    bool over = uthread && uthread->status == UtStatusFinish;
    int error = uThreadDetach(uthread);
    if (error == UtErrorNone) {
        skipped[number] = true;
        if (over)
            threads[number] = NULL;
    }
    return (DWORD)error;
}

static DWORD destroy(unsigned number)
{
    static const int may = UtErrorNone;
    uThd uthread = thread_of(number);
    bool owns[OBJECTS];
    for (unsigned i = 0; i < OBJECTS; i++)
        owns[i] = uthread && objects[MUTEX][i] && utMutexOwner(objects[MUTEX][i]) == uthread;
    error_small();
    uThreadDestroy(uthread);
    if (last_error() != may)
        return last_error();
    for (unsigned i = 0; i < OBJECTS; i++)
        if (owns[i]) {
            abandoned[i] = objects[MUTEX][i];
            objects[MUTEX][i] = NULL;
        }
    threads[number] = NULL;
    return may;
}

static DWORD destroy_object(enum object kind, unsigned which)
{
    void *object = object_of(kind, which);
    int error = UtErrorInvalid;
    switch (kind) {
    case MUTEX:
        error = utMutexDestroy(object);
        break;
    case CONDITION:
        error = utConditionDestroy(object);
        break;
    case SEMAPHORE:
        error = utSemaphoreDestroy(object);
        break;
    case EVENT:
        error = utEventDestroy(object);
        break;
    case TIMER:
        error = utTimerDestroy(object);
        break;
    case CHANNEL:
        error = utChannelDestroy(object);
        break;
    default:
        break;
    }
    if (error == UtErrorNone)
        objects[kind][which] = NULL;
    return (DWORD)error;
}

static DWORD statistics(utSch sch)
{
    utStatistics found;
    int error = utSchStatistics(sch, &found);
    if (error)
        return (DWORD)error;
    return found.threads | found.finished << 4 | found.sleeping << 8 | found.waiting << 12 |
           found.ready << 16 | (found.ended & 0xF) << 20 | (found.woken & 0xFF) << 24;
}

static DWORD owner(utMutex mutex)
{
    uThd holds = utMutexOwner(mutex);
    return holds ? index_of(holds) : 0xFF;
}

static DWORD join(uThd uthread, utTime until)
{
    void *result = NULL;
    int error = uThreadJoin(uthread, &result, until);
    return (DWORD)error | (error == UtErrorNone ? (DWORD)result << 8 : 0);
}

static DWORD spawn(unsigned number, utSch sch)
{
    if (!sch || threads[number])
        return UtErrorInvalid;
    make_uthread(number);
    return add_to(sch, threads[number]);
}

static DWORD resume(uThd uthread)
{
    error_small();
    utResume(uthread);
    return last_error();
}

static DWORD receive(utChannel channel, utTime until)
{
    DWORD value = 0;
    int error = until == UT_FOREVER ? utChannelReceive(channel, &value)
                                    : utChannelReceiveUntil(channel, &value, until);
    return (DWORD)error | (error == UtErrorNone ? value << 8 : 0);
}

static DWORD send(utChannel channel, DWORD value, utTime until)
{
    return until == UT_FOREVER ? (DWORD)utChannelSend(channel, &value)
                               : (DWORD)utChannelSendUntil(channel, &value, until);
}

/* utMutexLock and utSemaphoreTake are not the same code as with a time. */
static DWORD lock(utMutex mutex, utTime until)
{
    return (DWORD)(until == UT_FOREVER ? utMutexLock(mutex) : utMutexLockUntil(mutex, until));
}

static DWORD take(utSemaphore semaphore, utTime until)
{
    return (DWORD)(until == UT_FOREVER ? utSemaphoreTake(semaphore)
                                       : utSemaphoreTakeUntil(semaphore, until));
}

#define object(kind, operand) object_of(kind, operands[operand])

static DWORD perform(unsigned me, unsigned place)
{
    const uint16_t *operands = &program.code[place + 1];
    switch ((enum what)program.code[place]) {
    case YIELD:
        utYield();
        return 0;
    case SLEEP:
        utSleep(ms_of(operands[0]));
        return 0;
    case SLEEP_UNTIL:
        return (DWORD)utSleepUntil(until_of(operands[0]));
    case WORK:
        clock_advance(ms_of(operands[0]));
        return 0;
    case LOCK:
        return lock(object(MUTEX, 0), until_of(operands[1]));
    case UNLOCK:
        return (DWORD)utMutexUnlock(object(MUTEX, 0));
    case OWNER:
        return owner(object(MUTEX, 0));
    case WAIT:
        return (DWORD)utConditionWait(object(CONDITION, 0), object(MUTEX, 1),
                                      until_of(operands[2]));
    case SIGNAL:
        return (DWORD)utConditionSignal(object(CONDITION, 0));
    case BROADCAST:
        return (DWORD)utConditionBroadcast(object(CONDITION, 0));
    case TAKE:
        return take(object(SEMAPHORE, 0), until_of(operands[1]));
    case GIVE:
        return (DWORD)utSemaphoreGive(object(SEMAPHORE, 0));
    case COUNT:
        return (DWORD)utSemaphoreCount(object(SEMAPHORE, 0));
    case AWAIT:
        return (DWORD)utEventWait(object(EVENT, 0), until_of(operands[1]));
    case SET:
        return (DWORD)utEventSet(object(EVENT, 0));
    case RESET:
        return (DWORD)utEventReset(object(EVENT, 0));
    case START:
        return (DWORD)utTimerStart(object(TIMER, 0), until_of(operands[1]), ms_of(operands[2]));
    case STOP:
        return (DWORD)utTimerStop(object(TIMER, 0));
    case RING:
        return (DWORD)utTimerWait(object(TIMER, 0), until_of(operands[1]));
    case SEND:
        return send(object(CHANNEL, 0), value_of(me, place, 0), until_of(operands[1]));
    case RECEIVE:
        return receive(object(CHANNEL, 0), until_of(operands[1]));
    case CLOSE:
        return (DWORD)utChannelClose(object(CHANNEL, 0));
    case INSIDE:
        return (DWORD)utChannelCount(object(CHANNEL, 0));
    case SELECT:
        return select(me, place, operands);
    case JOIN:
        return join(thread_of(operands[0]), until_of(operands[1]));
    case DETACH:
        return detach(operands[0]);
    case CANCEL:
        return (DWORD)uThreadCancel(thread_of(operands[0]));
    case SHIELD:
        return (DWORD)utShield();
    case UNSHIELD:
        return (DWORD)utUnshield();
    case TEST:
        return (DWORD)utTestCancel();
    case PRIORITY:
        return (DWORD)uThreadSetPriority(thread_of(operands[0]), operands[1]);
    case EXIT:
        return (DWORD)uThreadExit((void *)place);
    case RAISE:
        RaiseException(STATUS_RAISED, 0, 0, NULL);
        return 0;
    case STATUS:
        return thread_of(operands[0]) ? (DWORD)threads[operands[0]]->status |
                                            uThreadExitStatus(threads[operands[0]]) << 8
                                      : UtErrorInvalid;
    case STATISTICS:
        return statistics(group_of(operands[0]));
    case RESUME:
        return resume(thread_of(operands[0]));
    case ADD:
        return add_to(group_of(operands[0]), thread_of(operands[1]));
    case NEST:
        return nest(operands[0]);
    case SPAWN:
        return spawn(operands[0], group_of(operands[1]));
    case DESTROY:
        return destroy(operands[0]);
    case DESTROY_OBJECT:
        return destroy_object((enum object)operands[0], operands[1]);
    default:
        return 0;
    }
}

/* How many numbers follow; which of them is a thread, or none. */
static const struct {
    signed char length, uthread;
} shapes[] = {
    [TRY] = {3, -1},         [YIELD] = {0, -1},     [SLEEP] = {1, -1},
    [SLEEP_UNTIL] = {1, -1}, [WORK] = {1, -1},      [LOCK] = {2, -1},
    [UNLOCK] = {1, -1},      [OWNER] = {1, -1},     [WAIT] = {3, -1},
    [SIGNAL] = {1, -1},      [BROADCAST] = {1, -1}, [TAKE] = {2, -1},
    [GIVE] = {1, -1},        [COUNT] = {1, -1},     [AWAIT] = {2, -1},
    [SET] = {1, -1},         [RESET] = {1, -1},     [START] = {3, -1},
    [STOP] = {1, -1},        [RING] = {2, -1},      [SEND] = {2, -1},
    [RECEIVE] = {2, -1},     [CLOSE] = {1, -1},     [INSIDE] = {1, -1},
    [SELECT] = {2, -1},      [JOIN] = {2, 0},       [DETACH] = {1, 0},
    [CANCEL] = {1, 0},       [SHIELD] = {0, -1},    [UNSHIELD] = {0, -1},
    [TEST] = {0, -1},        [PRIORITY] = {2, 0},   [EXIT] = {0, -1},
    [RAISE] = {0, -1},       [STATUS] = {1, 0},     [STATISTICS] = {1, -1},
    [RESUME] = {1, 0},       [ADD] = {2, 1},        [NEST] = {1, -1},
    [SPAWN] = {2, 0},        [DESTROY] = {1, 0},    [DESTROY_OBJECT] = {2, -1},
};

/* ---------------------------------------------------------------- running them */

static void run(unsigned me, unsigned place, unsigned end);

SEH_FUNCTION static void run_finally(unsigned me, unsigned place, unsigned final, unsigned end)
{
    __try {
        run(me, place + 4, final);
    } __finally {
        event(FINALLY, me, place, (DWORD)AbnormalTermination());
        run(me, final, end);
    }
}

SEH_FUNCTION static void run_except(unsigned me, unsigned place, unsigned final, unsigned end)
{
    __try {
        run(me, place + 4, final);
    } __except (GetExceptionCode() == STATUS_RAISED) {
        event(EXCEPT, me, place, 0);
        run(me, final, end);
    }
}

static void run(unsigned me, unsigned place, unsigned end)
{
    while (place < end) {
        const uint16_t *operands = &program.code[place + 1];
        enum what what = (enum what)program.code[place];
        if (what == TRY) {
            unsigned final = place + 4 + operands[1], behind = final + operands[2];
            (operands[0] ? run_except : run_finally)(me, place, final, behind);
            place = behind;
            continue;
        }
        event(BEFORE, me, place, 0);
        bool skip = shapes[what].uthread >= 0 && operands[shapes[what].uthread] < THREADS &&
                    skipped[operands[shapes[what].uthread]];
        DWORD result = skip ? SKIPPED : perform(me, place);
        event(AFTER, me, place, result);
        place += 1 + (unsigned)shapes[what].length;
    }
}

SEH_FUNCTION static void live(unsigned me)
{
    __try {
        run(me, program.threads[me].place, program.threads[me].end);
    } __finally {
        abandon_mutexes(threads[me]);
        if (skipped[me])
            threads[me] = NULL;
    }
}

static void run_function(void)
{
    live(index_of(utCurrent()));
}

static void *run_body(void *argument)
{
    unsigned me = (unsigned)argument - 1;
    live(me);
    return (void *)(1000 + me);
}

/* Lets the time pass when all others sleep. */
static void run_clock(void)
{
    uThd me = utCurrent();
    for (;; utYield()) {
        const struct uThreadScheduler *sch = me->scheduler;
        if (sch->levels != 1 || me->next != me)
            continue;
        if (!sch->sleepers)
            return;
        if (sch->sleepers->deadline > GetTickCount64())
            clock_set(sch->sleepers->deadline);
    }
}

static void add_clock(void)
{
    if (threads[CLOCK] && threads[CLOCK]->status != UtStatusFinish)
        return;
    if (threads[CLOCK])
        uThreadDestroy(threads[CLOCK]);
    utSchAddUthd(groups[0], threads[CLOCK] = uThreadCreate(run_clock));
}

static void on_deadlock(utSch sch)
{
    unsigned group = 0;
    while (groups[group] != sch)
        group++;
    event(DEADLOCK, 0xFF, group, 0);
    for (unsigned i = 0; i <= THREADS; i++)
        if (threads[i] && threads[i]->scheduler == sch && threads[i]->status == UtStatusWait)
            event(WAITER, i, 0, 0);
    unsigned hook = deadlocks++;
    bool does = hook < program.hook_count && program.hooks[hook].place < program.hooks[hook].end;
    if (does)
        run(0xFF, program.hooks[hook].place, program.hooks[hook].end);
    error_small();     /* what it got wrong is not utSchStart's */
    if (does || group) /* the thread that runs an inner one goes on, and may sleep */
        add_clock();
}

/* ---------------------------------------------------------------- the whole */

static void make_objects(void)
{
    memset(objects, 0, sizeof objects);
    for (unsigned i = 0; i < OBJECT_KINDS; i++)
        for (unsigned j = 0; j < program.objects[i].count; j++) {
            const unsigned *parameters = program.objects[i].parameters[j];
            int one = (int)parameters[0], other = (int)parameters[1];
            void *made = i == MUTEX       ? (void *)utMutexCreate(one)
                         : i == CONDITION ? (void *)utConditionCreate()
                         : i == SEMAPHORE ? (void *)utSemaphoreCreate(one, other)
                         : i == EVENT     ? (void *)utEventCreate(one, other)
                         : i == TIMER     ? (void *)utTimerCreate()
                                          : (void *)utChannelCreate(sizeof(DWORD), (size_t)one);
            objects[i][j] = made;
        }
}

static void finish_by_hand(unsigned number)
{
    for (unsigned i = 0; i < ROUNDS; i++) {
        uThd uthread = threads[number];
        if (!uthread || skipped[number] || uthread->scheduler || uthread->status == UtStatusFinish)
            break;
        if (uthread->status == UtStatusSleep || uthread->status == UtStatusWait) {
            utTime deadline = uthread->wait->deadline;
            if (deadline == UT_FOREVER)
                break;
            if (deadline > GetTickCount64())
                clock_set(deadline);
        }
        utResume(uthread);
    }
}

static void start(unsigned round)
{
    add_clock();
    error_small();
    utSchStart(groups[0]);
    event(STARTED, 0xFF, round, last_error());
    for (unsigned i = 0; i < program.by_hand; i++)
        finish_by_hand(i);
}

static DWORD state_of(enum object kind, void *object)
{
    return kind == MUTEX       ? owner(object)
           : kind == SEMAPHORE ? (DWORD)utSemaphoreCount(object)
           : kind == CHANNEL   ? (DWORD)utChannelCount(object)
                               : 0;
}

/* What hangs for ever is freed by its scheduler, the inner ones first; for one that still runs, its
 * host is the thread that hangs. */
static void clean_up(void)
{
    for (unsigned i = 0; i < program.by_hand; i++)
        if (threads[i] && !threads[i]->scheduler)
            utSchAddUthd(groups[0], threads[i]);
    for (unsigned i = GROUPS; i-- > 0;)
        if (groups[i]) {
            groups[i]->root = NULL;
            destroy_group(i);
        }
    for (unsigned i = 0; i < THREADS; i++)
        if (threads[i])
            uThreadDestroy(threads[i]);
    for (unsigned i = 0; i < OBJECT_KINDS; i++)
        for (unsigned j = 0; j < OBJECTS; j++)
            if (objects[i][j])
                destroy_object((enum object)i, j);
    for (unsigned i = 0; i < OBJECTS; i++)
        free(abandoned[i]);
}

static void play(void)
{
    clock_set(program.begin);
    event_count = deadlocks = 0;
    memset(threads, 0, sizeof threads);
    memset(skipped, 0, sizeof skipped);
    memset(groups, 0, sizeof groups);
    memset(abandoned, 0, sizeof abandoned);
    memset(cases, 0, sizeof cases);
    make_objects();
    for (unsigned i = 0; i < program.by_hand; i++)
        make_uthread(i);
    make_group(0);
    start(0);
    for (unsigned i = 0; i < THREADS; i++)
        if (threads[i] && !skipped[i])
            uThreadCancel(threads[i]);
    start(1);
    for (unsigned i = 0; i < THREADS; i++)
        if (threads[i])
            event(STATE, i, (unsigned)threads[i]->status, uThreadExitStatus(threads[i]));
    for (unsigned i = 0; i < OBJECT_KINDS; i++)
        for (unsigned j = 0; j < OBJECTS; j++)
            if (objects[i][j])
                event(OBJECT, i, j, state_of((enum object)i, objects[i][j]));
    clean_up();
}

static DWORD sum(void)
{
    static DWORD table[256];
    for (DWORD i = 0; i < 256 && !table[255]; i++) {
        table[i] = i;
        for (int bit = 0; bit < 8; bit++)
            table[i] = table[i] >> 1 ^ (table[i] & 1 ? 0xEDB88320 : 0);
    }
    DWORD value = 0xFFFFFFFF;
    for (const uint8_t *byte = (const uint8_t *)events; byte < (const uint8_t *)events[event_count];
         byte++)
        value = value >> 8 ^ table[(value ^ *byte) & 0xFF];
    return ~value;
}

static void show_events(void)
{
    printf("=");
    for (unsigned i = 0; i < event_count; i++)
        printf(" %X.%X.%X", (unsigned)events[i][0], (unsigned)events[i][1], (unsigned)events[i][2]);
    printf("\n");
}

/* The library's own lines about faults and deadlocks come in between: ours begin with a sign. */
int main(int argc, char **argv)
{
    static char line[MOST_CODE * 3];
    bool shows = argc > 1 && strcmp(argv[1], "show") == 0;
    size_t before = heap_usage().blocks;
    while (fgets(line, sizeof line, stdin)) {
        if (!read_program(line)) {
            printf("=not a program\n");
            continue;
        }
        play();
        if (heap_usage().blocks != before) {
            printf("=%zu blocks of memory leaked\n", heap_usage().blocks - before);
            before = heap_usage().blocks;
        } else if (shows) {
            show_events();
        } else {
            printf("=%08X\n", (unsigned)sum());
        }
    }
    return 0;
}
