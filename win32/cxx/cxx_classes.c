#include "win32/cxx/cxx_classes.h"

#include "win32/msvcrt/call.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define THISCALL(type, name, ...) CALL(type __attribute__((thiscall)), name, __VA_ARGS__)

void NTAPI _CxxThrowException(void *object, const struct cxx_thrown *thrown);

/* ---------------------------------------------------------------- objects */

static void own_text(struct cxx_exception *this, const char *text)
{
    size_t size = text ? strlen(text) + 1 : 0;
    char *copy = size ? malloc(size) : NULL;
    if (copy)
        memcpy(copy, text, size);
    this->what = copy;
    this->frees = copy != NULL;
}

static struct cxx_exception *make(struct cxx_exception *this, const struct exception_class *class,
                                  const char *text, bool is_own)
{
    this->methods = class->table.methods;
    this->what = text;
    this->frees = false;
    if (is_own)
        own_text(this, text);
    return this;
}

static struct cxx_exception *make_copy(struct cxx_exception *this,
                                       const struct exception_class *class,
                                       const struct cxx_exception *from)
{
    return make(this, class, from->what, from->frees);
}

THISCALL(void, exception_destruct, void *object)
{
    struct cxx_exception *this = object;
    if (this->frees)
        free((void *)this->what);
    this->what = NULL;
    this->frees = false;
}

THISCALL(struct cxx_exception *, exception_assign, struct cxx_exception *this,
         const struct cxx_exception *from)
{
    if (this != from) {
        exception_destruct(this);
        this->what = from->what;
        if (from->frees)
            own_text(this, from->what);
    }
    return this;
}

enum { DELETES = 1, IS_ARRAY = 2 };

/* The number of an array's objects stands before it. */
THISCALL(void *, exception_delete, struct cxx_exception *this, unsigned what)
{
    size_t count = 1, *block = (size_t *)this;
    if (what & IS_ARRAY)
        count = *--block;
    while (count--)
        exception_destruct(&this[count]);
    if (what & DELETES)
        free(block);
    return block;
}

THISCALL(const char *, exception_what, const struct cxx_exception *this)
{
    return this->what ? this->what : "Unknown exception";
}

THISCALL(void, type_info_destruct, struct type_descriptor *this)
{
    free(this->undecorated);
    this->undecorated = NULL;
}

static void *__attribute__((thiscall)) type_info_delete(struct type_descriptor *this, unsigned what)
{
    type_info_destruct(this);
    free(what & DELETES ? this : NULL);
    return this;
}

static struct {
    const void *const *methods;
    char *undecorated;
    char name[sizeof(".?AVtype_info@@")];
} type_info_type = {type_info_table.methods, NULL, ".?AVtype_info@@"};
static const struct cxx_hierarchy type_info_hierarchy;
static const struct cxx_base type_info_base = {
    .type = (struct type_descriptor *)&type_info_type,
    .displacement = {0, -1, 0},
    .attributes = BASE_HAS_HIERARCHY,
    .hierarchy = &type_info_hierarchy,
};
static const struct cxx_base *const type_info_bases[] = {&type_info_base};
static const struct cxx_hierarchy type_info_hierarchy = {.count = 1, .bases = type_info_bases};
static const struct cxx_locator type_info_locator = {
    .type = (struct type_descriptor *)&type_info_type, .hierarchy = &type_info_hierarchy};
const struct type_info_table type_info_table = {&type_info_locator,
                                                {(const void *)type_info_delete}};

_Noreturn void cxx_throw_class(const struct exception_class *class, const char *what)
{
    struct cxx_exception object;
    _CxxThrowException(make(&object, class, what, false), &class->thrown);
    __builtin_trap();
}

/* ---------------------------------------------------------------- classes */

/* A class and its name; parts: the class and its bases; bases: theirs beyond it. */
#define CLASS(id, text, parts, ...)                                                                \
    static struct {                                                                                \
        const void *const *methods;                                                                \
        char *undecorated;                                                                         \
        char name[sizeof(text)];                                                                   \
    } id##_type = {type_info_table.methods, NULL, text};                                           \
    extern struct cxx_exception *__attribute__((thiscall))                                         \
    id##_copy(struct cxx_exception *this, const struct cxx_exception *from);                       \
    extern const struct exception_class id;                                                        \
    const struct exception_class id = {                                                            \
        .base = {(struct type_descriptor *)&id##_type,                                             \
                 (parts)-1,                                                                        \
                 {0, -1, 0},                                                                       \
                 BASE_HAS_HIERARCHY,                                                               \
                 &id.hierarchy},                                                                   \
        .bases = {&id.base, __VA_ARGS__},                                                          \
        .hierarchy = {0, 0, parts, id.bases},                                                      \
        .locator = {0, 0, 0, (struct type_descriptor *)&id##_type, &id.hierarchy},                 \
        .table = {&id.locator, {(const void *)exception_delete, (const void *)exception_what}},    \
        .catchable = {0,                                                                           \
                      (struct type_descriptor *)&id##_type,                                        \
                      {0, -1, 0},                                                                  \
                      sizeof(struct cxx_exception),                                                \
                      (void *)id##_copy},                                                          \
        .catchables = {parts, {&id.catchable, id##_CATCHABLES}},                                   \
        .thrown = {0, exception_destruct, NULL, (const struct cxx_catchables *)&id.catchables},    \
    };                                                                                             \
    struct cxx_exception *__attribute__((thiscall))                                                \
    id##_copy(struct cxx_exception *this, const struct cxx_exception *from)                        \
    {                                                                                              \
        return make_copy(this, &id, from);                                                         \
    }

#define msvcrt_exception_CATCHABLES       NULL
#define msvcrt_bad_cast_CATCHABLES        &msvcrt_exception.catchable
#define msvcrt_bad_typeid_CATCHABLES      &msvcrt_exception.catchable
#define msvcrt_non_rtti_object_CATCHABLES &msvcrt_bad_typeid.catchable, &msvcrt_exception.catchable
#define std_exception_CATCHABLES          NULL
#define std_bad_cast_CATCHABLES           &std_exception.catchable
#define std_bad_typeid_CATCHABLES         &std_exception.catchable
#define std_bad_exception_CATCHABLES      &std_exception.catchable
#define std_bad_alloc_CATCHABLES          &std_exception.catchable
#define std_non_rtti_object_CATCHABLES    &std_bad_typeid.catchable, &std_exception.catchable

CLASS(msvcrt_exception, ".?AVexception@@", 1, NULL)
CLASS(msvcrt_bad_cast, ".?AVbad_cast@@", 2, &msvcrt_exception.base)
CLASS(msvcrt_bad_typeid, ".?AVbad_typeid@@", 2, &msvcrt_exception.base)
CLASS(msvcrt_non_rtti_object, ".?AV__non_rtti_object@@", 3, &msvcrt_bad_typeid.base,
      &msvcrt_exception.base)
CLASS(std_exception, ".?AVexception@std@@", 1, NULL)
CLASS(std_bad_cast, ".?AVbad_cast@std@@", 2, &std_exception.base)
CLASS(std_bad_typeid, ".?AVbad_typeid@std@@", 2, &std_exception.base)
CLASS(std_bad_exception, ".?AVbad_exception@std@@", 2, &std_exception.base)
CLASS(std_bad_alloc, ".?AVbad_alloc@std@@", 2, &std_exception.base)
CLASS(std_non_rtti_object, ".?AV__non_rtti_object@std@@", 3, &std_bad_typeid.base,
      &std_exception.base)

const struct exception_family msvcrt_exceptions = {
    &msvcrt_bad_cast,
    &msvcrt_bad_typeid,
    &msvcrt_non_rtti_object,
};
const struct exception_family std_exceptions = {
    &std_bad_cast,
    &std_bad_typeid,
    &std_non_rtti_object,
};
const struct exception_class *const cxx_bad_exception = &std_bad_exception;
const struct exception_class *const cxx_bad_alloc = &std_bad_alloc;

/* ---------------------------------------------------------------- constructors */

#define MAKE_OF_TEXT(class)                                                                        \
    THISCALL(struct cxx_exception *, class##_of_text, struct cxx_exception *this,                  \
             const char *text)                                                                     \
    {                                                                                              \
        return make(this, &(class), text, true);                                                   \
    }

/* A reference to the text's address. */
#define MAKE_OF_PLACE(class)                                                                       \
    THISCALL(struct cxx_exception *, class##_of_place, struct cxx_exception *this,                 \
             const char **text)                                                                    \
    {                                                                                              \
        return make(this, &(class), *text, true);                                                  \
    }

/* The text lives as long as the object. */
#define MAKE_OF_CONSTANT(class)                                                                    \
    THISCALL(struct cxx_exception *, class##_of_constant, struct cxx_exception *this,              \
             const char **text, int unused)                                                        \
    {                                                                                              \
        (void)unused;                                                                              \
        return make(this, &(class), *text, false);                                                 \
    }

#define MAKE_OF_NOTHING(class, text, is_own)                                                       \
    THISCALL(struct cxx_exception *, class##_of_nothing, struct cxx_exception *this)               \
    {                                                                                              \
        return make(this, &(class), text, is_own);                                                 \
    }

#define CONSTRUCTORS(family)                                                                       \
    MAKE_OF_TEXT(family##_bad_cast)                                                                \
    MAKE_OF_TEXT(family##_bad_typeid)                                                              \
    MAKE_OF_TEXT(family##_non_rtti_object)                                                         \
    MAKE_OF_PLACE(family##_bad_cast)                                                               \
    MAKE_OF_PLACE(family##_exception)                                                              \
    MAKE_OF_CONSTANT(family##_exception)                                                           \
    MAKE_OF_NOTHING(family##_exception, NULL, false)                                               \
    MAKE_OF_NOTHING(family##_bad_cast, "bad cast", true)                                           \
    MAKE_OF_NOTHING(family##_bad_typeid, "bad typeid", true)
CONSTRUCTORS(msvcrt)
CONSTRUCTORS(std)
