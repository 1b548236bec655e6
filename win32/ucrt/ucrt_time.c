/* Times of 32 bits with an error as the result; those of 64 bits are the C library's. */
#include "win32/msvcrt/call.h"
#include "win32/msvcrt/time_zone.h"

#include <errno.h>
#include <stdint.h>
#include <time.h>

CALL(int, _gmtime32_s, struct tm *result, const int32_t *time)
{
    time_t whole = time ? *time : -1;
    return gmtime_s(result, time ? &whole : NULL);
}

CALL(int, _localtime32_s, struct tm *result, const int32_t *time)
{
    time_t whole = time ? *time : -1;
    return msvcrt_localtime64_s(result, time ? &whole : NULL);
}

CALL(int, ucrt_ctime64_s, char *to, size_t size, const time_t *time)
{
    struct tm date;
    if (to && size)
        *to = 0;
    if (!time)
        return errno = EINVAL;
    int error = msvcrt_localtime64_s(&date, time);
    return error ? error : asctime_s(to, size, &date);
}

CALL(int, _ctime32_s, char *to, size_t size, const int32_t *time)
{
    time_t whole = time ? *time : -1;
    return ucrt_ctime64_s(to, size, time ? &whole : NULL);
}

CALL(int, _timespec32_get, int32_t result[2], int base)
{
    struct timespec now;
    if (!result || timespec_get(&now, base) != base)
        return 0;
    result[0] = (int32_t)now.tv_sec;
    result[1] = now.tv_nsec;
    return base;
}
