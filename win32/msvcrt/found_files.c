/* Searches for files, with the structures of msvcrt.dll: with times and sizes of 32 and of 64 bits,
 * for narrow and for wide names. */
#include "lib/utf16.h"
#include "win32/msvcrt/call.h"

#include <errhandlingapi.h>
#include <errno.h>
#include <io.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <winerror.h>

enum { NAME_SIZE = 260 };

static void copy_name(char *to, const char *from)
{
    strcpy(to, from);
}

static void copy_wide_name(wchar_t *to, const char *from)
{
    wide_widen(from, to);
}

/* At the end the last error says so, too, as after FindNextFile: MinGW's readdir looks there. */
static int find_next(intptr_t search, struct _finddata_t *found)
{
    int failed = _findnext(search, found);
    if (failed && errno == ENOENT)
        SetLastError(ERROR_NO_MORE_FILES);
    return failed;
}

static intptr_t find_first(const char *name, struct _finddata_t *found)
{
    return _findfirst(name, found);
}

static intptr_t find_first_wide(const wchar_t *name, struct _finddata_t *found)
{
    char *narrow = wide_narrow_copy(name);
    intptr_t search = narrow ? _findfirst(narrow, found) : -1;
    free(narrow);
    return search;
}

/* The structures differ in their widths alone. */
#define FIND_CALLS(structure, bytes, time_type, size_type, letter, copy, begin, first, next)       \
    struct structure {                                                                             \
        uint32_t attributes;                                                                       \
        time_type created, accessed, changed;                                                      \
        size_type size;                                                                            \
        letter name[NAME_SIZE];                                                                    \
    };                                                                                             \
    _Static_assert(sizeof(struct structure) == (bytes) + NAME_SIZE * (sizeof(letter) - 1),         \
                   #first);                                                                        \
    static void structure##_take(struct structure *to, const struct _finddata_t *from)             \
    {                                                                                              \
        to->attributes = from->attrib;                                                             \
        to->created = (time_type)from->time_create;                                                \
        to->accessed = (time_type)from->time_access;                                               \
        to->changed = (time_type)from->time_write;                                                 \
        to->size = (size_type)from->size;                                                          \
        copy(to->name, from->name);                                                                \
    }                                                                                              \
    CALL(intptr_t, first, const letter *name, struct structure *found)                             \
    {                                                                                              \
        struct _finddata_t known;                                                                  \
        intptr_t search = begin(name, &known);                                                     \
        if (search != -1)                                                                          \
            structure##_take(found, &known);                                                       \
        return search;                                                                             \
    }                                                                                              \
    CALL(int, next, intptr_t search, struct structure *found)                                      \
    {                                                                                              \
        struct _finddata_t known;                                                                  \
        int failed = find_next(search, &known);                                                    \
        if (!failed)                                                                               \
            structure##_take(found, &known);                                                       \
        return failed;                                                                             \
    }

FIND_CALLS(found32, 280, int32_t, uint32_t, char, copy_name, find_first, msvcrt_findfirst32,
           msvcrt_findnext32)
FIND_CALLS(found32i64, 288, int32_t, int64_t, char, copy_name, find_first, _findfirsti64,
           _findnexti64)
FIND_CALLS(found64, 304, int64_t, int64_t, char, copy_name, find_first, _findfirst64, _findnext64)
FIND_CALLS(wide_found32, 280, int32_t, uint32_t, wchar_t, copy_wide_name, find_first_wide,
           _wfindfirst, _wfindnext)
FIND_CALLS(wide_found32i64, 284, int32_t, int64_t, wchar_t, copy_wide_name, find_first_wide,
           _wfindfirsti64, _wfindnexti64)
FIND_CALLS(wide_found64, 300, int64_t, int64_t, wchar_t, copy_wide_name, find_first_wide,
           _wfindfirst64, _wfindnext64)
FIND_CALLS(wide_found64i32, 300, int64_t, uint32_t, wchar_t, copy_wide_name, find_first_wide,
           ucrt_wfindfirst, ucrt_wfindnext)
