/* The one process by Windows' names: its handles, its number, its end. Its pseudo-handle takes no
 * way through the kernel. */
#include "win32/process_handle.h"

#include "kernel/call/calls.h"
#include "kernel/call/program.h"
#include "kernel/call/service.h"
#include "seh_emul/error_codes.h"

#include <debugapi.h>
#include <errhandlingapi.h>
#include <handleapi.h>
#include <memoryapi.h>
#include <processthreadsapi.h>
#include <stdlib.h>
#include <stringapiset.h>
#include <winternl.h>

HANDLE WINAPI GetCurrentProcess(void)
{
    return NtCurrentProcess();
}

bool process_is_this(HANDLE process)
{
    struct process_information information;
    return process == GetCurrentProcess() ||
           error_if_failed(sys_process_query((uint32_t)process, &information));
}

HANDLE WINAPI OpenProcess(DWORD access, BOOL inherit, DWORD id)
{
    HANDLE process = NULL;
    if ((id & ~3u) != GetCurrentProcessId()) /* the low two bits of a number mean nothing */
        SetLastError(ERROR_INVALID_PARAMETER);
    else if (!access)
        SetLastError(ERROR_ACCESS_DENIED);
    else
        DuplicateHandle(GetCurrentProcess(), GetCurrentProcess(), GetCurrentProcess(), &process,
                        access, inherit, 0);
    return process;
}

/* Commands that have been started last. A number of one that has ended may become another thread's.
 */
static DWORD started[64];
static unsigned started_count;
static BOOL (*end_started)(HANDLE thread, DWORD id, UINT status);

void process_note_started(DWORD id, BOOL (*end)(HANDLE thread, DWORD id, UINT status))
{
    enum { PLACES = sizeof started / sizeof *started };
    end_started = end;
    started[__atomic_add_fetch(&started_count, 1, __ATOMIC_RELAXED) % PLACES] = id;
}

/* Returns the number of such a command, 0: it is no handle of one. The last error stays. */
static DWORD started_id(HANDLE process)
{
    DWORD error = GetLastError(), id = started_count ? GetThreadId(process) : 0;
    SetLastError(error);
    for (size_t i = 0; id && i < sizeof started / sizeof *started; i++)
        if (started[i] == id)
            return id;
    return 0;
}

DWORD WINAPI GetProcessId(HANDLE process)
{
    DWORD id = started_id(process);
    return id ? id : process_is_this(process) ? GetCurrentProcessId() : 0;
}

void WINAPI ExitProcess(UINT status)
{
    _Exit((int)status);
}

BOOL process_tell(HANDLE process, DWORD *place, DWORD answer)
{
    if (!process_is_this(process))
        return FALSE;
    if (IsBadWritePtr(place, sizeof *place)) {
        SetLastError(ERROR_NOACCESS);
        return FALSE;
    }
    *place = answer;
    return TRUE;
}

BOOL WINAPI GetExitCodeProcess(HANDLE process, LPDWORD code)
{
    return started_id(process) ? GetExitCodeThread(process, code)
                               : process_tell(process, code, STILL_ACTIVE);
}

BOOL WINAPI TerminateProcess(HANDLE process, UINT status)
{
    DWORD id = started_id(process);
    if (id)
        return end_started(process, id, status);
    if (process_is_this(process))
        ExitProcess(status);
    return FALSE;
}

BOOL WINAPI FlushInstructionCache(HANDLE process, LPCVOID start, SIZE_T size)
{
    (void)start, (void)size; /* the CPU sees what is written */
    return process_is_this(process);
}

BOOL WINAPI CheckRemoteDebuggerPresent(HANDLE process, BOOL *present)
{
    if (!process || !present) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return FALSE;
    }
    if (!process_is_this(process))
        return FALSE;
    *present = FALSE;
    return TRUE;
}

static UINT error_mode;

UINT WINAPI SetErrorMode(UINT mode)
{
    return __atomic_exchange_n(&error_mode, mode & ~SEM_NOALIGNMENTFAULTEXCEPT, __ATOMIC_RELAXED);
}

UINT WINAPI GetErrorMode(void)
{
    return error_mode;
}

VOID WINAPI GetStartupInfoA(LPSTARTUPINFOA info)
{
    static char desktop[] = "WinSta0\\Default";
    int count;
    *info =
        (STARTUPINFOA){.cb = sizeof *info, .lpDesktop = desktop, .lpTitle = *program_words(&count)};
}

VOID WINAPI GetStartupInfoW(LPSTARTUPINFOW info)
{
    static WCHAR desktop[] = L"WinSta0\\Default", title[MAX_PATH];
    int count;
    const char *name = *program_words(&count);
    if (!title[0]) /* every caller writes the same */
        MultiByteToWideChar(CP_ACP, 0, name, -1, title, MAX_PATH - 1);
    *info = (STARTUPINFOW){.cb = sizeof *info, .lpDesktop = desktop, .lpTitle = title};
}
