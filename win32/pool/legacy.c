/* The handles of timers and registered waits. */
#include "win32/pool/legacy.h"

#include <handleapi.h>

struct legacy *legacy_find(const struct link *list, HANDLE handle)
{
    for (struct link *link = list->next; link != list; link = link->next) {
        struct legacy *legacy = list_record(struct legacy, link, link);
        if (legacy == handle)
            return legacy;
    }
    return NULL;
}

DWORD legacy_delete(struct legacy *legacy, HANDLE event)
{
    struct callback *callback = &legacy->callback;
    list_remove(&legacy->link);
    callback->kind->stop(callback);
    if (event == INVALID_HANDLE_VALUE)
        callback_settle(callback);
    else
        legacy->event = event;
    bool settled = callback_is_settled(callback);
    callback_release(callback);
    return settled ? ERROR_SUCCESS : ERROR_IO_PENDING;
}

void legacy_end(const struct legacy *legacy)
{
    if (legacy->event)
        SetEvent(legacy->event);
}
