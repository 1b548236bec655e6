/* The facts that a class with virtual functions has of itself at run time. Its locator lies before
 * its table of functions. */
#ifndef WIN32_CXX_CXX_RTTI_H
#define WIN32_CXX_CXX_RTTI_H

#include "win32/cxx/cxx_tables.h"

enum {
    BASE_NOT_VISIBLE = 1,
    BASE_AMBIGUOUS = 2,
    BASE_NOT_PUBLIC = 4,
    BASE_HAS_HIERARCHY = 0x40,
};

struct cxx_base {
    const struct type_descriptor *type;
    LONG contained; /* bases of it, which follow it */
    struct cxx_displacement displacement;
    DWORD attributes;
    const struct cxx_hierarchy *hierarchy;
};

enum { HIERARCHY_MULTIPLE = 1, HIERARCHY_VIRTUAL = 2 };

/* The class itself is the first of its bases; others follow from left to right, each before its
 * own. */
struct cxx_hierarchy {
    DWORD signature, attributes;
    LONG count;
    const struct cxx_base *const *bases;
};

struct cxx_locator {
    DWORD signature;
    LONG offset;       /* of this part in the whole object */
    LONG construction; /* of a further displacement before the part; 0: none */
    const struct type_descriptor *type;
    const struct cxx_hierarchy *hierarchy;
};

_Static_assert(sizeof(struct cxx_base) == 28 && sizeof(struct cxx_locator) == 20,
               "as compilers emit them");

#endif
