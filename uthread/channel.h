/* What select knows of channels. */
#ifndef UTHREAD_CHANNEL_H
#define UTHREAD_CHANNEL_H

#include "uthread/wait.h"

struct utChannelObject {
    struct ut_object object;      /* its waiters are those that send */
    struct ut_queue receivers;    /* the others */
    DWORD size;                   /* of a value */
    DWORD capacity, count, first; /* values; the one to be received next */
    bool closed;                  /* then no thread waits */
    char values[];
};

static inline struct ut_queue *channel_queue(utChannel channel, bool sends_it)
{
    return sends_it ? &channel->object.waiters : &channel->receivers;
}

/* Whether a send, or a receive, could not be done at once. */
bool channel_would_wait(utChannel channel, bool sends_it);

/* A send or a receive that would not wait, of a good channel. UtErrorNone, UtErrorClosed. */
int UT_FAST channel_send(utChannel channel, const void *value);
int UT_FAST channel_receive(utChannel channel, void *value);

#endif
