/* The image's own pages, each with exactly the rights it needs. */
#ifndef KERNEL_MEMORY_IMAGE_H
#define KERNEL_MEMORY_IMAGE_H

#include <stddef.h>

/* Ends the write access to text and constants, the execution of data, and ring 3's access to the
 * kernel's pages. Unmaps the page below the boot stack. Ring 0, once. */
void image_protect(void);

/* Writes over the text, where this CPU needs other instructions. Ring 0, at the start. */
void image_patch(void *text, const void *bytes, size_t size);

/* Ends the write access to the variables that are set at the start only (START_CONSTANT). Ring 0,
 * once, before the program runs. */
void image_seal(void);

#endif
