/* The results of system calls that calls of kernel32 serve. Ordinary code. */
#ifndef WIN32_NTDLL_NT_RESULTS_H
#define WIN32_NTDLL_NT_RESULTS_H

#include <stdbool.h>
#include <winternl.h>

/* Notes the result of a call where its caller looks for it, too: success with this information, or
 * what the last error says, which becomes `before` again. */
NTSTATUS nt_finish_call(PIO_STATUS_BLOCK block, bool done, ULONG_PTR information, DWORD before);

#endif
