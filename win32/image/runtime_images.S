/* Room for the images of the runtime's modules. It begins with its size until tools/build/lay-modules writes them here, when
 * the program has been linked: first a struct laid_image of each (runtime_image.c).
 */
	.section .rodata
	.balign	4096
	.globl	runtime_images
runtime_images:
	.long	9f - runtime_images
	.zero	0x80000 - 4
9:
