/* A stack is kept only as it was made: a stack that has grown, or whose rights a program has
 * changed, is freed. */
#include "kernel/threads/thread_memory.h"

#include "boot/layout.h"
#include "kernel/cpu/contracts.h"
#include "kernel/memory/page_clear.h"
#include "kernel/memory/paging.h"
#include "kernel/memory/protections.h"
#include "kernel/memory/space.h"
#include "kernel/threads/teb_places.h"

#include <string.h>

/* When so many are kept, half of them are freed together. */
#define KEPT_MOST 32

static struct thread_memory kept[KEPT_MOST];
static unsigned kept_count;

static bool is_as_made(const struct stack *stack)
{
    return stack_is_whole(stack->base) &&
           paging_has(stack->limit, stack->top, protection_rights(PAGE_READWRITE)) &&
           paging_has(stack->limit - PAGE_SIZE, stack->limit,
                      protection_rights(PAGE_READWRITE | PAGE_GUARD));
}

static void thread_memory_give_back(const struct thread_memory *memory)
{
    if (stack_is_whole(memory->stack.base)) /* the program may have freed it */
        stack_free(memory->stack.base);
    teb_place_give(memory->teb_address);
}

/* The latest. All CPUs forget them by one request. */
static void free_kept(unsigned count)
{
    space_begin_together();
    while (count--)
        thread_memory_give_back(&kept[--kept_count]);
    space_end_together();
}

bool thread_memory_free_kept(void)
{
    kernel_must_be_locked();
    bool some = kept_count;
    free_kept(kept_count);
    return some;
}

static bool take_kept(uint32_t stack_size, struct thread_memory *memory)
{
    for (unsigned i = kept_count; i-- > 0;) {
        if (kept[i].asked != stack_size)
            continue;
        *memory = kept[i];
        kept[i] = kept[--kept_count];
        page_clear(memory->teb);
        memset(memory->stack.top, 0, STACK_ROOM);
        return true;
    }
    return false;
}

static bool thread_memory_make(uint32_t stack_size, struct thread_memory *memory)
{
    memory->asked = stack_size;
    memory->teb = teb_place_take(&memory->teb_address);
    if (!memory->teb)
        return false;
    if (stack_alloc(stack_size, &memory->stack) == STATUS_SUCCESS)
        return true;
    teb_place_give(memory->teb_address);
    return false;
}

bool thread_memory_take(uint32_t stack_size, struct thread_memory *memory)
{
    kernel_must_be_locked();
    return take_kept(stack_size, memory) || thread_memory_make(stack_size, memory) ||
           (thread_memory_free_kept() && thread_memory_make(stack_size, memory));
}

void thread_memory_give(const struct thread_memory *memory)
{
    kernel_must_be_locked();
    if (!is_as_made(&memory->stack)) {
        thread_memory_give_back(memory);
        return;
    }
    if (kept_count == KEPT_MOST)
        free_kept(KEPT_MOST / 2);
    kept[kept_count++] = *memory;
}
