/* The status of a file in structures with times of 32 bits. With times of 64 bits it is the C
 * library's. */
#include "lib/utf16.h"
#include "win32/msvcrt/call.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/stat.h>

/* Structures of msvcrt.dll begin alike. */
#define BEGINNING                                                                                  \
    uint32_t device;                                                                               \
    uint16_t inode, mode;                                                                          \
    int16_t links, user, group;                                                                    \
    uint32_t raw_device

struct status32 {
    BEGINNING;
    int32_t size, accessed, changed, created;
};

struct status32i64 {
    BEGINNING;
    int64_t size;
    int32_t accessed, changed, created;
};

_Static_assert(sizeof(struct status32) == 36, "_stat");
_Static_assert(sizeof(struct status32i64) == 48, "_stati64");
_Static_assert(sizeof(struct _stat64) == 56, "_stat64");

/* Defines the calls for one structure: by a file's name, by a wide one, and by an open file's
 * number. */
#define STATUS_CALLS(structure, by_name, by_wide_name, by_number)                                  \
    static int by_name##_take(int failed, const struct _stat64 *from, struct structure *to)        \
    {                                                                                              \
        if (!failed)                                                                               \
            *to = (struct structure){.device = from->st_dev,                                       \
                                     .mode = from->st_mode,                                        \
                                     .links = from->st_nlink,                                      \
                                     .raw_device = from->st_rdev,                                  \
                                     .size = from->st_size,                                        \
                                     .accessed = (int32_t)from->st_atime,                          \
                                     .changed = (int32_t)from->st_mtime,                           \
                                     .created = (int32_t)from->st_ctime};                          \
        return failed;                                                                             \
    }                                                                                              \
    CALL(int, by_name, const char *name, struct structure *result)                                 \
    {                                                                                              \
        struct _stat64 known;                                                                      \
        return by_name##_take(_stat64(name, &known), &known, result);                              \
    }                                                                                              \
    CALL(int, by_wide_name, const wchar_t *name, struct structure *result)                         \
    {                                                                                              \
        struct _stat64 known;                                                                      \
        return by_name##_take(_wstat64(name, &known), &known, result);                             \
    }                                                                                              \
    CALL(int, by_number, int number, struct structure *result)                                     \
    {                                                                                              \
        struct _stat64 known;                                                                      \
        return by_name##_take(_fstat64(number, &known), &known, result);                           \
    }

STATUS_CALLS(status32, msvcrt_stat32, msvcrt_wstat32, msvcrt_fstat32)
STATUS_CALLS(status32i64, msvcrt_stat32i64, msvcrt_wstat32i64, msvcrt_fstat32i64)
