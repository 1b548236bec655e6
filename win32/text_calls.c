/* Texts by kernel32's names. A bad pointer is no fault here: the calls look first. */
#include "lib/utf16.h"

#include <ctype.h>
#include <memoryapi.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <winbase.h>

static bool is_text(const char *text)
{
    return text && !IsBadStringPtrA(text, (DWORD)-1);
}

int WINAPI lstrlenA(LPCSTR text)
{
    return is_text(text) ? (int)strlen(text) : 0;
}

/* Copies length characters of so many bytes, and a zero. Returns result, or NULL. */
static void *copy(void *to, const void *from, size_t length, size_t width, void *result)
{
    if (IsBadWritePtr(to, (DWORD)((length + 1) * width)))
        return NULL;
    memmove(to, from, length * width);
    memset((char *)to + length * width, 0, width);
    return result;
}

LPSTR WINAPI lstrcpyA(LPSTR to, LPCSTR from)
{
    return is_text(from) ? copy(to, from, strlen(from), sizeof *to, to) : NULL;
}

LPSTR WINAPI lstrcpynA(LPSTR to, LPCSTR from, int size)
{
    if (size <= 0 || !from || IsBadStringPtrA(from, (DWORD)size))
        return NULL;
    return copy(to, from, strnlen(from, (size_t)size - 1), sizeof *to, to);
}

LPSTR WINAPI lstrcatA(LPSTR to, LPCSTR from)
{
    return is_text(to) && is_text(from) ? copy(to + strlen(to), from, strlen(from), sizeof *to, to)
                                        : NULL;
}

/* Marks come before digits, and these before letters. */
static int weight(char character)
{
    int small = tolower((unsigned char)character);
    return !small ? 0 : isalpha(small) ? small + 0x200 : isdigit(small) ? small + 0x100 : small;
}

static int capital(char character)
{
    return isupper((unsigned char)character);
}

#define INSIDE_WORDS "-'" /* "co-op" stands beside "coop" */

/* Compares the characters, but those inside words. */
static int words_order(LPCSTR left, LPCSTR right, int (*weigh)(char character))
{
    for (;; left++, right++) {
        left += strspn(left, INSIDE_WORDS);
        right += strspn(right, INSIDE_WORDS);
        int difference = weigh(*left) - weigh(*right);
        if (difference || !*left || !*right)
            return (difference > 0) - (difference < 0);
    }
}

/* Compares the characters inside words by where they stand. */
static int inside_order(LPCSTR left, LPCSTR right)
{
    for (size_t at = 0;; at++) {
        size_t left_at = at + strcspn(left + at, INSIDE_WORDS);
        size_t right_at = at + strcspn(right + at, INSIDE_WORDS);
        if (!left[left_at] || !right[right_at])
            return (left[left_at] != 0) - (right[right_at] != 0);
        if (left_at != right_at)
            return left_at < right_at ? -1 : 1;
        at = left_at;
        if (left[at] != right[at])
            return left[at] < right[at] ? -1 : 1;
    }
}

static int order(LPCSTR left, LPCSTR right, bool has_capitals)
{
    if (!left || !right)
        return (left != NULL) - (right != NULL);
    int result = words_order(left, right, weight);
    if (!result && has_capitals)
        result = words_order(left, right, capital);
    return result ? result : inside_order(left, right);
}

int WINAPI lstrcmpiA(LPCSTR left, LPCSTR right)
{
    return order(left, right, false);
}

int WINAPI lstrcmpA(LPCSTR left, LPCSTR right)
{
    return order(left, right, true);
}

/* ---------------------------------------------------------------- wide text */

static bool is_wide(LPCWSTR text)
{
    return text && !IsBadStringPtrW(text, (DWORD)-1);
}

int WINAPI lstrlenW(LPCWSTR text)
{
    return is_wide(text) ? (int)wcslen(text) : 0;
}

LPWSTR WINAPI lstrcpyW(LPWSTR to, LPCWSTR from)
{
    return is_wide(from) ? copy(to, from, wcslen(from), sizeof *to, to) : NULL;
}

LPWSTR WINAPI lstrcpynW(LPWSTR to, LPCWSTR from, int size)
{
    if (size <= 0 || !from || IsBadStringPtrW(from, (DWORD)size))
        return NULL;
    return copy(to, from, wcsnlen(from, (size_t)size - 1), sizeof *to, to);
}

LPWSTR WINAPI lstrcatW(LPWSTR to, LPCWSTR from)
{
    return is_wide(to) && is_wide(from) ? copy(to + wcslen(to), from, wcslen(from), sizeof *to, to)
                                        : NULL;
}

/* Compares by the rules of narrow text; without memory, by units. */
static int order_wide(LPCWSTR left, LPCWSTR right, bool has_capitals)
{
    if (!left || !right)
        return (left != NULL) - (right != NULL);
    char *narrow_left = wide_narrow_copy(left), *narrow_right = wide_narrow_copy(right);
    int result = narrow_left && narrow_right ? order(narrow_left, narrow_right, has_capitals)
                                             : wcscmp(left, right);
    free(narrow_left);
    free(narrow_right);
    return result;
}

int WINAPI lstrcmpiW(LPCWSTR left, LPCWSTR right)
{
    return order_wide(left, right, false);
}

int WINAPI lstrcmpW(LPCWSTR left, LPCWSTR right)
{
    return order_wide(left, right, true);
}

/* ---------------------------------------------------------------- others */

BOOL WINAPI AreFileApisANSI(void)
{
    return TRUE;
}

int WINAPI MulDiv(int number, int numerator, int denominator)
{
    if (denominator == 0)
        return -1;
    long long product = (long long)number * numerator, half = denominator / 2;
    if (half < 0)
        half = -half;
    long long result = (product + (product < 0 ? -half : half)) / denominator;
    return result == (int)result ? (int)result : -1;
}
