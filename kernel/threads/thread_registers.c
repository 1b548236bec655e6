/* The services that read and change another thread's registers. Its frame is that of its latest
 * trap. A thread that waits shows the place behind its `int 2Eh`; the result of the wait, in eax,
 * comes on top of what is set meanwhile. */
#include "kernel/threads/thread_registers.h"

#include "kernel/call/start.h"
#include "kernel/memory/user_memory.h"
#include "kernel/threads/schedule.h"
#include "kernel/threads/thread_ids.h"
#include "kernel/trap/service_entry.h"
#include "kernel/ums/kernel_ums.h"

#include <nt_objects.h>
#include <string.h>

START_CONSTANT static const struct thread_registers *registers;

void thread_on_registers(const struct thread_registers *functions)
{
    registers = functions;
}

/* In ring 0 a frame lies below the stack pointer, where debuggers and hooks lay a call before they
 * set Esp to it. So the frame of a suspended thread whose registers are asked for goes to its
 * record. An away frame's vector says so. The one that it had is in a word that ring 0 does not
 * need. */
static void thread_frame_lift(struct thread *thread)
{
    kernel_must_be_locked();
    struct trap_frame *frame = thread->frame, *away = &thread->frame3;
    if (trap_from_ring3(frame) || trap_is_away(frame))
        return;
    memcpy(away, frame, TRAP_FRAME_RING0_SIZE);
    away->esp = trap_esp(frame);
    away->ss = frame->vector;
    away->vector = VECTOR_DF;
    thread->frame = away;
}

void thread_frame_lay(struct thread *thread)
{
    kernel_must_be_locked();
    const struct trap_frame *away = &thread->frame3;
    if (thread->frame != away || trap_from_ring3(away) || !trap_is_away(away))
        return;
    thread->frame = (struct trap_frame *)(away->esp - TRAP_FRAME_RING0_SIZE);
    memcpy(thread->frame, away, TRAP_FRAME_RING0_SIZE);
    thread->frame->vector = away->ss;
}

static void let_go(struct thread *thread)
{
    if (!thread->suspended)
        thread_frame_lay(thread);
    if (thread->worker)
        ums_unlock(thread);
}

/* Tells whether a worker runs, and whether it is about to leave because it is suspended. Another
 * scheduler may have tried to execute it since it was. */
static bool worker_runs(struct thread *worker, bool *leaves)
{
    if (ums_lock(worker))
        return false;
    *leaves = worker->suspended && !ums_take_off(worker);
    return *leaves || !worker->suspended || !ums_lock(worker);
}

/* Finds a thread that does not run. The running thread knows its own registers better:
 * NOT_SUPPORTED. PENDING: it is suspended, and about to leave another CPU. A thread of ring 0 is
 * not for code of ring 3. */
static uint32_t registers_find(const struct service_call *call, uint32_t access,
                               struct thread **thread)
{
    uint32_t status;
    *thread = thread_by_handle(call->words[0], access, &status);
    if (!*thread)
        return status;
    if (*thread == this_thread())
        return STATUS_NOT_SUPPORTED;
    bool runs = (*thread)->state == THREAD_RUNNING, leaves = (*thread)->suspended;
    if ((*thread)->worker)
        runs = worker_runs(*thread, &leaves);
    if (runs && leaves)
        return STATUS_PENDING;
    if ((*thread)->state == THREAD_ENDED || runs)
        return STATUS_UNSUCCESSFUL;
    if (!trap_from_ring3(call->frame) || trap_from_ring3((*thread)->frame)) {
        thread_frame_lift(*thread);
        return STATUS_SUCCESS;
    }
    let_go(*thread);
    return STATUS_ACCESS_DENIED;
}

uint32_t user_thread_get_context(struct service_call *call)
{
    struct thread *thread;
    CONTEXT context;
    uint32_t status = registers_find(call, THREAD_GET_CONTEXT, &thread);
    if (status == STATUS_PENDING)
        return service_again(call);
    if (status != STATUS_SUCCESS)
        return status;
    if (!user_read(call, &context, call->words[1], sizeof context)) {
        let_go(thread);
        return STATUS_ACCESS_VIOLATION;
    }
    registers->get(thread, &context);
    let_go(thread);
    return user_write(call, call->words[1], &context, sizeof context) ? STATUS_SUCCESS
                                                                      : STATUS_ACCESS_VIOLATION;
}

uint32_t user_thread_set_context(struct service_call *call)
{
    struct thread *thread;
    CONTEXT context;
    uint32_t status = registers_find(call, THREAD_SET_CONTEXT, &thread);
    if (status == STATUS_PENDING)
        return service_again(call);
    if (status != STATUS_SUCCESS)
        return status;
    status = user_read(call, &context, call->words[1], sizeof context)
                 ? registers->put(thread, &context)
                 : STATUS_ACCESS_VIOLATION;
    let_go(thread);
    return status;
}
