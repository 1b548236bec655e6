/* Files by wide names, which are those in UTF-8. */
#include <direct.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <wchar.h>

#include "lib/utf16.h"

FILE *_wfopen(const wchar_t *name, const wchar_t *mode)
{
    char *narrow = wide_narrow_copy(name), *letters = wide_narrow_copy(mode);
    FILE *file = narrow && letters ? fopen(narrow, letters) : NULL;
    free(narrow);
    free(letters);
    return file;
}

int _wopen(const wchar_t *name, int flags, ...)
{
    char *narrow = wide_narrow_copy(name);
    int number = narrow ? _open(narrow, flags, 0) : -1;
    free(narrow);
    return number;
}

/* Defines a call by the one for narrow names. */
#define BY_NAME(name, narrow_name, parameters, ...)                                                \
    int name parameters                                                                            \
    {                                                                                              \
        char *narrow = wide_narrow_copy(wide);                                                     \
        int result = narrow ? narrow_name(__VA_ARGS__) : -1;                                       \
        free(narrow);                                                                              \
        return result;                                                                             \
    }

BY_NAME(_wremove, remove, (const wchar_t *wide), narrow)
BY_NAME(_waccess, _access, (const wchar_t *wide, int mode), narrow, mode)
BY_NAME(_wstat, _stat, (const wchar_t *wide, struct _stat *status), narrow, status)
BY_NAME(_wstat64, _stat64, (const wchar_t *wide, struct _stat64 *status), narrow, status)
BY_NAME(_wchdir, _chdir, (const wchar_t *wide), narrow)
BY_NAME(_wmkdir, _mkdir, (const wchar_t *wide), narrow)
BY_NAME(_wrmdir, _rmdir, (const wchar_t *wide), narrow)

int _wrename(const wchar_t *old, const wchar_t *becomes)
{
    char *from = wide_narrow_copy(old), *to = wide_narrow_copy(becomes);
    int result = from && to ? rename(from, to) : -1;
    free(from);
    free(to);
    return result;
}
