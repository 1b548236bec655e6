/* Channels. A value goes from the sender's memory to the receiver's when one of them waits, else
 * through the ring of values. */
#include "uthread/channel_impl.h"

#include <string.h>

/* ---------------------------------------------------------------- values and waiters */

/* Before anything else is changed: the memory is the program's, and may fault. */
static inline void copy(utChannel channel, void *to, const void *from)
{
    if (channel->size == sizeof(DWORD))
        *(DWORD *)to = *(const DWORD *)from;
    else
        memcpy(to, from, channel->size);
}

/* The value that is index places behind the first. */
static void *slot(utChannel channel, DWORD index)
{
    index += channel->first;
    if (index >= channel->capacity)
        index -= channel->capacity;
    return channel->values + index * channel->size;
}

static void forget(struct utWait *wait)
{
    place_remove(wait->value);
}

/* Takes the owner of a place, and all of its places, out of the channels' hands. Returns its wait,
 * to be woken. */
static inline struct utWait *take_out(struct place *place)
{
    struct utWait *wait = place->wait;
    if (wait->value == place)
        place_remove(place);
    else
        wait->kind->forget(wait);
    wait->value = place;
    return wait;
}

static const struct ut_wait_kind sends = {.text = "waits to send to a channel", .forget = forget};
static const struct ut_wait_kind receives = {.text = "waits to receive from a channel",
                                             .forget = forget};

/* ---------------------------------------------------------------- without waiting */

static inline int send(utChannel channel, const void *value)
{
    if (!places_are_empty(&channel->receivers)) {
        struct place *receiver = channel->receivers.next;
        copy(channel, receiver->value, value);
        ut_wake_served(take_out(receiver));
        return UtErrorNone;
    }
    if (channel->closed)
        return UtErrorClosed;
    if (channel->count == channel->capacity)
        return WOULD_WAIT;
    copy(channel, slot(channel, channel->count), value);
    channel->count++;
    return UtErrorNone;
}

static inline int receive(utChannel channel, void *value)
{
    bool sender_waits = !places_are_empty(&channel->senders);
    struct place *sender = channel->senders.next;
    if (channel->count == 0) {
        if (!sender_waits)
            return channel->closed ? UtErrorClosed : WOULD_WAIT;
        copy(channel, value, sender->value);
        ut_wake_served(take_out(sender));
        return UtErrorNone;
    }
    copy(channel, value, slot(channel, 0));
    if (sender_waits) { /* the first value's slot becomes the last one's */
        copy(channel, slot(channel, 0), sender->value);
        ut_wake_served(take_out(sender));
    } else {
        channel->count--;
    }
    channel->first = channel->first + 1 < channel->capacity ? channel->first + 1 : 0;
    return UtErrorNone;
}

int channel_send(utChannel channel, const void *value)
{
    return send(channel, value);
}

int channel_receive(utChannel channel, void *value)
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
        channel->senders.next = channel->senders.previous = (void *)&channel->senders;
        channel->receivers.next = channel->receivers.previous = (void *)&channel->receivers;
        channel->size = elementSize;
        channel->capacity = capacity;
    }
    return channel;
}

int utChannelDestroy(utChannel channel)
{
    if (!ut_object_is(channel, CHANNEL_MAGIC))
        return UtErrorInvalid;
    if (!places_are_empty(&channel->senders) || !places_are_empty(&channel->receivers))
        return ut_set_error(UtErrorBusy);
    return ut_object_destroy(channel, CHANNEL_MAGIC);
}

static inline int wait_in(utChannel channel, struct places *places, const struct ut_wait_kind *kind,
                          void *value, utTime until)
{
    bool quietly = ut_may_wait_quietly(until);
    int refusal = quietly ? UtErrorNone : ut_refuse_wait(until);
    if (refusal)
        return refusal;
    struct utWait wait;
    struct place place;
    place.wait = &wait;
    place.value = value;
    wait.thread = ut_block_here();
    wait.kind = kind;
    wait.object = channel;
    wait.value = &place;
    place_append(places, &place);
    return ut_result(quietly ? ut_block_quietly(&wait) : ut_block(&wait, until));
}

int utChannelSend(utChannel channel, const void *value, utTime until)
{
    if (!ut_object_is(channel, CHANNEL_MAGIC))
        return UtErrorInvalid;
    if (!value)
        return ut_set_error(UtErrorInvalid);
    int result = send(channel, value);
    if (result != WOULD_WAIT)
        return ut_result(result);
    return wait_in(channel, &channel->senders, &sends, (void *)value, until);
}

int utChannelReceive(utChannel channel, void *value, utTime until)
{
    if (!ut_object_is(channel, CHANNEL_MAGIC))
        return UtErrorInvalid;
    if (!value)
        return ut_set_error(UtErrorInvalid);
    int result = receive(channel, value);
    if (result != WOULD_WAIT)
        return ut_result(result);
    return wait_in(channel, &channel->receivers, &receives, value, until);
}

int utChannelClose(utChannel channel)
{
    if (!ut_object_is(channel, CHANNEL_MAGIC))
        return UtErrorInvalid;
    if (channel->closed)
        return ut_set_error(UtErrorClosed);
    channel->closed = true;
    while (!places_are_empty(&channel->senders))
        ut_wake(take_out(channel->senders.next), UtErrorClosed);
    while (!places_are_empty(&channel->receivers))
        ut_wake(take_out(channel->receivers.next), UtErrorClosed);
    return UtErrorNone;
}

int utChannelCount(utChannel channel)
{
    return ut_object_is(channel, CHANNEL_MAGIC) ? (int)channel->count : -1;
}
