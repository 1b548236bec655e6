/* Times of 32 bits with an error as the result; those of 64 bits are the C library's. */
#include "win32/msvcrt/call.h"

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
    return localtime_s(result, time ? &whole : NULL);
}

CALL(int, _ctime32_s, char *to, size_t size, const int32_t *time)
{
    time_t whole = time ? *time : -1;
    return ctime_s(to, size, time ? &whole : NULL);
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
