/* What the older calls share: the end of a timer or a registered wait. */
#ifndef WIN32_POOL_LEGACY_H
#define WIN32_POOL_LEGACY_H

#include "win32/pool/callback.h"

#include <threadpoollegacyapiset.h>

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

/* Gives the program's reference back, without the lock. The record's own end sets *event_of_record,
 * which becomes event. Returns FALSE with ERROR_IO_PENDING when callbacks are left, unless event is
 * INVALID_HANDLE_VALUE: then it waits for them. */
BOOL legacy_delete(struct callback *callback, HANDLE *event_of_record, HANDLE event);

#endif
