/* Channels, and waiting for the first of several objects. A part of uthread.h. */
#ifndef UTHREAD_CHANNELS_H
#define UTHREAD_CHANNELS_H

#include <uthread_objects.h>

/* A queue of values of elementSize bytes, from 1 to 65535. capacity is the number of values inside,
 * at most UT_COUNT_MOST / elementSize; with 0, sender and receiver meet. UtErrorInvalid: also for a
 * value of NULL.
 *
 * Values are received in the order in which they were sent. After utChannelClose no value can be
 * sent, and the values inside can be received. Any other send, receive or close answers
 * UtErrorClosed, and all waiters get it at once. Destroy drops the values inside. Memory of a value
 * that is not there faults in the call that was given it, before it waits. */
typedef struct utChannelObject *utChannel;
utChannel utChannelCreate(size_t elementSize, size_t capacity);
int utChannelDestroy(utChannel channel);
int UT_FAST utChannelSend(utChannel channel, const void *value);
int utChannelSendUntil(utChannel channel, const void *value, utTime until);
int UT_FAST utChannelReceive(utChannel channel, void *value);
int utChannelReceiveUntil(utChannel channel, void *value, utTime until);
int utChannelClose(utChannel channel);
int utChannelCount(utChannel channel);    /* values inside; -1: UtErrorInvalid */
int utChannelCapacity(utChannel channel); /* values that fit inside; -1: UtErrorInvalid */

/* Waits until a case can be done, and does it. Inside and outside of threads, as all waits. *chosen
 * becomes the case's index, and stays as it was when no case is done. The result is the case's
 * outcome: UtErrorNone, UtErrorClosed of a channel, or the answer of uThreadJoin to a thread's end.
 *
 * When several cases are ready, utSelect does the one that was chosen the longest ago. So when the
 * same arrivals can serve k cases, each is chosen within k arrivals.
 *
 * count is the number of cases, from 1 to UT_CASES_MOST. Several cases may have the same object. A
 * case whose handle is NULL is never ready. UtErrorInvalid (also for cases or chosen of NULL),
 * UtErrorRange (count, or a kind that is none), UtErrorDetached and UtErrorSelf as from
 * uThreadJoin, and the errors of all waits. */
#define UT_CASES_MOST 64
enum {
    UtCaseReceive = 0,
    UtCaseSend = 1,
    UtCaseSemaphore, /* takes 1 */
    UtCaseEvent,     /* resets it unless it is manual */
    UtCaseTimer,     /* takes one ring */
    UtCaseJoin       /* value: the place for the thread's result, or NULL */
};
typedef struct utCase {
    union {
        utChannel channel;
        utSemaphore semaphore;
        utEvent event;
        utTimer timer;
        uThd thread;
        void *handle;
    };
    union {
        int what;
        BOOL send; /* an older name of what in a channel's case: FALSE or TRUE */
    };
    void *value;   /* a value of the channel: read to send, written to receive */
    DWORD turn;    /* the library's: 0 at the start, and for a new case in an old place */
    DWORD wait[5]; /* the library's */
} utCase;
int utSelect(utCase *cases, int count, int *chosen, utTime until);

/* Make a case of a kind. value and result stay the caller's, and must be there until utSelect
 * returns. */
#define UT_CASE_MAKER static __inline __attribute__((unused)) utCase
UT_CASE_MAKER utCaseToReceive(utChannel channel, void *value)
{
    return (utCase){.handle = channel, .what = UtCaseReceive, .value = value};
}
UT_CASE_MAKER utCaseToSend(utChannel channel, const void *value)
{
    return (utCase){.handle = channel, .what = UtCaseSend, .value = (void *)value};
}
UT_CASE_MAKER utCaseOfSemaphore(utSemaphore semaphore)
{
    return (utCase){.handle = semaphore, .what = UtCaseSemaphore};
}
UT_CASE_MAKER utCaseOfEvent(utEvent event)
{
    return (utCase){.handle = event, .what = UtCaseEvent};
}
UT_CASE_MAKER utCaseOfTimer(utTimer timer)
{
    return (utCase){.handle = timer, .what = UtCaseTimer};
}
UT_CASE_MAKER utCaseOfThread(uThd uthread, void **result)
{
    return (utCase){.handle = uthread, .what = UtCaseJoin, .value = (void *)result};
}

/* Typed channels: the compiler rejects channels and values of another type. The calls have the
 * results and the errors of the calls above.
 *
 *     UT_CHANNEL(numbers, int)     declares the type numbers, numbersCreate(capacity),
 *                                  numbersSend(channel, value), numbersReceive(channel, &value),
 *                                  both with ...Until, numbersClose(channel),
 *                                  numbersCount(channel), numbersDestroy(channel), and for
 *                                  utSelect's cases numbersToSend(channel, &value) and
 *                                  numbersToReceive(channel, &value)
 */
#define UT_CHANNEL(name, type)                                                                     \
    typedef struct name##Object *name;                                                             \
    UT_CHANNEL_CALL name name##Create(size_t capacity)                                             \
    {                                                                                              \
        return (name)utChannelCreate(sizeof(type), capacity);                                      \
    }                                                                                              \
    UT_CHANNEL_CALL int name##Send(name channel, type value)                                       \
    {                                                                                              \
        return utChannelSend((utChannel)channel, &value);                                          \
    }                                                                                              \
    UT_CHANNEL_CALL int name##SendUntil(name channel, type value, utTime until)                    \
    {                                                                                              \
        return utChannelSendUntil((utChannel)channel, &value, until);                              \
    }                                                                                              \
    UT_CHANNEL_CALL int name##Receive(name channel, type *value)                                   \
    {                                                                                              \
        return utChannelReceive((utChannel)channel, value);                                        \
    }                                                                                              \
    UT_CHANNEL_CALL int name##ReceiveUntil(name channel, type *value, utTime until)                \
    {                                                                                              \
        return utChannelReceiveUntil((utChannel)channel, value, until);                            \
    }                                                                                              \
    UT_CHANNEL_CALL int name##Close(name channel)                                                  \
    {                                                                                              \
        return utChannelClose((utChannel)channel);                                                 \
    }                                                                                              \
    UT_CHANNEL_CALL int name##Count(name channel)                                                  \
    {                                                                                              \
        return utChannelCount((utChannel)channel);                                                 \
    }                                                                                              \
    UT_CHANNEL_CALL int name##Destroy(name channel)                                                \
    {                                                                                              \
        return utChannelDestroy((utChannel)channel);                                               \
    }                                                                                              \
    UT_CHANNEL_CALL utCase name##ToSend(name channel, type *value)                                 \
    {                                                                                              \
        return utCaseToSend((utChannel)channel, value);                                            \
    }                                                                                              \
    UT_CHANNEL_CALL utCase name##ToReceive(name channel, type *value)                              \
    {                                                                                              \
        return utCaseToReceive((utChannel)channel, value);                                         \
    }
#define UT_CHANNEL_CALL static __inline __attribute__((unused))

#endif
