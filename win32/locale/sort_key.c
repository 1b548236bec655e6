/* The elements of a text, level by level: its characters; which of them are capitals; where there
 * are characters inside words. A level counts where those before it are the same. */
#include "win32/locale/sort_key.h"

#include "win32/letters.h"

#include <stdbool.h>
#include <winnls.h>

enum { CHARACTERS, CAPITALS, INSIDE, LEVELS };

const DWORD sort_flags = NORM_IGNORECASE | NORM_IGNORENONSPACE | NORM_IGNORESYMBOLS |
                         LINGUISTIC_IGNORECASE | LINGUISTIC_IGNOREDIACRITIC | NORM_IGNOREKANATYPE |
                         NORM_IGNOREWIDTH | NORM_LINGUISTIC_CASING | SORT_STRINGSORT |
                         LOCALE_USE_CP_ACP;

static bool is_letter(WCHAR unit)
{
    return letter_small(unit) != letter_large(unit) || unit == 0xDF || unit >= 0xFF;
}

static bool is_mark(WCHAR unit)
{
    return !is_letter(unit) && !(unit >= '0' && unit <= '9');
}

/* Whether it stands inside words: "co-op" stands beside "coop". */
static bool is_inside(WCHAR unit, DWORD flags)
{
    return (unit == '-' || unit == '\'') && !(flags & SORT_STRINGSORT);
}

/* Returns the unit's element on a level; 0: it has none. at is the number of units up to it. */
static unsigned element(WCHAR unit, size_t at, unsigned level, DWORD flags)
{
    enum { DIGITS = 0x10000, LETTERS = 0x20000 }; /* marks come before them */
    bool inside = is_inside(unit, flags);
    if (!unit || (flags & NORM_IGNORESYMBOLS && is_mark(unit)) || inside != (level == INSIDE))
        return 0;
    if (level == INSIDE)
        return (unsigned)at * 2 + (unit == '-');
    if (level == CAPITALS)
        return flags & (NORM_IGNORECASE | LINGUISTIC_IGNORECASE)
                   ? 0
                   : 2u + (letter_small(unit) != unit);
    return SORT_LEVEL + letter_small(unit) +
           (is_letter(unit) ? LETTERS
            : is_mark(unit) ? 0
                            : DIGITS);
}

unsigned sort_key_next(struct sort_key *key)
{
    while (key->at < key->length) {
        WCHAR unit = key->text[key->at++];
        unsigned found = element(unit, key->at, key->level, key->flags);
        if (found)
            return found;
    }
    key->at = 0;
    return ++key->level < LEVELS ? SORT_LEVEL : 0;
}
