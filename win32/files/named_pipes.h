/* Named pipes: CreateFile opens them by their names. */
#ifndef WIN32_FILES_NAMED_PIPES_H
#define WIN32_FILES_NAMED_PIPES_H

#include <minwinbase.h>
#include <stdbool.h>

struct open_file;

/* Whether a name is that of a pipe, there or not. */
bool named_pipe_is_name(const char *name);

/* Makes the caller the client of an instance that waits for one. No right is generic. Returns
 * INVALID_HANDLE_VALUE, with ERROR_FILE_NOT_FOUND, ERROR_PIPE_BUSY or ERROR_ACCESS_DENIED. */
HANDLE named_pipe_open(const char *name, DWORD access, DWORD flags);

/* Ends reads and a wait for a client, of this structure or of all, with ERROR_OPERATION_ABORTED.
 * Returns whether there were some. */
bool named_pipe_cancel(struct open_file *file, const OVERLAPPED *only);

#endif
