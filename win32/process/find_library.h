/* Finds the file or the module that a name of LoadLibrary means. All calls are with the loader's
 * lock, from ordinary code. */
#ifndef WIN32_PROCESS_FIND_LIBRARY_H
#define WIN32_PROCESS_FIND_LIBRARY_H

#include "win32/process/module.h"

/* A whole path, or the name of a module, which may be one of the runtime's that was given with
 * Windows' folder. */
struct library_place {
    char plain[MODULE_PATH]; /* as the loader's lists have names */
    char path[MODULE_PATH];  /* "": the name alone */
    const char *name;
};

/* Returns false for a name that no module can have. The place points into itself. */
bool library_place(const char *name, struct library_place *place);

/* The module of this place, if it is loaded; NULL. */
struct module *library_loaded(const struct library_place *place);

/* Makes a module of the place's file, and returns an NTSTATUS. A library without a folder lies
 * beside the program, in SetDllDirectory's folder or Windows', in the current one unless that call
 * was made, or in one of PATH. */
uint32_t library_file(const struct library_place *place, bool is_looked_at, struct module **module);

#endif
