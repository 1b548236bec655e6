/* Jobs: groups of processes, of which this one is all that there is. A job's limits are kept, and
 * limit nothing. Ordinary code. */
#ifndef WIN32_KERNEL32_JOBS_H
#define WIN32_KERNEL32_JOBS_H

#include <minwinbase.h>

/* A job without a name; NULL: there is no memory for it. */
HANDLE job_make(void);

/* The process is in one job at most, and stays in it: ERROR_ACCESS_DENIED. job NULL: any job. */
BOOL WINAPI AssignProcessToJobObject(HANDLE job, HANDLE process);
BOOL WINAPI IsProcessInJob(HANDLE process, HANDLE job, PBOOL is);
BOOL WINAPI TerminateJobObject(HANDLE job, UINT status);

/* Classes 1 to 4, 8 and 9: times, limits, processes, restrictions of windows; 7: the completion
 * port that hears of processes. job NULL: the process' own. FALSE: ERROR_INVALID_PARAMETER,
 * ERROR_BAD_LENGTH, ERROR_ACCESS_DENIED (in no job), ERROR_MORE_DATA. */
BOOL WINAPI QueryInformationJobObject(HANDLE job, int which, LPVOID information, DWORD size,
                                      LPDWORD needed);
BOOL WINAPI SetInformationJobObject(HANDLE job, int which, LPVOID information, DWORD size);

#endif
