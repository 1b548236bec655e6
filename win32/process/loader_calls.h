#ifndef WIN32_PROCESS_LOADER_CALLS_H
#define WIN32_PROCESS_LOADER_CALLS_H

/* From now on GetModuleHandle, LoadLibrary and their kin mean the process' modules. Ordinary code,
 * before any code of the process runs. */
void loader_calls_begin(void);

#endif
