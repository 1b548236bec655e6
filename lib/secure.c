/* Texts with sizes: Microsoft's functions that end in _s, and the handler of invalid parameters. */
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lib/host.h"
#include "lib/invalid_parameter.h"

static _invalid_parameter_handler handler;

_invalid_parameter_handler _set_invalid_parameter_handler(_invalid_parameter_handler becomes)
{
    return __atomic_exchange_n(&handler, becomes, __ATOMIC_ACQ_REL);
}

_invalid_parameter_handler _get_invalid_parameter_handler(void)
{
    return __atomic_load_n(&handler, __ATOMIC_ACQUIRE);
}

int invalid_parameter(int error, const char *call)
{
    _invalid_parameter_handler now = _get_invalid_parameter_handler();
    errno = error;
    if (now)
        now(NULL, NULL, NULL, 0, 0);
    else
        lib_host.give_up("an invalid parameter of %s: %s", call, strerror(error));
    errno = error;
    return error;
}

/* ---------------------------------------------------------------- memory */

int memcpy_s(void *to, size_t size, const void *from, size_t count)
{
    if (count == 0)
        return 0;
    if (!to)
        return invalid_parameter(EINVAL, "memcpy_s");
    if (from && count <= size) {
        memcpy(to, from, count);
        return 0;
    }
    memset(to, 0, size);
    return invalid_parameter(from ? ERANGE : EINVAL, "memcpy_s");
}

int memmove_s(void *to, size_t size, const void *from, size_t count)
{
    if (count == 0)
        return 0;
    if (!to || !from || count > size)
        return invalid_parameter(to && from ? ERANGE : EINVAL, "memmove_s");
    memmove(to, from, count);
    return 0;
}

/* ---------------------------------------------------------------- texts */

size_t strnlen_s(const char *text, size_t limit)
{
    return text ? strnlen(text, limit) : 0;
}

/* Copies at most count characters behind the `used` ones of a text; none are those of NULL, too. */
static int copy_behind(char *to, size_t size, size_t used, const char *from, size_t count,
                       const char *call)
{
    if (!from && count == 0)
        from = "";
    if (!from) {
        to[0] = 0;
        return invalid_parameter(EINVAL, call);
    }
    size_t room = size - used - 1;
    size_t length = strnlen(from, count == _TRUNCATE || count > room ? room + 1 : count);
    if (length > room && count != _TRUNCATE) {
        to[0] = 0;
        return invalid_parameter(ERANGE, call);
    }
    bool is_cut = length > room;
    memmove(to + used, from, is_cut ? room : length);
    to[used + (is_cut ? room : length)] = 0;
    return is_cut ? STRUNCATE : 0;
}

/* Appends to a text, which must end in its size. */
static int append_to(char *to, size_t size, const char *from, size_t count, const char *call)
{
    size_t used = to && size ? strnlen(to, size) : 0;
    if (!to || used == size) {
        if (to && size)
            to[0] = 0;
        return invalid_parameter(EINVAL, call);
    }
    return copy_behind(to, size, used, from, count, call);
}

int strcpy_s(char *to, size_t size, const char *from)
{
    return !to || !size ? invalid_parameter(EINVAL, "strcpy_s")
                        : copy_behind(to, size, 0, from, SIZE_MAX - 1, "strcpy_s");
}

int strncpy_s(char *to, size_t size, const char *from, size_t count)
{
    if (!to && !size && !count)
        return 0;
    return !to || !size ? invalid_parameter(EINVAL, "strncpy_s")
                        : copy_behind(to, size, 0, from, count, "strncpy_s");
}

int strcat_s(char *to, size_t size, const char *from)
{
    return append_to(to, size, from, SIZE_MAX - 1, "strcat_s");
}

int strncat_s(char *to, size_t size, const char *from, size_t count)
{
    if (!to && !size && !count)
        return 0;
    return append_to(to, size, from, count, "strncat_s");
}

int strerror_s(char *to, size_t size, int error)
{
    int result = !to || !size ? invalid_parameter(EINVAL, "strerror_s")
                              : strncpy_s(to, size, strerror(error), _TRUNCATE);
    return result == STRUNCATE ? 0 : result;
}

/* ---------------------------------------------------------------- numbers and others */

static int give_number(char *to, size_t size, int radix, const char *text, const char *call)
{
    if (!to || !size || radix < 2 || radix > 36) {
        if (to && size)
            to[0] = 0;
        return invalid_parameter(EINVAL, call);
    }
    return copy_behind(to, size, 0, text, SIZE_MAX - 1, call);
}

enum { LONGEST_NUMBER = 66, ANY_RADIX = 10 };

static int valid(int radix)
{
    return radix >= 2 && radix <= 36 ? radix : ANY_RADIX;
}

int _itoa_s(int value, char *to, size_t size, int radix)
{
    char text[LONGEST_NUMBER];
    return give_number(to, size, radix, _itoa(value, text, valid(radix)), "_itoa_s");
}

int _ultoa_s(unsigned long value, char *to, size_t size, int radix)
{
    char text[LONGEST_NUMBER];
    return give_number(to, size, radix, _ultoa(value, text, valid(radix)), "_ultoa_s");
}

int _i64toa_s(long long value, char *to, size_t size, int radix)
{
    char text[LONGEST_NUMBER];
    return give_number(to, size, radix, _i64toa(value, text, valid(radix)), "_i64toa_s");
}

int getenv_s(size_t *needed, char *to, size_t size, const char *name)
{
    if (!needed || !name || (!to && size))
        return invalid_parameter(EINVAL, "getenv_s");
    const char *text = getenv(name);
    *needed = text ? strlen(text) + 1 : 0;
    if (size)
        to[0] = 0;
    if (!text || !size)
        return 0;
    return *needed > size ? ERANGE : strcpy_s(to, size, text);
}

/* Empties the text of a date. Returns whether it has room for one. */
static bool begin_date(char *to, size_t size)
{
    enum { LENGTH = 26 };
    if (to && size)
        to[0] = 0;
    return to && size >= LENGTH;
}

int asctime_s(char *to, size_t size, const struct tm *date)
{
    if (!begin_date(to, size) || !date)
        return invalid_parameter(EINVAL, "asctime_s");
    const char *text = asctime(date);
    return text ? strcpy_s(to, size, text) : EINVAL;
}

int ctime_s(char *to, size_t size, const time_t *time)
{
    if (!begin_date(to, size) || !time)
        return invalid_parameter(EINVAL, "ctime_s");
    const char *text = ctime(time);
    return text ? strcpy_s(to, size, text) : EINVAL;
}
