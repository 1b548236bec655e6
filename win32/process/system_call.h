/* Calls of Windows' system calls that code of a program makes, by the numbers of Windows 7. */
#ifndef WIN32_PROCESS_SYSTEM_CALL_H
#define WIN32_PROCESS_SYSTEM_CALL_H

#include <stdint.h>

/* A call: the function that serves it, and the 32-bit words of its arguments. */
struct system_call {
    const void *function;
    uint16_t words;
};

/* Returns what serves the number, or a refusal: STATUS_INVALID_SYSTEM_SERVICE for one that Windows
 * has not, STATUS_NOT_IMPLEMENTED for one that is missing here, STATUS_ACCESS_VIOLATION for
 * arguments that cannot be read. */
const struct system_call *system_call_find(uint32_t number, const void *arguments);

/* Where the kernel leads such calls (system_call_entry.S). Not called. */
void system_call_entry(void);

#endif
