/* Nothing here remembers a stack: its guard is the one page table entry that says so, its bounds
 * are those of its range or its place. */
#include "kernel/memory/stacks.h"

#include "boot/layout.h"
#include "kernel/cpu/segments.h"
#include "kernel/memory/paging.h"
#include "kernel/memory/regions.h"
#include "kernel/memory/space.h"
#include "kernel/memory/stack_places.h"
#include "kernel/services/service.h"
#include "kernel/threads/tib.h"
#include "kernel/trap/user_memory.h"

static bool commit(char *start, size_t bytes, uint32_t protect)
{
    uint32_t base = (uint32_t)start, size = bytes;
    return region_allocate(&base, &size, MEM_COMMIT, protect) == STATUS_SUCCESS;
}

/* The base of a range for a stack, above a slot that nobody else gets. */
static char *reserve(size_t size)
{
    char *below = space_reserve(SPACE_SLOT + size);
    if (!below)
        return NULL;
    space_release(below); /* once more, as two ranges */
    space_reserve_at(below, SPACE_SLOT);
    space_set_tag(below, STACK_TAG_BELOW);
    space_reserve_at(below + SPACE_SLOT, size);
    space_set_tag(below + SPACE_SLOT, STACK_TAG);
    return below + SPACE_SLOT;
}

uint32_t stack_alloc(size_t size, struct stack *stack)
{
    if (size > PROGRAMS_END) /* rounding up would wrap */
        return STATUS_NO_MEMORY;
    bool small = size <= STACK_SMALL_MOST;
    size_t step = small ? PAGE_SIZE : SPACE_SLOT;
    size = size < STACK_LEAST ? STACK_LEAST : (size + step - 1) & ~(step - 1);
    stack->base = small ? place_take(size / PAGE_SIZE) : reserve(size);
    if (!stack->base)
        return STATUS_NO_MEMORY;
    size_t first = STACK_FIRST_PAGES(size / PAGE_SIZE) * PAGE_SIZE;
    stack->top = stack->base + size - STACK_ROOM;
    stack->limit = stack->base + size - first;
    if (commit(stack->limit, first, PAGE_READWRITE) &&
        commit(stack->limit - PAGE_SIZE, PAGE_SIZE, PAGE_READWRITE | PAGE_GUARD))
        return STATUS_SUCCESS;
    stack_free(stack->base);
    return STATUS_COMMITMENT_LIMIT;
}

void stack_free(void *base)
{
    if (place_give(base))
        return;
    space_release(base);
    space_release((char *)base - SPACE_SLOT);
}

bool stack_find(const void *address, struct range *range)
{
    return place_find(address, range) || (space_find(address, range) && range->tag == STACK_TAG);
}

bool stack_is_whole(const void *base)
{
    struct range range, below;
    if (!stack_find(base, &range) || range.base != base)
        return false;
    return range.tag != STACK_TAG ||
           (space_find((const char *)base - 1, &below) && below.tag == STACK_TAG_BELOW);
}

uint32_t stack_frames(const struct stack *stack)
{
    struct range range;
    bool alone = space_find(stack->base, &range) && range.tag == STACK_TAG;
    uint32_t frames = 0;
    for (char *page = stack->base - (alone ? SPACE_SLOT : 0); page < stack->top; page += PAGE_SIZE)
        frames += page_has_frame(paging_look(page));
    return frames;
}

/* ---------------------------------------------------------------- the running stack */

/* The stack that esp points into; what it would push counts, so a full one's end is no part of it.
 */
static bool find_stack(uint32_t esp, struct range *range)
{
    return stack_find((void *)(esp - 1), range);
}

static uint32_t reserve_bytes(const struct range *range)
{
    uint32_t guaranteed = ((TEB *)segments_tib)->GuaranteedStackBytes;
    if (guaranteed > range->size)
        guaranteed = range->size;
    return (range->tag == STACK_TAG ? STACK_RESERVE : 0) + PAGE_UP(guaranteed);
}

bool stack_unsettled;

/* In the middle of a switch the TEB may describe another stack, and is left alone. */
static void set_limit(const struct range *range, char *limit)
{
    /* Not by its Self field: ring 3 may have written that. */
    NT_TIB *tib = (NT_TIB *)segments_tib;
    stack_unsettled = true;
    if ((uint32_t)tib->StackBase - 1 - (uint32_t)range->base < range->size)
        tib->StackLimit = limit;
}

static void give_all_below(const struct range *range, char *page)
{
    char *lowest = range->base + PAGE_SIZE;
    bool given = page <= lowest || commit(lowest, (size_t)(page - lowest), PAGE_READWRITE);
    set_limit(range, given ? lowest : page);
}

enum stack_touch stack_touch(uint32_t address, uint32_t esp)
{
    struct range range;
    char *page = (char *)PAGE_DOWN(address);
    if (!find_stack(esp, &range) || (uint32_t)(page - range.base) >= range.size ||
        !region_disarm(page))
        return STACK_OTHER;
    if ((uint32_t)(page - range.base) <= PAGE_SIZE + reserve_bytes(&range) ||
        !commit(page - PAGE_SIZE, PAGE_SIZE, PAGE_READWRITE | PAGE_GUARD)) {
        give_all_below(&range, page);
        return STACK_USED_UP;
    }
    set_limit(&range, page);
    return STACK_GROWN;
}

void stack_note_guard(uint32_t address)
{
    struct range range;
    if (stack_find((void *)address, &range))
        *teb_word((TEB *)segments_tib, TIB_GUARDS_LOST) = true;
}

enum stack_place stack_place(uint32_t esp)
{
    struct range range;
    uint32_t limit = (uint32_t)((NT_TIB *)segments_tib)->StackLimit;
    if (find_stack(esp, &range))
        return STACK_INSIDE;
    if (space_find((void *)(esp - 1), &range) && range.tag == STACK_TAG_BELOW)
        return STACK_BELOW;
    return esp - (limit - SPACE_SLOT) <= SPACE_SLOT ? STACK_BELOW : STACK_AWAY;
}

/* The lowest page with memory; the stack's end when there is none. */
static char *lowest_page(const struct range *range)
{
    char *page = range->base;
    while (page < range->base + range->size && !paging_look(page).present)
        page += PAGE_SIZE;
    return page;
}

void stack_use_up(uint32_t esp)
{
    struct range range;
    if (find_stack(esp, &range))
        give_all_below(&range, lowest_page(&range));
}

static const struct stack_switch *switches;
static unsigned switch_count;

void stack_set_switches(const struct stack_switch *list, unsigned count)
{
    switches = list;
    switch_count = count;
}

static bool is_switching(uint32_t eip)
{
    for (unsigned i = 0; i < switch_count; i++)
        if (eip >= (uint32_t)switches[i].first && eip < (uint32_t)switches[i].end)
            return true;
    return false;
}

/* esp may be any that ring 3 has made up. */
void stack_settle(uint32_t eip, uint32_t esp)
{
    struct range range;
    stack_unsettled = stack_has_trouble();
    if (!is_switching(eip) || !find_stack(esp + 1, &range))
        return;
    char *lowest = lowest_page(&range);
    if (esp % sizeof(uint32_t) == 0 && user_writable((void *)esp, sizeof(uint32_t)))
        *(char **)esp = lowest;
}

bool stack_give(uint32_t address)
{
    struct range range;
    char *page = (char *)PAGE_DOWN(address);
    if (!space_find(page, &range) || paging_look(page).present)
        return false;
    bool allowed = range.tag == STACK_TAG_BELOW || (stack_find(page, &range) && page == range.base);
    return allowed && space_commit(page, PAGE_SIZE, region_rights(PAGE_READWRITE));
}

bool stack_reset(uint32_t esp)
{
    struct range range;
    if (!find_stack(esp, &range))
        return false;
    char *guard = (char *)PAGE_DOWN(esp) - PAGE_SIZE;
    if (guard < range.base + PAGE_SIZE + reserve_bytes(&range))
        return false;
    if (!commit(guard, PAGE_SIZE, PAGE_READWRITE | PAGE_GUARD))
        return false;
    space_decommit(range.base, (size_t)(guard - range.base));
    set_limit(&range, guard + PAGE_SIZE);
    return true;
}

/* ---------------------------------------------------------------- for traps */

struct stack_trouble stack_trouble;

void stack_note_trouble(uint32_t address, bool lost)
{
    if (!stack_trouble.used_up)
        stack_trouble.address = address;
    stack_trouble.used_up = stack_unsettled = true;
    stack_trouble.lost |= lost;
}

struct stack_trouble stack_take_trouble(void)
{
    struct stack_trouble taken = stack_trouble;
    stack_trouble = (struct stack_trouble){0};
    return taken;
}

bool stack_prepare(uint32_t top, uint32_t size, bool user)
{
    unsigned needed = PAGING_WRITE | (user ? PAGING_USER : 0);
    if (top < size)
        return false;
    for (uint32_t page = PAGE_DOWN(top - 1); (page | (PAGE_SIZE - 1)) >= top - size;
         page -= PAGE_SIZE) {
        if (stack_touch(page, top) == STACK_USED_UP)
            stack_note_trouble(page, false);
        struct page look = paging_look((void *)page);
        if (!look.present || (look.rights & needed) != needed)
            return false;
    }
    return true;
}

bool stack_grow(uint32_t top, uint32_t size, bool user)
{
    struct range range;
    return find_stack(top, &range) &&
           top - (uint32_t)range.base > 2 * PAGE_SIZE + reserve_bytes(&range) + size &&
           stack_prepare(top, size, user);
}

/* ---------------------------------------------------------------- for ring 3 */

uint32_t user_stack_alloc(const uint32_t *words)
{
    struct stack *stack = (struct stack *)words[1];
    return user_writable(stack, sizeof *stack) ? stack_alloc(words[0], stack)
                                               : STATUS_ACCESS_VIOLATION;
}

uint32_t user_stack_free(const uint32_t *words)
{
    if (stack_is_whole((void *)words[0]))
        stack_free((void *)words[0]);
    return 0;
}

uint32_t user_stack_reset(const uint32_t *words)
{
    return stack_reset(words[0]);
}
