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

/* The status of a new object of this name, also if a section or an object of the program's memory
 * has it: then the handle is closed, and the status STATUS_OBJECT_TYPE_MISMATCH. */
uint32_t status_of_name(uint32_t status, uint32_t handle, const char *name);

/* new_object with a name, or NULL. ERROR_INVALID_HANDLE: an object of another type has it. */
static inline HANDLE new_named_object(uint32_t status, uint32_t handle, const char *name)
{
    return new_object(name ? status_of_name(status, handle, name) : status, handle);
}

/* Returns a handle with these rights instead of a new one that has all of them. The last error
 * stays as new_object has left it. NULL and ERROR_NOT_ENOUGH_MEMORY: there is no memory for it; the
 * first one is closed in any case. object may be NULL. */
HANDLE with_rights(HANDLE object, DWORD access);

/* Returns NULL, with ERROR_INVALID_PARAMETER. */
HANDLE refuse_parameter(void);

/* Opens an object of a kind (kernel/call/calls.h) by its name. NULL: the last error says why. */
HANDLE open_object(const char *name, uint32_t kind, DWORD access);

#endif
