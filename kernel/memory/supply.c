/* A request stands for a page that has been touched and is not there yet, for any number of threads
 * that wait for it. */
#include "kernel/memory/supply.h"

#include "boot/layout.h"
#include "kernel/call/calls.h"
#include "kernel/cpu/contracts.h"
#include "kernel/memory/frames.h"
#include "kernel/memory/paging.h"
#include "kernel/memory/protections.h"
#include "kernel/memory/slab.h"
#include "kernel/memory/space.h"
#include "kernel/memory/user_memory.h"
#include "kernel/threads/schedule.h"
#include "kernel/threads/thread.h"
#include "kernel/trap/service_entry.h"

struct supply {
    struct link link; /* in the list of all */
    struct supply_made made;
    uint32_t size;
    unsigned rights; /* PAGING_* */
    bool zeroed;     /* the kernel gives its pages */
    struct link requests;
    struct link touchers; /* threads that wait for a page of it */
    struct link pagers;   /* threads that wait for a request */
};

struct request {
    struct link link; /* in the order in which the pages were touched */
    uint32_t page;
    bool taken; /* a thread of the program is bringing it in */
};

static struct slab supplies = SLAB_OF(supplies, struct supply);
static struct slab requests = SLAB_OF(requests, struct request);
static struct link all = {&all, &all};
static uint32_t last_number;

/* Counts pages that have come and ranges that have ended. A page that failed before such a change
 * may be asked for again. */
static uint32_t changes;
bool supply_exists;

static struct supply *supply_find(uint32_t address)
{
    for (struct link *link = all.next; link != &all; link = link->next) {
        struct supply *supply = list_record(struct supply, link, link);
        if (address - supply->made.base < supply->size)
            return supply;
    }
    return NULL;
}

static struct request *find_request(const struct supply *supply, uint32_t page)
{
    for (struct link *link = supply->requests.next; link != &supply->requests; link = link->next) {
        struct request *request = list_record(struct request, link, link);
        if (request->page == page)
            return request;
    }
    return NULL;
}

static bool make_request(struct supply *supply, uint32_t page)
{
    if (find_request(supply, page))
        return true;
    struct request *request = slab_alloc(&requests);
    if (!request)
        return false;
    request->page = page;
    list_append(&supply->requests, &request->link);
    schedule_wake_all(&supply->pagers);
    return true;
}

/* ---------------------------------------------------------------- touches */

static enum supply_touch fail(struct page_fault *fault, uint32_t status)
{
    fault->status = STATUS_IN_PAGE_ERROR;
    fault->underlying = status;
    return SUPPLY_FAILED;
}

/* The service that is being served ends with some result. When the thread goes on, it calls the
 * service again: its number is still in eax now. */
static void call_again(struct thread *thread)
{
    service_step_back(thread->frame);
    thread->result = thread->frame->eax;
    thread->has_result = true;
}

enum supply_touch supply_touch(struct thread *thread, struct page_fault *fault, bool copying,
                               bool waits)
{
    kernel_must_be_locked();
    uint32_t page = PAGE_DOWN(fault->address);
    struct supply *supply = supply_find(page);
    if (!supply || paging_has_frame((void *)page))
        return SUPPLY_NONE;
    if (supply->zeroed)
        return space_commit((void *)page, PAGE_SIZE, supply->rights)
                   ? SUPPLY_GIVEN
                   : fail(fault, STATUS_NO_MEMORY);
    if (thread->failed_page == page && thread->failed_at == changes) {
        thread->failed_page = 0;
        return fail(fault, thread->failed_status);
    }
    if (!copying && !waits)
        return SUPPLY_NONE;
    if (thread->state == THREAD_WAITING)
        return SUPPLY_AWAITED; /* the service has met another such page */
    if (!make_request(supply, page))
        return fail(fault, STATUS_NO_MEMORY);
    if (copying)
        call_again(thread);
    schedule_park_in(&supply->touchers, "the page at", page);
    return SUPPLY_AWAITED;
}

/* ---------------------------------------------------------------- services */

/* Lets the threads go on that wait for the page; with a status that is no success they fail. */
static void end_request(struct supply *supply, struct request *request, uint32_t status)
{
    struct link *link = supply->touchers.next;
    while (link != &supply->touchers) {
        struct thread *thread = list_record(struct thread, queue, link);
        link = link->next;
        if (thread->address != request->page)
            continue;
        if (status != STATUS_SUCCESS) {
            thread->failed_page = request->page;
            thread->failed_status = status;
            thread->failed_at = changes;
        }
        schedule_forget(thread);
        schedule_ready(thread);
    }
    list_remove(&request->link);
    slab_free(&requests, request);
}

static bool has_protection(uint32_t protect)
{
    return protect == PAGE_READONLY || protect == PAGE_READWRITE || protect == PAGE_EXECUTE_READ ||
           protect == PAGE_EXECUTE_READWRITE;
}

uint32_t user_supply_create(struct service_call *call)
{
    uint32_t size = call->words[1], protect = call->words[2];
    if (!size || size > PROGRAMS_END || !has_protection(protect))
        return STATUS_INVALID_PARAMETER;
    if (!user_may_write(call, call->words[0], sizeof(struct supply_made)))
        return STATUS_ACCESS_VIOLATION;
    struct supply *supply = slab_alloc(&supplies);
    if (!supply)
        return STATUS_NO_MEMORY;
    void *base = space_reserve(size);
    if (!base) {
        slab_free(&supplies, supply);
        return STATUS_NO_MEMORY;
    }
    space_set_tag(base, SUPPLY_TAG);
    supply->made = (struct supply_made){(uint32_t)base, ++last_number};
    supply->size = PAGE_UP(size);
    supply->rights = protection_rights(protect);
    supply->zeroed = call->words[3];
    list_init(&supply->requests);
    list_init(&supply->touchers);
    list_init(&supply->pagers);
    list_append(&all, &supply->link);
    supply_exists = true;
    user_write(call, call->words[0], &supply->made, sizeof supply->made);
    return STATUS_SUCCESS;
}

/* A program's thread may ask for a range that has ended, when another one has got its addresses. */
static struct supply *find_number(uint32_t number)
{
    for (struct link *link = all.next; link != &all; link = link->next) {
        struct supply *supply = list_record(struct supply, link, link);
        if (supply->made.number == number)
            return supply;
    }
    return NULL;
}

uint32_t user_supply_next(struct service_call *call)
{
    struct supply *supply = find_number(call->words[0]);
    if (!supply)
        return STATUS_INVALID_PARAMETER;
    if (!user_may_write(call, call->words[1], sizeof(uint32_t)))
        return STATUS_ACCESS_VIOLATION;
    for (struct link *link = supply->requests.next; link != &supply->requests; link = link->next) {
        struct request *request = list_record(struct request, link, link);
        if (request->taken)
            continue;
        request->taken = true;
        user_write(call, call->words[1], &request->page, sizeof request->page);
        return STATUS_SUCCESS;
    }
    schedule_park_in(&supply->pagers, "pages to bring in", 0);
    return service_again(call);
}

/* The page stays hidden until it is complete, because other CPUs may touch it. */
static uint32_t fill(const struct service_call *call, const struct supply *supply, uint32_t page,
                     uint32_t bytes)
{
    if (paging_has_frame((void *)page))
        return STATUS_SUCCESS; /* the program has committed it meanwhile */
    if (!space_commit((void *)page, PAGE_SIZE, supply->rights | PAGING_HIDDEN))
        return STATUS_NO_MEMORY;
    changes++;
    if (!user_read(call, direct(paging_look((void *)page).physical), bytes, PAGE_SIZE)) {
        space_decommit((void *)page, PAGE_SIZE);
        return STATUS_ACCESS_VIOLATION;
    }
    paging_protect((void *)page, supply->rights);
    return STATUS_SUCCESS;
}

uint32_t user_supply_give(struct service_call *call)
{
    struct supply *supply = find_number(call->words[0]);
    struct request *request = supply ? find_request(supply, call->words[1]) : NULL;
    uint32_t status = call->words[3];
    if (!request || !request->taken)
        return STATUS_INVALID_PARAMETER;
    if (status == STATUS_SUCCESS) {
        status = fill(call, supply, request->page, call->words[2]);
        if (status == STATUS_ACCESS_VIOLATION)
            return status;
    }
    end_request(supply, request, status);
    return STATUS_SUCCESS;
}

/* Threads that wait for a page touch it again, and find nothing there. */
uint32_t user_supply_end(struct service_call *call)
{
    uint32_t base = call->words[0];
    struct supply *supply = supply_find(base);
    if (!supply || supply->made.base != base)
        return STATUS_INVALID_PARAMETER;
    while (!list_is_empty(&supply->requests))
        end_request(supply, list_record(struct request, link, supply->requests.next),
                    STATUS_SUCCESS);
    schedule_wake_all(&supply->pagers);
    list_remove(&supply->link);
    supply_exists = !list_is_empty(&all);
    changes++;
    space_release((void *)base);
    slab_free(&supplies, supply);
    return STATUS_SUCCESS;
}
