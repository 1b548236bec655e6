/* The numbers of Windows 7's own calls (32 bits, with or without its service pack), for those that
 * the runtime has. Serves C and assembly.
 *
 * SYSTEM_CALL(number, name, other name, words)
 *
 * Both names stand for one place. The rows are sorted by number, and so are the names: programs
 * find numbers by sorting the names. The other names follow all exports of ntdll with capitals.
 *
 * Source: Mateusz Jurczyk's table of system calls.
 */
SYSTEM_CALL(0x013, NtAllocateVirtualMemory, ZwAllocateVirtualMemory, 6)
SYSTEM_CALL(0x032, NtClose, ZwClose, 1)
SYSTEM_CALL(0x03C, NtContinue, ZwContinue, 2)
SYSTEM_CALL(0x047, NtCreateKeyedEvent, ZwCreateKeyedEvent, 4)
SYSTEM_CALL(0x062, NtDelayExecution, ZwDelayExecution, 2)
SYSTEM_CALL(0x06D, NtDisplayString, ZwDisplayString, 1)
SYSTEM_CALL(0x083, NtFreeVirtualMemory, ZwFreeVirtualMemory, 4)
SYSTEM_CALL(0x087, NtGetContextThread, ZwGetContextThread, 2)
SYSTEM_CALL(0x0D7, NtProtectVirtualMemory, ZwProtectVirtualMemory, 5)
SYSTEM_CALL(0x0D8, NtPulseEvent, ZwPulseEvent, 2)
SYSTEM_CALL(0x0EA, NtQueryInformationProcess, ZwQueryInformationProcess, 5)
SYSTEM_CALL(0x0EC, NtQueryInformationThread, ZwQueryInformationThread, 5)
SYSTEM_CALL(0x0FB, NtQueryPerformanceCounter, ZwQueryPerformanceCounter, 2)
SYSTEM_CALL(0x105, NtQuerySystemInformation, ZwQuerySystemInformation, 4)
SYSTEM_CALL(0x107, NtQuerySystemTime, ZwQuerySystemTime, 1)
SYSTEM_CALL(0x109, NtQueryTimerResolution, ZwQueryTimerResolution, 3)
SYSTEM_CALL(0x10B, NtQueryVirtualMemory, ZwQueryVirtualMemory, 6)
SYSTEM_CALL(0x10D, NtQueueApcThread, ZwQueueApcThread, 5)
SYSTEM_CALL(0x10F, NtRaiseException, ZwRaiseException, 3)
SYSTEM_CALL(0x115, NtReadVirtualMemory, ZwReadVirtualMemory, 5)
SYSTEM_CALL(0x11B, NtReleaseKeyedEvent, ZwReleaseKeyedEvent, 4)
SYSTEM_CALL(0x12C, NtResetEvent, ZwResetEvent, 2)
SYSTEM_CALL(0x13C, NtSetContextThread, ZwSetContextThread, 2)
SYSTEM_CALL(0x143, NtSetEvent, ZwSetEvent, 2)
SYSTEM_CALL(0x14F, NtSetInformationThread, ZwSetInformationThread, 4)
SYSTEM_CALL(0x172, NtTerminateProcess, ZwTerminateProcess, 2)
SYSTEM_CALL(0x173, NtTerminateThread, ZwTerminateThread, 2)
SYSTEM_CALL(0x174, NtTestAlert, ZwTestAlert, 0)
SYSTEM_CALL(0x184, NtWaitForKeyedEvent, ZwWaitForKeyedEvent, 4)
SYSTEM_CALL(0x18F, NtWriteVirtualMemory, ZwWriteVirtualMemory, 5)
SYSTEM_CALL(0x190, NtYieldExecution, ZwYieldExecution, 0)
