/* How printf and its kin write what C leaves open: as the runtime's own library does, or as
 * msvcrt.dll, for programs that know no other. */
#ifndef LIB_FORMAT_RULES_H
#define LIB_FORMAT_RULES_H

#include <stdbool.h>

struct format_rules {
    int exponent_digits; /* of %e, the least number */

    /* Microsoft's: of a number 17 digits count, and a half is rounded up; %p has eight digits; a
     * number that is none has Microsoft's words; the letter of a conversion that does not exist is
     * printed, and the sizes hh, j, z and t do not exist. */
    bool are_microsofts;
};

/* A program changes them before it prints. */
extern struct format_rules format_rules;

#endif
