/* How long threads and the program have been there, and how long they have had a CPU. */
#include "kernel/shared/system_time.h"
#include "win32/filetime.h"
#include "win32/threads/query.h"

#include <processthreadsapi.h>

enum { UNITS_A_TICK = 10000 /* of 100 ns */ };

static FILETIME date_of(uint64_t tick)
{
    return filetime_of(system_time_at(tick));
}

BOOL WINAPI GetProcessTimes(HANDLE process, LPFILETIME made, LPFILETIME ended, LPFILETIME in_kernel,
                            LPFILETIME in_program)
{
    struct process_information information;
    if (!error_if_failed(sys_process_query((uint32_t)process, &information)))
        return FALSE;
    *made = date_of(0);
    *ended = *in_kernel = filetime_of(0);
    *in_program = filetime_of((uint64_t)information.ran * UNITS_A_TICK);
    return TRUE;
}

BOOL WINAPI GetThreadTimes(HANDLE thread, LPFILETIME made, LPFILETIME ended, LPFILETIME in_kernel,
                           LPFILETIME in_program)
{
    struct thread_information information;
    if (!thread_query(thread, &information))
        return FALSE;
    *made = date_of(information.made);
    *ended = information.ended ? date_of(information.over) : filetime_of(0);
    *in_kernel = filetime_of(0);
    *in_program = filetime_of((uint64_t)information.ran * UNITS_A_TICK);
    return TRUE;
}
