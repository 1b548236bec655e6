/* Shared by the parts of the scanf family: the input, and the conversions. */
#ifndef LIB_SCAN_IMPL_H
#define LIB_SCAN_IMPL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "lib/format_impl.h"

/* While characters are looked at the FILE's lock is held, and one of them may have been taken out.
 * While the caller's memory is written the lock is free. */
struct scan {
    const char *text; /* NULL: from file */
    FILE *file;
    int next; /* the next character, EOF at the end */
    int count;
    bool peeked;
    bool wide;          /* the caller's function is for wide texts, and counts their units */
    bool sized;         /* behind the place of each text stands its size */
    bool starved;       /* the input ended where a value or a character was expected */
    bool is_msvcrt;     /* the rules of msvcrt.dll hold */
    bool has_converted; /* a value was read, and dropped */
    bool hides_end;     /* the end is no EOF for the caller */
};

/* Every other call lies between these two, which take the lock of the FILE and give it back. */
void scan_begin(struct scan *scan);
void scan_end(struct scan *scan);

/* Returns the next character, EOF at the end. It stays the next one until scan_take. */
int scan_peek(struct scan *scan);
void scan_take(struct scan *scan);
void scan_skip_blanks(struct scan *scan);

/* Writes to the caller's memory, unless place is NULL. */
void scan_give(struct scan *scan, void *place, const void *from, size_t bytes);

/* Likewise writes an integer, as long as the length says. */
void scan_store(struct scan *scan, void *place, enum format_length length, uint64_t value);

/* The conversion skips blanks first; gives a value, for which it has an argument and which counts;
 * its integer has a sign; its place is a text's, which scanf_s has the size of. */
enum scan_flags { SCAN_SKIPS = 1, SCAN_GIVES = 2, SCAN_SIGNED = 4, SCAN_TEXT = 8 };

struct scan_spec {
    uint8_t flags;      /* enum scan_flags */
    uint8_t base;       /* of an integer; 0: its first characters tell */
    const char *behind; /* the format behind the letter; a set moves it behind itself */
    void *place;        /* the caller's memory; NULL: the value is dropped */
    int width;          /* 0: none is given */
    unsigned size;      /* of the place, in characters */
    enum format_length length;
    char letter;
};

/* Each returns whether it has found what it stands for, and has given it to the caller. */
typedef bool scan_function(struct scan *scan, struct scan_spec *spec);
scan_function scan_integer, scan_pointer, scan_float; /* scan_number.c */
scan_function scan_word, scan_set, scan_chars;        /* scan_text.c */

#endif
