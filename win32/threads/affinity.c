/* The CPUs that threads may run on. */
#include "kernel/services/service.h"
#include "kernel/threads/tib.h"
#include "seh_emul/error_codes.h"

#include <errhandlingapi.h>
#include <processthreadsapi.h>
#include <winternl.h>

DWORD_PTR WINAPI SetThreadAffinityMask(HANDLE thread, DWORD_PTR mask)
{
    uint32_t before;
    return error_if_failed(sys_thread_set_affinity((uint32_t)thread, mask, &before)) ? before : 0;
}

BOOL WINAPI GetProcessAffinityMask(HANDLE process, PDWORD_PTR of_process, PDWORD_PTR of_system)
{
    if (process != GetCurrentProcess()) {
        SetLastError(ERROR_INVALID_HANDLE);
        return FALSE;
    }
    *of_process = *of_system =
        (1u << tib_current()->ProcessEnvironmentBlock->NumberOfProcessors) - 1;
    return TRUE;
}

DWORD WINAPI GetActiveProcessorCount(WORD group)
{
    if (group == 0 || group == ALL_PROCESSOR_GROUPS)
        return tib_current()->ProcessEnvironmentBlock->NumberOfProcessors;
    SetLastError(ERROR_INVALID_PARAMETER);
    return 0;
}

DWORD WINAPI GetCurrentProcessorNumber(void)
{
    return sys_processor_number();
}

VOID WINAPI GetCurrentProcessorNumberEx(PPROCESSOR_NUMBER number)
{
    *number = (PROCESSOR_NUMBER){.Number = (BYTE)sys_processor_number()};
}
