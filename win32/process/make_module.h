/* Makes modules, which are neither bound nor called then. All calls are with the loader's lock,
 * from ordinary code, and return an NTSTATUS. */
#ifndef WIN32_PROCESS_MAKE_MODULE_H
#define WIN32_PROCESS_MAKE_MODULE_H

#include "win32/process/module.h"
#include "win32/process/system_modules.h"

#define SYSTEM_FOLDER "C:\\Windows\\system32\\"

/* Makes a module of a file by its whole path. is_looked_at: it stays as it lies in the file. */
uint32_t module_of_file(const char *path, bool is_program, bool is_looked_at,
                        struct module **module);

/* Makes one of the runtime's own, which stays for ever. */
uint32_t module_of_runtime(const struct system_module *system, struct module **module);

/* Takes a module and its image away. */
void module_discard(struct module *module);

#endif
