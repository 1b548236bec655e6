/* The image's own pages, each with exactly the rights it needs. */
#ifndef KERNEL_IMAGE_H
#define KERNEL_IMAGE_H

/* Ends the write access to text and constants, the execution of data, and ring 3's access to what
 * is the kernel's, and unmaps the page below the boot stack. Ring 0, once. */
void image_protect(void);

#endif
