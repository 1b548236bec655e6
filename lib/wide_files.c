/* Files by wide names, which are those in UTF-8. */
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
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

int _wremove(const wchar_t *name)
{
    char *narrow = wide_narrow_copy(name);
    int result = narrow ? remove(narrow) : -1;
    free(narrow);
    return result;
}

int _wrename(const wchar_t *old, const wchar_t *becomes)
{
    char *from = wide_narrow_copy(old), *to = wide_narrow_copy(becomes);
    int result = from && to ? rename(from, to) : -1;
    free(from);
    free(to);
    return result;
}
