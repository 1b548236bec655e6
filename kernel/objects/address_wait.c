/* Waiting until a word of the program's memory changes, the base of its locks, and changing two
 * words in one step. The kernel compares and begins the wait in one trap, so no wake can come
 * between. */
#include "kernel/call/calls.h"
#include "kernel/devices/clock.h"
#include "kernel/memory/user_memory.h"
#include "kernel/objects/wait.h"
#include "kernel/threads/thread.h"
#include "kernel/trap/service_entry.h"

/* Threads that wait at an address stand in one of these lists, by the address. */
#define LISTS 256
static struct link lists[LISTS];

static struct link *list_of(uint32_t address)
{
    struct link *list = &lists[address / sizeof(uint32_t) % LISTS];
    if (!list->next)
        list_init(list);
    return list;
}

uint32_t user_address_wait(struct service_call *call)
{
    uint64_t deadline = service_long(&call->words[2]);
    uint32_t value;
    if (!user_read(call, &value, call->words[0], sizeof value))
        return STATUS_ACCESS_VIOLATION;
    if (value != call->words[1])
        return STATUS_SUCCESS;
    if (deadline <= clock_now())
        return STATUS_TIMEOUT;
    return wait_in(list_of(call->words[0]), call->words[0], deadline);
}

uint32_t user_address_wake(struct service_call *call)
{
    uint32_t address = call->words[0], left = call->words[1];
    struct link *list = list_of(address), *link = list->next;
    while (left && link != list) {
        struct thread *thread = list_record(struct thread, queue, link);
        link = link->next;
        if (thread->address != address)
            continue;
        wait_end(thread, STATUS_SUCCESS);
        left--;
    }
    return call->words[1] - left;
}

/* cmpxchg8b for CPUs that lack it, with what was there in *expected. It writes to the place in any
 * case, as that does. Where it cannot, *expected may have changed. */
uint32_t user_exchange_long(struct service_call *call)
{
    uint64_t found, expected, becomes = service_long(&call->words[2]);
    if (!user_read(call, &found, call->words[0], sizeof found) ||
        !user_read(call, &expected, call->words[1], sizeof expected) ||
        !user_write(call, call->words[1], &found, sizeof found) ||
        !user_write(call, call->words[0], found == expected ? &becomes : &found, sizeof found))
        return STATUS_ACCESS_VIOLATION;
    return STATUS_SUCCESS;
}
