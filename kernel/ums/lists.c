/* Completion lists: workers that can be executed, the latest first. The kernel puts them in, any
 * scheduler takes all of them out at once. */
#include "kernel/call/trace.h"
#include "kernel/cpu/contracts.h"
#include "kernel/memory/user_memory.h"
#include "kernel/objects/event.h"
#include "kernel/objects/handles.h"
#include "kernel/objects/publish.h"
#include "kernel/trap/service_entry.h"
#include "kernel/ums/kernel_ums.h"
#include "lib/inlining.h"

#include <nt_objects.h>

static struct slab lists = SLAB_OF(lists, struct ums_list);

static void list_end(struct object *object)
{
    struct ums_list *list = (struct ums_list *)object;
    ums_place_give(&list->shared.place);
    object_release(list->event);
}

const struct object_type ums_list_type = {
    .name = "completion list", .kind = OBJECT_OTHER, .slab = &lists, .end = list_end};

static struct ums_list_words *words_of(const struct ums_list *list)
{
    return list->shared.place.direct;
}

static struct ums_list *list_make(void)
{
    struct ums_place place;
    struct object *event = event_make(false);
    if (!event)
        return NULL;
    if (!ums_place_take(&place)) {
        object_release(event);
        return NULL;
    }
    struct ums_list *list = object_make(&ums_list_type);
    if (!list) {
        ums_place_give(&place);
        object_release(event);
        return NULL;
    }
    list->shared.place = place;
    list->event = event;
    return list;
}

uint32_t user_ums_list_create(struct service_call *call)
{
    struct ums_list *list = list_make();
    if (!list)
        return STATUS_NO_MEMORY;
    struct ums_list_words *words = words_of(list);
    words->event = handle_make(list->event, SYNCHRONIZE);
    words->handle = words->event ? handle_make(&list->shared.object, 0) : 0;
    uint32_t status = !words->handle ? STATUS_NO_MEMORY
                      : user_write_word(call, call->words[0], list->shared.place.address)
                          ? STATUS_SUCCESS
                          : STATUS_ACCESS_VIOLATION;
    if (status != STATUS_SUCCESS) {
        if (words->event)
            handle_close(words->event);
        if (words->handle)
            handle_close(words->handle);
    }
    object_release(&list->shared.object); /* the handle has one */
    return status;
}

uint32_t user_ums_list_delete(struct service_call *call)
{
    struct ums_list *list = ums_find_list(call, call->words[0]);
    if (!list)
        return STATUS_INVALID_PARAMETER;
    struct ums_list_words *words = words_of(list);
    if (words->head || list->shared.object.references > 1)
        return STATUS_DEVICE_BUSY;
    uint32_t event = words->event, handle = words->handle;
    handle_close(event); /* a forged one may be the list's own, with which the words go */
    handle_close(handle);
    return STATUS_SUCCESS;
}

uint32_t user_ums_list_event(struct service_call *call)
{
    struct ums_list *list = ums_find_list(call, call->words[0]);
    return list ? object_give_handle(call, list->event, EVENT_ALL_ACCESS, call->words[1])
                : STATUS_INVALID_PARAMETER;
}

/* A waiter for the event may be a worker of another list, whose event is set then, and so on. So
 * events are set one behind the other, and not one inside the other. */
static void set_event(struct ums_list *list)
{
    static struct link queue = {&queue, &queue};
    static bool setting;
    if (setting) {
        if (!list->to_signal.next) {
            object_keep(&list->shared.object);
            list_append(&queue, &list->to_signal);
        }
        return;
    }
    setting = true;
    event_set(list->event);
    while (!list_is_empty(&queue)) {
        list = list_record(struct ums_list, to_signal, queue.next);
        list_remove(&list->to_signal);
        list->to_signal.next = NULL;
        event_set(list->event);
        object_release(&list->shared.object);
    }
    setting = false;
}

static OWN_STACK void trace_push(const struct ums *worker)
{
    trace(ums_listed, worker->thread->id, worker->list->shared.place.address);
}

/* Programs take the list at any time, on any CPU. */
IN_REGISTERS void ums_list_push(struct ums *worker)
{
    kernel_must_be_locked();
    struct ums_list *list = worker->list;
    if (trace_on)
        trace_push(worker);
    struct ums_list_words *words = words_of(list);
    uint32_t head = __atomic_load_n(&words->head, __ATOMIC_RELAXED);
    do
        worker->context->next = head;
    while (!__atomic_compare_exchange_n(&words->head, &head, worker->shared.place.address, false,
                                        __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
    if (!head)
        set_event(list);
}
