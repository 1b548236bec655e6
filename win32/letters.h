/* Letters of wide text in the other case: Latin, Greek, Cyrillic and Armenian ones. Letters of
 * other scripts have no other case here. */
#ifndef WIN32_LETTERS_H
#define WIN32_LETTERS_H

#include "lib/name_order.h"

#include <windef.h>

enum { LETTERS_ASCII = 0x80 };

static inline WCHAR letter_large(WCHAR unit)
{
    if (unit < LETTERS_ASCII)
        return unit >= 'a' && unit <= 'z' ? (WCHAR)(unit - 32) : unit;
    return (WCHAR)name_capital(unit);
}

static inline WCHAR letter_small(WCHAR unit)
{
    if (unit < LETTERS_ASCII)
        return unit >= 'A' && unit <= 'Z' ? (WCHAR)(unit + 32) : unit;
    return (WCHAR)name_small(unit);
}

#endif
