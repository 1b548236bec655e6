/* Statuses in words, for people. Either ring. */
#ifndef SEH_EMUL_STATUS_NAMES_H
#define SEH_EMUL_STATUS_NAMES_H

#include <nt.h>

/* A few words for a status ("integer division by zero"), or "exception". */
const char *status_name(DWORD status);

/* What an access violation's first parameter says: "reading", "writing", "executing". */
const char *status_access_name(DWORD access);

#endif
