/* Sleep, in threads and outside. */
#include "kernel/call/service.h"

#include <synchapi.h>
#include <uthread.h>

void WINAPI Sleep(DWORD ms)
{
    utTime until = ms == INFINITE ? UT_FOREVER : utAfter(ms);
    if (utCurrent())
        utSleepUntil(until);
    else if (ms == 0)
        sys_thread_yield();
    else
        sys_clock_wait_until(until);
}
