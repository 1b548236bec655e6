/* The last error: one number of the calling thread of the machine. Calls that fail set it; calls
 * that succeed leave it alone. winerror.h has the values. */
#ifndef ERRHANDLINGAPI_H
#define ERRHANDLINGAPI_H

#include <nt.h>
#include <winerror.h>

static __inline DWORD WINAPI GetLastError(void)
{
    DWORD error;
    __asm__ volatile("movl %%fs:0x34, %0" : "=r"(error));
    return error;
}

static __inline void WINAPI SetLastError(DWORD error)
{
    __asm__ volatile("movl %0, %%fs:0x34" : : "r"(error) : "memory");
}

/* The faults that Windows would show in a box. Nothing here shows any; the calls return the mode
 * that was set before, and the mode. */
#define SEM_FAILCRITICALERRORS     0x0001u
#define SEM_NOGPFAULTERRORBOX      0x0002u
#define SEM_NOALIGNMENTFAULTEXCEPT 0x0004u
#define SEM_NOOPENFILEERRORBOX     0x8000u
UINT WINAPI SetErrorMode(UINT mode);
UINT WINAPI GetErrorMode(void);

#endif
