/* The last error: one number of the calling thread of the machine. Calls that fail set it; calls
 * that succeed leave it alone. Values are Windows'. */
#ifndef ERRHANDLINGAPI_H
#define ERRHANDLINGAPI_H

#include <nt.h>

#define ERROR_SUCCESS           0u
#define ERROR_ACCESS_DENIED     5u
#define ERROR_INVALID_HANDLE    6u
#define ERROR_NOT_ENOUGH_MEMORY 8u
#define ERROR_BAD_LENGTH        24u
#define ERROR_INVALID_PARAMETER 87u
#define ERROR_MOD_NOT_FOUND     126u
#define ERROR_PROC_NOT_FOUND    127u
#define ERROR_NOT_LOCKED        158u
#define ERROR_INVALID_ORDINAL   182u
#define ERROR_INVALID_ADDRESS   487u
#define ERROR_NOACCESS          998u
#define ERROR_WORKING_SET_QUOTA 1453u
#define ERROR_COMMITMENT_LIMIT  1455u

static inline DWORD WINAPI GetLastError(void)
{
    DWORD error;
    __asm__ volatile("movl %%fs:0x34, %0" : "=r"(error));
    return error;
}

static inline void WINAPI SetLastError(DWORD error)
{
    __asm__ volatile("movl %0, %%fs:0x34" : : "r"(error) : "memory");
}

#endif
