/* The image's own table of functions (made by tools/symbols when the image is linked). */
#ifndef KERNEL_REPORT_SYMBOLS_H
#define KERNEL_REPORT_SYMBOLS_H

#include <stdint.h>

/* The function that contains this address, and how far into it the address lies. NULL when the
 * address is outside the image's text. Any context. */
const char *symbol_find(uint32_t address, uint32_t *offset);

#endif
