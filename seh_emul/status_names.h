/* Statuses in words, for people. Either ring. */
#ifndef SEH_EMUL_STATUS_NAMES_H
#define SEH_EMUL_STATUS_NAMES_H

#include <nt.h>

/* Returns a few words for a status ("integer division by zero"), or "exception". */
const char *status_name(DWORD status);

/* Returns the meaning of an access violation's first parameter: "reading", "writing",
 * "executing". */
const char *status_access_name(DWORD access);

#endif
