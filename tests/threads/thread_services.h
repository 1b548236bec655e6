/* Threads and objects by the services themselves, for tests of the kernel's half. */
#ifndef TESTS_THREAD_SERVICES_H
#define TESTS_THREAD_SERVICES_H

#include "kernel/call/calls.h"
#include "kernel/call/service.h"

#include <nt.h>

static inline void begin_thread(uint32_t (*function)(void *argument), void *argument)
{
    sys_thread_exit(function(argument));
}

/* Makes a thread that calls function(argument) and ends with its result. Returns its handle. */
static inline uint32_t make_thread(uint32_t (*function)(void *argument), void *argument,
                                   bool suspended)
{
    const struct thread_creation creation = {.eip = (uint32_t)begin_thread,
                                             .argument = {(uint32_t)function, (uint32_t)argument},
                                             .stack_size = 0x10000,
                                             .suspended = suspended};
    uint32_t handle = 0;
    return sys_thread_create(&handle, &creation, NULL) == STATUS_SUCCESS ? handle : 0;
}

/* Waits for one object, at most so many ticks. */
static inline uint32_t wait_one(uint32_t handle, uint32_t ticks)
{
    return sys_wait_for(&handle, 1, 0, GetTickCount64() + ticks);
}

static inline uint32_t exit_code_of(uint32_t handle)
{
    struct thread_information information = {0};
    sys_thread_query(handle, &information);
    return information.exit_code;
}

static inline uint32_t make_event(bool manual, bool set)
{
    uint32_t handle = 0;
    sys_event_create(&handle, NULL, manual, set);
    return handle;
}

/* Closes so many handles. */
#define CLOSE(...) close_all((uint32_t[]){__VA_ARGS__}, sizeof((uint32_t[]){__VA_ARGS__}) / 4)
static inline void close_all(const uint32_t *handles, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        sys_handle_close(handles[i]);
}

#endif
