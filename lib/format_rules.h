/* How printf and its kin write what C leaves open: as the runtime's own library does, or as one of
 * Microsoft's, for programs that know no other. */
#ifndef LIB_FORMAT_RULES_H
#define LIB_FORMAT_RULES_H

#include <stdbool.h>

/* In both of Microsoft's %p has eight digits, and the letter of a conversion that does not exist is
 * printed. */
enum format_library {
    FORMAT_OWN,
    FORMAT_MSVCRT, /* 17 digits of a number count; the sizes hh, j, z and t do not exist */
    FORMAT_UCRT,   /* C99's, but that %a has 13 places */
};

struct format_rules {
    enum format_library library;
    int exponent_digits;    /* of %e, the least number */
    bool rounds_half_up;    /* away from 0, in place of to even */
    bool has_old_words;     /* a number that is none is 1.#INF, or a word of that kind */
    bool has_narrow_letter; /* %s and %c are narrow in a format for wide texts, too */
};

/* The rules of a sink that names none. A program changes them before it prints. */
extern struct format_rules format_rules;

#endif
