/* Names of objects: case-sensitive, one space for all types. An object has its name until its last
 * handle is closed. All calls: with the kernel's lock. */
#ifndef KERNEL_OBJECTS_NAMES_H
#define KERNEL_OBJECTS_NAMES_H

#include "kernel/call/calls.h"
#include "kernel/objects/object.h"

#define NAME_MOST OBJECT_NAME_SIZE

/* Returns the object with this name, NULL when there is none. */
struct object *name_find(const char *name);

/* Gives an object that has no name this one, which no object has. Returns false when memory is
 * exhausted. */
bool name_give(struct object *object, const char *name);

/* Returns the name of an object that has one. */
const char *name_text(const struct object *object);

/* Takes the object's name away. */
void name_forget(struct object *object);

#endif
