/* Numbers as texts of either width in places that have a size. */
#include <errno.h>
#include <stdlib.h>
#include <wchar.h>

#include "lib/secure_text.h"

enum { NUMBER_ROOM = 66 };

/* Defines a call that writes a number by the one without a size. */
#define NUMBER_CALL(name, plain, character, type)                                                  \
    int name(type value, character *to, size_t size, int radix)                                    \
    {                                                                                              \
        character text[NUMBER_ROOM];                                                               \
        struct secure_place place = SECURE_PLACE(to, size, #name);                                 \
        if (!to || !size || radix < 2 || radix > 36)                                               \
            return secure_refuse(place, EINVAL);                                                   \
        return secure_copy(place, plain(value, text, radix), SECURE_WHOLE);                        \
    }

NUMBER_CALL(_itoa_s, _itoa, char, int)
NUMBER_CALL(_ltoa_s, _ltoa, char, long)
NUMBER_CALL(_ultoa_s, _ultoa, char, unsigned long)
NUMBER_CALL(_i64toa_s, _i64toa, char, long long)
NUMBER_CALL(_ui64toa_s, _ui64toa, char, unsigned long long)
NUMBER_CALL(_itow_s, _itow, wchar_t, int)
NUMBER_CALL(_ltow_s, _ltow, wchar_t, long)
NUMBER_CALL(_ultow_s, _ultow, wchar_t, unsigned long)
NUMBER_CALL(_i64tow_s, _i64tow, wchar_t, long long)
NUMBER_CALL(_ui64tow_s, _ui64tow, wchar_t, unsigned long long)
