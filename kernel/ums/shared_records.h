/* Places for the records that program and kernel share (kernel/call/ums_context.h). They lie in
 * pages that a program can neither free nor protect, as TEBs do. All calls: with the kernel's lock.
 */
#ifndef KERNEL_UMS_SHARED_RECORDS_H
#define KERNEL_UMS_SHARED_RECORDS_H

#include <stdbool.h>
#include <stdint.h>

struct ums_page;

struct ums_place {
    struct ums_page *page;
    void *direct;     /* for the kernel: at an address that is always there */
    uint32_t address; /* for the program */
};

/* Takes a zeroed place of UMS_SIZE bytes. Returns false when memory or addresses are exhausted. */
bool ums_place_take(struct ums_place *place);

/* Gives it back. */
void ums_place_give(const struct ums_place *place);

#endif
