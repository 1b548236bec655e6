/* Letters of wide text: A to Z, and those of Latin-1. Letters of other scripts have no other case
 * here. */
#ifndef WIN32_LETTERS_H
#define WIN32_LETTERS_H

#include <windef.h>

/* Small letters and capitals lie 32 apart. Two units between them are no letters: the sign of times
 * and that of division. */
static inline WCHAR letter_changed(WCHAR unit, WCHAR first, unsigned more)
{
    WCHAR at = (WCHAR)(unit - first);
    BOOL letter = at < 26 || (at >= 0xC0 - 'A' && at <= 0xDE - 'A' && at != 0xD7 - 'A');
    return letter ? (WCHAR)(unit + more) : unit;
}

static inline WCHAR letter_large(WCHAR unit)
{
    return letter_changed(unit, 'a', -32u);
}

static inline WCHAR letter_small(WCHAR unit)
{
    return letter_changed(unit, 'A', 32);
}

#endif
