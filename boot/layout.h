/* Where things lie: physical and linear addresses that boot, kernel and linker.ld agree on.
 * Serves C and assembly; linker.ld repeats IMAGE_PHYSICAL and UPPER_HALF and asserts them.
 */
#ifndef BOOT_LAYOUT_H
#define BOOT_LAYOUT_H

#define PAGE_SIZE           4096

#define IMAGE_PHYSICAL      0x00100000 /* the image is loaded here, at 1 MB */
#define UPPER_HALF          0x80000000 /* linear address of physical address 0 */
#define DIRECT_LIMIT        0x70000000 /* so much physical memory the upper half maps: 1792 MB */
#define WINDOWS             0xF0000000 /* above the direct map: device windows */

#define PROGRAMS_START      0x00010000 /* below: never mapped */
#define PROGRAMS_END        0x7FFE0000
#define SHARED_PAGE         0x7FFE0000 /* tick count and the like, read by every ring */

/* Exit records and the like leave by these ports; see kernel/power.c. */
#define QEMU_EXIT_PORT      0x501
#define BOCHS_SHUTDOWN_PORT 0x8900

#endif
