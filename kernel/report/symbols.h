/* The image's own table of functions (made by tools/build/link-image). */
#ifndef KERNEL_REPORT_SYMBOLS_H
#define KERNEL_REPORT_SYMBOLS_H

#include <stdint.h>

/* Returns the name of the function that contains this address, and stores the address's distance
 * from its start, in bytes, in *offset. Returns NULL for an address outside the image's text. Any
 * context. */
const char *symbol_find(uint32_t address, uint32_t *offset);

#endif
