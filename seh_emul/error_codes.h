/* From the status of a service to the last error. */
#ifndef SEH_EMUL_ERROR_CODES_H
#define SEH_EMUL_ERROR_CODES_H

#include <stdbool.h>
#include <stdint.h>

/* Sets the last error for the status of a failure. */
void error_set(uint32_t status);

/* Like error_set, for any status. Returns whether it is a success; then the last error stays as it
 * is. */
static inline bool error_if_failed(uint32_t status)
{
    if ((int32_t)status >= 0)
        return true;
    error_set(status);
    return false;
}

#endif
