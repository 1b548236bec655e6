/* The part that all kinds of objects share: the end of a call that makes or opens one. */
#ifndef WIN32_OBJECTS_NEW_OBJECT_H
#define WIN32_OBJECTS_NEW_OBJECT_H

#include "seh_emul/error_codes.h"

#include <errhandlingapi.h>
#include <nt_objects.h>
#include <stddef.h>

/* Returns the handle of a new object, or NULL. The last error is 0 for a new object, and
 * ERROR_ALREADY_EXISTS if there was one of this name. */
static inline HANDLE new_object(uint32_t status, uint32_t handle)
{
    if (!error_if_failed(status))
        return NULL;
    SetLastError(status == STATUS_OBJECT_NAME_EXISTS ? ERROR_ALREADY_EXISTS : ERROR_SUCCESS);
    return (HANDLE)handle;
}

/* new_object, also if a section or an object of the program's memory has the name, which may be
 * NULL: then NULL and ERROR_INVALID_HANDLE. */
HANDLE new_named_object(uint32_t status, uint32_t handle, const char *name);

/* Returns a handle with these rights instead of a new one that has all of them. The last error
 * stays as new_object has left it. NULL and ERROR_NOT_ENOUGH_MEMORY: there is no memory for it; the
 * first one is closed in any case. object may be NULL. */
HANDLE with_rights(HANDLE object, DWORD access);

/* Returns NULL, with ERROR_INVALID_PARAMETER. */
HANDLE refuse_parameter(void);

/* Opens an object of a kind (kernel/call/calls.h) by its name. NULL: the last error says why. */
HANDLE open_object(const char *name, uint32_t kind, DWORD access);

#endif
