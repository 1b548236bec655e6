/* The answers of the locale of no country that differ from those of English of the United States.
 * No part of a native program. */
#ifndef WIN32_LOCALE_INVARIANT_FACTS_H
#define WIN32_LOCALE_INVARIANT_FACTS_H

#include <winnls.h>

struct locale_fact {
    LCTYPE type;
    const char *text; /* UTF-8; NULL ends the list */
};
extern const struct locale_fact locale_invariant_facts[] __attribute__((weak));

#endif
