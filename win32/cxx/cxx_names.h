/* Names of types as Visual C++ writes them in a type's descriptor, and as people read them. */
#ifndef WIN32_CXX_CXX_NAMES_H
#define WIN32_CXX_CXX_NAMES_H

#include <stdbool.h>
#include <stddef.h>

enum { CXX_NAME_SIZE = 1024 };

/* Parts that are left out of a text; the numbers are those of __unDName. */
enum cxx_left_out {
    CXX_NO_UNDERSCORES = 0x1, /* of __cdecl and its like */
    CXX_NO_MS_KEYWORDS = 0x2,
    CXX_NO_RESULT = 0x4,
    CXX_NO_CONVENTION = 0x10,
    CXX_NO_OBJECT = 0x60, /* const behind a member function */
    CXX_NO_ACCESS = 0x80,
    CXX_NO_MEMBER_KIND = 0x200, /* static and virtual */
    CXX_NAME_ONLY = 0x1000,
    CXX_TYPE = 0x2000,     /* the name is a type's */
    CXX_NO_KINDS = 0x8000, /* class, struct and their like */
};

/* Writes ".?AVruntime_error@std@@" as "class std::runtime_error", ".PBD" as "char const *". plain:
 * without class, struct and their like. A name of another kind stays as it is, as far as it fits.
 */
void cxx_read_name(const char *name, bool plain, char text[CXX_NAME_SIZE]);

#endif
