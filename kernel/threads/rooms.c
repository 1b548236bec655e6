/* A stack is kept only as it was made: a stack that has grown, or whose rights a program has
 * changed, is freed. */
#include "kernel/threads/rooms.h"

#include "boot/layout.h"
#include "kernel/cpu/contracts.h"
#include "kernel/memory/page_clear.h"
#include "kernel/memory/paging.h"
#include "kernel/memory/regions.h"
#include "kernel/memory/space.h"
#include "kernel/threads/teb_places.h"

#include <string.h>

/* When so many are kept, half of them are freed together. */
#define KEPT_MOST 32

static struct room kept[KEPT_MOST];
static unsigned kept_count;

static bool is_as_made(const struct stack *stack)
{
    return stack_is_whole(stack->base) &&
           paging_has(stack->limit, stack->top, region_rights(PAGE_READWRITE)) &&
           paging_has(stack->limit - PAGE_SIZE, stack->limit,
                      region_rights(PAGE_READWRITE | PAGE_GUARD));
}

static void give_back(const struct room *room)
{
    if (stack_is_whole(room->stack.base)) /* the program may have freed it */
        stack_free(room->stack.base);
    teb_place_give(room->teb_address);
}

/* The latest. All CPUs forget them by one request. */
static void free_kept(unsigned count)
{
    space_begin_together();
    while (count--)
        give_back(&kept[--kept_count]);
    space_end_together();
}

bool rooms_free_kept(void)
{
    kernel_must_be_locked();
    bool some = kept_count;
    free_kept(kept_count);
    return some;
}

static bool take_kept(uint32_t stack_size, struct room *room)
{
    for (unsigned i = kept_count; i-- > 0;) {
        if (kept[i].asked != stack_size)
            continue;
        *room = kept[i];
        kept[i] = kept[--kept_count];
        page_clear(room->teb);
        memset(room->stack.top, 0, STACK_ROOM);
        return true;
    }
    return false;
}

static bool make(uint32_t stack_size, struct room *room)
{
    room->asked = stack_size;
    room->teb = teb_place_take(&room->teb_address);
    if (!room->teb)
        return false;
    if (stack_alloc(stack_size, &room->stack) == STATUS_SUCCESS)
        return true;
    teb_place_give(room->teb_address);
    return false;
}

bool room_take(uint32_t stack_size, struct room *room)
{
    kernel_must_be_locked();
    return take_kept(stack_size, room) || make(stack_size, room) ||
           (rooms_free_kept() && make(stack_size, room));
}

void room_give(const struct room *room)
{
    kernel_must_be_locked();
    if (!is_as_made(&room->stack)) {
        give_back(room);
        return;
    }
    if (kept_count == KEPT_MOST)
        free_kept(KEPT_MOST / 2);
    kept[kept_count++] = *room;
}
