/* Texts by kernel32's names. A bad pointer is no fault here: the calls look first. */
#include <memoryapi.h>
#include <stdbool.h>
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

/* ---------------------------------------------------------------- order */

static int order_wide(LPCWSTR left, LPCWSTR right, DWORD flags)
{
    if (!left || !right)
        return (left != NULL) - (right != NULL);
    return CompareStringW(LOCALE_USER_DEFAULT, flags, left, -1, right, -1) - CSTR_EQUAL;
}

int WINAPI lstrcmpiW(LPCWSTR left, LPCWSTR right)
{
    return order_wide(left, right, NORM_IGNORECASE);
}

int WINAPI lstrcmpW(LPCWSTR left, LPCWSTR right)
{
    return order_wide(left, right, 0);
}

/* Compares by the rules of wide text; without memory, by bytes. */
static int order(LPCSTR left, LPCSTR right, DWORD flags)
{
    if (!left || !right)
        return (left != NULL) - (right != NULL);
    int result = CompareStringA(LOCALE_USER_DEFAULT, flags, left, -1, right, -1);
    if (result)
        return result - CSTR_EQUAL;
    result = strcmp(left, right);
    return (result > 0) - (result < 0);
}

int WINAPI lstrcmpiA(LPCSTR left, LPCSTR right)
{
    return order(left, right, NORM_IGNORECASE);
}

int WINAPI lstrcmpA(LPCSTR left, LPCSTR right)
{
    return order(left, right, 0);
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
