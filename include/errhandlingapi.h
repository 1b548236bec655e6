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

#endif
