/* Handles of processes: of the one that there is, and of commands, which are threads of it. */
#ifndef WIN32_PROCESS_HANDLE_H
#define WIN32_PROCESS_HANDLE_H

#include <stdbool.h>
#include <windef.h>

/* Returns whether this is a handle of the process; else the last error becomes
 * ERROR_INVALID_HANDLE. */
bool process_is_this(HANDLE process);

/* Stores what this process answers. FALSE, with the last error: it is no handle of the process, or
 * the place cannot be written (ERROR_NOACCESS). */
BOOL process_tell(HANDLE process, DWORD *place, DWORD answer);

/* Notes that this thread is a command, whose handles are those of a process. The function ends it
 * for TerminateProcess, and is the same for all. */
void process_note_started(DWORD id, BOOL (*end)(HANDLE thread, DWORD id, UINT status));

#endif
