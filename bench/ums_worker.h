/* A worker for measurements, as any program makes one. */
#ifndef BENCH_UMS_WORKER_H
#define BENCH_UMS_WORKER_H

#include <windows.h>

/* Makes a worker of the list, and its context. stack: its size in bytes, 0 for the usual one.
 * Returns NULL when it cannot be made. */
static HANDLE make_worker(PUMS_CONTEXT *context, PUMS_COMPLETION_LIST list, SIZE_T stack,
                          LPTHREAD_START_ROUTINE work, PVOID argument)
{
    union {
        char room[128];
        DWORD aligned;
    } attributes;
    LPPROC_THREAD_ATTRIBUTE_LIST with = (LPPROC_THREAD_ATTRIBUTE_LIST)&attributes;
    SIZE_T size = sizeof attributes;
    CreateUmsThreadContext(context);
    UMS_CREATE_THREAD_ATTRIBUTES worker = {UMS_VERSION, *context, list};
    InitializeProcThreadAttributeList(with, 1, 0, &size);
    UpdateProcThreadAttribute(with, 0, PROC_THREAD_ATTRIBUTE_UMS_THREAD, &worker, sizeof worker,
                              NULL, NULL);
    return CreateRemoteThreadEx(GetCurrentProcess(), NULL, stack, work, argument,
                                stack ? STACK_SIZE_PARAM_IS_A_RESERVATION : 0, with, NULL);
}

#endif
