/* Pipes in memory: a ring of bytes with two open files, the ends. The lock of all files guards
 * them. */
#ifndef WIN32_FILES_MEMORY_PIPE_H
#define WIN32_FILES_MEMORY_PIPE_H

#include "win32/files/open_files.h"

/* Move bytes, and wait meanwhile. *done becomes their number. STATUS_PIPE_BROKEN,
 * STATUS_PIPE_CLOSING: the other end is closed. Without the lock. */
NTSTATUS memory_pipe_read(struct open_file *file, char *to, DWORD size, DWORD *done);
NTSTATUS memory_pipe_write(struct open_file *file, const char *from, DWORD size, DWORD *done);

/* An end is closed, with the lock held. Returns the pipe if its other end is closed, too. Then the
 * caller, without the lock, has waiting calls go on by memory_pipe_closed, which takes NULL. */
struct memory_pipe *memory_pipe_leave(struct open_file *file);
void memory_pipe_closed(struct memory_pipe *pipe);

#endif
