/* Physical memory in frames of 4 KB.
 *
 * Memory that the direct map does not reach stays unused. All calls: ring 0, with the kernel's
 * lock.
 */
#ifndef KERNEL_MEMORY_FRAMES_H
#define KERNEL_MEMORY_FRAMES_H

#include "boot/boot.h"
#include "boot/layout.h"

#include <stdint.h>

#define FRAME_NONE UINT32_MAX /* no address of a frame: such addresses are multiples of 4096 */

/* Returns the address at which physical memory below boot_info's direct_end is mapped. Any context
 * of ring 0. */
static inline void *direct(uint32_t physical)
{
    return (void *)(physical + UPPER_HALF);
}

/* At the start, takes over the loader's memory map, without the image, its page tables, the modules
 * and the first 64 KB, which the firmware uses. */
void frames_init(const struct boot_info *boot);

/* Returns the physical address of a free frame, FRAME_NONE when none is left. Its contents are
 * undefined. */
uint32_t frame_alloc(void);

/* Gives a frame back. Panics when it is free already or was never handed out. */
void frame_free(uint32_t physical);

/* Like frame_free, for a frame that a CPU may still reach: it is handed out again only after
 * frames_let_go, which gives back all such frames. A frame of the image, which a range had borrowed
 * (region_lend), stays the image's. */
void frame_retire(uint32_t physical);
void frames_let_go(void);

struct frame_usage {
    uint32_t free, total;   /* frames that are or were available */
    uint32_t beyond_direct; /* frames present but unused: the upper half maps no more */
};
/* Also without the lock. */
struct frame_usage frame_usage(void);

#endif
