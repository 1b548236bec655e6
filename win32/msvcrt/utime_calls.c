/* The times of files: _utime and its kin, with times of 32 and of 64 bits. */
#include "lib/calendar.h"
#include "win32/msvcrt/call.h"

#include <errno.h>
#include <fcntl.h>
#include <fileapi.h>
#include <io.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>
#include <wchar.h>

extern intptr_t _get_osfhandle(int number);

struct times {
    int64_t read, written;
};

static FILETIME file_time(int64_t seconds)
{
    const uint64_t units =
        (uint64_t)(seconds + (int64_t)CALENDAR_1970 * CALENDAR_DAY) * CALENDAR_INTERVALS;
    return (FILETIME){(uint32_t)units, (uint32_t)(units >> 32)};
}

static int set_times(int number, struct times times)
{
    const FILETIME read = file_time(times.read), written = file_time(times.written);
    const intptr_t handle = _get_osfhandle(number);
    if (handle == -1)
        return -1;
    if (times.read >= 0 && times.written >= 0 && SetFileTime((HANDLE)handle, NULL, &read, &written))
        return 0;
    errno = EINVAL;
    return -1;
}

/* The file must be one that can be written. */
static int set_and_close(int number, struct times times)
{
    if (number < 0)
        return -1;
    const int failed = set_times(number, times);
    _close(number);
    return failed;
}

#define TIME_CALLS(structure, type, by_name, by_wide_name, by_number)                              \
    struct structure {                                                                             \
        type read, written;                                                                        \
    };                                                                                             \
    static struct times structure##_taken(const struct structure *from)                            \
    {                                                                                              \
        const int64_t now = from ? 0 : time(NULL);                                                 \
        return from ? (struct times){from->read, from->written} : (struct times){now, now};        \
    }                                                                                              \
    CALL(int, by_name, const char *name, const struct structure *times)                            \
    {                                                                                              \
        return set_and_close(_open(name, _O_RDWR | _O_BINARY), structure##_taken(times));          \
    }                                                                                              \
    CALL(int, by_wide_name, const wchar_t *name, const struct structure *times)                    \
    {                                                                                              \
        return set_and_close(_wopen(name, _O_RDWR | _O_BINARY), structure##_taken(times));         \
    }                                                                                              \
    CALL(int, by_number, int number, const struct structure *times)                                \
    {                                                                                              \
        return set_times(number, structure##_taken(times));                                        \
    }

TIME_CALLS(times32, int32_t, msvcrt_utime32, msvcrt_wutime32, msvcrt_futime32)
TIME_CALLS(times64, int64_t, msvcrt_utime64, msvcrt_wutime64, msvcrt_futime64)
