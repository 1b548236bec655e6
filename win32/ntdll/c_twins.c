#include "win32/ntdll/c_twins.h"

#include <ctype.h>
#include <stdio.h>
#include <wchar.h>

int ntdll_atoi(const char *text)
{
    unsigned value = 0;
    while (isspace((unsigned char)*text))
        text++;
    char sign = *text;
    text += sign == '-' || sign == '+';
    for (; isdigit((unsigned char)*text); text++)
        value = 10 * value + (unsigned)(*text - '0');
    return (int)(sign == '-' ? 0u - value : value);
}

int ntdll_vsnprintf(char *buffer, size_t size, const char *text, va_list args)
{
    return !buffer && size ? -1 : _vsnprintf(buffer, size, text, args);
}

int ntdll_snprintf(char *buffer, size_t size, const char *text, ...)
{
    va_list args;
    va_start(args, text);
    int length = ntdll_vsnprintf(buffer, size, text, args);
    va_end(args);
    return length;
}

int ntdll_vsnwprintf(wchar_t *buffer, size_t size, const wchar_t *text, va_list args)
{
    return !buffer && size ? -1 : _vsnwprintf(buffer, size, text, args);
}

int ntdll_snwprintf(wchar_t *buffer, size_t size, const wchar_t *text, ...)
{
    va_list args;
    va_start(args, text);
    int length = ntdll_vsnwprintf(buffer, size, text, args);
    va_end(args);
    return length;
}
