/* The loader behind GetModuleHandle, LoadLibrary and GetProcAddress of a process. */
#ifndef WIN32_PROCESS_LOADER_CALLS_H
#define WIN32_PROCESS_LOADER_CALLS_H

#include "win32/process/module.h"

/* From now on GetModuleHandle, LoadLibrary and their kin mean the process' modules. Ordinary code,
 * before any code of the process runs. */
void loader_calls_begin(void);

/* Load a library with LoadLibraryEx's flags, and find a call by its name or, below 10000h, its
 * number. Return a status, also that of an exception in code or tables of the file. With the
 * loader's lock.
 */
uint32_t loader_load_guarded(const char *name, DWORD flags, struct module **module);
uint32_t loader_find_guarded(struct module *module, const char *name, const void **address);

#endif
