/* The time since the start, in 100 ns. The machine never sleeps, so both times are the same. */
#include <errhandlingapi.h>
#include <realtimeapiset.h>

enum { UNITS_A_TICK = 10000 };

VOID WINAPI QueryInterruptTime(PULONGLONG time)
{
    *time = GetTickCount64() * UNITS_A_TICK;
}

BOOL WINAPI QueryUnbiasedInterruptTime(PULONGLONG time)
{
    if (!time) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return FALSE;
    }
    QueryInterruptTime(time);
    return TRUE;
}
