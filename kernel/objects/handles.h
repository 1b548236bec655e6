/* Handles: the program's numbers for objects. A multiple of four; the low two bits are ignored. All
 * calls: in traps. */
#ifndef KERNEL_OBJECTS_HANDLES_H
#define KERNEL_OBJECTS_HANDLES_H

#include "kernel/objects/object.h"

#include <nt.h>

/* The pseudo-handle of the running thread, and that of the process, which is no object. */
#define HANDLE_THIS_THREAD  0xFFFFFFFEu
#define HANDLE_THIS_PROCESS 0xFFFFFFFFu

/* Makes a handle for the object, and keeps a reference for it. Returns 0 when memory is
 * exhausted. */
uint32_t handle_make(struct object *object, uint32_t access);

/* Finds the object of a handle: of any type if type is NULL. Returns STATUS_INVALID_HANDLE,
 * STATUS_OBJECT_TYPE_MISMATCH, STATUS_ACCESS_DENIED when the handle lacks a right of access. The
 * reference stays the handle's. */
uint32_t handle_find(uint32_t handle, const struct object_type *type, uint32_t access,
                     struct object **object);

/* Closes a handle. */
uint32_t handle_close(uint32_t handle);

/* Closes all handles, at the program's end. */
void handles_close_all(void);

/* Makes a second handle for the object of the first. */
uint32_t handle_duplicate(uint32_t handle, uint32_t access, uint32_t options, uint32_t *second);

#endif
