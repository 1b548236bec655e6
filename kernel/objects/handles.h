/* Handles: the program's numbers for objects. A multiple of four; the low two bits are ignored. All
 * calls: with the kernel's lock. */
#ifndef KERNEL_OBJECTS_HANDLES_H
#define KERNEL_OBJECTS_HANDLES_H

#include "boot/layout.h"
#include "kernel/call/branches.h"
#include "kernel/call/in_registers.h"
#include "kernel/cpu/contracts.h"
#include "kernel/objects/object.h"

#include <nt.h>

/* The pseudo-handles of the running thread and of the process. */
#define HANDLE_THIS_THREAD  0xFFFFFFFEu
#define HANDLE_THIS_PROCESS 0xFFFFFFFFu

/* Returns the rights of the type's own that a program asks for: generic ones are translated.
 * Any context. */
uint32_t handle_rights(const struct object_type *type, uint32_t access);

/* Makes a handle for the object, and keeps a reference for it. Returns 0 when memory is
 * exhausted. */
uint32_t handle_make(struct object *object, uint32_t access);

/* The table: pages of entries, by the handle's number. */
struct handle {
    struct object *object; /* NULL: free */
    uint32_t access;       /* the rights; of a free one the next free number, or 0 */
};

#define HANDLE_PAGE_ENTRIES (PAGE_SIZE / sizeof(struct handle))
#define HANDLE_PAGES        512 /* 262,143 handles: number 0 is none */

extern struct handle *handle_pages[HANDLE_PAGES];
extern uint32_t handle_entries;

/* handle_find for a handle that is not simply right. */
IN_REGISTERS void *handle_look(uint32_t handle, const struct object_type *type, uint32_t access,
                               uint32_t *status);

/* Returns the object of a handle: of any type if type is NULL. The reference stays the handle's.
 * Returns NULL with *status set to STATUS_INVALID_HANDLE, STATUS_OBJECT_TYPE_MISMATCH, or
 * STATUS_ACCESS_DENIED when the handle lacks a right of access; else *status stays as it is. */
static inline void *handle_find(uint32_t handle, const struct object_type *type, uint32_t access,
                                uint32_t *status)
{
    kernel_must_be_locked();
    uint32_t number = handle / 4;
    if (number < handle_entries) {
        const struct handle *entry =
            &handle_pages[number / HANDLE_PAGE_ENTRIES][number % HANDLE_PAGE_ENTRIES];
        struct object *object = entry->object;
        if (MOSTLY(object && (!type || object->type == type) && !(access & ~entry->access)))
            return object;
    }
    return handle_look(handle, type, access, status);
}

/* The process, which no wait for it ever finds signalled. */
extern const struct object_type process_type;

/* The rights of a handle that handle_find has found. Pseudo-handles have all. */
uint32_t handle_access(uint32_t handle);

/* Closes a handle. The last one of a file: FILE_ENDED and its number (calls.h). */
uint32_t handle_close(uint32_t handle);

/* Closes all handles, at the program's end. */
void handles_close_all(void);

/* Makes a second handle for the object of the first, with these rights. */
uint32_t handle_duplicate(uint32_t handle, uint32_t access, uint32_t options, uint32_t *second);

#endif
