/* Memory that the runtime keeps although nobody uses it now, because that saves time later. It is
 * given back when memory is exhausted, and at the end of the program, before a checking build looks
 * for leaks.
 */
#ifndef KERNEL_SHARED_RESERVES_H
#define KERNEL_SHARED_RESERVES_H

#include <stdbool.h>
#include <stddef.h>

typedef bool reserve_hook(void);

/* At file level: function gives back everything that its file keeps so, and says whether there was
 * any. The program's ring; not from interrupts. */
#define HAS_RESERVE(function)                                                                      \
    static reserve_hook *const reserve_hook_##function                                             \
        __attribute__((used, section(".reserve_hooks"))) = (function)

/* Calls all of them. Whether it is worth to try again what failed for want of memory. */
bool reserves_give_back(void);

/* A range for the heap: sys_space_alloc, tried again so. */
void *reserves_space_alloc(size_t size);

#endif
