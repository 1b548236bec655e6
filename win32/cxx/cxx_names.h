/* Names of types as Visual C++ writes them in a type's descriptor, and as people read them. */
#ifndef WIN32_CXX_CXX_NAMES_H
#define WIN32_CXX_CXX_NAMES_H

#include <stdbool.h>
#include <stddef.h>

enum { CXX_NAME_SIZE = 1024 };

/* Writes ".?AVruntime_error@std@@" as "class std::runtime_error", ".PBD" as "char const *". plain:
 * without class, struct and their like. A name of another kind stays as it is, as far as it fits.
 */
void cxx_read_name(const char *name, bool plain, char text[CXX_NAME_SIZE]);

#endif
