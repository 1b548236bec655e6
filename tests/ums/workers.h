/* Making workers, and asking about them, for tests of User-Mode Scheduling. */
#ifndef TESTS_UMS_WORKERS_H
#define TESTS_UMS_WORKERS_H

#include <windows.h>

/* Makes the thread of a context. NULL, and the last error: there is none. */
static HANDLE make_thread_with_id(PUMS_CONTEXT context, PUMS_COMPLETION_LIST of,
                                  LPTHREAD_START_ROUTINE function, PVOID argument, DWORD flags,
                                  LPDWORD id)
{
    UMS_CREATE_THREAD_ATTRIBUTES worker = {UMS_VERSION, context, of};
    union {
        char room[128];
        DWORD aligned;
    } attributes;
    LPPROC_THREAD_ATTRIBUTE_LIST with = (LPPROC_THREAD_ATTRIBUTE_LIST)&attributes;
    SIZE_T size = sizeof attributes;
    if (!InitializeProcThreadAttributeList(with, 1, 0, &size) ||
        !UpdateProcThreadAttribute(with, 0, PROC_THREAD_ATTRIBUTE_UMS_THREAD, &worker,
                                   sizeof worker, NULL, NULL))
        return NULL;
    HANDLE thread = CreateRemoteThreadEx(GetCurrentProcess(), NULL, 0x4000, function, argument,
                                         flags | STACK_SIZE_PARAM_IS_A_RESERVATION, with, id);
    DeleteProcThreadAttributeList(with);
    return thread;
}

static inline HANDLE make_thread_for(PUMS_CONTEXT context, PUMS_COMPLETION_LIST of,
                                     LPTHREAD_START_ROUTINE function, PVOID argument, DWORD flags)
{
    return make_thread_with_id(context, of, function, argument, flags, NULL);
}

static BOOLEAN is(PUMS_CONTEXT context, UMS_THREAD_INFO_CLASS what)
{
    BOOLEAN value = 77;
    QueryUmsThreadInformation(context, what, &value, sizeof value, NULL);
    return value;
}

static inline BOOLEAN is_terminated(PUMS_CONTEXT context)
{
    return is(context, UmsThreadIsTerminated);
}

#endif
