/* The results of system calls that calls of kernel32 serve. Ordinary code. */
#ifndef WIN32_NTDLL_NT_RESULTS_H
#define WIN32_NTDLL_NT_RESULTS_H

#include <stdbool.h>
#include <stdint.h>
#include <winternl.h>

/* The result of a call: success, or what the last error says, which becomes `before` again. */
NTSTATUS nt_result(bool done, DWORD before);

/* Finishes a call: its result, and with a success this information, are also noted where the caller
 * looks for them. Errors are not: the system notes only what a call has begun. */
NTSTATUS nt_finish_call(PIO_STATUS_BLOCK block, bool done, ULONG_PTR information, DWORD before);

/* The result of a call of advapi32 that serves one of ntdll: TRUE, or FALSE with the last error. */
BOOL nt_tell(uint32_t status);

#endif
