/* Calls the hooks of all reserves, which the linker gathers. */
#include "kernel/shared/reserves.h"

#include "kernel/call/service.h"
#include "lib/heap.h"

static bool call_hooks(void)
{
    extern reserve_hook *const reserve_hooks[], *const reserve_hooks_end[];
    bool had_some = false;
    for (reserve_hook *const *hook = reserve_hooks; hook < reserve_hooks_end; hook++)
        had_some |= (*hook)();
    return had_some;
}

bool reserves_give_back(void)
{
    bool had_some = heap_release_reserve();
    return call_hooks() || had_some;
}

/* A hook may fill the reserve that another hook gives back: a thread that is buried leaves its
 * stack. */
void reserves_end_thread(void)
{
    while (call_hooks())
        ;
}

void *reserves_space_alloc(size_t size)
{
    void *base = sys_space_alloc(size);
    return base || !reserves_give_back() ? base : sys_space_alloc(size);
}
