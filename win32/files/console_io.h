/* The console for handles. */
#ifndef WIN32_FILES_CONSOLE_IO_H
#define WIN32_FILES_CONSOLE_IO_H

#include <stdbool.h>
#include <windef.h>

/* Whether the handle is one of the console's output; else the last error becomes
 * ERROR_INVALID_HANDLE. */
bool console_is_output(HANDLE handle);

/* Reads a line, with CR LF at its end, or as much as there is room for. Returns 0 at the end of the
 * input. */
DWORD console_read_bytes(char *to, DWORD size);

/* Reads what the pipe has, one byte at least. Returns 0 at its end. */
DWORD pipe_read_bytes(char *to, DWORD size);

/* Writes the escape sequence of SetConsoleTextAttribute's colours. A runtime that has this takes
 * trapline:output=terminal. */
void console_show_colours(WORD colours);

void console_write_bytes(const char *bytes, DWORD size);

/* Writes to the standard output or error, which the file is. */
struct open_file;
void console_write_file(const struct open_file *file, const char *bytes, DWORD size);

#endif
