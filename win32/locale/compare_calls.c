/* CompareString and its kin. */
#include "win32/fails.h"
#include "win32/letters.h"
#include "win32/locale/locale_names.h"
#include "win32/locale/sort_key.h"
#include "win32/locale/wide_text.h"

#include <errhandlingapi.h>
#include <stdlib.h>
#include <string.h>
#include <stringapiset.h>
#include <wchar.h>

static size_t length_of(LPCWSTR text, int length)
{
    return length < 0 ? wcslen(text) : (size_t)length;
}

static int compare(DWORD flags, LPCWSTR left, int left_length, LPCWSTR right, int right_length)
{
    if (!left || !right)
        return fails(ERROR_INVALID_PARAMETER);
    if (flags & ~sort_flags)
        return fails(ERROR_INVALID_FLAGS);
    struct sort_key one = {left, length_of(left, left_length), flags, 0, 0};
    struct sort_key other = {right, length_of(right, right_length), flags, 0, 0};
    unsigned first, second;
    if (one.length == other.length && wmemcmp(left, right, one.length) == 0)
        return CSTR_EQUAL; /* without the levels, which cost much for long texts */
    do {
        first = sort_key_next(&one);
        second = sort_key_next(&other);
    } while (first && first == second);
    return first < second ? CSTR_LESS_THAN : first > second ? CSTR_GREATER_THAN : CSTR_EQUAL;
}

int WINAPI CompareStringW(LCID locale, DWORD flags, LPCWSTR left, int left_length, LPCWSTR right,
                          int right_length)
{
    return locale_of_number(locale) ? compare(flags, left, left_length, right, right_length) : 0;
}

int WINAPI CompareStringEx(LPCWSTR name, DWORD flags, LPCWSTR left, int left_length, LPCWSTR right,
                           int right_length, LPNLSVERSIONINFO version, LPVOID reserved,
                           LPARAM parameter)
{
    (void)version;
    if (reserved || parameter)
        return fails(ERROR_INVALID_PARAMETER);
    return locale_of_name(name) ? compare(flags, left, left_length, right, right_length) : 0;
}

int WINAPI CompareStringA(LCID locale, DWORD flags, LPCSTR left, int left_length, LPCSTR right,
                          int right_length)
{
    if (!left || !right)
        return fails(ERROR_INVALID_PARAMETER);
    int result = 0, lengths[2];
    LPWSTR wide = wide_text(left, left_length, &lengths[0]);
    LPWSTR other = wide_text(right, right_length, &lengths[1]);
    if (wide && other)
        result = CompareStringW(locale, flags, wide, lengths[0], other, lengths[1]);
    else
        SetLastError(ERROR_NOT_ENOUGH_MEMORY);
    free(wide);
    free(other);
    return result;
}

int WINAPI CompareStringOrdinal(LPCWSTR left, int left_length, LPCWSTR right, int right_length,
                                BOOL ignores_case)
{
    if (!left || !right)
        return fails(ERROR_INVALID_PARAMETER);
    size_t one = length_of(left, left_length), other = length_of(right, right_length);
    for (size_t i = 0; i < one && i < other; i++) {
        WCHAR first = ignores_case ? letter_large(left[i]) : left[i];
        WCHAR second = ignores_case ? letter_large(right[i]) : right[i];
        if (first != second)
            return first < second ? CSTR_LESS_THAN : CSTR_GREATER_THAN;
    }
    return one < other ? CSTR_LESS_THAN : one > other ? CSTR_GREATER_THAN : CSTR_EQUAL;
}
