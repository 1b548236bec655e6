/* Calls that change a text in its place, with the size of the place. They return 0, or an error:
 * EINVAL without a text, or where its end does not lie in the place, which then has an empty one.
 */
#include "win32/msvcrt/call.h"

#include <errno.h>
#include <string.h>
#include <wchar.h>

#define CHANGE(name, letter, length_within, change, ...)                                           \
    CALL(int, name, letter *text, size_t size, ##__VA_ARGS__)                                      \
    {                                                                                              \
        if (!text || length_within(text, size) >= size) {                                          \
            if (text && size)                                                                      \
                *text = 0;                                                                         \
            return errno = EINVAL;                                                                 \
        }                                                                                          \
        change;                                                                                    \
        return 0;                                                                                  \
    }

CHANGE(_strlwr_s, char, strnlen, _strlwr(text))
CHANGE(_strupr_s, char, strnlen, _strupr(text))
CHANGE(_wcslwr_s, wchar_t, wcsnlen, _wcslwr(text))
CHANGE(_wcsupr_s, wchar_t, wcsnlen, _wcsupr(text))
CHANGE(_strset_s, char, strnlen, _strset(text, character), int character)
CHANGE(_wcsset_s, wchar_t, wcsnlen, _wcsset(text, character), wchar_t character)
