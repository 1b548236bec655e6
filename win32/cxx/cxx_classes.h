/* The exceptions that the C library throws itself. msvcrt.dll's are classes of the global
 * namespace, which programs may use; vcruntime140's are those of std. */
#ifndef WIN32_CXX_CXX_CLASSES_H
#define WIN32_CXX_CXX_CLASSES_H

#include "win32/cxx/cxx_rtti.h"

struct cxx_exception {
    const void *const *methods;
    const char *what;
    int frees; /* the text is its own */
};

/* All tables of a class that has up to two bases over one another. */
struct exception_class {
    struct {
        const struct cxx_locator *locator;
        const void *methods[2]; /* destroy, what */
    } table;
    struct cxx_base base;
    const struct cxx_base *bases[3];
    struct cxx_hierarchy hierarchy;
    struct cxx_locator locator;
    struct cxx_catchable catchable;
    struct {
        DWORD count;
        const struct cxx_catchable *types[3];
    } catchables;
    struct cxx_thrown thrown;
};

/* The exceptions that a module throws by itself. */
struct exception_family {
    const struct exception_class *bad_cast, *bad_typeid, *non_rtti_object;
};
extern const struct exception_family msvcrt_exceptions, std_exceptions;
extern const struct exception_class *const cxx_bad_exception, *const cxx_bad_alloc; /* std's */

_Noreturn void cxx_throw_class(const struct exception_class *class, const char *what);

/* The functions of type_info and what tells its name, for descriptors of this folder. */
struct type_info_table {
    const struct cxx_locator *locator;
    const void *methods[1]; /* destroy */
};
extern const struct type_info_table type_info_table;

#endif
