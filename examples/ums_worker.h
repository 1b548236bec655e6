/* A worker of User-Mode Scheduling, for the examples. */
#ifndef EXAMPLES_UMS_WORKER_H
#define EXAMPLES_UMS_WORKER_H

#include <windows.h>

static inline void name_thread(HANDLE thread, const char *name)
{
    WCHAR wide[16] = {0};
    for (int i = 0; i < 15 && name[i]; i++)
        wide[i] = (WCHAR)name[i];
    SetThreadDescription(thread, wide);
}

/* Makes a worker, which is in the completion list at once. name: what a trace calls it, NULL for
 * the name of its function. stack: its size in bytes, 0 for the usual one. Its end frees the
 * thread; DeleteUmsThreadContext frees the context that is returned. NULL: memory is exhausted. */
static inline PUMS_CONTEXT make_worker_with(PUMS_COMPLETION_LIST list, const char *name,
                                            SIZE_T stack, LPTHREAD_START_ROUTINE function,
                                            void *argument)
{
    char memory[128];
    SIZE_T size = sizeof memory;
    LPPROC_THREAD_ATTRIBUTE_LIST attributes = (LPPROC_THREAD_ATTRIBUTE_LIST)memory;
    UMS_CREATE_THREAD_ATTRIBUTES worker = {UMS_VERSION, NULL, list};
    CreateUmsThreadContext(&worker.UmsContext);
    InitializeProcThreadAttributeList(attributes, 1, 0, &size);
    UpdateProcThreadAttribute(attributes, 0, PROC_THREAD_ATTRIBUTE_UMS_THREAD, &worker,
                              sizeof worker, NULL, NULL);
    HANDLE thread = CreateRemoteThreadEx(GetCurrentProcess(), NULL, stack, function, argument,
                                         STACK_SIZE_PARAM_IS_A_RESERVATION, attributes, NULL);
    DeleteProcThreadAttributeList(attributes);
    if (!thread) {
        DeleteUmsThreadContext(worker.UmsContext);
        return NULL;
    }
    if (name)
        name_thread(thread, name);
    CloseHandle(thread);
    return worker.UmsContext;
}

static inline PUMS_CONTEXT make_worker(PUMS_COMPLETION_LIST list, LPTHREAD_START_ROUTINE function,
                                       void *argument)
{
    return make_worker_with(list, NULL, 0, function, argument);
}

static inline PUMS_CONTEXT make_named_worker(PUMS_COMPLETION_LIST list, const char *name,
                                             LPTHREAD_START_ROUTINE function, void *argument)
{
    return make_worker_with(list, name, 0, function, argument);
}

#endif
