/* Channels. A value goes from the sender's memory to the receiver's when one of them waits, else
 * through the ring of values. The quickest way of all is in rendezvous.S. */
#include "uthread/channel_impl.h"

#include <string.h>

/* Called by rendezvous.S: the rest of the public calls. */
int UT_FAST ut_send_slowly(utChannel channel, const void *value);
int UT_FAST ut_receive_slowly(utChannel channel, void *value);
extern const struct ut_wait_kind ut_sends, ut_receives;

const struct ut_wait_kind ut_sends = {.text = "waits to send to a channel"};
const struct ut_wait_kind ut_receives = {.text = "waits to receive from a channel"};
const struct ut_wait_kind ut_is_case = {.text = "is a case of a select"};

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

/* Lets the thread go on to which a place belongs; it leaves all the places that it has. */
static void wake(struct utWait *place, int result)
{
    struct utWait *wait = place;
    if (place->kind == &ut_is_case) {
        wait = place->object;
        wait->kind->forget(wait);
        wait->value = place;
    } else {
        queue_remove(place);
    }
    ut_wake(wait, result);
}

/* ---------------------------------------------------------------- without waiting */

int channel_send(utChannel channel, const void *value)
{
    if (!queue_is_empty(&channel->receivers)) {
        struct utWait *receiver = channel->receivers.next;
        copy(channel, receiver->value, value);
        wake(receiver, UtErrorNone);
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

int channel_receive(utChannel channel, void *value)
{
    struct ut_queue *senders = &channel->object.waiters;
    struct utWait *sender = queue_is_empty(senders) ? NULL : senders->next;
    if (channel->count == 0) {
        if (!sender)
            return channel->closed ? UtErrorClosed : WOULD_WAIT;
        copy(channel, value, sender->value);
        wake(sender, UtErrorNone);
        return UtErrorNone;
    }
    copy(channel, value, slot(channel, 0));
    if (sender) { /* the first value's slot becomes the last one's */
        copy(channel, slot(channel, 0), sender->value);
        wake(sender, UtErrorNone);
    } else {
        channel->count--;
    }
    channel->first = channel->first + 1 < channel->capacity ? channel->first + 1 : 0;
    return UtErrorNone;
}

/* ---------------------------------------------------------------- the calls */

utChannel utChannelCreate(size_t elementSize, size_t capacity)
{
    if (elementSize < 1 || elementSize > 65535 || capacity > UT_COUNT_MOST / elementSize) {
        ut_set_error(UtErrorRange);
        return NULL;
    }
    bool rendezvous = elementSize == sizeof(DWORD) && capacity == 0;
    utChannel channel = ut_object_create(sizeof *channel + elementSize * capacity,
                                         rendezvous ? CHANNEL_RENDEZVOUS : CHANNEL_MAGIC);
    if (channel) {
        queue_init(&channel->receivers);
        channel->size = elementSize;
        channel->capacity = capacity;
    }
    return channel;
}

int utChannelDestroy(utChannel channel)
{
    if (!channel_is(channel))
        return UtErrorInvalid;
    if (!queue_is_empty(&channel->receivers))
        return ut_set_error(UtErrorBusy);
    return ut_object_destroy(channel, channel->object.magic);
}

/* A send, or a receive. */
static inline int exchange(utChannel channel, void *value, utTime until, bool send)
{
    ut_need_stack();
    if (!channel_is(channel))
        return UtErrorInvalid;
    if (!value)
        return ut_set_error(UtErrorInvalid);
    int result = send ? channel_send(channel, value) : channel_receive(channel, value);
    if (result != WOULD_WAIT)
        return ut_result(result);
    result = ut_refuse_wait(until);
    if (result)
        return result;
    struct utWait wait;
    wait.value = value;
    return ut_result(ut_wait_in(channel, channel_queue(channel, send), &wait,
                                send ? &ut_sends : &ut_receives, until));
}

int utChannelSendUntil(utChannel channel, const void *value, utTime until)
{
    return exchange(channel, (void *)value, until, true);
}

int utChannelReceiveUntil(utChannel channel, void *value, utTime until)
{
    return exchange(channel, value, until, false);
}

int UT_FAST ut_send_slowly(utChannel channel, const void *value)
{
    return utChannelSendUntil(channel, value, UT_FOREVER);
}

int UT_FAST ut_receive_slowly(utChannel channel, void *value)
{
    return utChannelReceiveUntil(channel, value, UT_FOREVER);
}

int utChannelClose(utChannel channel)
{
    ut_need_stack();
    if (!channel_is(channel))
        return UtErrorInvalid;
    if (channel->closed)
        return ut_set_error(UtErrorClosed);
    channel->closed = true;
    channel->object.magic = CHANNEL_MAGIC;
    while (!queue_is_empty(&channel->object.waiters))
        wake(channel->object.waiters.next, UtErrorClosed);
    while (!queue_is_empty(&channel->receivers))
        wake(channel->receivers.next, UtErrorClosed);
    return UtErrorNone;
}

int utChannelCount(utChannel channel)
{
    return channel_is(channel) ? (int)channel->count : -1;
}
