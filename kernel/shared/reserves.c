/* Calls the hooks of all reserves, which the linker gathers. */
#include "kernel/shared/reserves.h"

#include "kernel/services/service.h"
#include "lib/heap.h"

bool reserves_give_back(void)
{
    extern reserve_hook *const reserve_hooks[], *const reserve_hooks_end[];
    bool had_some = heap_release_reserve();
    for (reserve_hook *const *hook = reserve_hooks; hook < reserve_hooks_end; hook++)
        had_some |= (*hook)();
    return had_some;
}

void *reserves_space_alloc(size_t size)
{
    void *base = sys_space_alloc(size);
    return base || !reserves_give_back() ? base : sys_space_alloc(size);
}
