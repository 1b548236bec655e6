/* Moves the guard of a stack down when it is touched. */
#include "kernel/memory/stack_growth.h"

#include "boot/layout.h"
#include "kernel/call/tib.h"
#include "kernel/cpu/contracts.h"
#include "kernel/memory/paging.h"
#include "kernel/memory/protections.h"
#include "kernel/memory/regions.h"
#include "kernel/memory/space.h"
#include "kernel/memory/stacks.h"
#include "kernel/memory/user_memory.h"
#include "kernel/memory/views.h"

/* Finds the stack that the next push would write to. esp - 1 decides, so esp at a stack's lowest
 * address is outside. */
static bool find_stack(uint32_t esp, struct range *range)
{
    return stack_find((void *)(esp - 1), range);
}

/* Like find_stack, for a stack of the program's own, which the TEB describes: it lies in one range.
 */
static bool find_own_stack(const struct thread *thread, uint32_t esp, struct range *range)
{
    uint32_t base = (uint32_t)thread->teb->DeallocationStack,
             size = (uint32_t)thread->teb->NtTib.StackBase - base;
    if (base % PAGE_SIZE || esp - 1 - base >= size || !space_find((void *)base, range) ||
        base - (uint32_t)range->base > range->size ||
        size > range->size - (base - (uint32_t)range->base))
        return false;
    *range = (struct range){.base = (char *)base, .size = size, .tag = STACK_TAG};
    return true;
}

static uint32_t reserve_bytes(const struct thread *thread, const struct range *range)
{
    uint32_t guaranteed = thread->teb->GuaranteedStackBytes;
    if (guaranteed > range->size)
        guaranteed = range->size;
    return (range->tag == STACK_TAG ? STACK_RESERVE : 0) + PAGE_UP(guaranteed);
}

/* Sets StackLimit. In the middle of a switch the TEB may describe another stack; then it stays. */
static void set_limit(struct thread *thread, const struct range *range, char *limit)
{
    NT_TIB *tib = &thread->teb->NtTib;
    thread->unsettled = true;
    if ((uint32_t)tib->StackBase - 1 - (uint32_t)range->base < range->size)
        tib->StackLimit = limit;
}

static void give_all_below(struct thread *thread, const struct range *range, char *page)
{
    char *lowest = range->base + PAGE_SIZE;
    bool given = page <= lowest || region_commit(lowest, (size_t)(page - lowest), PAGE_READWRITE);
    set_limit(thread, range, given ? lowest : page);
}

enum stack_touch stack_touch(struct thread *thread, uint32_t address, uint32_t esp)
{
    kernel_must_be_locked();
    struct range range;
    char *page = (char *)PAGE_DOWN(address);
    if ((!find_stack(esp, &range) && !find_own_stack(thread, esp, &range)) ||
        (uint32_t)(page - range.base) >= range.size || !region_disarm(page))
        return STACK_OTHER;
    if ((uint32_t)(page - range.base) <= PAGE_SIZE + reserve_bytes(thread, &range) ||
        !region_commit(page - PAGE_SIZE, PAGE_SIZE, PAGE_READWRITE | PAGE_GUARD)) {
        give_all_below(thread, &range, page);
        return STACK_USED_UP;
    }
    set_limit(thread, &range, page);
    return STACK_GROWN;
}

void stack_note_guard(struct thread *thread, uint32_t address)
{
    kernel_must_be_locked();
    struct range range;
    if (stack_find((void *)address, &range))
        *teb_word(thread->teb, TIB_GUARDS_LOST) = true;
}

enum stack_place stack_place(const struct thread *thread, uint32_t esp)
{
    kernel_must_be_locked();
    struct range range;
    uint32_t limit = (uint32_t)thread->teb->NtTib.StackLimit;
    if (find_stack(esp, &range))
        return STACK_INSIDE;
    if (space_find((void *)(esp - 1), &range) && range.tag == STACK_TAG_BELOW)
        return STACK_BELOW;
    return esp - (limit - SPACE_SLOT) <= SPACE_SLOT ? STACK_BELOW : STACK_AWAY;
}

/* Returns the lowest page with memory, the stack's end when there is none. */
static char *lowest_page(const struct range *range)
{
    char *page = range->base;
    while (page < range->base + range->size && !paging_look(page).present)
        page += PAGE_SIZE;
    return page;
}

void stack_use_up(struct thread *thread, uint32_t esp)
{
    kernel_must_be_locked();
    struct range range;
    if (find_stack(esp, &range))
        give_all_below(thread, &range, lowest_page(&range));
}

/* Ring 3 may have set esp to any value, so it is checked before the word there is written. */
void stack_settle(struct thread *thread, uint32_t eip, uint32_t esp)
{
    kernel_must_be_locked();
    struct range range;
    thread->unsettled = thread->trouble.used_up;
    if (!stack_is_switching(eip) || !find_stack(esp + 1, &range))
        return;
    char *lowest = lowest_page(&range);
    if (esp % sizeof(uint32_t) == 0 && user_writable((void *)esp, sizeof(uint32_t)))
        *(char **)esp = lowest;
}

bool stack_give(uint32_t address)
{
    kernel_must_be_locked();
    struct range range;
    char *page = (char *)PAGE_DOWN(address);
    if (!space_find(page, &range) || paging_look(page).present)
        return false;
    bool allowed = range.tag == STACK_TAG_BELOW || (stack_find(page, &range) && page == range.base);
    return allowed && space_commit(page, PAGE_SIZE, protection_rights(PAGE_READWRITE));
}

void stack_note_trouble(struct thread *thread, uint32_t address, bool lost)
{
    interrupts_must_be_off();
    if (!thread->trouble.used_up)
        thread->trouble.address = address;
    thread->trouble.used_up = thread->unsettled = true;
    thread->trouble.lost |= lost;
}

struct stack_trouble stack_take_trouble(struct thread *thread)
{
    interrupts_must_be_off();
    struct stack_trouble taken = thread->trouble;
    thread->trouble = (struct stack_trouble){0};
    return taken;
}

bool stack_prepare(struct thread *thread, uint32_t top, uint32_t size, bool user)
{
    kernel_must_be_locked();
    unsigned needed = PAGING_WRITE | (user ? PAGING_USER : 0);
    if (top < size)
        return false;
    if (paging_allows((void *)(top - size), size, needed)) /* and none is a guard */
        return true;
    for (uint32_t page = PAGE_DOWN(top - 1); (page | (PAGE_SIZE - 1)) >= top - size;
         page -= PAGE_SIZE) {
        if (stack_touch(thread, page, top) == STACK_USED_UP)
            stack_note_trouble(thread, page, false);
        if (!paging_allows((void *)page, 1, needed) &&
            (!user || view_copy(page) != STATUS_SUCCESS)) /* ring 0's stack is the CPU's, too */
            return false;
    }
    return true;
}

bool stack_grow(struct thread *thread, uint32_t top, uint32_t size, bool user)
{
    kernel_must_be_locked();
    struct range range;
    return find_stack(top, &range) &&
           top - (uint32_t)range.base > 2 * PAGE_SIZE + reserve_bytes(thread, &range) + size &&
           stack_prepare(thread, top, size, user);
}

bool stack_reset(uint32_t esp)
{
    kernel_must_be_locked();
    struct thread *thread = this_thread();
    struct range range;
    if (!find_stack(esp, &range))
        return false;
    char *guard = (char *)PAGE_DOWN(esp) - PAGE_SIZE;
    if (guard < range.base + PAGE_SIZE + reserve_bytes(thread, &range))
        return false;
    if (!region_commit(guard, PAGE_SIZE, PAGE_READWRITE | PAGE_GUARD))
        return false;
    space_decommit(range.base, (size_t)(guard - range.base));
    set_limit(thread, &range, guard + PAGE_SIZE);
    return true;
}
