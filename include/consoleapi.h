/* The console by handles. Windows' names; part of windows.h.
 *
 * The console is the one of stdio.h. ENABLE_LINE_INPUT and ENABLE_ECHO_INPUT rule what the host's
 * terminal sends and shows while text is read: lines, or what is typed at once, where the enter key
 * is CR. The other modes of the input are kept and told. The output's modes rule the cells of its
 * screen (consoleapi2.h). Its text is UTF-8, whatever its code page. FALSE:
 * ERROR_INVALID_HANDLE for what is not the console, or not this side of it.
 */
#ifndef CONSOLEAPI_H
#define CONSOLEAPI_H

#include <minwinbase.h>

/* GetConsoleMode and SetConsoleMode, for input and for output. */
#define ENABLE_PROCESSED_INPUT    0x0001u
#define ENABLE_LINE_INPUT         0x0002u
#define ENABLE_ECHO_INPUT         0x0004u
#define ENABLE_WINDOW_INPUT       0x0008u
#define ENABLE_MOUSE_INPUT        0x0010u
#define ENABLE_INSERT_MODE        0x0020u
#define ENABLE_QUICK_EDIT_MODE    0x0040u
#define ENABLE_EXTENDED_FLAGS     0x0080u
#define ENABLE_AUTO_POSITION      0x0100u
#define ENABLE_PROCESSED_OUTPUT   0x0001u
#define ENABLE_WRAP_AT_EOL_OUTPUT 0x0002u

BOOL WINAPI GetConsoleMode(HANDLE console, LPDWORD mode);
BOOL WINAPI SetConsoleMode(HANDLE console, DWORD mode); /* ERROR_INVALID_PARAMETER */

/* *done becomes the characters that were written or read. */
BOOL WINAPI WriteConsoleA(HANDLE console, const VOID *text, DWORD length, LPDWORD done,
                          LPVOID reserved);
BOOL WINAPI WriteConsoleW(HANDLE console, const VOID *text, DWORD length, LPDWORD done,
                          LPVOID reserved);
BOOL WINAPI ReadConsoleA(HANDLE console, LPVOID buffer, DWORD size, LPDWORD done, LPVOID control);
BOOL WINAPI ReadConsoleW(HANDLE console, LPVOID buffer, DWORD size, LPDWORD done, LPVOID control);

/* 437 at first. The setters take pages that IsValidCodePage knows; else ERROR_INVALID_PARAMETER. */
UINT WINAPI GetConsoleCP(void);
UINT WINAPI GetConsoleOutputCP(void);
BOOL WINAPI SetConsoleCP(UINT page);
BOOL WINAPI SetConsoleOutputCP(UINT page);

/* The program has its console from the start: ERROR_ACCESS_DENIED, until it has left it. Without
 * one it cannot be opened, and has no code page (ERROR_INVALID_HANDLE). FreeConsole takes all
 * handlers away. FALSE: ERROR_INVALID_PARAMETER, there is none. */
BOOL WINAPI AllocConsole(void);
BOOL WINAPI FreeConsole(void);

/* Handlers are called by Ctrl-C of the host's terminal, on a thread of their own, and by
 * GenerateConsoleCtrlEvent of a file of Windows. If none answers TRUE, the program ends with
 * C000013Ah. Taking away one that is not there: ERROR_INVALID_PARAMETER. NULL is the
 * setting that ignores Ctrl-C. */
#define CTRL_C_EVENT        0
#define CTRL_BREAK_EVENT    1
#define CTRL_CLOSE_EVENT    2
#define CTRL_LOGOFF_EVENT   5
#define CTRL_SHUTDOWN_EVENT 6
typedef BOOL(WINAPI *PHANDLER_ROUTINE)(DWORD event);
BOOL WINAPI SetConsoleCtrlHandler(PHANDLER_ROUTINE handler, BOOL add);

#ifdef UNICODE
#define WriteConsole WriteConsoleW
#define ReadConsole  ReadConsoleW
#else
#define WriteConsole WriteConsoleA
#define ReadConsole  ReadConsoleA
#endif

#endif
