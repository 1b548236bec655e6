/* The pages that VirtualLock has locked. */
#ifndef SEH_EMUL_MEMORY_LOCKED_PAGES_H
#define SEH_EMUL_MEMORY_LOCKED_PAGES_H

#include <stdint.h>

/* Forgets those of [start, end): their memory has been given back. */
void locked_pages_forget(uint32_t start, uint32_t end);

#endif
