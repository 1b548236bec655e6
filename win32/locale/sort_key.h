/* The order of texts: a text is a row of elements, and texts compare as their rows do. */
#ifndef WIN32_LOCALE_SORT_KEY_H
#define WIN32_LOCALE_SORT_KEY_H

#include <stddef.h>
#include <windef.h>

/* A row, read from the first element on. The first three fields are the caller's. */
struct sort_key {
    const WCHAR *text;
    size_t length;
    DWORD flags; /* of CompareString */
    unsigned level;
    size_t at;
};

/* An element is above SORT_LEVEL, or SORT_LEVEL between the levels, or 0 at the end. */
enum { SORT_LEVEL = 1 };
unsigned sort_key_next(struct sort_key *key);

/* Flags of CompareString and of LCMapString's sort keys that are known. */
extern const DWORD sort_flags;

#endif
