/* Keys without characters of their own, in what a terminal of the host sends: the command makes
 * three bytes of each (tools/run/terminal.py). Any context. */
#ifndef LIB_TERMINAL_KEYS_H
#define LIB_TERMINAL_KEYS_H

#include <stdbool.h>
#include <stddef.h>

/* The three bytes: the mark, the key's scan code, KEY_STATE with what is held down beside it. A
 * terminal sends no mark otherwise, because the command drops it. */
enum { KEY_MARK = 0, KEY_BYTES = 3, KEY_STATE = 0x20 };
enum { KEY_SHIFT = 1, KEY_ALT = 2, KEY_CONTROL = 4 };

struct key {
    unsigned char character; /* where there is no scan code */
    unsigned char scan_code, state;
};

/* Reads the first of the bytes as a key; marks: three of them may be one. Returns how many it has,
 * 0 if they are too few. */
size_t key_first(const char *bytes, size_t length, bool marks, struct key *key);

/* The character of a key that has one after all: Ctrl-D, which the command cannot send as it is.
 * 0: it has none. */
unsigned char key_character(const struct key *key);

/* Tells the two values of _getch for a key without a character: 0 or 224, and a number. Returns
 * false for a key for which Windows has nothing. */
bool key_codes(const struct key *key, unsigned char codes[2]);

#endif
