/* Queues of asynchronous procedure calls. */
#include "kernel/threads/apc.h"

#include "kernel/call/tib.h"
#include "kernel/cpu/contracts.h"
#include "kernel/memory/slab.h"
#include "kernel/memory/user_memory.h"
#include "kernel/objects/wait.h"
#include "kernel/threads/thread.h"
#include "kernel/threads/thread_ids.h"
#include "kernel/trap/service_entry.h"

#include <nt_objects.h>

static struct slab records = SLAB_OF(records, struct apc);

void apc_queue(struct apc *apc)
{
    kernel_must_be_locked();
    struct thread *thread = apc->thread;
    if (apc->queued)
        return;
    apc->queued = true;
    *teb_word(thread->teb, TIB_APCS) = true;
    list_append(&thread->apcs, &apc->link);
    if (thread->state == THREAD_WAITING && thread->waiting.how & WAIT_ALERTABLE)
        wait_end(thread, STATUS_USER_APC);
}

void apc_forget(struct apc *apc)
{
    kernel_must_be_locked();
    if (!apc->queued)
        return;
    apc->queued = false;
    list_remove(&apc->link);
    if (apc->own)
        slab_free(&records, apc);
}

static struct apc *first(const struct thread *thread)
{
    return list_record(struct apc, link, thread->apcs.next);
}

void apc_forget_all(struct thread *thread)
{
    kernel_must_be_locked();
    while (apc_is_due(thread))
        apc_forget(first(thread));
}

uint32_t user_thread_queue_apc(struct service_call *call)
{
    uint32_t status;
    struct thread *thread = thread_by_handle(call->words[0], THREAD_SET_CONTEXT, &status);
    if (!thread)
        return status;
    if (thread->state == THREAD_ENDED)
        return STATUS_UNSUCCESSFUL;
    if (!call->words[1]) /* no call to make: no wait ends for it either */
        return STATUS_SUCCESS;
    struct apc *apc = slab_alloc(&records);
    if (!apc)
        return STATUS_NO_MEMORY;
    apc->own = true;
    apc->thread = thread;
    apc->routine = call->words[1];
    for (unsigned i = 0; i < APC_ARGUMENTS; i++)
        apc->argument[i] = call->words[2 + i];
    apc_queue(apc);
    return STATUS_SUCCESS;
}

/* The answer is the routine and its arguments. */
uint32_t user_apc_take(struct service_call *call)
{
    struct thread *thread = this_thread();
    if (!apc_is_due(thread)) {
        *teb_word(thread->teb, TIB_APCS) = false;
        return false;
    }
    struct apc *apc = first(thread);
    uint32_t answer[1 + APC_ARGUMENTS] = {apc->routine, apc->argument[0], apc->argument[1],
                                          apc->argument[2]};
    if (!user_write(call, call->words[0], answer, sizeof answer))
        return false;
    apc_forget(apc);
    return true;
}
