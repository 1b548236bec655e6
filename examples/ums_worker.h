/* A worker of User-Mode Scheduling, for the examples. */
#ifndef EXAMPLES_UMS_WORKER_H
#define EXAMPLES_UMS_WORKER_H

#include <windows.h>

/* Makes a worker, which is in the completion list at once, with a stack of so many bytes; 0 is the
 * usual size. Its end frees the thread; DeleteUmsThreadContext frees the context that is returned.
 */
static inline PUMS_CONTEXT make_worker_with_stack(PUMS_COMPLETION_LIST list, SIZE_T stack,
                                                  LPTHREAD_START_ROUTINE function, void *argument)
{
    char memory[128];
    SIZE_T size = sizeof memory;
    LPPROC_THREAD_ATTRIBUTE_LIST attributes = (LPPROC_THREAD_ATTRIBUTE_LIST)memory;
    UMS_CREATE_THREAD_ATTRIBUTES worker = {UMS_VERSION, NULL, list};
    CreateUmsThreadContext(&worker.UmsContext);
    InitializeProcThreadAttributeList(attributes, 1, 0, &size);
    UpdateProcThreadAttribute(attributes, 0, PROC_THREAD_ATTRIBUTE_UMS_THREAD, &worker,
                              sizeof worker, NULL, NULL);
    CloseHandle(CreateRemoteThreadEx(GetCurrentProcess(), NULL, stack, function, argument,
                                     STACK_SIZE_PARAM_IS_A_RESERVATION, attributes, NULL));
    DeleteProcThreadAttributeList(attributes);
    return worker.UmsContext;
}

static inline PUMS_CONTEXT make_worker(PUMS_COMPLETION_LIST list, LPTHREAD_START_ROUTINE function,
                                       void *argument)
{
    return make_worker_with_stack(list, 0, function, argument);
}

#endif
