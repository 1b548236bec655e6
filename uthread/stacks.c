/* Stacks of the default size. Those that threads leave are kept for the next ones, the one left
 * last first, up to a number of pages: a list through allNext in the dead blocks. The TEB of the
 * thread of the machine has its head, and the number of their pages. */
#include "kernel/memory/stacks.h"
#include "boot/layout.h"
#include "kernel/services/service.h"
#include "kernel/shared/reserves.h"
#include "kernel/threads/tib.h"
#include "uthread/ending.h"

#include <memoryapi.h>

enum {
    MOST_PAGES = 128, /* kept in all */
    MOST_OF_ONE = 8,  /* a stack that has grown beyond is not kept */
};

static uThd *kept(void)
{
    return (uThd *)(void *)tib_word(TIB_STACKS);
}

/* Where memory begins in the stack of a thread that does not run: above its guard. NULL when nobody
 * knows, because the thread has ended on another stack. */
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

/* Takes the first kept stack out of the list. */
static uThd take_kept(void)
{
    uThd uthread = *kept();
    *kept() = uthread->allNext;
    *tib_word(TIB_STACK_PAGES) -= pages_above(uthread, ut_first_stack(uthread)->limit);
    return uthread;
}

/* The pages of a stack that is worth keeping, its guard included, else 0. One that has never grown
 * has its guard where it was, unless others have touched it; one that was used up has none. */
static DWORD pages_to_keep(uThd uthread)
{
    char *limit = limit_of(uthread);
    DWORD pages = pages_above(uthread, limit);
    if (!limit || pages > MOST_OF_ONE)
        return 0;
    return pages == STACK_FIRST_PAGES(UT_STACK_DEFAULT / PAGE_SIZE) + 1 || is_guard(limit - PAGE_SIZE) ? pages : 0;
}

static uThd make(void)
{
    struct stack stack;
    ut_need_stack();
    uint32_t refusal = sys_stack_alloc(UT_STACK_DEFAULT, &stack);
    if (refusal && reserves_give_back())
        refusal = sys_stack_alloc(UT_STACK_DEFAULT, &stack);
    if (refusal) {
        ut_set_error(ut_error_of(refusal));
        return NULL;
    }
    return ut_init(stack.top - UT_STACK_DEFAULT, stack.top, stack.limit, stack.base, 0);
}

/* Frees the first kept stacks as long as they have no guard, and so could not grow. */
static void __attribute__((noinline)) drop_unguarded(uThd *list)
{
    while (*list && !is_guard((char *)ut_first_stack(*list)->limit - PAGE_SIZE))
        sys_stack_free(take_kept()->owner);
}

uThd ut_take_stack(void)
{
    uThd *list = kept();
    if (!*list)
        ut_bury();
    if (__builtin_expect(*tib_word(TIB_GUARDS_LOST), 0))
        drop_unguarded(list);
    return *list ? take_kept() : make();
}

void ut_give_stack(uThd uthread)
{
    uThd *list = kept();
    DWORD pages = pages_to_keep(uthread);
    if (!pages || *tib_word(TIB_STACK_PAGES) + pages > MOST_PAGES) {
        sys_stack_free(uthread->owner);
        return;
    }
    ut_first_stack(uthread)->limit = limit_of(uthread);
    uthread->allNext = *list;
    *list = uthread;
    *tib_word(TIB_STACK_PAGES) += pages;
}

static bool give_back(void)
{
    uThd *list = kept();
    bool had_some = *list != NULL;
    while (*list)
        sys_stack_free(take_kept()->owner);
    return had_some;
}
HAS_RESERVE(give_back);
