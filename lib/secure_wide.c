/* wchar.h's functions that end in _s. */
#include <errno.h>
#include <string.h>
#include <wchar.h>

#include "lib/invalid_parameter.h"
#include "lib/secure_text.h"

size_t wcsnlen_s(const wchar_t *text, size_t limit)
{
    return text ? wcsnlen(text, limit) : 0;
}

int wmemcpy_s(wchar_t *to, size_t size, const wchar_t *from, size_t count)
{
    return memcpy_s(to, size * sizeof *to, from, count * sizeof *from);
}

int wmemmove_s(wchar_t *to, size_t size, const wchar_t *from, size_t count)
{
    return memmove_s(to, size * sizeof *to, from, count * sizeof *from);
}

int wcscpy_s(wchar_t *to, size_t size, const wchar_t *from)
{
    return secure_copy(SECURE_PLACE(to, size, "wcscpy_s"), from, SECURE_WHOLE);
}

int wcsncpy_s(wchar_t *to, size_t size, const wchar_t *from, size_t count)
{
    return secure_copy(SECURE_PLACE(to, size, "wcsncpy_s"), from, count);
}

int wcscat_s(wchar_t *to, size_t size, const wchar_t *from)
{
    return secure_append(SECURE_PLACE(to, size, "wcscat_s"), from, SECURE_WHOLE);
}

int wcsncat_s(wchar_t *to, size_t size, const wchar_t *from, size_t count)
{
    return secure_append(SECURE_PLACE(to, size, "wcsncat_s"), from, count);
}

wchar_t *wcstok_s(wchar_t *text, const wchar_t *separators, wchar_t **position)
{
    return wcstok(text, separators, position);
}

int _wcserror_s(wchar_t *to, size_t size, int error)
{
    int result = secure_copy(SECURE_PLACE(to, size, "_wcserror_s"), _wcserror(error), _TRUNCATE);
    return result == STRUNCATE ? 0 : result;
}

int _wfopen_s(struct stdio_file **file, const wchar_t *name, const wchar_t *mode)
{
    if (!file)
        return invalid_parameter(EINVAL, "_wfopen_s");
    *file = NULL;
    if (!name || !mode)
        return invalid_parameter(EINVAL, "_wfopen_s");
    *file = _wfopen(name, mode);
    return *file ? 0 : errno;
}
