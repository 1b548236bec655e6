/* What select knows of channels. */
#ifndef UTHREAD_CHANNEL_IMPL_H
#define UTHREAD_CHANNEL_IMPL_H

#include "uthread/wait.h"

struct utChannelObject {
    struct ut_object object;      /* whose waiters are those that send */
    struct ut_queue receivers;    /* the others */
    DWORD size;                   /* of a value */
    DWORD capacity, count, first; /* values; the one to be received next */
    bool closed;                  /* then nobody waits */
    char values[];
};

NT_ASSERT_OFFSET(struct utChannelObject, receivers, UT_CHANNEL_RECEIVERS);

/* Among those who wait to send or to receive, a case of a select has a place of its own, the
 * beginning of a wait with this kind; its object is the wait of the whole, whose value becomes the
 * case that was served. */
extern const struct ut_wait_kind ut_is_case;
#define CASE_WAIT_BYTES offsetof(struct utWait, result)

static inline struct ut_queue *channel_queue(utChannel channel, bool send)
{
    return send ? &channel->object.waiters : &channel->receivers;
}

/* Whether it is one; UtErrorInvalid otherwise. */
static inline bool channel_is(utChannel channel)
{
    if (channel && channel->object.magic == CHANNEL_RENDEZVOUS)
        return true;
    return ut_object_is(channel, CHANNEL_MAGIC);
}

/* What need not wait of a send or a receive, of a good channel: UtErrorNone, UtErrorClosed, or
 * WOULD_WAIT when nothing was done. */
enum { WOULD_WAIT = -1 };
int channel_send(utChannel channel, const void *value);
int channel_receive(utChannel channel, void *value);

#endif
