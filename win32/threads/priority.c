/* Priorities of threads, and of the process for all of them. */
#include "win32/process_handle.h"
#include "win32/threads/query.h"

#include <errhandlingapi.h>
#include <processthreadsapi.h>

/* Windows' classes, by the kernel's numbers. */
static const DWORD classes[] = {
    [PROCESS_IDLE] = IDLE_PRIORITY_CLASS,
    [PROCESS_NORMAL] = NORMAL_PRIORITY_CLASS,
    [PROCESS_HIGH] = HIGH_PRIORITY_CLASS,
    [PROCESS_REAL_TIME] = REALTIME_PRIORITY_CLASS,
    [PROCESS_BELOW_NORMAL] = BELOW_NORMAL_PRIORITY_CLASS,
    [PROCESS_ABOVE_NORMAL] = ABOVE_NORMAL_PRIORITY_CLASS,
};

/* Returns the kernel's number of a class, or 0, which is no class. */
static uint32_t number_of(DWORD priority_class)
{
    uint32_t number = sizeof classes / sizeof classes[0] - 1;
    while (number && classes[number] != priority_class)
        number--;
    return number;
}

BOOL WINAPI SetPriorityClass(HANDLE process, DWORD priority_class)
{
    if (!process_is_this(process))
        return FALSE;
    if (priority_class == PROCESS_MODE_BACKGROUND_END) {
        SetLastError(ERROR_PROCESS_MODE_NOT_BACKGROUND);
        return FALSE;
    }
    return error_if_failed(sys_process_set_priority(number_of(priority_class)));
}

DWORD WINAPI GetPriorityClass(HANDLE process)
{
    struct process_information information;
    return error_if_failed(sys_process_query((uint32_t)process, &information))
               ? classes[information.priority_class]
               : 0;
}

BOOL WINAPI SetThreadPriority(HANDLE thread, int priority)
{
    return error_if_failed(sys_thread_set_priority((uint32_t)thread, priority));
}

int WINAPI GetThreadPriority(HANDLE thread)
{
    struct thread_information information;
    return thread_query(thread, &information) ? information.relative_priority
                                              : THREAD_PRIORITY_ERROR_RETURN;
}

BOOL WINAPI SetThreadPriorityBoost(HANDLE thread, BOOL disabled)
{
    return error_if_failed(sys_thread_set_boost((uint32_t)thread, !disabled));
}

BOOL WINAPI GetThreadPriorityBoost(HANDLE thread, PBOOL disabled)
{
    struct thread_information information;
    if (!thread_query(thread, &information))
        return FALSE;
    *disabled = information.no_boost;
    return TRUE;
}
