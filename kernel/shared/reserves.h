/* Memory that the runtime keeps unused, because that saves time later. It is given back when memory
 * is exhausted, and at the end of the program, before a checking build looks for leaks.
 */
#ifndef KERNEL_SHARED_RESERVES_H
#define KERNEL_SHARED_RESERVES_H

#include <stdbool.h>
#include <stddef.h>

typedef bool reserve_hook(void);

/* At file level: function gives back all unused memory that its file keeps for the calling thread
 * of the machine, and tells whether there was any. The program's ring; not from interrupts. */
#define HAS_RESERVE(function)                                                                      \
    static reserve_hook *const reserve_hook_##function                                             \
        __attribute__((used, section(".reserve_hooks"))) = (function)

/* Calls the hooks until nothing is left. A thread of the machine calls this as its last in its own
 * ring, because hooks reach only what the calling thread keeps, and nobody else finds it later. */
void reserves_end_thread(void);

/* Calls all of them. Returns whether memory was given back, so that a call that lacked memory is
 * worth a second try. */
bool reserves_give_back(void);

/* Returns a range for the heap from sys_space_alloc. When memory is exhausted, it gives the
 * reserves back and tries again; then NULL. */
void *reserves_space_alloc(size_t size);

#endif
