/* The boot stage's findings, seen from the upper half. */
#ifndef KERNEL_BOOT_VIEW_H
#define KERNEL_BOOT_VIEW_H

#include "boot/boot.h"
#include "boot/layout.h"

/* boot_info itself has a low address, which is no longer mapped. */
static inline const struct boot_info *boot_view(void)
{
    return (const struct boot_info *)((uint32_t)&boot_info + UPPER_HALF);
}

#endif
