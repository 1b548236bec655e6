/* Stacks that grow. A stack that a thread has left is kept for a later thread with the same size,
 * up to a number of pages in all. Kept stacks are a list through allNext of the dead blocks, the
 * stack left last first; stackSize tells the sizes apart. The TEB of the thread of the machine has
 * the list's head and the number of pages. */
#include "boot/layout.h"
#include "kernel/call/numbers.h"
#include "kernel/call/service.h"
#include "kernel/call/stack.h"
#include "kernel/call/tib.h"
#include "kernel/shared/reserves.h"
#include "lib/inlining.h"
#include "uthread/threads/ending.h"

#include <memoryapi.h>

enum {
    MOST_PAGES = 128, /* kept in all */
    MOST_OF_ONE = 8,  /* a stack with more pages is not kept */

    /* Pages that a stack begins with, with its guard: the least stack, and any other. */
    LEAST_PAGES = STACK_FIRST_PAGES(STACK_LEAST / PAGE_SIZE) + 1,
    FIRST_PAGES = STACK_FIRST_PAGES(STACK_LEAST / PAGE_SIZE + 1) + 1,
};

static uThd *kept(void)
{
    return (uThd *)(void *)tib_word(TIB_STACKS);
}

/* The lowest address with memory in the stack of a thread that does not run: above its guard. NULL
 * if the thread has ended on another stack, because then it is unknown. */
static char *limit_of(uThd uthread)
{
    const char *place = (const char *)ut_parked(uthread), *base = uthread->owner;
    return place >= base && place < (const char *)uthread ? ut_parked(uthread)->limit : NULL;
}

static bool is_guard(const char *page)
{
    MEMORY_BASIC_INFORMATION information;
    return sys_region_query((uint32_t)page, &information) == STATUS_SUCCESS &&
           information.Protect & PAGE_GUARD;
}

/* The pages of a stack down to its limit, and its guard. */
static DWORD pages_above(uThd uthread, const char *limit)
{
    return (DWORD)((char *)uthread + STACK_ROOM - limit) / PAGE_SIZE + 1;
}

/* Returns the link to the first kept stack of a size, or the link at the end of the list. */
static uThd *find_kept(int size)
{
    uThd *link = kept();
    while (*link && (*link)->stackSize != size)
        link = &(*link)->allNext;
    return link;
}

/* Takes the kept stack behind a link out of the list. */
static uThd take_kept(uThd *link)
{
    uThd uthread = *link;
    *link = uthread->allNext;
    DWORD pages = pages_above(uthread, ut_first_stack(uthread)->limit);
    tib_store(TIB_STACK_PAGES, tib_load(TIB_STACK_PAGES) - pages);
    return uthread;
}

/* Makes a stack. Its last page, which never has memory, comes in addition to size. */
static uThd stack_make(int size)
{
    struct stack stack;
    ut_need_stack();
    uint32_t refusal = sys_stack_alloc((size_t)size + PAGE_SIZE, &stack);
    if (refusal && reserves_give_back())
        refusal = sys_stack_alloc((size_t)size + PAGE_SIZE, &stack);
    if (refusal) {
        ut_set_error(ut_error_of(refusal));
        return NULL;
    }
    return ut_init(stack.top - size, stack.top, stack.limit, stack.base, 0);
}

/* Frees kept stacks of a size from the first on, as long as they have no guard and so could not
 * grow. Returns the link to the first kept stack of the size that has a guard, or the link at the
 * end of the list. */
static uThd *drop_unguarded(int size)
{
    uThd *link;
    while (*(link = find_kept(size)) && !is_guard((char *)ut_first_stack(*link)->limit - PAGE_SIZE))
        sys_stack_free(take_kept(link)->owner);
    return link;
}

/* Below the wanted bytes lies the guard page, which an overflow gives its handlers, or the reserve
 * that the kernel keeps for them. */
int ut_stack_size(size_t wanted)
{
    size_t size = PAGE_UP(wanted) + PAGE_SIZE;
    if (size + PAGE_SIZE <= STACK_SMALL_MOST)
        return (int)size;
    size_t slots = (size + PAGE_SIZE + STACK_RESERVE + SPACE_SLOT - 1) / SPACE_SLOT;
    return (int)(slots * SPACE_SLOT - PAGE_SIZE);
}

/* Takes a stack when the first kept one does not fit. */
static OWN_STACK uThd UT_REGISTERS take_another(int size)
{
    uThd *link = find_kept(size);
    if (!*link) {
        ut_bury();
        link = find_kept(size);
    }
    if (*tib_word(TIB_GUARDS_LOST))
        link = drop_unguarded(size);
    return *link ? take_kept(link) : stack_make(size);
}

uThd UT_REGISTERS ut_take_stack(int size)
{
    uThd *list = kept();
    if (!*list)
        ut_bury();
    bool fits = *list && (*list)->stackSize == size && !tib_load(TIB_GUARDS_LOST);
    return fits ? take_kept(list) : take_another(size);
}

static inline void keep(uThd uthread, char *limit, DWORD pages)
{
    ut_first_stack(uthread)->limit = limit;
    uthread->allNext = (uThd)tib_load(TIB_STACKS);
    tib_store(TIB_STACKS, (DWORD)uthread);
    tib_store(TIB_STACK_PAGES, tib_load(TIB_STACK_PAGES) + pages);
}

/* Whether the list has room for more pages. Stacks of other sizes are freed for it. */
static bool stack_has_room(DWORD pages, int size)
{
    while (*tib_word(TIB_STACK_PAGES) + pages > MOST_PAGES) {
        if ((*kept())->stackSize == size)
            return false;
        sys_stack_free(take_kept(kept())->owner);
    }
    return true;
}

/* Gives back a stack that has grown, or for which the list has no room. A used-up stack has no
 * guard.
 */
static OWN_STACK void UT_REGISTERS give_grown(uThd uthread, char *limit, DWORD pages)
{
    if (limit && pages <= MOST_OF_ONE && is_guard(limit - PAGE_SIZE) &&
        stack_has_room(pages, uthread->stackSize))
        keep(uthread, limit, pages);
    else
        sys_stack_free(uthread->owner);
}

/* A stack that has never grown has its guard where it was, unless another thread has touched it. */
void UT_REGISTERS ut_give_stack(uThd uthread)
{
    char *limit = limit_of(uthread);
    DWORD pages = pages_above(uthread, limit);
    bool is_least = uthread->stackSize + PAGE_SIZE == STACK_LEAST;
    bool has_grown = pages != (is_least ? LEAST_PAGES : FIRST_PAGES);
    if (has_grown || tib_load(TIB_STACK_PAGES) + pages > MOST_PAGES)
        give_grown(uthread, limit, pages);
    else
        keep(uthread, limit, pages);
}

static bool stack_give_back(void)
{
    uThd *list = kept();
    bool had_some = *list != NULL;
    while (*list)
        sys_stack_free(take_kept(list)->owner);
    return had_some;
}
HAS_RESERVE(stack_give_back);
