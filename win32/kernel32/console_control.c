/* Ctrl-C by a call, and what is told of the console. */
#include "win32/console/console_handlers.h"
#include "win32/fails.h"
#include "win32/kernel32/console_events.h"

#include <consoleapi.h>
#include <handleapi.h>
#include <processthreadsapi.h>

static DWORD WINAPI call_handlers(LPVOID event)
{
    console_event((DWORD)(ULONG_PTR)event);
    return 0;
}

BOOL WINAPI GenerateConsoleCtrlEvent(DWORD event, DWORD group)
{
    if (event > CTRL_BREAK_EVENT || (group && group != GetCurrentProcessId()))
        return fails(ERROR_INVALID_PARAMETER);
    if (event == CTRL_C_EVENT && group)
        return TRUE; /* a group of its own has Ctrl-C switched off */
    HANDLE thread = CreateThread(NULL, 0, call_handlers, (LPVOID)(ULONG_PTR)event, 0, NULL);
    return thread && CloseHandle(thread);
}

/* ---------------------------------------------------------------- the console itself */

HWND WINAPI GetConsoleWindow(void)
{
    return NULL;
}

DWORD WINAPI GetConsoleProcessList(LPDWORD processes, DWORD room)
{
    if (!processes || !room)
        return (DWORD)fails(ERROR_INVALID_PARAMETER);
    *processes = GetCurrentProcessId();
    return 1;
}

BOOL WINAPI GetConsoleDisplayMode(LPDWORD mode)
{
    *mode = 0;
    return TRUE;
}

BOOL WINAPI GetNumberOfConsoleMouseButtons(LPDWORD buttons)
{
    *buttons = 0;
    return TRUE;
}

BOOL WINAPI AttachConsole(DWORD process)
{
    (void)process;
    return fails(ERROR_ACCESS_DENIED);
}
