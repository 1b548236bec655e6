/* std::exception_ptr: msvcp140.dll keeps copies of exceptions, which pointers share. */
#include "win32/cxx/cxx_classes.h"
#include "win32/cxx/cxx_frame.h"
#include "win32/cxx/cxx_state.h"
#include "win32/cxx/cxx_type.h"
#include "win32/msvcrt/call.h"

#include <seh.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* As std::shared_ptr has them. */
struct kept_exception {
    const void *const *methods;
    LONG uses, weak_uses;
    EXCEPTION_RECORD record;
    DWORD unused;
    char object[];
};
_Static_assert(offsetof(struct kept_exception, object) == 0x60, "as in msvcp140.dll");

struct exception_pointer {
    EXCEPTION_RECORD *record;
    struct kept_exception *kept;
};

/* ---------------------------------------------------------------- sharing */

static void hold(struct kept_exception *kept)
{
    if (kept)
        __atomic_add_fetch(&kept->uses, 1, __ATOMIC_RELAXED);
}

static void let_go(struct kept_exception *kept)
{
    if (!kept || __atomic_sub_fetch(&kept->uses, 1, __ATOMIC_ACQ_REL))
        return;
    __DestructExceptionObject(&kept->record, true);
    free(kept);
}

static void point_to(struct exception_pointer *pointer, struct kept_exception *kept)
{
    struct kept_exception *before = pointer->kept;
    pointer->record = kept ? &kept->record : NULL;
    pointer->kept = kept;
    let_go(before);
}

CALL(void, exception_ptr_create, struct exception_pointer *pointer)
{
    *pointer = (struct exception_pointer){NULL, NULL};
}

CALL(void, exception_ptr_destroy, struct exception_pointer *pointer)
{
    let_go(pointer->kept);
}

CALL(void, exception_ptr_copy, struct exception_pointer *to, const struct exception_pointer *from)
{
    *to = *from;
    hold(to->kept);
}

CALL(void, exception_ptr_assign, struct exception_pointer *to, const struct exception_pointer *from)
{
    hold(from->kept);
    point_to(to, from->kept);
}

CALL(void, exception_ptr_swap, struct exception_pointer *one, struct exception_pointer *other)
{
    struct exception_pointer kept = *one;
    *one = *other;
    *other = kept;
}

CALL(bool, exception_ptr_compare, const struct exception_pointer *one,
     const struct exception_pointer *other)
{
    return one->record == other->record;
}

CALL(bool, exception_ptr_to_bool, const struct exception_pointer *pointer)
{
    return pointer->record;
}

/* ---------------------------------------------------------------- keeping */

static void fill_with(struct kept_exception *kept, const struct exception_class *class)
{
    const struct cxx_exception object = {class->table.methods, NULL, false};
    memcpy(kept->object, &object, sizeof object);
    kept->record = (EXCEPTION_RECORD){
        .ExceptionCode = CXX_EXCEPTION,
        .ExceptionFlags = EXCEPTION_NONCONTINUABLE,
        .NumberParameters = CXX_PARAMETERS,
        .ExceptionInformation = {MAGIC_FIRST, (ULONG_PTR)kept->object, (ULONG_PTR) & class->thrown},
    };
}

/* The one std::bad_alloc, for where there is no memory. Its own use never ends. */
static struct kept_exception *keep_bad_alloc(void)
{
    static union {
        struct kept_exception kept;
        char room[sizeof(struct kept_exception) + sizeof(struct cxx_exception)];
    } bad_alloc = {.kept = {.uses = 1, .weak_uses = 1}};
    fill_with(&bad_alloc.kept, cxx_bad_alloc);
    hold(&bad_alloc.kept);
    return &bad_alloc.kept;
}

/* Keeps an object of a class of the library. */
static struct kept_exception *keep_class(const struct exception_class *class)
{
    struct kept_exception *kept = calloc(1, sizeof *kept + sizeof(struct cxx_exception));
    if (!kept)
        return keep_bad_alloc();
    kept->uses = kept->weak_uses = 1;
    fill_with(kept, class);
    return kept;
}

/* Linked while an object is copied. An exception of the copy constructor is kept in its place; one
 * more, while that is copied, becomes bad_exception. */
struct keeping {
    EXCEPTION_REGISTRATION_RECORD link;
    const EXCEPTION_RECORD *record;
    struct kept_exception *kept;
    DWORD place;
    bool is_second;
};

static struct kept_exception *keep(const EXCEPTION_RECORD *record, bool is_second);

static EXCEPTION_DISPOSITION keeping_handler(EXCEPTION_RECORD *record,
                                             EXCEPTION_REGISTRATION_RECORD *link, CONTEXT *context,
                                             EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    struct keeping *own = (struct keeping *)link;
    (void)context, (void)dispatcher;
    if (record->ExceptionFlags & EXCEPTION_UNWIND)
        free(own->kept); /* a handler further out has taken what the copy raised */
    if (record->ExceptionFlags & EXCEPTION_UNWIND || !cxx_is_own(record) || !cxx_thrown(record))
        return ExceptionContinueSearch;
    cxx_unwind_with(link, record);
    struct kept_exception *kept =
        own->is_second ? keep_class(cxx_bad_exception) : keep(record, true);
    __DestructExceptionObject(record, true);
    cxx_come_back(own->place, kept);
}
SEH_REGISTER_HANDLER(keeping_handler);

static void *copy_kept(void *data)
{
    const struct keeping *own = data;
    cxx_copy_object(own->kept->object, cxx_object(own->record),
                    cxx_thrown(own->record)->catchables->types[0]);
    return NULL;
}

static struct kept_exception *keep(const EXCEPTION_RECORD *record, bool is_second)
{
    bool has_object = cxx_is_own(record) && cxx_thrown(record);
    size_t size = has_object ? cxx_thrown(record)->catchables->types[0]->size : 0;
    struct keeping own = {
        .record = record,
        .kept = calloc(1, sizeof *own.kept + size),
        .is_second = is_second,
    };
    if (!own.kept)
        return keep_bad_alloc();
    own.kept->uses = own.kept->weak_uses = 1;
    own.kept->record = *record;
    own.kept->record.ExceptionFlags |= EXCEPTION_NONCONTINUABLE;
    own.kept->record.ExceptionAddress = NULL;
    own.kept->record.ExceptionRecord = NULL;
    if (!has_object)
        return own.kept;
    own.kept->record.ExceptionInformation[CXX_OBJECT] = (ULONG_PTR)own.kept->object;
    seh_link(&own.link, keeping_handler);
    struct kept_exception *other = cxx_call(copy_kept, &own, &own.place);
    seh_unlink(&own.link);
    if (!other)
        return own.kept;
    free(own.kept);
    return other;
}

CALL(void, exception_ptr_current, struct exception_pointer *pointer)
{
    const EXCEPTION_RECORD *record = cxx_state_now()->record;
    if (record)
        point_to(pointer, keep(record, false));
}

/* make_exception_ptr. */
CALL(void, exception_ptr_of_object, struct exception_pointer *pointer, void *object,
     const struct cxx_thrown *thrown)
{
    const EXCEPTION_RECORD record = {
        .ExceptionCode = CXX_EXCEPTION,
        .ExceptionFlags = EXCEPTION_NONCONTINUABLE,
        .NumberParameters = CXX_PARAMETERS,
        .ExceptionInformation = {MAGIC_FIRST, (ULONG_PTR)object, (ULONG_PTR)thrown},
    };
    point_to(pointer, keep(&record, false));
}

/* ---------------------------------------------------------------- throwing again */

static _Noreturn void raise_copy(const EXCEPTION_RECORD *record)
{
    RaiseException(record->ExceptionCode, record->ExceptionFlags, record->NumberParameters,
                   record->ExceptionInformation);
    __builtin_trap();
}

/* The exception gets a copy of its own on the stack, because a catch block destroys it. */
static _Noreturn void raise_again(EXCEPTION_RECORD record)
{
    if (!cxx_is_own(&record) || !cxx_thrown(&record))
        raise_copy(&record);
    const struct cxx_catchable *type = cxx_thrown(&record)->catchables->types[0];
    char *object = __builtin_alloca(type->size);
    cxx_copy_object(object, cxx_object(&record), type);
    record.ExceptionInformation[CXX_OBJECT] = (ULONG_PTR)object;
    raise_copy(&record);
}

_Noreturn CALL(void, exception_ptr_rethrow, const struct exception_pointer *pointer)
{
    if (pointer->record)
        raise_again(*pointer->record);
    cxx_throw_class(cxx_bad_exception, "bad exception");
}
