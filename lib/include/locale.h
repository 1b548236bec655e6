/* Locales. There is one, "C"; setlocale takes "" and NULL for it, too. */
#ifndef LIB_LOCALE_H
#define LIB_LOCALE_H

#ifdef __cplusplus
extern "C" {
#endif

#include <stddef.h>

#define LC_ALL      0
#define LC_COLLATE  1
#define LC_CTYPE    2
#define LC_MONETARY 3
#define LC_NUMERIC  4
#define LC_TIME     5

/* A char that is CHAR_MAX, and an empty text, mean that the locale does not say. */
struct lconv {
    char *decimal_point, *thousands_sep, *grouping;
    char *int_curr_symbol, *currency_symbol;
    char *mon_decimal_point, *mon_thousands_sep, *mon_grouping;
    char *positive_sign, *negative_sign;
    char int_frac_digits, frac_digits;
    char p_cs_precedes, p_sep_by_space, n_cs_precedes, n_sep_by_space;
    char p_sign_posn, n_sign_posn;
};

/* Returns "C", or NULL for another locale or a category that does not exist. */
char *setlocale(int category, const char *name);

/* Returns the conventions of "C". They must not be changed. */
struct lconv *localeconv(void);

#ifdef __cplusplus
}
#endif

#endif
