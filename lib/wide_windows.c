/* Wide texts by Microsoft's names, and the order of wide texts, which in the one locale is that of
 * units. */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "lib/invalid_parameter.h"

int wcscoll(const wchar_t *left, const wchar_t *right)
{
    return wcscmp(left, right);
}

size_t wcsxfrm(wchar_t *restrict to, const wchar_t *restrict from, size_t count)
{
    if (!is_given(from, "wcsxfrm") || (count && !is_given(to, "wcsxfrm")))
        return _NLSCMPERROR;
    size_t length = wcslen(from);
    if (length < count)
        wmemcpy(to, from, length + 1);
    return length;
}

static wchar_t small(wchar_t unit)
{
    return unit >= L'A' && unit <= L'Z' ? (wchar_t)(unit + ('a' - 'A')) : unit;
}

wchar_t *_wcslwr(wchar_t *text)
{
    if (!is_given(text, "_wcslwr"))
        return NULL;
    for (wchar_t *next = text; *next; next++)
        if (*next != small(*next)) /* a text that is right already may be a constant */
            *next = small(*next);
    return text;
}

wchar_t *_wcsupr(wchar_t *text)
{
    if (!is_given(text, "_wcsupr"))
        return NULL;
    for (wchar_t *next = text; *next; next++)
        if (*next >= L'a' && *next <= L'z')
            *next = (wchar_t)(*next - ('a' - 'A'));
    return text;
}

int _wcsnicmp(const wchar_t *left, const wchar_t *right, size_t limit)
{
    if ((!left || !right) && limit) {
        invalid_parameter(EINVAL, "_wcsnicmp");
        return _NLSCMPERROR;
    }
    for (size_t i = 0; i < limit; i++) {
        int apart = small(left[i]) - small(right[i]);
        if (apart || !left[i])
            return apart;
    }
    return 0;
}

int _wcsicmp(const wchar_t *left, const wchar_t *right)
{
    return _wcsnicmp(left, right, SIZE_MAX);
}

wchar_t *_wcsdup(const wchar_t *text)
{
    if (!text)
        return NULL;
    size_t size = (wcslen(text) + 1) * sizeof *text;
    wchar_t *copy = malloc(size);
    return copy ? memcpy(copy, text, size) : NULL;
}

wchar_t *_wcsnset(wchar_t *text, wchar_t unit, size_t limit)
{
    wmemset(text, unit, wcsnlen(text, limit));
    return text;
}

wchar_t *_wcsset(wchar_t *text, wchar_t unit)
{
    return _wcsnset(text, unit, SIZE_MAX);
}

wchar_t *_wcsrev(wchar_t *text)
{
    wchar_t *left = text, *right = text + wcslen(text);
    while (left < right) {
        wchar_t last = *--right;
        *right = *left;
        *left++ = last;
    }
    return text;
}
