/* The environment and the command line, by kernel32's names. Part of windows.h.
 *
 * The environment is the C library's (stdlib.h): one for all threads, and empty when the program
 * starts. Ordinary code and handlers, at either privilege level.
 */
#ifndef PROCESSENV_H
#define PROCESSENV_H

#include <windef.h>

/* Returns the length of the variable's text, or, if its zero byte has no room in size bytes, the
 * size that it needs. 0: ERROR_ENVVAR_NOT_FOUND, or the text is empty. */
DWORD WINAPI GetEnvironmentVariableA(LPCSTR name, LPSTR buffer, DWORD size);

/* NULL takes the variable away, an empty text does not. FALSE: ERROR_INVALID_PARAMETER for a name
 * that is empty or has '=' behind its first character; ERROR_NOT_ENOUGH_MEMORY. */
BOOL WINAPI SetEnvironmentVariableA(LPCSTR name, LPCSTR value);

/* All variables, "NAME=text" each, sorted, and an empty one behind them; NULL without memory. */
LPSTR WINAPI GetEnvironmentStringsA(void);
BOOL WINAPI FreeEnvironmentStringsA(LPSTR block);

/* Copies a text with the variables' texts for %NAME%; unknown names stay. Returns the size that it
 * needs, with its zero byte; text that has no room is left out. NULL is an empty text. 0:
 * ERROR_NOT_ENOUGH_MEMORY, and the buffer has an empty text. */
DWORD WINAPI ExpandEnvironmentStringsA(LPCSTR source, LPSTR buffer, DWORD size);

/* The program's name and arguments in one line, with quotes where Microsoft's C library needs
 * them to cut it the same way. The program may write to it. */
LPSTR WINAPI GetCommandLineA(void);

/* Handles of the console, until SetStdHandle puts others in their places, of which nothing looks
 * whether they are any. There is no such place: INVALID_HANDLE_VALUE, or FALSE,
 * ERROR_INVALID_HANDLE. The C library does not look at them. */
#define STD_INPUT_HANDLE  ((DWORD)-10)
#define STD_OUTPUT_HANDLE ((DWORD)-11)
#define STD_ERROR_HANDLE  ((DWORD)-12)
HANDLE WINAPI GetStdHandle(DWORD which);
BOOL WINAPI SetStdHandle(DWORD which, HANDLE handle);

/* The current folder, which the variable =C: of the environment tells, too, once it was set; at
 * first C:\\. FALSE: as for RemoveDirectory. The length is returned, or the size that the buffer
 * needs. */
DWORD WINAPI GetCurrentDirectoryA(DWORD size, LPSTR buffer);
DWORD WINAPI GetCurrentDirectoryW(DWORD size, LPWSTR buffer);
BOOL WINAPI SetCurrentDirectoryA(LPCSTR name);
BOOL WINAPI SetCurrentDirectoryW(LPCWSTR name);
#ifdef UNICODE
#define GetCurrentDirectory GetCurrentDirectoryW
#define SetCurrentDirectory SetCurrentDirectoryW
#else
#define GetCurrentDirectory GetCurrentDirectoryA
#define SetCurrentDirectory SetCurrentDirectoryA
#endif

/* Finds a file or folder in the folders of path, with a semicolon between them; for NULL in those
 * of the program, the current one, the system, Windows, and the variable PATH. A name that has no
 * point gets the extension, unless that is NULL. The path's length is returned, or the size that it
 * needs; *part is its last part. 0: ERROR_FILE_NOT_FOUND, ERROR_INVALID_PARAMETER (no name). */
DWORD WINAPI SearchPathA(LPCSTR path, LPCSTR name, LPCSTR extension, DWORD size, LPSTR buffer,
                         LPSTR *part);
DWORD WINAPI SearchPathW(LPCWSTR path, LPCWSTR name, LPCWSTR extension, DWORD size, LPWSTR buffer,
                         LPWSTR *part);

/* The calls for variables, in wide text. */
DWORD WINAPI GetEnvironmentVariableW(LPCWSTR name, LPWSTR buffer, DWORD size);
BOOL WINAPI SetEnvironmentVariableW(LPCWSTR name, LPCWSTR value);
LPWSTR WINAPI GetEnvironmentStringsW(void);
BOOL WINAPI FreeEnvironmentStringsW(LPWSTR block);
DWORD WINAPI ExpandEnvironmentStringsW(LPCWSTR source, LPWSTR buffer, DWORD size);
LPWSTR WINAPI GetCommandLineW(void);

#ifdef UNICODE
#define SearchPath               SearchPathW
#define GetCommandLine           GetCommandLineW
#define GetEnvironmentVariable   GetEnvironmentVariableW
#define SetEnvironmentVariable   SetEnvironmentVariableW
#define GetEnvironmentStrings    GetEnvironmentStringsW
#define FreeEnvironmentStrings   FreeEnvironmentStringsW
#define ExpandEnvironmentStrings ExpandEnvironmentStringsW
#else
#define SearchPath               SearchPathA
#define GetCommandLine           GetCommandLineA
#define GetEnvironmentVariable   GetEnvironmentVariableA
#define SetEnvironmentVariable   SetEnvironmentVariableA
#define GetEnvironmentStrings    GetEnvironmentStringsA
#define FreeEnvironmentStrings   FreeEnvironmentStringsA
#define ExpandEnvironmentStrings ExpandEnvironmentStringsA
#endif

#endif
