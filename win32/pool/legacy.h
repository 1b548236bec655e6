/* The part that the older calls share: the end of a timer or a registered wait. */
#ifndef WIN32_POOL_LEGACY_H
#define WIN32_POOL_LEGACY_H

#include "win32/pool/callback.h"

#include <errhandlingapi.h>
#include <threadpoollegacyapiset.h>

/* The object that the program has a handle for. A handle is looked up before anything behind it is
 * read, because the program may have deleted it. */
struct legacy {
    struct callback callback;
    struct link link; /* in the list of timers, or of waits, until it is deleted */
    HANDLE event;     /* that its end sets, or NULL */
};

/* Fills the environment of a callback with these flags (WT_...). */
static inline void legacy_environment(TP_CALLBACK_ENVIRON *environment, ULONG flags)
{
    enum {
        IN_STEADY = WT_EXECUTEINTIMERTHREAD | WT_EXECUTEINWAITTHREAD | WT_EXECUTEINPERSISTENTTHREAD
    };
    InitializeThreadpoolEnvironment(environment);
    if (flags & IN_STEADY)
        SetThreadpoolCallbackPersistent(environment);
}

/* All under the lock.
 *
 * Returns the record that a handle names, or NULL if it is not in the list. */
struct legacy *legacy_find(const struct link *list, HANDLE handle);

/* Deletes a record: takes it out of its list, and gives the program's reference back. Returns
 * ERROR_IO_PENDING if callbacks are left. If event is INVALID_HANDLE_VALUE it waits for them, and
 * gives the lock free meanwhile. */
DWORD legacy_delete(struct legacy *legacy, HANDLE event);

/* The record's own end, which sets the event. */
void legacy_end(const struct legacy *legacy);

/* The result of a call with this last error, without the lock: FALSE unless it is ERROR_SUCCESS. */
static inline BOOL legacy_result(DWORD error)
{
    if (error != ERROR_SUCCESS)
        SetLastError(error);
    return error == ERROR_SUCCESS;
}

#endif
