/* The console for handles. */
#ifndef WIN32_FILES_CONSOLE_IO_H
#define WIN32_FILES_CONSOLE_IO_H

#include <windef.h>

/* Reads a line, with CR LF at its end, or as much as there is room for. Returns 0 at the end of the
 * input. */
DWORD console_read_bytes(char *to, DWORD size);

/* Reads what the pipe has, one byte at least. Returns 0 at its end. */
DWORD pipe_read_bytes(char *to, DWORD size);

void console_write_bytes(const char *bytes, DWORD size);

#endif
