/* The rows of the small libraries of Windows. Each is a file of its own: its functions, which no
 * header declares, and at its end the table of their names, sorted as strcmp has it. */
#ifndef WIN32_LIBRARIES_LIBRARY_H
#define WIN32_LIBRARIES_LIBRARY_H

#include "win32/image/runtime_module.h"

#include <stddef.h>

#define LIBRARY_FUNCTION(name, function, number)                                                   \
    RUNTIME_EXPORT(name, (const void *)(function), false, NULL, number)

/* A function under its own name; one under another; one that programs import by its number, too. */
#define EXPORT(name)                       LIBRARY_FUNCTION(#name, name, 0)
#define EXPORT_AS(name, function)          LIBRARY_FUNCTION(#name, function, 0)
#define ORDINAL(name, number)              LIBRARY_FUNCTION(#name, name, number)
#define ORDINAL_AS(name, function, number) LIBRARY_FUNCTION(#name, function, number)

#define LIBRARY(variable, name, rows)                                                              \
    const struct runtime_module variable = {name, rows, sizeof(rows) / sizeof *(rows), NULL}

#endif
