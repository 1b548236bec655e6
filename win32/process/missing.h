/* The function in place of an import that nobody exports, where the process began without it
 * (--missing late). */
#ifndef WIN32_PROCESS_MISSING_H
#define WIN32_PROCESS_MISSING_H

#include <stdbool.h>
#include <stdint.h>

/* Whether missing imports are told when they are called, and not before the program begins. */
bool missing_is_late(void);

/* Makes code for an import of this importer: called, it tells in a line what is missing, and raises
 * STATUS_ENTRYPOINT_NOT_FOUND. name NULL: the number is an ordinal. Returns NULL without memory.
 * With the loader's lock. */
const void *missing_entry(const char *importer, const char *module, const char *name,
                          uint32_t number);

#endif
