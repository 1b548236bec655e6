/* From the status of a service to the last error. */
#ifndef SEH_EMUL_ERROR_CODES_H
#define SEH_EMUL_ERROR_CODES_H

#include <stdbool.h>
#include <stdint.h>

/* Sets the last error for the status of a failure. Returns whether status is a success; then the
 * last error stays as it is. */
bool error_if_failed(uint32_t status);

#endif
