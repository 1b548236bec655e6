/* Keyed events: a thread that waits for a key and a thread that releases it meet. Each waits for
 * the other, and one release lets one wait go on.
 *
 * A thread that finds nobody puts a meeting, which lies on its stack, into the bucket of its key.
 * The other thread takes it out, marks it as met and wakes its word. So a meeting is either in the
 * bucket or met, and its thread learns which of both under the lock when its time has passed.
 */
#include "kernel/shared/system_time.h"
#include "lib/lock.h"
#include "win32/address_wait.h"
#include "win32/locks/word.h"

#include <winternl.h>

enum { BUCKETS = 32, INTERVALS_IN_MS = 10000 };

struct meeting {
    struct meeting *next;
    PVOID key;
    bool releases;
    volatile uint32_t met;
};

static struct bucket {
    struct lock lock;
    struct meeting *first; /* in the order in which they came */
} buckets[BUCKETS];

/* A stack overflow must come before a lock is taken. */
static inline void need_stack(void)
{
    enum { STACK_OF_CALLS = 256 };
    __asm__ volatile("testl %%esp, -%c0(%%esp)" : : "i"(STACK_OF_CALLS) : "cc");
}

static struct bucket *bucket_of(PVOID key)
{
    return &buckets[((uint32_t)key >> 2) % BUCKETS];
}

/* Takes the first meeting out that waits for this one, or returns NULL. */
static struct meeting *take_other(struct bucket *bucket, const struct meeting *own)
{
    struct meeting **link = &bucket->first, *other;
    while ((other = *link) && !(other->key == own->key && other->releases != own->releases))
        link = &other->next;
    if (other)
        *link = other->next;
    return other;
}

static void append(struct bucket *bucket, struct meeting *own)
{
    struct meeting **link = &bucket->first;
    while (*link)
        link = &(*link)->next;
    *link = own;
}

/* Takes a meeting out whose time has passed. Returns false if it was met. */
static bool give_up(struct bucket *bucket, struct meeting *own)
{
    struct meeting **link = &bucket->first;
    lock_take(&bucket->lock);
    while (*link && *link != own)
        link = &(*link)->next;
    bool found = *link;
    if (found)
        *link = own->next;
    lock_release(&bucket->lock);
    return found;
}

/* Negative times are from now, others from 1601. */
static uint64_t deadline_of(const LARGE_INTEGER *time)
{
    if (!time)
        return WAIT_WITHOUT_END;
    int64_t left = time->QuadPart < 0 ? -time->QuadPart : time->QuadPart - (int64_t)system_time();
    return left <= 0 ? 0
                     : GetTickCount64() + (uint64_t)(left + INTERVALS_IN_MS - 1) / INTERVALS_IN_MS;
}

static NTSTATUS meet(HANDLE event, PVOID key, bool releases, const LARGE_INTEGER *time)
{
    struct meeting own = {.key = key, .releases = releases};
    struct bucket *bucket = bucket_of(key);
    uint64_t deadline = deadline_of(time);
    if (event)
        return (NTSTATUS)STATUS_INVALID_HANDLE;
    if ((uint32_t)key & 1)
        return (NTSTATUS)STATUS_INVALID_PARAMETER_1;
    need_stack();
    lock_take(&bucket->lock);
    struct meeting *other = take_other(bucket, &own);
    if (!other)
        append(bucket, &own);
    lock_release(&bucket->lock);
    if (other) {
        volatile uint32_t *word = &other->met;
        __atomic_store_n(word, 1, __ATOMIC_SEQ_CST); /* its thread may go on and leave its stack */
        address_wake(word, 1);
        return STATUS_SUCCESS;
    }
    while (!word_read(&own.met))
        if (address_wait(&own.met, 0, deadline) == STATUS_TIMEOUT) {
            if (give_up(bucket, &own))
                return STATUS_TIMEOUT;
            deadline = WAIT_WITHOUT_END; /* the other thread is about to wake this one */
        }
    return STATUS_SUCCESS;
}

NTSTATUS NTAPI NtWaitForKeyedEvent(HANDLE event, PVOID key, BOOLEAN alertable, PLARGE_INTEGER time)
{
    (void)alertable; /* there are no APCs */
    return meet(event, key, false, time);
}

NTSTATUS NTAPI NtReleaseKeyedEvent(HANDLE event, PVOID key, BOOLEAN alertable, PLARGE_INTEGER time)
{
    (void)alertable;
    return meet(event, key, true, time);
}
