/* strftime by Microsoft's rule: %c of the locale "C" is 01/31/70 23:59:59. */
#include "win32/msvcrt/call.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>

#define BOTH   "%m/%d/%y %H:%M:%S"
#define LONGER (sizeof BOTH - 1) /* than %c, at most */

/* Defines the call for one kind of texts: with a format in which %c is written out. */
#define DATE_FORMAT(name, own, letter, mark, both, length, copy)                                   \
    CALL(size_t, name, letter *buffer, size_t size, const letter *format, const struct tm *date)   \
    {                                                                                              \
        letter *whole = malloc((length(format) * LONGER + 1) * sizeof(letter)), *to = whole;       \
        if (!whole)                                                                                \
            return 0;                                                                              \
        for (; *format; format++) {                                                                \
            if (format[0] == mark[0] && format[1] == mark[1]) {                                    \
                copy(to, both);                                                                    \
                to += LONGER;                                                                      \
                format++;                                                                          \
                continue;                                                                          \
            }                                                                                      \
            *to++ = *format;                                                                       \
            if (format[0] == mark[0] && format[1])                                                 \
                *to++ = *++format; /* it may be a second percent sign */                           \
        }                                                                                          \
        *to = 0;                                                                                   \
        size_t result = own(buffer, size, whole, date);                                            \
        free(whole);                                                                               \
        return result;                                                                             \
    }

DATE_FORMAT(msvcrt_strftime, strftime, char, "%c", BOTH, strlen, strcpy)
DATE_FORMAT(msvcrt_wcsftime, wcsftime, wchar_t, L"%c", L"" BOTH, wcslen, wcscpy)
