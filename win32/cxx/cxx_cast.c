/* dynamic_cast and typeid. */
#include "win32/cxx/cxx_classes.h"
#include "win32/cxx/cxx_frame.h"
#include "win32/cxx/cxx_rtti.h"
#include "win32/cxx/cxx_type.h"
#include "win32/msvcrt/call.h"

#include <seh.h>
#include <stddef.h>

/* ---------------------------------------------------------------- objects */

static const struct cxx_locator *locator_of(const void *object)
{
    return (*(const struct cxx_locator *const *const *)object)[-1];
}

/* The whole object that this one is a part of. */
static char *whole_object(void *object)
{
    const struct cxx_locator *locator = locator_of(object);
    char *whole = (char *)object - locator->offset;
    if (locator->construction)
        whole -= *(const LONG *)((char *)object - locator->construction);
    return whole;
}

static LONG offset_of(char *whole, const struct cxx_base *base)
{
    return (LONG)((char *)__AdjustPointer(whole, &base->displacement) - whole);
}

/* ---------------------------------------------------------------- dynamic_cast */

struct cast {
    const struct cxx_hierarchy *hierarchy;
    const struct type_descriptor *from, *to;
    char *whole;
    LONG offset; /* of the part that is cast */
};

static bool is_source(const struct cast *cast, const struct cxx_base *base)
{
    return cxx_same_type(base->type, cast->from) && offset_of(cast->whole, base) == cast->offset;
}

static const struct cxx_base *cast_single(const struct cast *cast)
{
    const struct cxx_base *const *bases = cast->hierarchy->bases, *target = NULL;
    for (LONG i = 0; i < cast->hierarchy->count; i++) {
        if (target && bases[i]->attributes & BASE_NOT_PUBLIC)
            return NULL;
        if (target && cxx_same_type(bases[i]->type, cast->from))
            return target;
        if (!target && cxx_same_type(bases[i]->type, cast->to))
            target = bases[i];
    }
    return NULL;
}

/* Whether the base at this place of the target's own hierarchy can be seen from there. */
static bool is_visible_in(const struct cxx_base *target, LONG place)
{
    return !(target->attributes & BASE_HAS_HIERARCHY) ||
           !(target->hierarchy->bases[place]->attributes & BASE_NOT_VISIBLE);
}

static bool can_cross(const struct cxx_base *source, const struct cxx_base *target)
{
    return !(target->attributes & (BASE_NOT_VISIBLE | BASE_AMBIGUOUS)) &&
           !(source->attributes & BASE_NOT_VISIBLE);
}

static const struct cxx_base *cast_multiple(const struct cast *cast)
{
    const struct cxx_base *source = NULL, *target = NULL;
    LONG place = -1; /* of the target */
    for (LONG i = 0; i < cast->hierarchy->count; i++) {
        const struct cxx_base *base = cast->hierarchy->bases[i];
        bool is_inside = target && i - place <= target->contained;
        if (!is_inside && cxx_same_type(base->type, cast->to)) {
            if (source)
                return can_cross(source, base) ? base : NULL;
            target = base;
            place = i;
            is_inside = true;
        }
        if (!is_source(cast, base))
            continue;
        if (is_inside)
            return is_visible_in(target, i - place) ? target : NULL;
        if (target)
            return can_cross(base, target) ? target : NULL;
        source = base;
    }
    return NULL;
}

/* By the two rules of dynamic_cast. Down: the one base of the target's type that has the source as
 * a public base. Else across: the whole object's public base of that type, if there is one and the
 * source is public, too. */
static const struct cxx_base *cast_virtual(const struct cast *cast)
{
    const struct cxx_base *target = NULL, *down = NULL, *cross = NULL, *source = NULL;
    bool forbidden = false;
    LONG place = -1;
    for (LONG i = 0; i < cast->hierarchy->count; i++) {
        const struct cxx_base *base = cast->hierarchy->bases[i];
        bool is_inside = target && i - place <= target->contained;
        if (!is_inside && cxx_same_type(base->type, cast->to)) {
            target = base;
            place = i;
            is_inside = true;
            if (!(base->attributes & (BASE_NOT_VISIBLE | BASE_AMBIGUOUS)))
                cross = base;
        }
        if (!is_source(cast, base))
            continue;
        if (!(base->attributes & (BASE_NOT_VISIBLE | BASE_NOT_PUBLIC)))
            source = base;
        if (!is_inside)
            continue;
        if (!is_visible_in(target, i - place)) {
            forbidden = true;
        } else if (!(base->attributes & BASE_NOT_PUBLIC)) {
            if (down && offset_of(cast->whole, down) != offset_of(cast->whole, target))
                return NULL;
            down = target;
        }
    }
    if (down && !forbidden)
        return down;
    return cross && source ? cross : NULL;
}

static void *cast_object(void *object, LONG delta, const struct type_descriptor *from,
                         const struct type_descriptor *to)
{
    const struct cxx_hierarchy *hierarchy = locator_of(object)->hierarchy;
    struct cast cast = {hierarchy, from, to, whole_object(object), 0};
    cast.offset = (LONG)((char *)object - delta - cast.whole);
    const struct cxx_base *found =
        !(hierarchy->attributes & HIERARCHY_MULTIPLE) ? cast_single(&cast)
        : hierarchy->attributes & HIERARCHY_VIRTUAL   ? cast_virtual(&cast)
                                                      : cast_multiple(&cast);
    return found ? __AdjustPointer(cast.whole, &found->displacement) : NULL;
}

/* ---------------------------------------------------------------- objects without such tables */

/* Linked while tables are read that may not be there. */
struct reading {
    EXCEPTION_REGISTRATION_RECORD link;
    DWORD place;
    bool has_failed;
    void *object;
    LONG delta;
    const struct type_descriptor *from, *to;
    void *found;
};

static EXCEPTION_DISPOSITION reading_handler(EXCEPTION_RECORD *record,
                                             EXCEPTION_REGISTRATION_RECORD *link, CONTEXT *context,
                                             EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    struct reading *own = (struct reading *)link;
    (void)context, (void)dispatcher;
    if (record->ExceptionFlags & EXCEPTION_UNWIND ||
        record->ExceptionCode != STATUS_ACCESS_VIOLATION)
        return ExceptionContinueSearch;
    _global_unwind2(link);
    own->has_failed = true;
    cxx_come_back(own->place, NULL);
}
SEH_REGISTER_HANDLER(reading_handler);

static void read_tables(struct reading *own, void *(*function)(void *),
                        const struct exception_family *family)
{
    seh_link(&own->link, reading_handler);
    cxx_call(function, own, &own->place);
    seh_unlink(&own->link);
    if (own->has_failed)
        cxx_throw_class(family->non_rtti_object, "Access violation - no RTTI data!");
}

static void *read_cast(void *data)
{
    struct reading *own = data;
    own->found = cast_object(own->object, own->delta, own->from, own->to);
    return NULL;
}

static void *read_type(void *data)
{
    struct reading *own = data;
    own->found = (void *)locator_of(own->object)->type;
    return NULL;
}

static void *read_whole(void *data)
{
    struct reading *own = data;
    own->found = whole_object(own->object);
    return NULL;
}

/* ---------------------------------------------------------------- the calls */

static void *dynamic_cast_by(const struct exception_family *family, void *object, LONG delta,
                             const struct type_descriptor *from, const struct type_descriptor *to,
                             int is_reference)
{
    struct reading own = {.object = object, .delta = delta, .from = from, .to = to};
    if (!object)
        return NULL;
    read_tables(&own, read_cast, family);
    if (!own.found && is_reference)
        cxx_throw_class(family->bad_cast, "Bad dynamic_cast!");
    return own.found;
}

static void *typeid_by(const struct exception_family *family, void *object, const char *refusal)
{
    struct reading own = {.object = object};
    if (!object)
        cxx_throw_class(family->bad_typeid, refusal);
    read_tables(&own, read_type, family);
    if (!own.found)
        cxx_throw_class(family->non_rtti_object, "Bad read pointer - no RTTI data!");
    return own.found;
}

static void *cast_to_void_by(const struct exception_family *family, void *object)
{
    struct reading own = {.object = object};
    if (object)
        read_tables(&own, read_whole, family);
    return own.found;
}

CALL(void *, __RTDynamicCast, void *object, LONG delta, const struct type_descriptor *from,
     const struct type_descriptor *to, int is_reference)
{
    return dynamic_cast_by(&msvcrt_exceptions, object, delta, from, to, is_reference);
}

CALL(void *, __RTtypeid, void *object)
{
    return typeid_by(&msvcrt_exceptions, object, "Attempted a typeid of NULL pointer!");
}

CALL(void *, __RTCastToVoid, void *object)
{
    return cast_to_void_by(&msvcrt_exceptions, object);
}

/* vcruntime140's. */
CALL(void *, std_RTDynamicCast, void *object, LONG delta, const struct type_descriptor *from,
     const struct type_descriptor *to, int is_reference)
{
    return dynamic_cast_by(&std_exceptions, object, delta, from, to, is_reference);
}

CALL(void *, std_RTtypeid, void *object)
{
    return typeid_by(&std_exceptions, object, "Attempted a typeid of nullptr pointer!");
}

CALL(void *, std_RTCastToVoid, void *object)
{
    return cast_to_void_by(&std_exceptions, object);
}
