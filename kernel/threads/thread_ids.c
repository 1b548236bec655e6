/* A program opens few threads by their numbers, so a list is enough. */
#include "kernel/threads/thread_ids.h"

#include "kernel/cpu/contracts.h"
#include "kernel/objects/handles.h"
#include "kernel/objects/publish.h"
#include "kernel/threads/thread.h"
#include "kernel/trap/service_entry.h"

#include <nt_objects.h>

/* Windows' identifiers are multiples of four, and the low bits do not count. */
#define ID_STEP 4u

static struct link all = {&all, &all};
static uint32_t latest = 4; /* the process' own */

void thread_ids_add(struct thread *thread)
{
    kernel_must_be_locked();
    thread->id = latest += ID_STEP;
    list_append(&all, &thread->by_id);
}

void thread_ids_forget(struct object *thread)
{
    kernel_must_be_locked();
    list_remove(&((struct thread *)thread)->by_id);
}

struct thread *thread_by_id(uint32_t id)
{
    kernel_must_be_locked();
    for (struct link *link = all.next; link != &all; link = link->next) {
        struct thread *thread = list_record(struct thread, by_id, link);
        if (thread->id == id)
            return thread;
    }
    return NULL;
}

/* The next identifier above one that has a thread; 0: there is none. The list is in their order. */
uint32_t user_thread_after(struct service_call *call)
{
    kernel_must_be_locked();
    for (struct link *link = all.next; link != &all; link = link->next) {
        const struct thread *thread = list_record(struct thread, by_id, link);
        if (thread->id > call->words[0])
            return thread->id;
    }
    return 0;
}

uint32_t user_thread_open(struct service_call *call)
{
    struct thread *thread = thread_by_id(call->words[1] & ~(ID_STEP - 1u));
    if (!thread)
        return STATUS_INVALID_CID;
    if (!call->words[2])
        return STATUS_ACCESS_DENIED;
    return object_give_handle(call, &thread->object, handle_rights(&thread_type, call->words[2]),
                              call->words[0]);
}
