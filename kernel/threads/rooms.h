/* What a thread has of the program's addresses: a stack and a TEB. Those of threads that have ended
 * are kept for the next ones. All calls: with the kernel's lock. */
#ifndef KERNEL_THREADS_ROOMS_H
#define KERNEL_THREADS_ROOMS_H

#include "kernel/memory/stacks.h"

#include <nt.h>
#include <stdbool.h>
#include <stdint.h>

struct room {
    struct stack stack;
    uint32_t asked;       /* the size that the stack was asked for */
    uint32_t teb_address; /* as the program sees it; 0: the room is none of these */
    TEB *teb;             /* by its direct address, zeroed */
};

/* Takes a room with a stack of this size. Returns false when memory or addresses are exhausted. */
bool room_take(uint32_t stack_size, struct room *room);

/* Gives it back. */
void room_give(const struct room *room);

/* Frees all that are kept. Returns whether there were any. */
bool rooms_free_kept(void);

#endif
