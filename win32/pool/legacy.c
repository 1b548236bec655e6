/* The end of timers and registered waits. */
#include "win32/pool/legacy.h"

#include <errhandlingapi.h>
#include <handleapi.h>

BOOL legacy_delete(struct callback *callback, HANDLE *event_of_record, HANDLE event)
{
    pool_enter();
    if (callback->kind->stop)
        callback->kind->stop(callback);
    if (event == INVALID_HANDLE_VALUE)
        callback_settle(callback);
    else
        *event_of_record = event;
    bool settled = callback_is_settled(callback);
    callback_release(callback);
    pool_leave();
    if (!settled)
        SetLastError(ERROR_IO_PENDING);
    return settled;
}
