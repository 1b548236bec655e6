/* A command line that runs beside the program: in a thread, which CreateProcess gives out as a
 * process. Its streams are files: input that is a pipe is read to its end first, output that is one
 * is written when the command has ended. */
#ifndef WIN32_COMMANDS_STARTED_COMMAND_H
#define WIN32_COMMANDS_STARTED_COMMAND_H

#include <processthreadsapi.h>
#include <stdbool.h>

/* Whether a file's name is the command processor's. */
bool command_is_processor(const char *name);

/* Starts a command: a batch file, NULL for the command processor, with what stands behind its name.
 * `variables` is NULL for the program's, else a block of them; the folder is NULL for the
 * program's. Returns false, with the last error. */
bool command_begin(const char *file, const char *behind, const char *variables, const char *folder,
                   const STARTUPINFOA *info, DWORD flags, PROCESS_INFORMATION *process);

#endif
