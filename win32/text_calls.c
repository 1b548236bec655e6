/* Texts by kernel32's names. A bad pointer is no fault here: the calls look first. */
#include <ctype.h>
#include <memoryapi.h>
#include <stdbool.h>
#include <string.h>
#include <winbase.h>

static bool is_text(const char *text)
{
    return text && !IsBadStringPtrA(text, (DWORD)-1);
}

int WINAPI lstrlenA(LPCSTR text)
{
    return is_text(text) ? (int)strlen(text) : 0;
}

/* Copies length characters and a zero byte. */
static LPSTR copy(LPSTR to, LPCSTR from, size_t length, LPSTR result)
{
    if (IsBadWritePtr(to, (DWORD)length + 1))
        return NULL;
    memmove(to, from, length);
    to[length] = 0;
    return result;
}

LPSTR WINAPI lstrcpyA(LPSTR to, LPCSTR from)
{
    return is_text(from) ? copy(to, from, strlen(from), to) : NULL;
}

LPSTR WINAPI lstrcpynA(LPSTR to, LPCSTR from, int size)
{
    if (size <= 0 || !from || IsBadStringPtrA(from, (DWORD)size))
        return NULL;
    return copy(to, from, strnlen(from, (size_t)size - 1), to);
}

LPSTR WINAPI lstrcatA(LPSTR to, LPCSTR from)
{
    return is_text(to) && is_text(from) ? copy(to + strlen(to), from, strlen(from), to) : NULL;
}

/* Marks come before digits, and these before letters. */
static int weight(char character)
{
    int small = tolower((unsigned char)character);
    return !small ? 0 : isalpha(small) ? small + 0x200 : isdigit(small) ? small + 0x100 : small;
}

int WINAPI lstrcmpiA(LPCSTR left, LPCSTR right)
{
    if (!left || !right)
        return (left != NULL) - (right != NULL);
    while (*left && weight(*left) == weight(*right))
        left++, right++;
    int difference = weight(*left) - weight(*right);
    return (difference > 0) - (difference < 0);
}

/* Of texts that differ in capitals only, the one with the first small letter comes first. */
int WINAPI lstrcmpA(LPCSTR left, LPCSTR right)
{
    int order = lstrcmpiA(left, right);
    if (order || !left || !right)
        return order;
    int capitals = strcmp(left, right);
    return (capitals < 0) - (capitals > 0);
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
