/* Kinds of characters beside those of ctype.h. They are no part of a native program. */
#ifndef WIN32_LOCALE_CHARACTER_KINDS_H
#define WIN32_LOCALE_CHARACTER_KINDS_H

#include <windef.h>

/* The characters up to the last, from behind the row before. The last row has FFFFh. */
struct character_range {
    WCHAR last, type;
};

/* The directions in which characters run (CT_CTYPE2), and how texts treat them (CT_CTYPE3). */
extern const struct character_range character_directions[] __attribute__((weak));
extern const struct character_range character_treatments[] __attribute__((weak));

#endif
