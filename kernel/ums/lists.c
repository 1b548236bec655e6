/* Completion lists: workers that can be executed, the latest first. The kernel puts them in, any
 * scheduler takes all of them out at once. */
#include "kernel/cpus/spinlock.h"
#include "kernel/objects/event.h"
#include "kernel/objects/handles.h"
#include "kernel/objects/publish.h"
#include "kernel/objects/wait.h"
#include "kernel/services/service.h"
#include "kernel/trap/user_memory.h"
#include "kernel/ums/ums.h"

#include <nt_objects.h>

static struct slab lists = SLAB_OF(lists, struct ums_list);

static void end(struct object *object)
{
    struct ums_list *list = (struct ums_list *)object;
    ums_place_give(&list->place);
    object_release(list->event);
}

const struct object_type ums_list_type = {.name = "completion list", .slab = &lists, .end = end};

static struct ums_list_words *words_of(const struct ums_list *list)
{
    return list->place.direct;
}

static struct ums_list *make(void)
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
    list->place = place;
    list->event = event;
    return list;
}

uint32_t user_ums_list_create(struct service_call *call)
{
    struct ums_list *list = make();
    if (!list)
        return STATUS_NO_MEMORY;
    struct ums_list_words *words = words_of(list);
    words->event = handle_make(list->event, SYNCHRONIZE);
    words->handle = words->event ? handle_make(&list->object, 0) : 0;
    uint32_t status = !words->handle ? STATUS_NO_MEMORY
                      : user_write_word(call, call->words[0], list->place.address)
                          ? STATUS_SUCCESS
                          : STATUS_ACCESS_VIOLATION;
    if (status != STATUS_SUCCESS) {
        if (words->event)
            handle_close(words->event);
        if (words->handle)
            handle_close(words->handle);
    }
    object_release(&list->object); /* the handle has one */
    return status;
}

struct ums_list *ums_find_list(const struct service_call *call, uint32_t address)
{
    uint32_t status;
    struct ums_list_words words;
    if (!user_read(call, &words, address, sizeof words))
        return NULL;
    struct ums_list *list = handle_find(words.handle, &ums_list_type, 0, &status);
    return list && list->place.address == address ? list : NULL;
}

uint32_t user_ums_list_delete(struct service_call *call)
{
    struct ums_list *list = ums_find_list(call, call->words[0]);
    if (!list)
        return STATUS_INVALID_PARAMETER;
    struct ums_list_words *words = words_of(list);
    if (words->head || list->object.references > 1)
        return STATUS_DEVICE_BUSY;
    handle_close(words->event);
    handle_close(words->handle);
    return STATUS_SUCCESS;
}

uint32_t user_ums_list_event(struct service_call *call)
{
    struct ums_list *list = ums_find_list(call, call->words[0]);
    return list ? object_give_handle(call, list->event, EVENT_ALL_ACCESS, call->words[1])
                : STATUS_INVALID_PARAMETER;
}

/* Programs take the list at any time, on any CPU. */
void ums_list_push(struct ums *worker)
{
    struct ums_list *list = worker->list;
    struct ums_list_words *words = words_of(list);
    uint32_t head = __atomic_load_n(&words->head, __ATOMIC_RELAXED);
    do
        worker->context->next = head;
    while (!__atomic_compare_exchange_n(&words->head, &head, worker->place.address, false,
                                        __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
    if (!head)
        event_type.signal(list->event);
}
