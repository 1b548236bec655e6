/* Physical and linear addresses that boot, kernel and linker.ld agree on. linker.ld repeats
 * IMAGE_PHYSICAL and UPPER_HALF and asserts that they agree. Serves C and assembly. */
#ifndef BOOT_LAYOUT_H
#define BOOT_LAYOUT_H

#define PAGE_SIZE          4096
#define PAGE_DOWN(address) ((address) & ~(PAGE_SIZE - 1u))
#define PAGE_UP(address)   PAGE_DOWN((address) + (PAGE_SIZE - 1u))

#define IMAGE_PHYSICAL     0x00100000 /* the image is loaded here, at 1 MB */
#define UPPER_HALF         0x80000000 /* linear address of physical address 0 */
#define DIRECT_LIMIT       0x70000000 /* the upper half maps so much physical memory: 1792 MB */

#define BOOT_STACK_SIZE    0x2000 /* it becomes the CPU's own stack: kernel/cpu/cpu.h */

#define PROGRAMS_START     0x00010000 /* lower addresses are never mapped */
#define RANGES_START       0x10000000 /* lower addresses are left to programs that want their own */
#define PROGRAMS_END       0x7FFD0000
#define TEB_PAGE           0x7FFDE000 /* the first thread's block, as on Windows */
#define PEB_PAGE           0x7FFDF000 /* the process' block */
#define SHARED_PAGE        0x7FFE0000 /* tick count and the like, read by every ring */

#define WINDOW_START       0xF0000000   /* pages that the direct map does not have: */
#define LAPIC_PAGE         WINDOW_START /* each CPU's own interrupt controller */
#define FIRMWARE_WINDOW    0xF0010000   /* tables of the firmware, while they are read */
#define STACKS_WINDOW      0xF0100000   /* stacks of the other CPUs */

#endif
