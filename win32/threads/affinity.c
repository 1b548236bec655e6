/* The CPUs that threads may run on, and those that they were given as the best ones. */
#include "kernel/call/tib.h"
#include "win32/process_handle.h"
#include "win32/threads/query.h"

#include <errhandlingapi.h>
#include <processthreadsapi.h>

DWORD_PTR WINAPI SetThreadAffinityMask(HANDLE thread, DWORD_PTR mask)
{
    uint32_t before;
    return error_if_failed(sys_thread_set_affinity((uint32_t)thread, mask, &before)) ? before : 0;
}

BOOL WINAPI GetProcessAffinityMask(HANDLE process, PDWORD_PTR of_process, PDWORD_PTR of_system)
{
    struct process_information information;
    if (!error_if_failed(sys_process_query((uint32_t)process, &information)))
        return FALSE;
    *of_process = information.affinity;
    *of_system = (1u << tib_current()->ProcessEnvironmentBlock->NumberOfProcessors) - 1;
    return TRUE;
}

BOOL WINAPI SetProcessAffinityMask(HANDLE process, DWORD_PTR mask)
{
    return process_is_this(process) && error_if_failed(sys_process_set_affinity(mask));
}

/* ---------------------------------------------------------------- the best one */

DWORD WINAPI SetThreadIdealProcessor(HANDLE thread, DWORD number)
{
    uint32_t before;
    return error_if_failed(sys_thread_set_ideal((uint32_t)thread, number, &before)) ? before
                                                                                    : (DWORD)-1;
}

BOOL WINAPI SetThreadIdealProcessorEx(HANDLE thread, PPROCESSOR_NUMBER number,
                                      PPROCESSOR_NUMBER before)
{
    if (number->Group || number->Reserved || number->Number >= MAXIMUM_PROCESSORS) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return FALSE;
    }
    DWORD last = SetThreadIdealProcessor(thread, number->Number);
    if (last == (DWORD)-1)
        return FALSE;
    if (before)
        *before = (PROCESSOR_NUMBER){.Number = (BYTE)last};
    return TRUE;
}

BOOL WINAPI GetThreadIdealProcessorEx(HANDLE thread, PPROCESSOR_NUMBER number)
{
    struct thread_information information;
    if (!thread_query(thread, &information))
        return FALSE;
    *number = (PROCESSOR_NUMBER){.Number = information.ideal};
    return TRUE;
}
