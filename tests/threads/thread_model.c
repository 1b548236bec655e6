/* Runs random programs of the kernel's threads and objects, one a line of input; thread_model.t
 * sends them and compares what happened with a reference in tests/model. Prints a sum over each
 * program's events, or with the argument "show" the events themselves.
 *
 * The machine has one CPU, and a clock that counts instructions: a program's calls then take no
 * time that a deadline could notice.
 *
 * run: name=plain virtual-time=1 args=show input="####&'#$$##$%$#$+#$$####%$$.#%\n"
 *   expect="^= 104.7777.0 301.1.0 101.17777.0 302.1.0 102.20000.0 400.103.0 "
 * run: name=ring3 ring=3 virtual-time=1 args=show input="####&'#$$##$%$#$+#$$####%$$.#%\n"
 *   expect="^= 104.7777.0 301.1.0 101.17777.0 302.1.0 102.20000.0 400.103.0 "
 */
#include "tests/threads/thread_model.h"
#include "tests/model/event_words.h"

enum { UNIT = 4 /* ticks */ };

/* The first word of an event; the thread's number is below it. */
enum { RESULT = 0x100, APC = 0x200, ORDERED = 0x300, END = 0x400, STATE = 0x500 };

#define UNTOUCHED 0x7777u
#define SKIPPED   0xEEEEu

static uint32_t threads[THREADS], places[PLACES];
static volatile uint32_t busy[THREADS], words[WORDS];
static const struct order *orders[THREADS];
static uint64_t now; /* in ticks: when the present unit began */

/* ---------------------------------------------------------------- operands */

/* The low two bits of a handle mean nothing. */
static uint32_t handle(unsigned operand)
{
    enum { WRONG_HANDLE = 0x77770 };
    if (operand < PLACES)
        return places[operand] ? places[operand] | (operand & 3) : WRONG_HANDLE;
    return operand < THIS_THREAD    ? threads[operand - PLACES]
           : operand == THIS_THREAD ? HANDLE_OF_THIS_THREAD
           : operand == WRONG       ? WRONG_HANDLE
                                    : 0;
}

static uint64_t until(unsigned operand)
{
    return operand == 1 ? WAIT_FOREVER : operand ? now + (operand - 1) * UNIT : now;
}

static uint32_t access(unsigned rights)
{
    enum { EVERY_CHANGE = 0x833 }; /* of any kind of object, and what a query needs */
    return (rights & 1 ? SYNCHRONIZE : 0) | (rights & 2 ? EVERY_CHANGE : 0);
}

/* The rights to open a kind that has a name. */
static uint32_t rights_to_open(uint32_t kind, unsigned rights)
{
    return access(rights) & (kind == OBJECT_MUTEX ? MUTANT_ALL_ACCESS : EVENT_ALL_ACCESS);
}

static const char *name(unsigned operand)
{
    static const char *const names[] = {NULL, "one", "two"};
    return names[operand];
}

static unsigned take_apcs(unsigned me)
{
    uint32_t call[4];
    unsigned taken = 0;
    for (; sys_apc_take(call); taken++)
        add_event(APC + me, call[0], call[1]);
    return taken;
}

/* ---------------------------------------------------------------- calls */

static uint32_t make(enum what what, const uint8_t *operand, uint32_t *into)
{
    const char *named = name(operand[1]);
    switch (what) {
    case EVENT: return sys_event_create(into, named, operand[2], operand[3]);
    case SEMAPHORE: return sys_semaphore_create(into, named, operand[2], operand[3]);
    case MUTEX: return sys_mutex_create(into, named, operand[2]);
    case TIMER: return sys_timer_create(into, named, operand[2]);
    case KEYED: return sys_keyed_event_create(into, named);
    default:
        return named ? sys_object_open(into, named, operand[2],
                                       rights_to_open(operand[2], operand[3]))
                     : SKIPPED;
    }
}

static uint32_t duplicate(const uint8_t *operand)
{
    uint32_t *into = &places[operand[1]];
    bool same = operand[2] == SAME_RIGHTS;
    return *into ? SKIPPED
                 : sys_handle_duplicate(handle(operand[0]), access(operand[2]),
                                        same ? DUPLICATE_SAME_ACCESS : 0, into);
}

static uint32_t close(unsigned place)
{
    uint32_t closed = places[place];
    places[place] = 0;
    return sys_handle_close(closed);
}

static uint32_t wait(const uint8_t *operand)
{
    uint32_t handles[4];
    for (unsigned i = 0; i < 4; i++)
        handles[i] = handle(operand[3 + i]);
    return sys_wait_for(handles, operand[2], operand[0], until(operand[1]));
}

static uint32_t query(uint32_t thread, uint32_t *more)
{
    struct thread_information information;
    uint32_t status = sys_thread_query(thread, &information);
    if (status != STATUS_SUCCESS)
        return status;
    *more = information.relative_priority & 0xFF;
    return information.exit_code;
}

static const int8_t priorities[] = {0, 1, -1, 2, -2, 15, 3};

/* Makes a call that no other function here makes. */
static uint32_t call_of_thread(unsigned me, enum what what, const uint8_t *operand, uint32_t *more)
{
    switch (what) {
    case QUEUE: return sys_thread_queue_apc(handle(operand[0]), operand[1], operand[1] + 1u, 0, 0);
    case SUSPEND: return sys_thread_suspend(handle(operand[0]), more);
    case RESUME: return sys_thread_resume(handle(operand[0]), more);
    case TERMINATE: return sys_thread_terminate(handle(operand[0]), operand[1]);
    case PRIORITY: return sys_thread_set_priority(handle(operand[0]), priorities[operand[1]]);
    case QUERY: return query(handle(operand[0]), more);
    case YIELD: return sys_thread_yield();
    case EXIT: sys_thread_exit(operand[0]); return 0;
    default: return take_apcs(me);
    }
}

static uint32_t call_of_words(enum what what, const uint8_t *operand)
{
    uint32_t *word = (uint32_t *)&words[operand[0]];
    if (what == AWAIT)
        return sys_address_wait(word, operand[1], until(operand[2]));
    if (what == WAKE)
        return sys_address_wake(word, operand[1]);
    words[operand[0]] = operand[1];
    return STATUS_SUCCESS;
}

static uint32_t perform(unsigned me, enum what what, const uint8_t *operand, uint32_t *more)
{
    switch (what) {
    case EVENT:
    case SEMAPHORE:
    case MUTEX:
    case TIMER:
    case KEYED:
    case OPEN: return places[operand[0]] ? SKIPPED : make(what, operand, &places[operand[0]]);
    case CLOSE: return close(operand[0]);
    case DUPLICATE: return duplicate(operand);
    case WAIT: return wait(operand);
    case SIGNAL_AND_WAIT:
        return sys_wait_signal_and(handle(operand[0]), handle(operand[1]), operand[2],
                                   until(operand[3]));
    case CHANGE: return sys_event_change(handle(operand[0]), operand[1], more);
    case RELEASE: return sys_semaphore_release(handle(operand[0]), operand[1], (int32_t *)more);
    case LEAVE: return sys_mutex_release(handle(operand[0]), (int32_t *)more);
    case START:
        return sys_timer_set(handle(operand[0]), until(operand[1]), operand[2] * UNIT, operand[3],
                             0);
    case CANCEL: return sys_timer_cancel(handle(operand[0]));
    case KEYED_WAIT:
        return sys_keyed_event_wait(handle(operand[0]), operand[1], operand[2], until(operand[3]));
    case KEYED_RELEASE:
        return sys_keyed_event_release(handle(operand[0]), operand[1], operand[2],
                                       until(operand[3]));
    case AWAIT:
    case PUT:
    case WAKE: return call_of_words(what, operand);
    default: return call_of_thread(me, what, operand, more);
    }
}

static void carry_out(unsigned me, const struct order *order)
{
    const uint8_t *code = order->code;
    for (unsigned i = 0; i < order->count; i++) {
        enum what what = (enum what)code[0];
        uint32_t more = UNTOUCHED;
        uint32_t result = perform(me, what, code + 1, &more);
        add_event(RESULT + me, (order->place + i) << 16 | (more & 0xFFFF), result);
        if (result == STATUS_USER_APC)
            take_apcs(me);
        code += 1 + lengths[what];
    }
}

/* ---------------------------------------------------------------- the whole */

static uint32_t live(void *argument)
{
    unsigned me = (unsigned)argument;
    do {
        while (!busy[me])
            sys_address_wait((uint32_t *)&busy[me], 0, WAIT_FOREVER);
        carry_out(me, orders[me]);
        busy[me] = false;
    } while (orders[me]);
    return 0;
}

static bool has_ended(uint32_t thread)
{
    struct thread_information information = {0};
    sys_thread_query(thread, &information);
    return information.ended;
}

static void give(const struct order *order)
{
    unsigned who = order->who;
    bool refused = has_ended(threads[who]) || busy[who];
    add_event(ORDERED + who, order->count, refused ? SKIPPED : 0);
    if (refused)
        return;
    orders[who] = order;
    busy[who] = true;
    sys_address_wake((uint32_t *)&busy[who], 1);
}

/* Events that are due at the beginning of a unit have happened in the middle of it. */
static void pass_units(unsigned count)
{
    while (count-- > 0) {
        now += UNIT;
        sys_wait_for(NULL, 0, 0, now + UNIT / 2);
    }
}

static void tell_states(void)
{
    for (unsigned i = 0; i < THREADS; i++) {
        struct thread_information information;
        sys_thread_query(threads[i], &information);
        add_event(END + i, information.exit_code, information.relative_priority & 0xFF);
    }
    for (unsigned i = 0; i < 2 * PLACES; i++) {
        uint32_t waited = handle(i / 2);
        add_event(STATE + ORDERER, i, sys_wait_for(&waited, 1, 0, now));
    }
}

static void begin(void)
{
    static const uint64_t margin = 1;
    event_count = 0;
    memset((void *)words, 0, sizeof words);
    memset((void *)busy, 0, sizeof busy);
    for (unsigned i = 0; i < THREADS; i++) {
        threads[i] = make_thread(live, (void *)i, false);
        sys_thread_set_priority(threads[i], priorities[program.priorities[i]]);
    }
    now = GetTickCount64() + margin;
    sys_wait_for(NULL, 0, 0, now);
}

/* The end of a thread may let others go on, and what they do then is no event any more. */
static void end(void)
{
    unsigned count = event_count;
    for (unsigned i = 0; i < THREADS; i++) {
        sys_thread_terminate(threads[i], 0);
        sys_handle_close(threads[i]);
    }
    for (unsigned i = 0; i < PLACES; i++)
        if (places[i])
            close(i);
    take_apcs(ORDERER);
    event_count = count;
}

static void play(void)
{
    begin();
    for (unsigned i = 0; i < program.order_count; i++) {
        const struct order *order = &program.orders[i];
        pass_units(order->units);
        if (order->who == ORDERER)
            carry_out(ORDERER, order);
        else
            give(order);
    }
    tell_states();
    end();
}

int main(int argc, char **argv)
{
    sys_thread_set_priority(HANDLE_OF_THIS_THREAD, THREAD_BASE_PRIORITY_IDLE);
    return answer_lines(has_argument(argc, argv, "show"), read_program, play, answer_words);
}
