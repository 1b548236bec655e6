/* The modules of Windows that the runtime brings. */
#ifndef WIN32_PROCESS_SYSTEM_MODULES_H
#define WIN32_PROCESS_SYSTEM_MODULES_H

#include "win32/image/runtime_module.h"

#include <stdint.h>

struct system_module {
    const struct runtime_module *exports;
    const char *file;
    uint32_t base; /* where it is unless that is taken */
    bool yields;   /* to a file of its name beside the program, which has more */
    bool shares;   /* other modules are laid out as the same image */
};

/* The module of this name, "NAME.dll" in capitals or small letters; NULL: there is none. */
const struct system_module *system_module_find(const char *name);

/* The name of the module that really has what the name of an API set stands for; any other name
 * itself. */
const char *system_module_host(const char *name);

#endif
