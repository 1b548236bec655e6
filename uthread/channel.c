/* Channels. A value goes from the sender's memory to the receiver's when one of them waits, else
 * through the ring of values. */
#include "uthread/channel.h"

#include "uthread/block.h"

#include <string.h>

static const struct ut_wait_kind sends = {.text = "waits to send to a channel"};
static const struct ut_wait_kind receives = {.text = "waits to receive from a channel",
                                             .queue = offsetof(struct utChannelObject, receivers)};

/* ---------------------------------------------------------------- values */

/* Before anything else is changed: the memory is the program's, and may fault. */
static inline void copy(utChannel channel, void *to, const void *from)
{
    if (__builtin_expect(channel->size == sizeof(DWORD), 1))
        *(DWORD *)to = *(const DWORD *)from;
    else
        memcpy(to, from, channel->size);
}

/* The value that is index places behind the first. */
static inline void *slot(utChannel channel, DWORD index)
{
    index += channel->first;
    if (index >= channel->capacity)
        index -= channel->capacity;
    return channel->values + index * channel->size;
}

/* To the first receiver; from the first sender. Both let it go on. */
static int UT_REGISTERS hand_over(struct ut_queue *receivers, const void *value, size_t size)
{
    memcpy(receivers->next->value, value, size);
    return ut_serve_first(receivers);
}

static int UT_REGISTERS fetch(struct ut_queue *senders, void *value, size_t size)
{
    memcpy(value, senders->next->value, size);
    return ut_serve_first(senders);
}

static int UT_FAST put_inside(utChannel channel, const void *value)
{
    copy(channel, slot(channel, channel->count), value);
    channel->count++;
    return UtErrorNone;
}

static int UT_FAST take_from_inside(utChannel channel, void *value)
{
    struct ut_queue *senders = &channel->object.waiters;
    copy(channel, value, slot(channel, 0));
    if (queue_is_empty(senders)) {
        channel->count--;
    } else { /* the first value's slot becomes the last one's */
        copy(channel, slot(channel, 0), senders->next->value);
        ut_serve_first(senders);
    }
    channel->first = channel->first + 1 < channel->capacity ? channel->first + 1 : 0;
    return UtErrorNone;
}

/* ---------------------------------------------------------------- sending and receiving */

/* Waits for the other side, with the value's address. */
static int UT_REGISTERS wait_for(struct ut_queue *queue, const struct ut_wait_kind *kind,
                                 const void *value)
{
    return ut_wait_in(queue, kind, (void *)value, UT_FOREVER);
}

static int UT_REGISTERS wait_until(struct ut_queue *queue, const struct ut_wait_kind *kind,
                                   const void *value, utTime until)
{
    return ut_wait_in(queue, kind, (void *)value, until);
}

#define ALWAYS_INLINE inline __attribute__((always_inline))

/* What need not wait of a send or a receive; WOULD_WAIT when nothing was done. */
static ALWAYS_INLINE int send(utChannel channel, const void *value)
{
    struct ut_queue *receivers = &channel->receivers;
    if (!queue_is_empty(receivers)) {
        if (channel->size != sizeof(DWORD))
            return hand_over(receivers, value, channel->size);
        *(DWORD *)receivers->next->value = *(const DWORD *)value;
        return ut_serve_first(receivers);
    }
    if (channel->closed)
        return ut_set_error(UtErrorClosed);
    return channel->count < channel->capacity ? put_inside(channel, value) : WOULD_WAIT;
}

static ALWAYS_INLINE int receive(utChannel channel, void *value)
{
    struct ut_queue *senders = &channel->object.waiters;
    if (channel->count)
        return take_from_inside(channel, value);
    if (!queue_is_empty(senders)) {
        if (channel->size != sizeof(DWORD))
            return fetch(senders, value, channel->size);
        *(DWORD *)value = *(const DWORD *)senders->next->value;
        return ut_serve_first(senders);
    }
    return channel->closed ? ut_set_error(UtErrorClosed) : WOULD_WAIT;
}

int UT_FAST channel_send(utChannel channel, const void *value)
{
    return send(channel, value);
}

int UT_FAST channel_receive(utChannel channel, void *value)
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
        channel->capacity = capacity;
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

/* Whether a call can be. */
static inline bool is_good(utChannel channel, const void *value)
{
    return ut_object_is(channel, CHANNEL_MAGIC) && value;
}

int UT_FAST utChannelSend(utChannel channel, const void *value)
{
    if (!is_good(channel, value))
        return ut_set_error(UtErrorInvalid);
    int result = send(channel, value);
    return result == WOULD_WAIT ? wait_for(&channel->object.waiters, &sends, value) : result;
}

int utChannelSendUntil(utChannel channel, const void *value, utTime until)
{
    if (!is_good(channel, value))
        return ut_set_error(UtErrorInvalid);
    int result = send(channel, value);
    return result == WOULD_WAIT ? wait_until(&channel->object.waiters, &sends, value, until)
                                : result;
}

int UT_FAST utChannelReceive(utChannel channel, void *value)
{
    if (!is_good(channel, value))
        return ut_set_error(UtErrorInvalid);
    int result = receive(channel, value);
    return result == WOULD_WAIT ? wait_for(&channel->receivers, &receives, value) : result;
}

int utChannelReceiveUntil(utChannel channel, void *value, utTime until)
{
    if (!is_good(channel, value))
        return ut_set_error(UtErrorInvalid);
    int result = receive(channel, value);
    return result == WOULD_WAIT ? wait_until(&channel->receivers, &receives, value, until) : result;
}

int utChannelClose(utChannel channel)
{
    ut_need_stack();
    if (!ut_object_is(channel, CHANNEL_MAGIC))
        return ut_set_error(UtErrorInvalid);
    if (channel->closed)
        return ut_set_error(UtErrorClosed);
    channel->closed = true;
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
