/* Facts about the process and its threads, and their settings. A handle that is not the process' is
 * ERROR_INVALID_HANDLE, a number that is not its ERROR_INVALID_PARAMETER. Ordinary code. */
#ifndef WIN32_KERNEL32_PROCESS_FACTS_H
#define WIN32_KERNEL32_PROCESS_FACTS_H

#include <minwinbase.h>

DWORD WINAPI GetProcessVersion(DWORD id); /* of Windows, that the program's file asks for */
BOOL WINAPI ProcessIdToSessionId(DWORD id, DWORD *session); /* 1 */
DWORD WINAPI WTSGetActiveConsoleSessionId(void);
DWORD WINAPI WaitForInputIdle(HANDLE process, DWORD milliseconds); /* ERROR_NOT_GUI_PROCESS */

/* The whole path of the program; flag 1: as the kernel names it. *size becomes its length. FALSE:
 * ERROR_INSUFFICIENT_BUFFER. */
BOOL WINAPI QueryFullProcessImageNameA(HANDLE process, DWORD flags, LPSTR buffer, PDWORD size);
BOOL WINAPI QueryFullProcessImageNameW(HANDLE process, DWORD flags, LPWSTR buffer, PDWORD size);

/* Nothing is counted of what goes to files. */
typedef struct _IO_COUNTERS {
    ULONGLONG ReadOperationCount, WriteOperationCount, OtherOperationCount;
    ULONGLONG ReadTransferCount, WriteTransferCount, OtherTransferCount;
} IO_COUNTERS, *PIO_COUNTERS;
BOOL WINAPI GetProcessIoCounters(HANDLE process, PIO_COUNTERS counters);

/* Times since the machine's start of all CPUs together, in 100 ns. */
BOOL WINAPI GetSystemTimes(LPFILETIME idle, LPFILETIME in_kernel, LPFILETIME in_programs);
BOOL WINAPI QueryProcessCycleTime(HANDLE process, PULONGLONG cycles);
BOOL WINAPI QueryThreadCycleTime(HANDLE thread, PULONGLONG cycles);

/* Settings that are kept, and change nothing: how much memory is kept, the place in the order of a
 * shutdown, whether priorities are raised for a while. */
BOOL WINAPI GetProcessWorkingSetSize(HANDLE process, PSIZE_T least, PSIZE_T most);
BOOL WINAPI GetProcessWorkingSetSizeEx(HANDLE process, PSIZE_T least, PSIZE_T most, PDWORD flags);
BOOL WINAPI SetProcessWorkingSetSize(HANDLE process, SIZE_T least, SIZE_T most);
BOOL WINAPI SetProcessWorkingSetSizeEx(HANDLE process, SIZE_T least, SIZE_T most, DWORD flags);
BOOL WINAPI GetProcessShutdownParameters(LPDWORD level, LPDWORD flags);
BOOL WINAPI SetProcessShutdownParameters(DWORD level, DWORD flags);
BOOL WINAPI GetProcessPriorityBoost(HANDLE process, PBOOL disabled);
BOOL WINAPI SetProcessPriorityBoost(HANDLE process, BOOL disabled);

/* Data is never executed, and that cannot be changed (ERROR_ACCESS_DENIED). */
BOOL WINAPI GetProcessDEPPolicy(HANDLE process, LPDWORD flags, PBOOL permanent);
BOOL WINAPI SetProcessDEPPolicy(DWORD flags);
DWORD WINAPI GetSystemDEPPolicy(void);

/* The error mode of the calling thread; see SetErrorMode. */
DWORD WINAPI GetThreadErrorMode(void);
BOOL WINAPI SetThreadErrorMode(DWORD mode, LPDWORD before);

VOID WINAPI RestoreLastError(DWORD error);

#endif
