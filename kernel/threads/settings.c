/* Services that ask for and set the properties of threads: their names, and the settings that they
 * run by, each for itself and all of them by the process. */
#include "kernel/threads/settings.h"

#include "kernel/call/calls.h"
#include "kernel/call/ums_context.h"
#include "kernel/memory/frames.h"
#include "kernel/memory/user_memory.h"
#include "kernel/objects/handles.h"
#include "kernel/report/trace_records.h"
#include "kernel/threads/schedule.h"
#include "kernel/threads/thread_ids.h"
#include "kernel/trap/service_entry.h"

#include <nt_objects.h>
#include <string.h>

struct process_settings process_settings = {.priority_class = PROCESS_NORMAL, .base = 8};

uint32_t user_thread_query(struct service_call *call)
{
    uint32_t status;
    struct thread *thread =
        thread_by_handle(call->words[0], THREAD_QUERY_LIMITED_INFORMATION, &status);
    if (!thread)
        return status;
    const struct thread_information information = {
        .id = thread->id,
        .exit_code = thread->exit_code,
        .ended = thread->state == THREAD_ENDED,
        .relative_priority = thread->relative_priority,
        .no_boost = thread->no_boost,
        .ideal = thread->ideal,
        .ums = !thread->ums     ? 0
               : thread->worker ? UMS_WORKER
                                : UMS_SCHEDULER,
        .priority = thread->priority,
        .affinity = thread->affinity,
        .teb = thread->state == THREAD_ENDED ? 0 : thread->teb_address,
        .ran = thread->ran + schedule_slice_used(thread),
        .made = thread->made,
        .over = thread->ended,
    };
    return user_write(call, call->words[1], &information, sizeof information)
               ? STATUS_SUCCESS
               : STATUS_ACCESS_VIOLATION;
}

/* Characters that do not fit are left out. */
uint32_t user_thread_set_name(struct service_call *call)
{
    uint32_t status, units = call->words[2];
    wchar_t name[THREAD_NAME_SIZE] = {0};
    struct thread *thread =
        thread_by_handle(call->words[0], THREAD_SET_LIMITED_INFORMATION, &status);
    if (!thread)
        return status;
    units = units < THREAD_NAME_SIZE ? units : THREAD_NAME_SIZE - 1;
    if (!user_read(call, name, call->words[1], units * sizeof name[0]))
        return STATUS_ACCESS_VIOLATION;
    memcpy(thread->name, name, sizeof name);
    if (trace_on)
        trace_kernel_named(thread->id, name);
    return STATUS_SUCCESS;
}

uint32_t user_thread_get_name(struct service_call *call)
{
    uint32_t status;
    struct thread *thread =
        thread_by_handle(call->words[0], THREAD_QUERY_LIMITED_INFORMATION, &status);
    if (!thread)
        return status;
    return user_write(call, call->words[1], thread->name, sizeof thread->name)
               ? STATUS_SUCCESS
               : STATUS_ACCESS_VIOLATION;
}

/* ---------------------------------------------------------------- priorities */

/* The lowest and the highest priority of a thread, and what the process' class gives to it to begin
 * with. */
struct priorities {
    uint8_t lowest, base, highest;
};

static const struct priorities *priorities(uint32_t priority_class)
{
    static const struct priorities of[] = {
        [PROCESS_IDLE] = {1, 4, 15},   [PROCESS_BELOW_NORMAL] = {1, 6, 15},
        [PROCESS_NORMAL] = {1, 8, 15}, [PROCESS_ABOVE_NORMAL] = {1, 10, 15},
        [PROCESS_HIGH] = {1, 13, 15},  [PROCESS_REAL_TIME] = {16, 24, 31},
    };
    return priority_class < sizeof of / sizeof of[0] && of[priority_class].base
               ? &of[priority_class]
               : NULL;
}

/* A thread's priority is that of the process and its own together, as far as the class goes. Idle
 * and time critical are so far away that they reach its ends in every class. Any other priority
 * does not get back the part that it has lost at an end, as on Windows. */
static void place(struct thread *thread, int relative)
{
    const struct priorities *class = priorities(process_settings.priority_class);
    int base = class->base + relative;
    base = base < class->lowest ? class->lowest : base > class->highest ? class->highest : base;
    if (relative != THREAD_BASE_PRIORITY_IDLE && relative != THREAD_BASE_PRIORITY_LOWRT)
        relative = base - class->base;
    thread->relative_priority = (int8_t)relative;
    thread->base = (uint8_t)base;
    schedule_place(thread, thread->base, thread->affinity);
}

/* In the class of real time each step is allowed that the class has room for. */
static bool is_relative_priority(int relative)
{
    bool real_time = process_settings.priority_class == PROCESS_REAL_TIME;
    return relative == THREAD_BASE_PRIORITY_IDLE || relative == THREAD_BASE_PRIORITY_LOWRT ||
           (relative >= (real_time ? -7 : THREAD_BASE_PRIORITY_MIN) &&
            relative <= (real_time ? 6 : THREAD_BASE_PRIORITY_MAX));
}

uint32_t user_thread_set_priority(struct service_call *call)
{
    uint32_t status;
    int relative = (int)call->words[1];
    struct thread *thread =
        thread_by_handle(call->words[0], THREAD_SET_LIMITED_INFORMATION, &status);
    if (!thread)
        return status;
    if (!is_relative_priority(relative))
        return STATUS_INVALID_PARAMETER;
    place(thread, relative);
    return STATUS_SUCCESS;
}

uint32_t user_process_set_priority(struct service_call *call)
{
    const struct priorities *class = priorities(call->words[0]);
    if (!class)
        return STATUS_INVALID_PARAMETER;
    process_settings.priority_class = (uint8_t)call->words[0];
    process_settings.base = class->base;
    for (struct thread *thread = thread_after(NULL); thread; thread = thread_after(thread))
        place(thread, thread->relative_priority);
    return STATUS_SUCCESS;
}

uint32_t user_thread_set_boost(struct service_call *call)
{
    uint32_t status;
    struct thread *thread = thread_by_handle(call->words[0], THREAD_SET_INFORMATION, &status);
    if (!thread)
        return status;
    thread->no_boost = !call->words[1];
    return STATUS_SUCCESS;
}

/* ---------------------------------------------------------------- CPUs */

uint32_t settings_take(struct thread *thread, const struct thread_creation *creation)
{
    kernel_must_be_locked();
    if (creation->affinity & ~process_settings.affinity || creation->ideal > cpus_running)
        return STATUS_INVALID_PARAMETER;
    if (creation->affinity)
        thread->affinity = creation->affinity;
    if (creation->ideal)
        thread->ideal = (uint8_t)(creation->ideal - 1);
    return STATUS_SUCCESS;
}

/* A CPU that the process does not have makes the mask wrong, as on Windows. */
uint32_t user_thread_set_affinity(struct service_call *call)
{
    uint32_t status;
    uint32_t affinity = call->words[1];
    struct thread *thread = thread_by_handle(call->words[0], THREAD_SET_INFORMATION, &status);
    if (!thread)
        return status;
    if (!affinity || affinity & ~process_settings.affinity)
        return STATUS_INVALID_PARAMETER;
    if (!user_answer(call, call->words[2], thread->affinity))
        return STATUS_ACCESS_VIOLATION;
    schedule_place(thread, thread->priority, affinity);
    return STATUS_SUCCESS;
}

/* All threads get the process' CPUs, also those that had fewer, as on Windows. */
uint32_t user_process_set_affinity(struct service_call *call)
{
    uint32_t affinity = call->words[0];
    if (!affinity || affinity & ~cpus_all())
        return STATUS_INVALID_PARAMETER;
    process_settings.affinity = affinity;
    for (struct thread *thread = thread_after(NULL); thread; thread = thread_after(thread))
        schedule_place(thread, thread->priority, affinity);
    return STATUS_SUCCESS;
}

/* The ticks of all threads, also of those that have ended. */
static uint32_t ran_together(void)
{
    uint32_t ran = process_settings.ran;
    for (struct thread *thread = thread_after(NULL); thread; thread = thread_after(thread))
        ran += thread->ran + schedule_slice_used(thread);
    return ran;
}

uint32_t user_process_query(struct service_call *call)
{
    uint32_t status;
    struct frame_usage frames = frame_usage();
    if (!handle_find(call->words[0], &process_type, 0, &status))
        return status;
    const struct process_information information = {
        .priority_class = process_settings.priority_class,
        .affinity = process_settings.affinity,
        .base = process_settings.base,
        .pages = frames.total,
        .free_pages = frames.free,
        .ran = ran_together(),
    };
    return user_write(call, call->words[1], &information, sizeof information)
               ? STATUS_SUCCESS
               : STATUS_ACCESS_VIOLATION;
}

/* MAXIMUM_PROCESSORS is no CPU, and asks only. */
uint32_t user_thread_set_ideal(struct service_call *call)
{
    uint32_t status, ideal = call->words[1];
    struct thread *thread = thread_by_handle(call->words[0], THREAD_SET_INFORMATION, &status);
    if (!thread)
        return status;
    if (ideal >= cpus_running && ideal != MAXIMUM_PROCESSORS)
        return STATUS_INVALID_PARAMETER;
    if (!user_answer(call, call->words[2], thread->ideal))
        return STATUS_ACCESS_VIOLATION;
    if (ideal != MAXIMUM_PROCESSORS)
        thread->ideal = (uint8_t)ideal;
    return STATUS_SUCCESS;
}
