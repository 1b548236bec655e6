/* The CPUs of the machine: how many there are, on which one the caller runs, and an order for all
 * of them. They are one group. */
#include "kernel/call/service.h"
#include "kernel/call/tib.h"

#include <errhandlingapi.h>
#include <processthreadsapi.h>
#include <sysinfoapi.h>

WORD WINAPI GetActiveProcessorGroupCount(void)
{
    return 1;
}

DWORD WINAPI GetActiveProcessorCount(WORD group)
{
    if (group == 0 || group == ALL_PROCESSOR_GROUPS)
        return tib_current()->ProcessEnvironmentBlock->NumberOfProcessors;
    SetLastError(ERROR_INVALID_PARAMETER);
    return 0;
}

/* No CPU comes later. */
WORD WINAPI GetMaximumProcessorGroupCount(void)
    __attribute__((alias("GetActiveProcessorGroupCount")));
DWORD WINAPI GetMaximumProcessorCount(WORD group) __attribute__((alias("GetActiveProcessorCount")));

DWORD WINAPI GetCurrentProcessorNumber(void)
{
    return sys_processor_number();
}

VOID WINAPI GetCurrentProcessorNumberEx(PPROCESSOR_NUMBER number)
{
    *number = (PROCESSOR_NUMBER){.Number = (BYTE)sys_processor_number()};
}

VOID WINAPI FlushProcessWriteBuffers(void)
{
    sys_cpus_flush();
}

BOOL WINAPI GetLogicalProcessorInformation(PSYSTEM_LOGICAL_PROCESSOR_INFORMATION rows,
                                           PDWORD length)
{
    DWORD cpus = GetActiveProcessorCount(0), given = *length;
    *length = cpus * sizeof *rows;
    if (given < *length) {
        SetLastError(ERROR_INSUFFICIENT_BUFFER);
        return FALSE;
    }
    for (DWORD i = 0; i < cpus; i++)
        rows[i] = (SYSTEM_LOGICAL_PROCESSOR_INFORMATION){.ProcessorMask = 1u << i,
                                                         .Relationship = RelationProcessorCore};
    return TRUE;
}
