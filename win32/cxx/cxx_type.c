#include "win32/cxx/cxx_type.h"

#include "seh_emul/frames/scope.h"
#include "win32/cxx/cxx_state.h"
#include "win32/msvcrt/call.h"

#include <seh.h>
#include <stddef.h>
#include <string.h>

typedef void(__attribute__((thiscall)) copy_constructor)(void *to, void *from);
/* A class with virtual bases asks for being told to construct them. */
typedef void(__attribute__((thiscall)) copy_constructor_of_all)(void *to, void *from, int all);

void *__AdjustPointer(void *object, const struct cxx_displacement *displacement)
{
    char *at = (char *)object + displacement->member;
    if (displacement->pointer < 0)
        return at;
    const char *table = *(const char **)((char *)object + displacement->pointer);
    return at + displacement->pointer + *(const LONG *)(table + displacement->in_table);
}

bool cxx_same_type(const struct type_descriptor *one, const struct type_descriptor *other)
{
    return one == other || strcmp(one->name, other->name) == 0;
}

int __TypeMatch(const struct cxx_handler *handler, const struct cxx_catchable *catchable,
                const struct cxx_thrown *thrown)
{
    const DWORD kept = THROWN_CONST | THROWN_VOLATILE | THROWN_UNALIGNED;
    if (cxx_takes_all(handler))
        return true;
    if (handler->adjectives & HANDLER_BAD_ALLOC && catchable->properties & CATCHABLE_BAD_ALLOC)
        return true;
    if (!cxx_same_type(handler->type, catchable->type))
        return false;
    if (catchable->properties & CATCHABLE_REFERENCE && !(handler->adjectives & HANDLER_REFERENCE))
        return false;
    return !(thrown->attributes & kept & ~handler->adjectives);
}

const struct cxx_catchable *cxx_find_catchable(const struct cxx_handler *handler,
                                               const struct cxx_thrown *thrown)
{
    const struct cxx_catchables *all = thrown->catchables;
    for (DWORD i = 0; i < all->count; i++)
        if (__TypeMatch(handler, all->types[i], thrown))
            return all->types[i];
    return NULL;
}

/* ---------------------------------------------------------------- guards */

/* Linked while code of an object runs that must not throw. */
struct no_throw_guard {
    EXCEPTION_REGISTRATION_RECORD link;
    bool any; /* nor raise any other exception */
};

static EXCEPTION_DISPOSITION no_throw_handler(EXCEPTION_RECORD *record,
                                              EXCEPTION_REGISTRATION_RECORD *link, CONTEXT *context,
                                              EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    (void)context, (void)dispatcher;
    if (!(record->ExceptionFlags & EXCEPTION_UNWIND) &&
        (((struct no_throw_guard *)link)->any || record->ExceptionCode == CXX_EXCEPTION))
        cxx_end(record);
    return ExceptionContinueSearch;
}
SEH_REGISTER_HANDLER(no_throw_handler);

void __DestructExceptionObject(EXCEPTION_RECORD *record, int no_throw)
{
    if (!record || !cxx_is_own(record) || !cxx_thrown(record) || !cxx_thrown(record)->destructor)
        return;
    struct no_throw_guard guard = {.any = false};
    if (no_throw)
        seh_link(&guard.link, no_throw_handler);
    cxx_thrown(record)->destructor(cxx_object(record));
    if (no_throw)
        seh_unlink(&guard.link);
}

/* An __except block takes the exception. */
static void destroy_taken(EXCEPTION_RECORD *record)
{
    __DestructExceptionObject(record, true);
}

void cxx_destroy_taken(void)
{
    scope_taken = destroy_taken;
}

/* ---------------------------------------------------------------- the block's object */

enum copying { COPIED, COPY_BY_CONSTRUCTOR, COPY_ALL_BY_CONSTRUCTOR };

static enum copying copy_unless_constructed(void *to, void *object,
                                            const struct cxx_catchable *type)
{
    if (type->properties & CATCHABLE_SIMPLE) {
        memmove(to, object, type->size);
        if (type->size == sizeof(void *) && *(void **)to)
            *(void **)to = __AdjustPointer(*(void **)to, &type->displacement);
        return COPIED;
    }
    if (!type->copy) {
        memmove(to, __AdjustPointer(object, &type->displacement), type->size);
        return COPIED;
    }
    return type->properties & CATCHABLE_VIRTUAL_BASE ? COPY_ALL_BY_CONSTRUCTOR
                                                     : COPY_BY_CONSTRUCTOR;
}

static void construct(enum copying copying, void *to, void *object,
                      const struct cxx_catchable *type)
{
    void *from = __AdjustPointer(object, &type->displacement);
    if (copying == COPY_BY_CONSTRUCTOR)
        ((copy_constructor *)type->copy)(to, from);
    else
        ((copy_constructor_of_all *)type->copy)(to, from, 1);
}

void cxx_copy_object(void *to, void *object, const struct cxx_catchable *type)
{
    enum copying copying = copy_unless_constructed(to, object, type);
    if (copying != COPIED)
        construct(copying, to, object, type);
}

static void *object_place(void *node, const struct cxx_handler *handler)
{
    return handler->adjectives & (DWORD)HANDLER_MANAGED
               ? node
               : ((struct cxx_node *)node)->base + handler->object;
}

/* Returns what is left to do for the caller. */
CALL(int, __BuildCatchObjectHelper, EXCEPTION_RECORD *record, void *node,
     const struct cxx_handler *handler, const struct cxx_catchable *catchable)
{
    if (cxx_takes_all(handler) ||
        (!handler->object && !(handler->adjectives & (DWORD)HANDLER_MANAGED)))
        return COPIED;
    void *to = object_place(node, handler), *object = cxx_object(record);
    if (!(handler->adjectives & HANDLER_REFERENCE))
        return copy_unless_constructed(to, object, catchable);
    *(void **)to = __AdjustPointer(object, &catchable->displacement);
    return COPIED;
}

void __BuildCatchObject(EXCEPTION_RECORD *record, void *node, const struct cxx_handler *handler,
                        const struct cxx_catchable *catchable)
{
    struct no_throw_guard guard = {.any = true};
    seh_link(&guard.link, no_throw_handler);
    int left = __BuildCatchObjectHelper(record, node, handler, catchable);
    if (left != COPIED)
        construct((enum copying)left, object_place(node, handler), cxx_object(record), catchable);
    seh_unlink(&guard.link);
}
