/* The image's own pages, each with exactly the rights it needs. */
#ifndef KERNEL_MEMORY_IMAGE_H
#define KERNEL_MEMORY_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Ends the write access to text and constants, the execution of data, and ring 3's access to the
 * kernel's pages. Unmaps the page below the boot stack. Before that, a CPU without SSE gets
 * instructions that do nothing in place of those that it does not know. Ring 0, once. */
void image_protect(void);

/* Ends the write access to the variables that are set at the start only (START_CONSTANT). Ring 0,
 * once, before the program runs. */
void image_seal(void);

/* Returns the bytes that the image has, from IMAGE_PHYSICAL on; they are whole pages. Tells whether
 * the image has this address. Any context. */
uint32_t image_size(void);
bool image_holds(const void *address);

/* Tells whether a program may give this protection to the whole pages [start, end) of the image;
 * ring3: a program there. They must lie in one part. The program's own code, constants and
 * variables are such parts, and so is the text that both rings share. Any context. */
bool image_may_protect(const char *start, const char *end, uint32_t protection, bool ring3);

#endif
