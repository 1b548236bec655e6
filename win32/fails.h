/* How a call of Windows says that it has failed. Either ring, any thread. */
#ifndef WIN32_FAILS_H
#define WIN32_FAILS_H

#include <errhandlingapi.h>

/* Sets the last error. Returns FALSE, which is the answer of a call that fails. */
static inline BOOL fails(DWORD error)
{
    SetLastError(error);
    return FALSE;
}

#endif
