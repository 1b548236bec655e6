/* What select knows of channels. */
#ifndef UTHREAD_CHANNEL_IMPL_H
#define UTHREAD_CHANNEL_IMPL_H

#include "uthread/wait.h"

/* A place among those who wait to send or to receive; a select has one for each of its cases. */
struct place {
    struct place *next, *previous;
    struct utWait *wait; /* its value becomes the place that was served */
    void *value;         /* to be read or written */
};

_Static_assert(sizeof(struct place) == sizeof(((utCase *)0)->wait), "utCase.wait");

struct places { /* a ring with this in it */
    struct place *next, *previous;
};

struct utChannelObject {
    struct ut_object object; /* its own waiters are none */
    struct places senders, receivers;
    DWORD size;                   /* of a value */
    DWORD capacity, count, first; /* values; the one to be received next */
    bool closed;                  /* then nobody waits */
    char values[];
};

static inline bool places_are_empty(const struct places *places)
{
    return places->next == (const void *)places;
}

static inline void place_append(struct places *places, struct place *place)
{
    place->next = (struct place *)(void *)places;
    place->previous = places->previous;
    places->previous->next = place;
    places->previous = place;
}

static inline void place_remove(struct place *place)
{
    place->previous->next = place->next;
    place->next->previous = place->previous;
}

/* What need not wait of a send or a receive, of a good channel: UtErrorNone, UtErrorClosed, or
 * WOULD_WAIT when nothing was done. */
enum { WOULD_WAIT = -1 };
int channel_send(utChannel channel, const void *value);
int channel_receive(utChannel channel, void *value);

#endif
