/* The facts that the kernel tells of a thread. */
#ifndef WIN32_THREADS_QUERY_H
#define WIN32_THREADS_QUERY_H

#include "kernel/call/calls.h"
#include "kernel/call/service.h"
#include "seh_emul/error_codes.h"

#include <windef.h>

/* Returns whether it is told; else the last error is set. */
static inline bool thread_query(HANDLE thread, struct thread_information *information)
{
    return error_if_failed(sys_thread_query((uint32_t)thread, information));
}

/* The next identifier above one that has a thread; 0: there is none. */
static inline DWORD thread_after(DWORD id)
{
    return sys_thread_after(id);
}

#endif
