/* Memory that is not there yet: ranges whose pages come at their first touch, zeroed by the kernel
 * or filled by the program (include/pager.h).
 *
 * A thread that touches such a page waits in the range's list. A thread of the program takes the
 * request (supply_next), and gives the bytes (supply_give); then all that wait for the page go on
 * with the instruction that faulted. A service whose copy meets such a page is called again. All
 * calls: with the kernel's lock.
 */
#ifndef KERNEL_MEMORY_SUPPLY_H
#define KERNEL_MEMORY_SUPPLY_H

#include "kernel/trap/trap.h"

#include <stdbool.h>
#include <stdint.h>

#define SUPPLY_TAG 0x803u /* of such ranges */

struct thread;

enum supply_touch {
    SUPPLY_NONE,    /* the page is in no such range, or has been there before */
    SUPPLY_GIVEN,   /* it is there now */
    SUPPLY_AWAITED, /* the thread waits; a copy ends, and its service is called again then */
    SUPPLY_FAILED   /* fault says how */
};

/* Tells whether there are such ranges. */
extern bool supply_exists;

/* Looks at a touch of a page without memory. copying: by a copy of the thread's service. waits:
 * the thread may wait here. */
enum supply_touch supply_touch(struct thread *thread, struct page_fault *fault, bool copying,
                               bool waits);

#endif
