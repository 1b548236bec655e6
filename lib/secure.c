/* Texts with sizes: Microsoft's functions that end in _s, and the handler of invalid parameters. */
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lib/host.h"
#include "lib/invalid_parameter.h"
#include "lib/secure_text.h"
#include "lib/thread_words.h"

static _invalid_parameter_handler handler;

_invalid_parameter_handler _set_invalid_parameter_handler(_invalid_parameter_handler becomes)
{
    return __atomic_exchange_n(&handler, becomes, __ATOMIC_ACQ_REL);
}

_invalid_parameter_handler _get_invalid_parameter_handler(void)
{
    return __atomic_load_n(&handler, __ATOMIC_ACQUIRE);
}

_invalid_parameter_handler
_set_thread_local_invalid_parameter_handler(_invalid_parameter_handler becomes)
{
    _invalid_parameter_handler before = lib_thread()->invalid;
    lib_thread()->invalid = becomes;
    return before;
}

_invalid_parameter_handler _get_thread_local_invalid_parameter_handler(void)
{
    return lib_thread()->invalid;
}

bool invalid_parameter_handled(void)
{
    _invalid_parameter_handler now = lib_thread()->invalid;
    now = now ? now : _get_invalid_parameter_handler();
    if (now)
        now(NULL, NULL, NULL, 0, 0);
    return now != NULL;
}

int invalid_parameter(int error, const char *call)
{
    errno = error;
    if (!invalid_parameter_handled())
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

int strcpy_s(char *to, size_t size, const char *from)
{
    return secure_copy(SECURE_PLACE(to, size, "strcpy_s"), from, SECURE_WHOLE);
}

int strncpy_s(char *to, size_t size, const char *from, size_t count)
{
    return secure_copy(SECURE_PLACE(to, size, "strncpy_s"), from, count);
}

int strcat_s(char *to, size_t size, const char *from)
{
    return secure_append(SECURE_PLACE(to, size, "strcat_s"), from, SECURE_WHOLE);
}

int strncat_s(char *to, size_t size, const char *from, size_t count)
{
    return secure_append(SECURE_PLACE(to, size, "strncat_s"), from, count);
}

int strerror_s(char *to, size_t size, int error)
{
    int result = !to || !size ? invalid_parameter(EINVAL, "strerror_s")
                              : strncpy_s(to, size, strerror(error), _TRUNCATE);
    return result == STRUNCATE ? 0 : result;
}

/* ---------------------------------------------------------------- others */

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

/* Writes the time now, of eight characters. */
static int put_now(char *to, size_t size, const char *format, const char *call)
{
    enum { ROOM = 9 };
    char text[ROOM];
    time_t now = time(NULL);
    struct tm date;
    gmtime_s(&date, &now);
    strftime(text, sizeof text, format, &date);
    return secure_copy(SECURE_PLACE(to, size, call), text, SECURE_WHOLE);
}

int _strdate_s(char *text, size_t size)
{
    return put_now(text, size, "%m/%d/%y", "_strdate_s");
}

int _strtime_s(char *text, size_t size)
{
    return put_now(text, size, "%H:%M:%S", "_strtime_s");
}

char *_strdate(char *text)
{
    _strdate_s(text, sizeof "09/16/73");
    return text;
}

char *_strtime(char *text)
{
    _strtime_s(text, sizeof "01:03:52");
    return text;
}
