/* The tables that Visual C++ compiles into programs for exceptions: those of a function, and those
 * of a thrown object. */
#ifndef WIN32_CXX_CXX_TABLES_H
#define WIN32_CXX_CXX_TABLES_H

#include <nt.h>
#include <stdbool.h>

/* An exception of C++: its code, and its three parameters. */
#define CXX_EXCEPTION 0xE06D7363u
enum { CXX_MAGIC, CXX_OBJECT, CXX_THROWN, CXX_PARAMETERS };
/* The first parameter, and the first word of a function's tables: Visual C++ 6, 2002, and 2005 on.
 */
#define MAGIC_FIRST   0x19930520u
#define MAGIC_SPECIFY 0x19930521u /* tables have exception specifications from here on */
#define MAGIC_FLAGS   0x19930522u /* and flags */
#define MAGIC_PURE    0x01994000u /* thrown by managed code */

/* ---------------------------------------------------------------- types */

struct type_descriptor {
    const void *const *methods;
    char *undecorated; /* made when it is first asked for */
    char name[];       /* with a dot before it */
};

/* How to come from an object to a base of it. */
struct cxx_displacement {
    LONG member;  /* added to the object's address */
    LONG pointer; /* of the pointer to the virtual bases' table; -1: the base is not virtual */
    LONG in_table;
};

/* ---------------------------------------------------------------- what is thrown */

enum {
    CATCHABLE_SIMPLE = 1,       /* copied as bytes */
    CATCHABLE_REFERENCE = 2,    /* caught by reference alone */
    CATCHABLE_VIRTUAL_BASE = 4, /* its copy constructor has a further argument */
    CATCHABLE_BAD_ALLOC = 0x10,
};

/* One of the types by which an object can be caught. */
struct cxx_catchable {
    DWORD properties;
    const struct type_descriptor *type;
    struct cxx_displacement displacement;
    DWORD size;
    void *copy; /* NULL: its bytes */
};

struct cxx_catchables {
    DWORD count;
    const struct cxx_catchable *types[];
};

enum {
    THROWN_CONST = 1,
    THROWN_VOLATILE = 2,
    THROWN_UNALIGNED = 4,
    THROWN_PURE = 8,
};

typedef EXCEPTION_DISPOSITION cxx_forward_handler(EXCEPTION_RECORD *,
                                                  EXCEPTION_REGISTRATION_RECORD *, CONTEXT *,
                                                  void *dispatcher, const void *function, int depth,
                                                  void *marker, int is_translated);

struct cxx_thrown {
    DWORD attributes;
    void(__attribute__((thiscall)) * destructor)(void *object);
    cxx_forward_handler *forward;
    const struct cxx_catchables *catchables;
};

/* ---------------------------------------------------------------- a function */

struct cxx_unwind {
    LONG to;
    void *action; /* NULL: nothing to destroy */
};

enum {
    HANDLER_CONST = THROWN_CONST,
    HANDLER_VOLATILE = THROWN_VOLATILE,
    HANDLER_UNALIGNED = THROWN_UNALIGNED,
    HANDLER_REFERENCE = 8,
    HANDLER_CXX_ALONE = 0x40, /* a catch (...) that takes no exceptions of other kinds */
    HANDLER_BAD_ALLOC = 0x80,
    HANDLER_MANAGED = (int)0x80000000,
};

/* A catch block. */
struct cxx_handler {
    DWORD adjectives;
    const struct type_descriptor *type; /* NULL, or without a name: catch (...) */
    LONG object; /* where the caught object goes, from the base; 0: nowhere */
    void *block;
};

/* A try block covers states low to high; its catch blocks have those up to catch_high. */
struct cxx_try {
    LONG low, high, catch_high;
    LONG count;
    const struct cxx_handler *handlers;
};

struct cxx_specification {
    LONG count;
    const struct cxx_handler *types;
};

enum { FUNCTION_SYNCHRONOUS = 1, FUNCTION_NOEXCEPT = 4 };

struct cxx_function {
    DWORD magic : 29, : 3;
    LONG state_count;
    const struct cxx_unwind *unwinds;
    LONG try_count;
    const struct cxx_try *tries;
    DWORD of_other_machines[2];
    const struct cxx_specification *specification; /* from MAGIC_SPECIFY on */
    LONG flags;                                    /* from MAGIC_FLAGS on */
};

/* The function's frame on the chain. The word before it is the esp that the function goes on with
 * behind a catch block. */
struct cxx_node {
    EXCEPTION_REGISTRATION_RECORD link;
    LONG state;
    char base[]; /* ebp of the function's pieces */
};

_Static_assert(sizeof(struct cxx_function) == 0x24 && sizeof(struct cxx_try) == 20 &&
                   sizeof(struct cxx_handler) == 16 && sizeof(struct cxx_catchable) == 28 &&
                   sizeof(struct cxx_node) == 0x0C,
               "as compilers emit them");

/* ---------------------------------------------------------------- questions */

/* An exception of C++ as these tables have it. */
static inline bool cxx_is_own(const EXCEPTION_RECORD *record)
{
    return record->ExceptionCode == CXX_EXCEPTION && record->NumberParameters == CXX_PARAMETERS &&
           record->ExceptionInformation[CXX_MAGIC] >= MAGIC_FIRST &&
           record->ExceptionInformation[CXX_MAGIC] <= MAGIC_FLAGS;
}

static inline const struct cxx_thrown *cxx_thrown(const EXCEPTION_RECORD *record)
{
    return (const struct cxx_thrown *)record->ExceptionInformation[CXX_THROWN];
}

static inline void *cxx_object(const EXCEPTION_RECORD *record)
{
    return (void *)record->ExceptionInformation[CXX_OBJECT];
}

/* "throw;": the exception that is being handled. */
static inline bool cxx_is_rethrow(const EXCEPTION_RECORD *record)
{
    return cxx_is_own(record) && !cxx_thrown(record);
}

static inline bool cxx_takes_all(const struct cxx_handler *handler)
{
    return !handler->type || !handler->type->name[0];
}

/* Compilers store the low byte alone where a byte suffices. */
static inline LONG cxx_state(const struct cxx_node *node, const struct cxx_function *function)
{
    return function->state_count <= 128 ? (signed char)node->state : node->state;
}

static inline LONG cxx_flags(const struct cxx_function *function)
{
    return function->magic >= MAGIC_FLAGS ? function->flags : 0;
}

static inline const struct cxx_specification *cxx_specification(const struct cxx_function *function)
{
    return function->magic >= MAGIC_SPECIFY ? function->specification : NULL;
}

#endif
