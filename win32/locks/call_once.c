/* C11's call_once by InitOnceExecuteOnce. */
#include <synchapi.h>
#include <threads.h>

_Static_assert(sizeof(once_flag) == sizeof(INIT_ONCE), "once_flag");

static BOOL CALLBACK call_once_call(PINIT_ONCE flag, PVOID function, PVOID *data)
{
    (void)flag;
    (void)data;
    ((void (*)(void))function)();
    return TRUE;
}

void call_once(once_flag *flag, void (*function)(void))
{
    InitOnceExecuteOnce((PINIT_ONCE)flag, call_once_call, (PVOID)function, NULL);
}
