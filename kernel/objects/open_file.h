/* Open files, as far as handles know them (open_file.c). */
#ifndef KERNEL_OBJECTS_OPEN_FILE_H
#define KERNEL_OBJECTS_OPEN_FILE_H

#include "kernel/objects/object.h"

extern const struct object_type open_file_type;

/* The status with which a handle of the file is closed now. */
uint32_t open_file_closing(const struct object *file);

#endif
