/* Functions of C that ntdll has in a way of its own. Ordinary code. */
#ifndef WIN32_NTDLL_C_TWINS_H
#define WIN32_NTDLL_C_TWINS_H

#include <stdarg.h>
#include <stddef.h>

/* Too large numbers keep their lowest 32 bits, where those of the C library end at the limit. */
int ntdll_atoi(const char *text);

/* -1 without a buffer, unless its size is 0. */
int ntdll_snprintf(char *buffer, size_t size, const char *text, ...);
int ntdll_vsnprintf(char *buffer, size_t size, const char *text, va_list args);
int ntdll_snwprintf(wchar_t *buffer, size_t size, const wchar_t *text, ...);
int ntdll_vsnwprintf(wchar_t *buffer, size_t size, const wchar_t *text, va_list args);

#endif
