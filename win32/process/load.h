/* Loading modules and letting them go. All calls are with the loader's lock, from ordinary code. */
#ifndef WIN32_PROCESS_LOAD_H
#define WIN32_PROCESS_LOAD_H

#include "win32/process/module.h"

/* The name that could not be found or used last, for the line that says why a program does not
 * start. */
struct load_failure {
    uint32_t status;
    char importer[MODULE_PATH]; /* "" where nobody imports it */
    char module[MODULE_PATH];
    char entry[MODULE_PATH]; /* a name, or #number; "" where a whole module is meant */
};
extern struct load_failure load_failure;

/* Notes it. importer NULL: nobody imports the module. Returns the status. */
uint32_t load_fail(uint32_t status, const struct module *importer, const char *name);

/* The libraries that are in every process, in the order in which they are initialized. */
enum { LOAD_ALWAYS = 3 };
extern const char *const load_always[LOAD_ALWAYS];

/* Loads the program's file and all modules that it needs, without calling any of their code. */
uint32_t load_program(const char *path);

/* Loads a library and what it needs, calls their entries, and counts; counts alone if it is loaded
 * already. The flags are LoadLibraryEx's. */
uint32_t load_library(const char *name, uint32_t flags, struct module **module);

/* Takes back one count of the module and of all that it imports. Modules without a count left end
 * and go. */
void unload_library(struct module *module);

/* Counts the module and all that it imports once more, or for ever. */
void load_count(struct module *module, bool for_ever);

/* Finds a loaded module by a name of GetModuleHandle's; NULL. */
struct module *load_find(const char *name);

/* Loads what an import or a forwarder of this importer names, uncounted and without calling its
 * code. */
uint32_t load_needed(const char *name, struct module *importer, struct module **module);

/* Finds the export, through all forwarders, for which modules may be loaded: they are what the
 * importer imports, or, with importer NULL, begin at once and stay for ever. name NULL: the number
 * is its ordinal; else a hint. */
uint32_t load_find_export(struct module *module, const char *name, uint32_t number,
                          struct module *importer, const void **address);

/* Tells modules without a count that they go, and lets them go, unless a walk of the lists is on
 * the stack: then the next call does it. */
void load_drop_uncounted(void);

/* Writes the addresses of all imports into the module. */
uint32_t load_bind(struct module *module);

#endif
