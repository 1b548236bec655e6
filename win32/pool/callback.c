/* A callback's way: pending in its pool's queue, run by a thread, settled. */
#include "win32/pool/callback.h"

#include <errhandlingapi.h>
#include <stdlib.h>

static const TP_CALLBACK_ENVIRON usual = {.Version = 3,
                                          .CallbackPriority = TP_CALLBACK_PRIORITY_NORMAL};

/* Claims all threads that the callback will need, or none. */
static bool callback_claim(struct callback *callback)
{
    const struct claimed *others = callback->kind->claims;
    if (others && !others->claim())
        return false;
    if (pool_claim(callback->pool))
        return true;
    if (others)
        others->give_back();
    return false;
}

/* The versions of Windows' headers: the third has a priority. */
static bool is_environment(const TP_CALLBACK_ENVIRON *environment)
{
    return environment->Version == 1 || environment->Version == 3;
}

void *callback_make(size_t size, const struct callback_kind *kind, void *function, PVOID context,
                    const TP_CALLBACK_ENVIRON *environment)
{
    if (!environment)
        environment = &usual;
    if (!is_environment(environment)) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return NULL;
    }
    struct callback *callback = calloc(1, size);
    if (!callback) {
        SetLastError(ERROR_NOT_ENOUGH_MEMORY);
        return NULL;
    }
    callback->kind = kind;
    callback->references = 1;
    callback->function = (PTP_SIMPLE_CALLBACK)function;
    callback->context = context;
    callback->behind = environment->FinalizationCallback;
    callback->group = environment->CleanupGroup;
    callback->cancelled = environment->CleanupGroupCancelCallback;
    callback->pool = environment->Pool             ? environment->Pool
                     : environment->u.s.Persistent ? &pool_steady
                                                   : &pool_usual;
    callback->priority = TP_CALLBACK_PRIORITY_NORMAL;
    /* Environments of version 1, of Vista's SDK, end before the priority. */
    if (environment->Version >= 3 && environment->CallbackPriority < TP_CALLBACK_PRIORITY_COUNT)
        callback->priority = (uint8_t)environment->CallbackPriority;
    pool_enter();
    bool claimed = callback_claim(callback);
    if (claimed && callback->group)
        list_append(&callback->group->members, &callback->member);
    pool_leave();
    if (claimed)
        return callback;
    free(callback);
    SetLastError(ERROR_NOT_ENOUGH_MEMORY);
    return NULL;
}

static void leave_group(struct callback *callback)
{
    if (callback->group)
        list_remove(&callback->member);
    callback->group = NULL;
}

void callback_release(struct callback *callback)
{
    if (--callback->references)
        return;
    leave_group(callback);
    if (callback->kind->end)
        callback->kind->end(callback);
    if (callback->kind->claims)
        callback->kind->claims->give_back();
    pool_give_back(callback->pool);
    free(callback);
}

/* ---------------------------------------------------------------- pending */

void callback_submit(struct callback *callback)
{
    if (callback->pending++ == 0) {
        callback->references++;
        list_append(&callback->pool->queues[callback->priority], &callback->queue);
    }
    pool_call_thread(callback->pool);
}

void callback_wake_if_settled(struct callback *callback)
{
    if (callback_is_settled(callback))
        WakeAllConditionVariable(&callback->settled);
}

/* Takes back what is pending. Returns how often it was. */
static uint32_t callback_cancel(struct callback *callback)
{
    uint32_t taken_back = callback->pending;
    if (!taken_back)
        return 0;
    callback->pending = 0;
    list_remove(&callback->queue);
    callback_wake_if_settled(callback);
    callback_release(callback);
    return taken_back;
}

/* Takes the first callback. A callback that is pending still goes behind the others. */
static struct callback *take_first(struct _TP_POOL *pool)
{
    struct link *queue = pool->queues;
    while (list_is_empty(queue))
        if (++queue == pool->queues + TP_CALLBACK_PRIORITY_COUNT)
            return NULL;
    struct callback *callback = list_record(struct callback, queue, queue->next);
    list_remove(&callback->queue);
    callback->running++;
    callback->called++;
    if (--callback->pending) {
        callback->references++;
        list_append(queue, &callback->queue);
    }
    return callback;
}

/* ---------------------------------------------------------------- running */

bool pool_run_one(struct _TP_POOL *pool)
{
    struct callback *callback = take_first(pool);
    struct _TP_CALLBACK_INSTANCE instance = {.callback = callback};
    if (!callback)
        return false;
    pool_call_thread(pool); /* for the next one: this thread may be away for long */
    pool_leave();
    callback->kind->call(callback, &instance);
    instance_end(&instance);
    if (callback->behind)
        callback->behind(&instance, callback->context);
    pool_enter();
    if (!instance.apart)
        callback->running--;
    callback->called--;
    callback_wake_if_settled(callback);
    callback_release(callback);
    return true;
}

void callback_settle(struct callback *callback)
{
    while (!callback_is_settled(callback))
        pool_wait(&callback->settled, WAIT_WITHOUT_END);
}

void callback_await(struct callback *callback, BOOL cancel)
{
    pool_enter();
    callback->references++;
    if (cancel)
        callback_cancel(callback);
    callback_settle(callback);
    callback_release(callback);
    pool_leave();
}

/* Closes it, which one caller alone does, and is told: the program or its group. */
static bool callback_stop(struct callback *callback)
{
    bool first = !callback->closed;
    callback->closed = true;
    leave_group(callback);
    if (first && callback->kind->stop)
        callback->kind->stop(callback);
    return first;
}

void callback_close(struct callback *callback)
{
    pool_enter();
    if (callback_stop(callback))
        callback_release(callback);
    else
        callback->left = true;
    pool_leave();
}

/* ---------------------------------------------------------------- groups */

PTP_CLEANUP_GROUP WINAPI CreateThreadpoolCleanupGroup(void)
{
    struct _TP_CLEANUP_GROUP *group = malloc(sizeof *group);
    if (group)
        list_init(&group->members);
    else
        SetLastError(ERROR_NOT_ENOUGH_MEMORY);
    return group;
}

/* Moves a group's members to another list. No more calls come of them by themselves, and with
 * cancel what is pending is taken back, before anything is waited for. */
static void gather_members(struct _TP_CLEANUP_GROUP *group, struct link *members, BOOL cancel)
{
    while (!list_is_empty(&group->members)) {
        struct callback *callback = list_record(struct callback, member, group->members.next);
        callback->references++;
        callback_stop(callback);
        list_append(members, &callback->member);
        callback->taken_back = cancel && callback_cancel(callback);
    }
}

/* Closes a member. A call whose thread has left the object is still one of the group's. The program
 * is told of each object that it has not closed meanwhile, and of a single callback that was taken
 * back. */
static void close_member(struct callback *callback, BOOL cancel, PVOID context)
{
    list_remove(&callback->member);
    while (callback->pending || callback->called)
        pool_wait(&callback->settled, WAIT_WITHOUT_END);
    if (cancel && callback->cancelled && !callback->left &&
        (!callback->single || callback->taken_back)) {
        pool_leave();
        callback->cancelled(callback->context, context);
        pool_enter();
    }
    if (!callback->single)
        callback_release(callback);
    callback_release(callback);
}

VOID WINAPI CloseThreadpoolCleanupGroupMembers(PTP_CLEANUP_GROUP group, BOOL cancel, PVOID context)
{
    struct link members = {&members, &members};
    pool_enter();
    gather_members(group, &members, cancel);
    while (!list_is_empty(&members))
        close_member(list_record(struct callback, member, members.next), cancel, context);
    pool_leave();
}

VOID WINAPI CloseThreadpoolCleanupGroup(PTP_CLEANUP_GROUP group)
{
    free(group);
}
