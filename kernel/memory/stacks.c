/* No record of stacks is kept: page table entries mark their guards, and their bounds are those of
 * their ranges or places. */
#include "kernel/memory/stacks.h"

#include "boot/layout.h"
#include "kernel/cpu/contracts.h"
#include "kernel/memory/paging.h"
#include "kernel/memory/regions.h"
#include "kernel/memory/space.h"
#include "kernel/memory/stack_places.h"
#include "kernel/memory/user_memory.h"
#include "kernel/trap/service_entry.h"

/* Returns the base of a range for a stack, above a slot that no other range gets. */
static char *stack_reserve(size_t size)
{
    char *below = space_reserve(SPACE_SLOT + size);
    if (!below)
        return NULL;
    space_split(below, SPACE_SLOT);
    space_set_tag(below, STACK_TAG_BELOW);
    space_set_tag(below + SPACE_SLOT, STACK_TAG);
    return below + SPACE_SLOT;
}

uint32_t stack_alloc(size_t size, struct stack *stack)
{
    kernel_must_be_locked();
    if (size > PROGRAMS_END) /* rounding up would wrap */
        return STATUS_NO_MEMORY;
    bool small = size <= STACK_SMALL_MOST;
    size_t step = small ? PAGE_SIZE : SPACE_SLOT;
    size = size < STACK_LEAST ? STACK_LEAST : (size + step - 1) & ~(step - 1);
    stack->base = small ? place_take(size / PAGE_SIZE) : stack_reserve(size);
    if (!stack->base)
        return STATUS_NO_MEMORY;
    size_t first = STACK_FIRST_PAGES(size / PAGE_SIZE) * PAGE_SIZE;
    stack->top = stack->base + size - STACK_ROOM;
    stack->limit = stack->base + size - first;
    if (region_commit(stack->limit, first, PAGE_READWRITE) &&
        region_commit(stack->limit - PAGE_SIZE, PAGE_SIZE, PAGE_READWRITE | PAGE_GUARD))
        return STATUS_SUCCESS;
    stack_free(stack->base);
    return STATUS_COMMITMENT_LIMIT;
}

void stack_free(void *base)
{
    kernel_must_be_locked();
    if (place_give(base))
        return;
    space_release(base);
    space_release((char *)base - SPACE_SLOT);
}

bool stack_find(const void *address, struct range *range)
{
    kernel_must_be_locked();
    return place_find(address, range) || (space_find(address, range) && range->tag == STACK_TAG);
}

bool stack_is_whole(const void *base)
{
    kernel_must_be_locked();
    struct range place;
    if (space_is_range(base) && space_tag(base) == STACK_TAG)
        return space_tag((const char *)base - 1) == STACK_TAG_BELOW;
    return place_find(base, &place) && place.base == base;
}

uint32_t stack_frames(const struct stack *stack)
{
    kernel_must_be_locked();
    struct range range;
    bool alone = space_find(stack->base, &range) && range.tag == STACK_TAG;
    uint32_t frames = 0;
    for (char *page = stack->base - (alone ? SPACE_SLOT : 0); page < stack->top; page += PAGE_SIZE)
        frames += paging_has_frame(page);
    return frames;
}

/* ---------------------------------------------------------------- for ring 3 */

uint32_t user_stack_alloc(struct service_call *call)
{
    struct stack stack;
    if (!user_may_write(call, call->words[1], sizeof stack))
        return STATUS_ACCESS_VIOLATION;
    uint32_t status = stack_alloc(call->words[0], &stack);
    if (status == STATUS_SUCCESS)
        user_write(call, call->words[1], &stack, sizeof stack);
    return status;
}

uint32_t user_stack_free(struct service_call *call)
{
    if (stack_is_whole((void *)call->words[0]))
        stack_free((void *)call->words[0]);
    return 0;
}

uint32_t user_stack_reset(struct service_call *call)
{
    return stack_reset(call->words[0]);
}
