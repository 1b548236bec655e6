/* Calls of debuggers, of which this process is none: there is no other process. */
#include "win32/fails.h"

#include <debugapi.h>
#include <errhandlingapi.h>
#include <processthreadsapi.h>
#include <winternl.h>

BOOL WINAPI DebugActiveProcess(DWORD id)
{
    return fails((id & ~3u) == GetCurrentProcessId() ? ERROR_ACCESS_DENIED
                                                     : ERROR_INVALID_PARAMETER);
}

BOOL WINAPI DebugActiveProcessStop(DWORD id)
{
    return DebugActiveProcess(id);
}

BOOL WINAPI WaitForDebugEvent(LPDEBUG_EVENT event, DWORD milliseconds)
{
    (void)event, (void)milliseconds;
    return fails(ERROR_INVALID_HANDLE);
}

BOOL WINAPI ContinueDebugEvent(DWORD process, DWORD thread, DWORD status)
{
    (void)process, (void)thread, (void)status;
    return fails(ERROR_INVALID_HANDLE);
}

ULONG __cdecl DbgPrint(const char *format, ...)
{
    (void)format; /* nobody listens */
    return STATUS_SUCCESS;
}

ULONG __cdecl DbgPrintEx(ULONG component, ULONG level, const char *format, ...)
{
    (void)component, (void)level, (void)format;
    return STATUS_SUCCESS;
}

ULONG NTAPI vDbgPrintExWithPrefix(const char *prefix, ULONG component, ULONG level,
                                  const char *format, va_list args)
{
    (void)prefix, (void)component, (void)level, (void)format, (void)args;
    return STATUS_SUCCESS;
}

ULONG NTAPI vDbgPrintEx(ULONG component, ULONG level, const char *format, va_list args)
{
    return vDbgPrintExWithPrefix("", component, level, format, args);
}

VOID NTAPI DbgBreakPoint(void)
{
    DebugBreak();
}
