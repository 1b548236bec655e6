/* The files that the boot loader brought along: Multiboot modules. */
#ifndef KERNEL_MODULE_FILES_H
#define KERNEL_MODULE_FILES_H

#include "boot/boot.h"

/* Makes each module a file of the program (lib/ram_files.h), open to both rings, in the memory
 * where it lies. The last word of the module's text, without folders, is the name. A module without
 * a usable name is left out, with a line on the console. Ring 0, once, before the program runs. */
void files_take_over(const struct boot_info *boot);

#endif
