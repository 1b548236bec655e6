/* The folders in which the loader looks for libraries. */
#ifndef WIN32_PROCESS_DLL_SEARCH_H
#define WIN32_PROCESS_DLL_SEARCH_H

#include <stdbool.h>
#include <windef.h>

/* Copies SetDllDirectory's folder, "" for none. Returns whether it was set: then the current folder
 * is not looked into. */
bool dll_search_folder(char folder[MAX_PATH]);

#endif
