/* The beginning of all objects of the pool: a callback, how often it is pending, and how often it
 * runs. All calls under the pools' lock (pool.h). */
#ifndef WIN32_POOL_CALLBACK_H
#define WIN32_POOL_CALLBACK_H

#include "win32/pool/helpers.h"
#include "win32/pool/pool.h"

struct callback;

/* How the kinds of objects differ. */
struct callback_kind {
    const struct claimed *claims; /* helpers that it needs beside its pool's, or NULL */

    /* Calls the program's function, without the lock. */
    void (*call)(struct callback *callback, PTP_CALLBACK_INSTANCE instance);

    /* Keeps more calls from coming by themselves: a timer, a wait. Nothing sets it again, because
     * it is closed. May give the lock free meanwhile. Or NULL. */
    void (*stop)(struct callback *callback);

    /* Called before the record goes, or NULL. */
    void (*end)(struct callback *callback);
};

struct callback {
    const struct callback_kind *kind;
    struct _TP_POOL *pool;
    struct link queue;          /* in the pool, while it is pending */
    uint32_t references;        /* the program's, one while it is pending, one for each that runs */
    uint32_t pending, running;  /* how often */
    uint32_t called;            /* as running, with calls whose thread has left it (instance.c) */
    CONDITION_VARIABLE settled; /* neither any more */
    PVOID context;
    PTP_SIMPLE_CALLBACK function;    /* of a kind of its own, which call knows */
    PTP_SIMPLE_CALLBACK behind;      /* called behind each call, or NULL */
    struct _TP_CLEANUP_GROUP *group; /* or NULL */
    struct link member;              /* in the group */
    PTP_CLEANUP_GROUP_CANCEL_CALLBACK cancelled;
    uint8_t priority;
    bool taken_back; /* it was pending when its group was cancelled */
    bool single;     /* the program has no reference: it is called once */
    bool closed;     /* the program's reference is given back, or is its group's to give */
    bool left;       /* the program closed it while its group waited for it */
};

struct _TP_CLEANUP_GROUP {
    struct link members;
};

/* A call of a callback, and the actions of the thread behind it. */
struct _TP_CALLBACK_INSTANCE {
    struct callback *callback;
    bool apart; /* it counts as returned */
    HANDLE event, semaphore, mutex;
    DWORD count; /* for the semaphore */
    PCRITICAL_SECTION section;
};

/* Makes a record of so many bytes that begins with a callback, and the threads that it will need,
 * so nothing that is done with it later can fail. It has one reference. NULL:
 * ERROR_NOT_ENOUGH_MEMORY, or ERROR_INVALID_PARAMETER for an environment of no known version.
 * Without the lock. */
void *callback_make(size_t size, const struct callback_kind *kind, void *function, PVOID context,
                    const TP_CALLBACK_ENVIRON *environment);

/* Gives a reference back. The last one frees the record. */
void callback_release(struct callback *callback);

/* Makes it pending once more. */
void callback_submit(struct callback *callback);

static inline bool callback_is_settled(const struct callback *callback)
{
    return !callback->pending && !callback->running;
}

/* Wakes those that wait until it is neither pending nor runs, if that is so. */
void callback_wake_if_settled(struct callback *callback);

/* Waits until it is neither pending nor runs. */
void callback_settle(struct callback *callback);

/* WaitForThreadpool...Callbacks and CloseThreadpool...: both without the lock. */
void callback_await(struct callback *callback, BOOL cancel);
void callback_close(struct callback *callback);

/* instance.c, without the lock: does what was asked for in a call. */
void instance_end(const struct _TP_CALLBACK_INSTANCE *instance);

#endif
