/* Places for the TEBs of threads: pages of ranges that a program can neither free nor protect. All
 * calls: with the kernel's lock. */
#ifndef KERNEL_THREADS_TEB_PLACES_H
#define KERNEL_THREADS_TEB_PLACES_H

#include <nt.h>
#include <stdint.h>

/* Returns a zeroed block by its direct address, and its address for the program; NULL when memory
 * or addresses are exhausted. */
TEB *teb_place_take(uint32_t *address);

/* Gives the block back. */
void teb_place_give(uint32_t address);

#endif
