/* The machine by old names: the clock, a sound, parts of files for one program.
 */
#include "win32/msvcrt/call.h"

#include <errno.h>
#include <fileapi.h>
#include <io.h>
#include <stdint.h>
#include <string.h>
#include <synchapi.h>
#include <sysinfoapi.h>
#include <time.h>
#include <winbase.h>
#include <winerror.h>

extern intptr_t _get_osfhandle(int number);

/* Sets the local time, but for the milliseconds' day. Returns Windows' error. */
CALL(unsigned, _setsystime, const struct tm *date, unsigned milliseconds)
{
    const SYSTEMTIME time = {
        .wYear = (WORD)(date->tm_year + 1900),
        .wMonth = (WORD)(date->tm_mon + 1),
        .wDay = (WORD)date->tm_mday,
        .wHour = (WORD)date->tm_hour,
        .wMinute = (WORD)date->tm_min,
        .wSecond = (WORD)date->tm_sec,
        .wMilliseconds = (WORD)milliseconds,
    };
    return SetLocalTime(&time) ? 0 : GetLastError();
}

CALL(void, _beep, unsigned frequency, unsigned milliseconds)
{
    Beep(frequency, milliseconds);
}

/* ---------------------------------------------------------------- parts of files */

enum { UNLOCKS, LOCKS, LOCKS_AT_ONCE, LOCKS_TO_READ, LOCKS_TO_READ_AT_ONCE };

/* So many bytes from the position on. A lock that waits tries ten times, a second apart. */
CALL(int, _locking, int number, int mode, long bytes)
{
    enum { TRIES = 10, SECOND = 1000 };
    const intptr_t handle = _get_osfhandle(number);
    if (handle == -1)
        return -1;
    const long place = _lseek(number, 0, 1);
    if (mode < UNLOCKS || mode > LOCKS_TO_READ_AT_ONCE || bytes < 0 || place < 0) {
        errno = EINVAL;
        return -1;
    }
    const int is_patient = mode == LOCKS || mode == LOCKS_TO_READ;
    for (int left = is_patient ? TRIES : 1; left; left--) {
        const BOOL done = mode == UNLOCKS
                              ? UnlockFile((HANDLE)handle, (DWORD)place, 0, (DWORD)bytes, 0)
                              : LockFile((HANDLE)handle, (DWORD)place, 0, (DWORD)bytes, 0);
        if (done)
            return 0;
        if (left > 1)
            Sleep(SECOND);
    }
    errno = is_patient ? EDEADLK : EACCES;
    return -1;
}
