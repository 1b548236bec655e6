/* The console for handles. */
#ifndef WIN32_CONSOLE_CONSOLE_IO_H
#define WIN32_CONSOLE_CONSOLE_IO_H

#include "win32/files/open_files.h"

#include <stdbool.h>
#include <windef.h>

/* Returns the file of a handle of the console that is this side, FILE_INPUT or FILE_OUTPUT, or of
 * either side for FILE_NONE, with one user more. NULL: the last error is ERROR_INVALID_HANDLE. */
struct open_file *console_use(HANDLE handle, enum file_kind side);

/* Whether the program has a console; else the last error becomes ERROR_INVALID_HANDLE. */
bool console_is_there(void);

/* A call reads no more than about so much. */
enum { CONSOLE_MOST = 64 * 1024 };

/* Whether the handle is this side of the console; else the last error becomes
 * ERROR_INVALID_HANDLE. */
bool console_is_side(HANDLE handle, enum file_kind side);

static inline bool console_is_output(HANDLE handle)
{
    return console_is_side(handle, FILE_OUTPUT);
}

/* Reads a line, with CR LF at its end, or as much as there is room for. Returns 0 at the end of the
 * input. */
DWORD console_read_bytes(char *to, DWORD size);

/* Reads what the pipe has, one byte at least. Returns 0 at its end. */
DWORD pipe_read_bytes(char *to, DWORD size);

/* Writes the escape sequence of SetConsoleTextAttribute's colours, less than 16 bytes. Returns its
 * length. A runtime that has this takes trapline:output=terminal. */
size_t console_colours(WORD colours, char *sequence);

void console_write_bytes(const char *bytes, DWORD size);

/* The functions for a file of the console's output once its screens are kept (screens.c). */
struct console_screens {
    void (*write)(const struct open_file *file, const char *bytes, DWORD size);
    DWORD *(*mode)(const struct open_file *file);
    void *(*active)(void); /* the object of a file of CONOUT$, whose user it becomes, or NULL */
    object_end *end;
};
extern const struct console_screens *console_screens; /* NULL: they are not yet */

static inline const struct console_screens *console_screens_kept(void)
{
    return __atomic_load_n(&console_screens, __ATOMIC_ACQUIRE);
}

extern DWORD console_first_mode; /* of the output, in the first screen */

/* Opens the screen that is shown, with these rights, none of them generic. */
HANDLE console_open_output(DWORD access);

/* Writes to the standard output or error, which the file is. */
void console_write_file(const struct open_file *file, const char *bytes, DWORD size);

#endif
