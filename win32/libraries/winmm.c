/* winmm.dll: the clock. There is no sound. */
#include "win32/libraries/library.h"

#include <nt.h>
#include <stdint.h>
#include <windef.h>

typedef UINT MMRESULT;
enum { TIMERR_NOERROR = 0, TIMERR_NOCANDO = 97, TIMERR_STRUCT = 129 };
enum { LEAST_PERIOD = 1, MOST_PERIOD = 1000000 };

static DWORD WINAPI timeGetTime(void)
{
    return GetTickCount();
}

/* The clock is as fine as it can be at all times. */
static MMRESULT WINAPI timeBeginPeriod(UINT period)
{
    return period >= LEAST_PERIOD && period <= MOST_PERIOD ? TIMERR_NOERROR : TIMERR_NOCANDO;
}

static MMRESULT WINAPI timeGetDevCaps(UINT periods[2], UINT size)
{
    if (!periods || size < 2 * sizeof *periods)
        return TIMERR_STRUCT;
    periods[0] = LEAST_PERIOD;
    periods[1] = MOST_PERIOD;
    return TIMERR_NOERROR;
}

static BOOL WINAPI PlaySoundA(const void *name, void *module, DWORD flags)
{
    (void)name, (void)module, (void)flags;
    return FALSE;
}

static UINT WINAPI waveOutGetNumDevs(void)
{
    return 0;
}

static const struct runtime_export rows[] = {
    EXPORT(PlaySoundA),        EXPORT_AS(PlaySoundW, PlaySoundA),
    EXPORT(timeBeginPeriod),   EXPORT_AS(timeEndPeriod, timeBeginPeriod),
    EXPORT(timeGetDevCaps),    EXPORT(timeGetTime),
    EXPORT(waveOutGetNumDevs),
};

LIBRARY(winmm_module, "WINMM", rows);
