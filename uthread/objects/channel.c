/* Channels. A value goes from the sender's memory to the receiver's when one of them waits, else
 * through the ring of values. */
#include "boot/layout.h"
#include "lib/inlining.h"
#include "lib/string_instructions.h"
#include "uthread/objects/select.h"
#include "uthread/waits/block.h"

struct utChannelObject {
    struct ut_object object;   /* its waiters are the senders */
    struct ut_queue receivers; /* the receivers that wait */
    DWORD size;                /* bytes of a value */
    DWORD words;               /* whole words of a value */
    DWORD capacity, count;     /* in values */
    DWORD full, empty;         /* the counts with which a send and a receive wait, or NEVER */
    char *first, *free, *end;  /* places of the next value to receive and to send; the end */
    char values[] __attribute__((aligned(4)));
};

#define NEVER UINT32_MAX /* the channel is closed: then no thread waits */

static const struct ut_wait_kind sends = {.text = "waits to send to a channel"};
static const struct ut_wait_kind receives = {.text = "waits to receive from a channel",
                                             .queue = offsetof(struct utChannelObject, receivers)};

/* ---------------------------------------------------------------- values */

static inline bool has_words(utChannel channel)
{
    return channel->size == sizeof(DWORD);
}

/* Copies a value before anything else is changed, because the program's memory may fault. Values of
 * four bytes have functions of their own, which call nothing. */
static inline void copy(utChannel channel, void *to, const void *from, bool is_word)
{
    if (is_word) {
        *(DWORD *)to = *(const DWORD *)from;
        return;
    }
    rep_movsl(&to, &from, channel->words);
    if (channel->size % sizeof(DWORD))
        rep_movsb(&to, &from, channel->size % sizeof(DWORD));
}

/* Returns the place behind a place in the ring. */
static inline char *channel_behind(utChannel channel, char *place)
{
    place += channel->size;
    return place == channel->end ? channel->values : place;
}

/* Hand a value to the first receiver, or fetch one from the first sender, and wake it. */
static inline int hand_over(utChannel channel, const void *value, bool is_word)
{
    copy(channel, channel->receivers.next->value, value, is_word);
    return ut_serve_first(&channel->receivers);
}

static inline int fetch(utChannel channel, void *value, bool is_word)
{
    copy(channel, value, channel->object.waiters.next->value, is_word);
    return ut_serve_first(&channel->object.waiters);
}

static inline int put(utChannel channel, const void *value, bool is_word)
{
    char *place = channel->free;
    copy(channel, place, value, is_word);
    channel->free = channel_behind(channel, place);
    channel->count++;
    return UtErrorNone;
}

static inline int channel_take(utChannel channel, void *value, bool is_word)
{
    struct ut_queue *senders = &channel->object.waiters;
    char *place = channel->first;
    copy(channel, value, place, is_word);
    if (!queue_is_empty(senders)) {
        /* The ring is full, so the place that becomes free is the next one to be used. */
        ut_need_stack_of_wait();
        copy(channel, place, senders->next->value, is_word);
        channel->first = channel->free = channel_behind(channel, place);
        return ut_serve_first(senders);
    }
    channel->first = channel_behind(channel, place);
    channel->count--;
    return UtErrorNone;
}

static OWN_STACK int UT_FAST hand_over_word(utChannel channel, const void *value)
{
    return hand_over(channel, value, true);
}

static OWN_STACK int UT_FAST hand_over_bytes(utChannel channel, const void *value)
{
    return hand_over(channel, value, false);
}

static OWN_STACK int UT_FAST fetch_word(utChannel channel, void *value)
{
    return fetch(channel, value, true);
}

static OWN_STACK int UT_FAST fetch_bytes(utChannel channel, void *value)
{
    return fetch(channel, value, false);
}

static OWN_STACK int UT_FAST put_word(utChannel channel, const void *value)
{
    return put(channel, value, true);
}

static OWN_STACK int UT_FAST put_bytes(utChannel channel, const void *value)
{
    return put(channel, value, false);
}

static OWN_STACK int UT_FAST take_word(utChannel channel, void *value)
{
    return channel_take(channel, value, true);
}

static OWN_STACK int UT_FAST take_bytes(utChannel channel, void *value)
{
    return channel_take(channel, value, false);
}

/* ---------------------------------------------------------------- sending and receiving */

static inline bool would_wait(utChannel channel, bool sends_it)
{
    if (!queue_is_empty(sends_it ? &channel->receivers : &channel->object.waiters))
        return false;
    return channel->count == (sends_it ? channel->full : channel->empty);
}

static inline bool is_closed(utChannel channel)
{
    return channel->full == NEVER;
}

/* Reads a byte, or writes it as it is, in one instruction. */
static inline void touch(char *byte, bool writes)
{
    if (writes)
        __asm__ volatile("orb $0, %0" : "+m"(*byte) : : "cc");
    else
        __asm__ volatile("testb %%al, %0" : : "m"(*byte) : "cc");
}

/* Touches each page of a value's memory before a wait with it. So a bad pointer faults here, in the
 * call that was given it, and not in the other thread's call that copies the value. */
static inline void probe(utChannel channel, char *value, bool writes)
{
    DWORD size = channel->size;
    touch(value + size - 1, writes);
    while (size > PAGE_SIZE) {
        size -= PAGE_SIZE;
        touch(value + size - 1, writes);
    }
    touch(value, writes);
}

/* Do a send or a receive that need not wait. */
static inline int send(utChannel channel, const void *value)
{
    if (!queue_is_empty(&channel->receivers))
        return has_words(channel) ? hand_over_word(channel, value)
                                  : hand_over_bytes(channel, value);
    if (is_closed(channel))
        return ut_set_error(UtErrorClosed);
    return has_words(channel) ? put_word(channel, value) : put_bytes(channel, value);
}

static inline int receive(utChannel channel, void *value)
{
    if (channel->count)
        return has_words(channel) ? take_word(channel, value) : take_bytes(channel, value);
    if (!queue_is_empty(&channel->object.waiters))
        return has_words(channel) ? fetch_word(channel, value) : fetch_bytes(channel, value);
    return ut_set_error(UtErrorClosed);
}

/* send and receive in functions apart, for the calls that need not be the shortest. */
static OWN_STACK int UT_FAST send_apart(utChannel channel, const void *value)
{
    return send(channel, value);
}

static OWN_STACK int UT_FAST receive_apart(utChannel channel, void *value)
{
    return receive(channel, value);
}

/* ---------------------------------------------------------------- the calls */

utChannel utChannelCreate(size_t elementSize, size_t capacity)
{
    if (elementSize < 1 || elementSize > 65535 || capacity > UT_COUNT_MOST / elementSize) {
        ut_set_error(UtErrorRange);
        return NULL;
    }
    utChannel channel = ut_object_create(sizeof *channel + elementSize * capacity, CHANNEL_MAGIC);
    if (channel) {
        queue_init(&channel->receivers);
        channel->size = elementSize;
        channel->words = elementSize / sizeof(DWORD);
        channel->capacity = channel->full = capacity;
        channel->first = channel->free = channel->values;
        channel->end = channel->values + elementSize * capacity;
    }
    return channel;
}

int utChannelDestroy(utChannel channel)
{
    if (!ut_object_is(channel, CHANNEL_MAGIC))
        return ut_set_error(UtErrorInvalid);
    if (!queue_is_empty(&channel->receivers))
        return ut_set_error(UtErrorBusy);
    return ut_object_destroy(channel, CHANNEL_MAGIC);
}

/* Whether the arguments are good. */
static inline bool is_good(utChannel channel, const void *value)
{
    return ut_object_is(channel, CHANNEL_MAGIC) && value;
}

/* Wait with the value's address, in functions apart from the calls that need not wait. */
static OWN_STACK int UT_FAST wait_to_send(utChannel channel, const void *value)
{
    probe(channel, (void *)value, false);
    return ut_wait_in(&channel->object.waiters, &sends, (void *)value, UT_FOREVER);
}

static OWN_STACK int UT_FAST wait_to_receive(utChannel channel, void *value)
{
    probe(channel, value, true);
    return ut_wait_in(&channel->receivers, &receives, value, UT_FOREVER);
}

int UT_FAST utChannelSend(utChannel channel, const void *value)
{
    if (!is_good(channel, value))
        return ut_set_error(UtErrorInvalid);
    if (would_wait(channel, true))
        return wait_to_send(channel, value);
    return send(channel, value);
}

int utChannelSendUntil(utChannel channel, const void *value, utTime until)
{
    if (!is_good(channel, value))
        return ut_set_error(UtErrorInvalid);
    if (would_wait(channel, true)) {
        probe(channel, (void *)value, false);
        return ut_wait_in(&channel->object.waiters, &sends, (void *)value, until);
    }
    return send_apart(channel, value);
}

int UT_FAST utChannelReceive(utChannel channel, void *value)
{
    if (!is_good(channel, value))
        return ut_set_error(UtErrorInvalid);
    if (would_wait(channel, false))
        return wait_to_receive(channel, value);
    return receive(channel, value);
}

int utChannelReceiveUntil(utChannel channel, void *value, utTime until)
{
    if (!is_good(channel, value))
        return ut_set_error(UtErrorInvalid);
    if (would_wait(channel, false)) {
        probe(channel, value, true);
        return ut_wait_in(&channel->receivers, &receives, value, until);
    }
    return receive_apart(channel, value);
}

int utChannelClose(utChannel channel)
{
    ut_need_stack();
    if (!ut_object_is(channel, CHANNEL_MAGIC))
        return ut_set_error(UtErrorInvalid);
    if (is_closed(channel))
        return ut_set_error(UtErrorClosed);
    channel->full = channel->empty = NEVER;
    while (!queue_is_empty(&channel->object.waiters))
        ut_serve(channel->object.waiters.next, UtErrorClosed);
    while (!queue_is_empty(&channel->receivers))
        ut_serve(channel->receivers.next, UtErrorClosed);
    return UtErrorNone;
}

int utChannelCount(utChannel channel)
{
    return ut_valid(ut_object_is(channel, CHANNEL_MAGIC)) ? (int)channel->count : -1;
}

int utChannelCapacity(utChannel channel)
{
    return ut_valid(ut_object_is(channel, CHANNEL_MAGIC)) ? (int)channel->capacity : -1;
}

/* ---------------------------------------------------------------- as a case */

static inline int ready(const utCase *it, bool sends_it)
{
    utChannel channel = it->channel;
    if (RARELY(channel->object.magic != CHANNEL_MAGIC || !it->value))
        return UtErrorInvalid;
    if (RARELY(!would_wait(channel, sends_it)))
        return UtErrorNone;
    probe(channel, it->value, !sends_it);
    return WOULD_WAIT;
}

static int UT_FAST receive_ready(const utCase *it)
{
    return ready(it, false);
}

static int UT_FAST send_ready(const utCase *it)
{
    return ready(it, true);
}

static int UT_FAST receive_take(const utCase *it)
{
    return receive_apart(it->channel, it->value);
}

static int UT_FAST send_take(const utCase *it)
{
    return send_apart(it->channel, it->value);
}

const struct ut_case_kind ut_receive_case = {.queue = offsetof(struct utChannelObject, receivers),
                                             .ready = receive_ready,
                                             .take = receive_take};
const struct ut_case_kind ut_send_case = {.ready = send_ready, .take = send_take};
