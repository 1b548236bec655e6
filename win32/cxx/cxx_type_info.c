/* The functions of type_info. */
#include "win32/cxx/cxx_names.h"
#include "win32/cxx/cxx_type.h"
#include "win32/msvcrt/call.h"

#include <interlockedapi.h>
#include <nt.h>
#include <stdlib.h>
#include <string.h>

#define THISCALL(type, name, ...) CALL(type __attribute__((thiscall)), name, __VA_ARGS__)

/* Returns a copy of the name as people read it, or NULL without memory. */
static char *readable_copy(const char *name)
{
    char text[CXX_NAME_SIZE];
    cxx_read_name(name, false, text);
    size_t size = strlen(text) + 1;
    char *made = malloc(size);
    return made ? memcpy(made, text, size) : NULL;
}

/* Returns what *place becomes once: the first thread's text is everybody's. */
static const char *keep_first(char **place, const char *name)
{
    char *kept = __atomic_load_n(place, __ATOMIC_ACQUIRE);
    if (kept)
        return kept;
    char *made = readable_copy(name);
    if (!made ||
        __atomic_compare_exchange_n(place, &kept, made, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        return made;
    free(made);
    return kept;
}

THISCALL(const char *, type_info_name, struct type_descriptor *this)
{
    return keep_first(&this->undecorated, this->name);
}

THISCALL(const char *, type_info_raw_name, const struct type_descriptor *this)
{
    return this->name;
}

THISCALL(int, type_info_equals, const struct type_descriptor *this,
         const struct type_descriptor *other)
{
    return cxx_same_type(this, other);
}

THISCALL(int, type_info_differs, const struct type_descriptor *this,
         const struct type_descriptor *other)
{
    return !cxx_same_type(this, other);
}

THISCALL(int, type_info_before, const struct type_descriptor *this,
         const struct type_descriptor *other)
{
    return strcmp(this->name + 1, other->name + 1) < 0;
}

/* ---------------------------------------------------------------- vcruntime140's */

/* The names behind the functions of a type_info. */
struct type_names {
    char *undecorated;
    char name[];
};

CALL(int, __std_type_info_compare, const struct type_names *one, const struct type_names *other)
{
    return one == other ? 0 : strcmp(one->name + 1, other->name + 1);
}

/* FNV-1a. */
CALL(size_t, __std_type_info_hash, const struct type_names *names)
{
    size_t hash = 2166136261u;
    for (const char *letter = names->name + 1; *letter; letter++)
        hash = (hash ^ (unsigned char)*letter) * 16777619u;
    return hash;
}

/* A text of __std_type_info_name, in the module's list of them. */
struct listed_name {
    SLIST_ENTRY link;
    char text[];
};

CALL(const char *, __std_type_info_name, struct type_names *names, SLIST_HEADER *list)
{
    char text[CXX_NAME_SIZE], *kept = __atomic_load_n(&names->undecorated, __ATOMIC_ACQUIRE);
    if (kept)
        return kept;
    cxx_read_name(names->name, false, text);
    size_t size = strlen(text) + 1;
    struct listed_name *made = malloc(sizeof *made + size);
    if (!made)
        return NULL;
    memcpy(made->text, text, size);
    if (!__atomic_compare_exchange_n(&names->undecorated, &kept, made->text, false,
                                     __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
        free(made);
        return kept;
    }
    InterlockedPushEntrySList(list, &made->link);
    return made->text;
}

CALL(void, __std_type_info_destroy_list, SLIST_HEADER *list)
{
    SLIST_ENTRY *entry = InterlockedFlushSList(list);
    while (entry) {
        SLIST_ENTRY *next = entry->Next;
        free(entry);
        entry = next;
    }
}

/* The text of a std::exception, and whether it is the object's own. */
struct exception_data {
    char *what;
    char frees; /* any number but 0 says so */
};

CALL(void, __std_exception_copy, const struct exception_data *from, struct exception_data *to)
{
    size_t size = from->what ? strlen(from->what) + 1 : 0;
    if (!from->frees || !size) {
        *to = (struct exception_data){from->what, false};
        return;
    }
    char *copy = malloc(size);
    if (copy) {
        memcpy(copy, from->what, size);
        to->what = copy;
        to->frees = true;
    }
}

CALL(void, __std_exception_destroy, struct exception_data *data)
{
    if (data->frees)
        free(data->what);
    *data = (struct exception_data){NULL, false};
}
