/* Words and breakpoints for a debugger. There is never one inside the machine. Ordinary code and
 * handlers, at either privilege level. */
#ifndef DEBUGAPI_H
#define DEBUGAPI_H

#include <nt.h>
#include <stddef.h>

/* The exception by which a text comes to a debugger. It has two parameters: the text's length with
 * its zero byte, and its address. */
#define DBG_PRINTEXCEPTION_C 0x40010006u

/* Raises DBG_PRINTEXCEPTION_C and handles it. Vectored handlers see the exception; nothing is
 * printed, as on Windows without a debugger. */
void WINAPI OutputDebugStringA(const char *text);
void WINAPI OutputDebugStringW(const wchar_t *text);
#ifdef UNICODE
#define OutputDebugString OutputDebugStringW
#else
#define OutputDebugString OutputDebugStringA
#endif

/* Tells whether the PEB's BeingDebugged is set: only the program itself can have set it. */
BOOL WINAPI IsDebuggerPresent(void);

/* FALSE in *present: no other process looks at this one. Returns FALSE, with
 * ERROR_INVALID_PARAMETER or ERROR_INVALID_HANDLE, for no process or no place. */
BOOL WINAPI CheckRemoteDebuggerPresent(HANDLE process, BOOL *present);

/* Executes int3: STATUS_BREAKPOINT. */
void WINAPI DebugBreak(void);

/* To debug takes another process. FALSE: ERROR_ACCESS_DENIED for this one, ERROR_INVALID_PARAMETER
 * for the number of none; ERROR_INVALID_HANDLE where an event would be waited for or answered. */
typedef struct _DEBUG_EVENT *LPDEBUG_EVENT;
BOOL WINAPI DebugActiveProcess(DWORD id);
BOOL WINAPI DebugActiveProcessStop(DWORD id);
BOOL WINAPI WaitForDebugEvent(LPDEBUG_EVENT event, DWORD milliseconds);
BOOL WINAPI ContinueDebugEvent(DWORD process, DWORD thread, DWORD status);

#endif
